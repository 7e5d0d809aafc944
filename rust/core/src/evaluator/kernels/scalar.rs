//! The passes for every CPU; the clones of a higher level compile the same bodies with more instructions.

use super::block::{BlockCards, BlockStrengths, FlushRows, Keys};
use super::runs::{FixedCards, LANES, PAIR_KEYS, PAIR_RANKS, Reached, RunStrengths, THRESHOLDS};
use crate::cards::{DECK, combo_id};
use crate::evaluator::keys::{CARD_KEYS, SUIT_MASK};
use crate::evaluator::tables::{FLUSH, RankTable, Tables};

/// Key sums of the first `rows` rows; false if one of them is not a hand.
pub(super) fn row_keys<const N: usize>(cards: &BlockCards, rows: usize, keys: &mut Keys) -> bool {
    let mut wrong = 0;
    for (cards, key) in cards.as_chunks::<N>().0.iter().zip(&mut keys[..rows]) {
        let (sum, set, error) = row_key(cards);
        *key = sum;
        wrong |= error | set >> DECK;
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

/// Key sums of sets; false if one of them does not have `N` cards.
#[inline(always)]
pub(super) fn set_keys<const N: usize>(sets: &[u64], keys: &mut Keys) -> bool {
    let mut valid = true;
    for (&set, key) in sets.iter().zip(keys) {
        valid &= set >> DECK == 0 && set.count_ones() as usize == N;
        *key = key_sum(set);
    }
    valid
}

/// The sum of the keys of a set of cards, eight cards at a time.
#[inline(always)]
pub(in crate::evaluator) fn key_sum(set: u64) -> u32 {
    let mut sum = 0u32;
    for (eighth, keys) in OCTET_KEYS.iter().enumerate() {
        sum = sum.wrapping_add(keys[(set >> (8 * eighth) & 0xff) as usize]);
    }
    sum
}

/// The key sum of every subset of every eight cards in a row.
static OCTET_KEYS: [[u32; 256]; 7] = {
    let mut table = [[0u32; 256]; 7];
    let mut octet = 0;
    while octet < 7 {
        let mut subset = 1usize;
        while subset < 256 {
            let low = subset & (subset - 1);
            let card = 8 * octet + (subset ^ low).trailing_zeros() as usize;
            // Bits 52 to 55 are no cards.
            let key = if card < CARD_KEYS.len() { CARD_KEYS[card] } else { 0 };
            table[octet][subset] = table[octet][low].wrapping_add(key);
            subset += 1;
        }
        octet += 1;
    }
    table
};

/// Strengths of ranks of the first `rows` keys, and the list of rows that hold a flush; returns the list's length.
#[inline(always)]
pub(super) fn rank_strengths<const N: usize>(
    tables: impl Tables,
    keys: &Keys,
    rows: usize,
    strengths: &mut BlockStrengths,
    flushes: &mut FlushRows,
) -> usize {
    let (table, flush_suits) = (tables.ranks::<N>(), tables.flush_suits::<N>());
    let mut count = 0;
    // Eight at a time: one check of bounds, and the compiler unrolls.
    let eights = keys.as_chunks::<8>().0.iter().zip(strengths.as_chunks_mut::<8>().0);
    for (eight, (keys, strengths)) in eights.take(rows.div_ceil(8)).enumerate() {
        let list: &mut [u32] = &mut flushes[count..count + 8];
        let mut listed = 0;
        for i in 0..8 {
            strengths[i] = table.strength(keys[i]);
            // Written always, kept for a flush: no branch to mispredict.
            list[listed & 7] = (8 * eight + i) as u32;
            listed += usize::from(flush_suits[(keys[i] & SUIT_MASK) as usize] != 0);
        }
        count += listed;
    }
    count
}

/// Counts the strengths that reach each category.
pub(super) fn count_reached(strengths: &[u16], reached: &mut Reached) {
    for (reached, threshold) in reached.iter_mut().zip(THRESHOLDS) {
        // A run is short enough for 16-bit counters.
        let mut counts = [0u16; LANES];
        for strengths in strengths.as_chunks::<LANES>().0 {
            for (count, &strength) in counts.iter_mut().zip(strengths) {
                *count += u16::from(strength >= threshold);
            }
        }
        *reached += u64::from(counts.iter().sum::<u16>());
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
    let hands = strengths[..pairs].iter_mut().zip(&PAIR_KEYS);
    // Two more cards make a flush only of three.
    match fixed.ranks.iter().zip(&PAIR_RANKS).find(|(ranks, _)| ranks.count_ones() >= 3) {
        None => hands.for_each(|(strength, key)| *strength = table.strength(fixed.sum + key)),
        Some((suited, of_pairs)) => {
            for ((strength, key), ranks) in hands.zip(of_pairs) {
                *strength = table.strength(fixed.sum + key).max(FLUSH[((suited | ranks) & 0x1fff) as usize]);
            }
        }
    }
    let counted = pairs.next_multiple_of(LANES);
    strengths[pairs..counted].fill(0);
    &strengths[..counted]
}
