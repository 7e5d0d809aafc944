//! From cards to rank sets: as many hands as a vector has words, to four vectors of rank sets, one a suit.
//!
//! The cards of a row become bits of a 64-bit number that has 16 bits for each suit: these are its rank sets. A set of cards
//! has four bits for each rank. Look-ups by half a byte spread them to two bits for each suit. Then the four bytes of half a
//! word, taken together, are a matrix of two-bit numbers, which two steps transpose.

use super::check::Check;
use crate::runtime::simd::Words;

/// The ranks of some hands, by suit.
pub(super) type RankSets<W> = [<W as Words>::V; 4];

/// Where the cards of two rows go, one card of each row at a time: to the low bytes of the halves of a lane.
const fn cards_of_two_rows<const N: usize>() -> [[u8; 16]; N] {
    let mut orders = [[0x80; 16]; N];
    let mut card = 0;
    while card < N {
        orders[card][0] = card as u8;
        orders[card][8] = (N + card) as u8;
        card += 1;
    }
    orders
}

/// The words of the two halves of a lane, alternating.
const ALTERNATING: [u8; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/// The rank sets of rows of `N` cards; two bytes or more must follow the last row. A card from 52 to 63 is a bit above the
/// ranks. Ids are noted in `check`, and rows of five with a card twice: only longer ones are counted later.
#[inline(always)]
pub(super) fn of_rows<const N: usize, W: Words>(w: W, rows: &[u8], check: &mut Check<W::V>) -> RankSets<W> {
    let orders = const { cards_of_two_rows::<N>() };
    let mut hands = [w.splat(0); 4];
    for (i, hands) in hands.iter_mut().enumerate() {
        // The eight hands of a first lane come before those of a second.
        let cards = w.load_bytes(&rows[2 * i * N..], 8 * N);
        check.ids = w.or(check.ids, cards);
        let ranks = w.and(w.shr::<2>(cards), w.splat(0x0f0f));
        let bits = w.or(ranks, w.and(w.shl::<4>(cards), w.splat(0x3030)));
        // If a card comes twice, the sum of the cards is not their union.
        let mut sum = w.splat(0);
        for order in &orders {
            let card = w.bit_of_u64(w.reorder(bits, order));
            *hands = w.or(*hands, card);
            sum = w.add(sum, card);
        }
        if N == 5 {
            check.wrong = w.or(check.wrong, w.xor(sum, *hands));
        }
        *hands = w.reorder(*hands, &ALTERNATING);
    }
    w.transpose(hands)
}

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
