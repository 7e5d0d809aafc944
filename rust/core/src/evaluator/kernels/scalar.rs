//! The passes for every CPU; the clones of a higher level compile the same bodies with more instructions.

use super::runs::{FixedCards, PAIR_HASHES, PAIR_RANKS, Reached, RunStrengths, THRESHOLDS};
use crate::cards::{DECK, combo_id};
use crate::evaluator::keys::CARD_KEYS;
use crate::evaluator::tables::{FLUSH, RankTable, Tables};

/// The strengths of rows of `N` cards, one after the other, for architectures without vectors of bytes; false if one is not a
/// hand of the deck, and the strengths mean nothing.
pub(super) fn rows<const N: usize, T: Tables>(tables: T, rows: &[u8], out: &mut [u16]) -> bool {
    let mut wrong = 0;
    for (cards, out) in rows.as_chunks::<N>().0.iter().zip(out) {
        // The owner may write to the row meanwhile.
        let (sum, set, error) = row_key(&{ *cards });
        wrong |= error | set >> DECK | set & ((1 << T::LOWEST_CARD) - 1);
        *out = tables.strength::<N>(sum, set);
    }
    wrong == 0
}

/// The key sum and the set of some cards, and a number that is not 0 if two are the same. Bytes that are no cards have the
/// highest bit in the set.
#[inline(always)]
pub(in crate::evaluator) fn row_key<const N: usize>(cards: &[u8; N]) -> (u32, u64, u64) {
    let (mut key, mut set, mut sum) = (0u32, 0u64, 0u64);
    for &card in cards {
        let bit = BITS_OF_BYTE[card as usize];
        set |= bit;
        sum = sum.wrapping_add(bit);
        key = key.wrapping_add(KEYS_OF_BYTE[card as usize]);
    }
    // The bits of different cards add up to their set: cheaper than a population count without its instruction.
    (key, set, set ^ sum)
}

/// The key of every byte that is a card, 0 for the others.
static KEYS_OF_BYTE: [u32; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < CARD_KEYS.len() {
        keys[card] = CARD_KEYS[card];
        card += 1;
    }
    keys
};

/// The bit of every byte that is a card, the highest bit for the others.
static BITS_OF_BYTE: [u64; 256] = {
    let mut bits = [1 << 63; 256];
    let mut card = 0;
    while card < CARD_KEYS.len() {
        bits[card] = 1 << card;
        card += 1;
    }
    bits
};

/// The sum of the keys of a set of cards.
#[inline(always)]
pub(in crate::evaluator) fn key_sum(set: u64) -> u32 {
    sum_of_octets(&set.to_le_bytes()).0
}

/// The sum of the keys of a set of cards, given as bytes, the lowest first, and the number of cards.
#[inline(always)]
pub(super) fn sum_of_octets(set: &[u8; 8]) -> (u32, u32) {
    let mut sum = 0u64;
    for (&octet, keys) in set.iter().zip(&OCTET_KEYS) {
        sum = sum.wrapping_add(keys[usize::from(octet)]);
    }
    (sum as u32, (sum >> 32) as u32)
}

/// The key sum of every subset of every eight cards in a row and, from bit 32 up, its number of cards. The four above the last
/// card count as 64 each, so that no set with one of them has as many cards as a hand.
static OCTET_KEYS: [[u64; 256]; 7] = {
    let mut table = [[0u64; 256]; 7];
    let mut octet = 0;
    while octet < 7 {
        let mut subset = 1usize;
        while subset < 256 {
            let low = subset & (subset - 1);
            let card = 8 * octet + (subset ^ low).trailing_zeros() as usize;
            let of_card = if card < CARD_KEYS.len() { 1 << 32 | CARD_KEYS[card] as u64 } else { 64 << 32 };
            table[octet][subset] = table[octet][low].wrapping_add(of_card);
            subset += 1;
        }
        octet += 1;
    }
    table
};

/// Counts the strengths that reach each category.
pub(super) fn count_reached(strengths: &[u16], reached: &mut Reached) {
    for (reached, threshold) in reached.iter_mut().zip(THRESHOLDS) {
        // A run is short enough for 16-bit counters, and strengths for signed numbers, which SSE2 compares.
        let above = |&strength: &u16| u16::from(strength as i16 >= threshold as i16);
        *reached += u64::from(strengths.iter().map(above).sum::<u16>());
    }
}

/// The strengths of the fixed cards with each pair of cards below `lowest`, and zeros up to whole lanes: strength 0
/// reaches no category.
#[inline(always)]
pub(super) fn pair_strengths<'a, const N: usize>(
    fixed: &FixedCards,
    lowest: u8,
    strengths: &'a mut RunStrengths,
) -> &'a [u16] {
    let table = RankTable::of_size(N);
    let pairs = if lowest < 2 { 0 } else { combo_id(0, lowest).into() };
    let hands = strengths[..pairs].iter_mut().zip(&PAIR_HASHES);
    // Two more cards make a flush only of three.
    match fixed.ranks.iter().zip(&PAIR_RANKS).find(|(ranks, _)| ranks.count_ones() >= 3) {
        None => hands.for_each(|(strength, hash)| *strength = table.strength_of_hash(fixed.hash.wrapping_add(*hash))),
        Some((suited, of_pairs)) => {
            for ((strength, hash), ranks) in hands.zip(of_pairs) {
                *strength = table
                    .strength_of_hash(fixed.hash.wrapping_add(*hash))
                    .max(FLUSH[((suited | ranks) & 0x1fff) as usize]);
            }
        }
    }
    &strengths[..pairs]
}
