//! From cards to rank sets: as many hands as a vector has words, to four vectors of rank sets, one a suit.
//!
//! The cards of a row become bits of a 64-bit number that has 16 bits for each suit: these are its rank sets. A set of cards
//! has four bits for each rank. Look-ups by half a byte spread them to two bits for each suit. Then the four bytes of half a
//! word, taken together, are a matrix of two-bit numbers, which two steps transpose.

use crate::runtime::simd::Words;

/// The ranks of some hands, by suit.
pub(super) type RankSets<W> = [<W as Words>::V; 4];

/// By four bits, a suit each: the same bits, two apart.
const SPREAD: [u8; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut suit = 0;
        while suit < 4 {
            table[bits] |= (bits as u8 >> suit & 1) << (2 * suit);
            suit += 1;
        }
        bits += 1;
    }
    table
};

/// [`SPREAD`], one bit higher.
const SPREAD_HIGHER: [u8; 16] = {
    let mut table = SPREAD;
    let mut bits = 0;
    while bits < 16 {
        table[bits] <<= 1;
        bits += 1;
    }
    table
};

/// Bytes 0 and 4 of two sets, then 1 and 5, and so on: they become the same bits of the two halves of words.
const PAIRED: [u8; 16] = {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / 4 + i % 2 * 4 + i / 2 % 2 * 8) as u8;
        i += 1;
    }
    order
};

/// The rank sets of sets of cards: bit `4 * rank + suit` of a set is bit `rank` of `suit`.
#[inline(always)]
pub(super) fn of_sets<W: Words>(w: W, sets: &[u64]) -> RankSets<W> {
    let half = w.splat(0x0f0f);
    let mut hands = [w.splat(0); 4];
    for (i, hands) in hands.iter_mut().enumerate() {
        let sets = w.load_u64(&sets[2 * i..], 8);
        let low = w.look_up(&SPREAD, w.and(sets, half));
        let high = w.look_up(&SPREAD_HIGHER, w.and(w.shr::<4>(sets), half));
        *hands = w.reorder(w.or(low, high), &PAIRED);
    }
    // Now a vector has the ranks 0, 1, 8 and 9, or 2, 3, 10 and 11, and so on, of all suits.
    let [a, b, c, d] = w.transpose(hands);
    let (a, c) = exchange::<4, W>(w, a, c, half);
    let (b, d) = exchange::<4, W>(w, b, d, half);
    let pairs = w.splat(0x3333);
    let (a, b) = exchange::<2, W>(w, a, b, pairs);
    let (c, d) = exchange::<2, W>(w, c, d, pairs);
    [a, b, c, d]
}

/// Exchanges the bits of `a` that are `BITS` above those of `mask` with the bits of `b` under the mask.
#[inline(always)]
fn exchange<const BITS: i32, W: Words>(w: W, a: W::V, b: W::V, mask: W::V) -> (W::V, W::V) {
    let different = w.and(w.xor(w.shr::<BITS>(a), b), mask);
    (w.xor(a, w.shl::<BITS>(different)), w.xor(b, different))
}
