//! Many hands: blocks of rows go through three short passes (keys, strengths of ranks, flushes), each vectorised where
//! the CPU allows it.

use super::evaluate::{HAND_SIZES, evaluate_checked, flush_strength, key_sum};
use super::keys::{CARD_KEYS, SUIT_MASK};
use super::tables::{RankTable, flush_suit_table};
use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::runtime::cpu::{self, Level};

/// Hands in a block: its bytes, keys and strengths stay in the first-level cache.
pub(super) const BLOCK: usize = 256;
/// Hands that one thread takes at a time.
const CHUNK: usize = 64 * BLOCK;
/// Bytes of a block of the largest hands, and what a vector load may read beyond.
pub(super) const BLOCK_BYTES: usize = 7 * (BLOCK + 16);

/// Strengths of `rows` hands of `hand_size` cards each, `cards[i * hand_size..][..hand_size]` to `out[i]`.
///
/// # Errors
/// [`Error::CardCount`] for a hand size other than 5, 6, 7; [`Error::InvalidArgument`] when the lengths disagree; the
/// first row with [`Error::CardOutOfRange`] or [`Error::DuplicateCard`]; [`Error::Cancelled`]. `out` is then partly
/// written.
///
/// ```
/// use pokerbits::{evaluator::evaluate_rows, runtime::Run};
/// let mut out = [0; 2];
/// evaluate_rows(&[51, 47, 43, 39, 35, 0, 4, 8, 12, 21], 5, &mut out, &mut Run::new(1))?;
/// assert_eq!(out, [7462, 1]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate_rows(cards: &[u8], hand_size: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    evaluate_rows_at(cpu::level(), cards, hand_size, out, run)
}

/// [`evaluate_rows`] at a given CPU level, which the CPU must support.
#[doc(hidden)]
pub fn evaluate_rows_at(
    level: Level,
    cards: &[u8],
    hand_size: usize,
    out: &mut [u16],
    run: &mut Run<'_>,
) -> Result<()> {
    match hand_size {
        5 => rows::<5>(level, cards, out, run),
        6 => rows::<6>(level, cards, out, run),
        7 => rows::<7>(level, cards, out, run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

/// Strengths of sets of `hand_size` cards, given as the 52 low bits of integers, bit `4 * rank + suit`.
///
/// # Errors
/// As [`evaluate_rows`]; a set with a bit above 51 is [`Error::CardOutOfRange`], one of another size
/// [`Error::CardCount`].
pub fn evaluate_sets(sets: &[u64], hand_size: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    evaluate_sets_at(cpu::level(), sets, hand_size, out, run)
}

/// [`evaluate_sets`] at a given CPU level, which the CPU must support.
#[doc(hidden)]
pub fn evaluate_sets_at(
    level: Level,
    sets: &[u64],
    hand_size: usize,
    out: &mut [u16],
    run: &mut Run<'_>,
) -> Result<()> {
    match hand_size {
        5 => set_rows::<5>(level, sets, out, run),
        6 => set_rows::<6>(level, sets, out, run),
        7 => set_rows::<7>(level, sets, out, run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

fn rows<const N: usize>(level: Level, cards: &[u8], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(cards.len(), N, out.len())?;
    assert!(level.is_supported(), "the CPU lacks {level}");
    let chunks = cards.chunks(CHUNK * N).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * N), |(chunk, (cards, out))| {
        let mut scratch = Scratch::new();
        for (block, (cards, out)) in cards.chunks(BLOCK * N).zip(out.chunks_mut(BLOCK)).enumerate() {
            let first = chunk * CHUNK + block * BLOCK;
            evaluate_block::<N>(level, cards, out, &mut scratch).map_err(|(row, e)| e.at_row(first + row))?;
        }
        Ok(())
    })
}

fn set_rows<const N: usize>(level: Level, sets: &[u64], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(sets.len(), 1, out.len())?;
    assert!(level.is_supported(), "the CPU lacks {level}");
    let chunks = sets.chunks(CHUNK).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, sets.len().div_ceil(CHUNK), |(chunk, (sets, out))| {
        let mut scratch = Scratch::new();
        for (block, (sets, out)) in sets.chunks(BLOCK).zip(out.chunks_mut(BLOCK)).enumerate() {
            let first = chunk * CHUNK + block * BLOCK;
            evaluate_set_block::<N>(level, sets, out, &mut scratch).map_err(|(row, e)| e.at_row(first + row))?;
        }
        Ok(())
    })
}

fn check_lengths(cards: usize, per_row: usize, rows: usize) -> Result<()> {
    if rows.checked_mul(per_row) == Some(cards) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{cards} items are not {rows} rows of {per_row}")))
}

/// What a block is worked on in, reused from block to block.
struct Scratch {
    cards: [u8; BLOCK_BYTES],
    sets: [u64; BLOCK],
    keys: [u32; BLOCK],
    strengths: [u16; BLOCK],
    flushes: [u32; BLOCK + 16],
}

impl Scratch {
    fn new() -> Self {
        Self {
            cards: [0; BLOCK_BYTES],
            sets: [0; BLOCK],
            keys: [0; BLOCK],
            strengths: [0; BLOCK],
            flushes: [0; BLOCK + 16],
        }
    }
}

/// One block. The rows are copied before they are checked: their owner may write to them meanwhile.
fn evaluate_block<const N: usize>(
    level: Level,
    rows: &[u8],
    out: &mut [u16],
    scratch: &mut Scratch,
) -> Result<(), (usize, Error)> {
    let Scratch { cards, keys, .. } = scratch;
    cards[..rows.len()].copy_from_slice(rows);
    if !out.len().is_multiple_of(16) {
        // Whole vectors are evaluated; the rows that fill up the last one must be hands, too.
        for (i, card) in cards[rows.len()..][..16 * N].iter_mut().enumerate() {
            *card = (i % N) as u8;
        }
    }
    if !row_keys::<N>(level, cards, out.len(), keys) {
        for (row, cards) in rows_of::<N>(cards).take(out.len()).enumerate() {
            evaluate_checked::<N>(cards).map_err(|e| (row, e))?;
        }
    }
    finish::<N>(level, scratch, out, |scratch, row| {
        scratch.cards[row * N..][..N].iter().fold(0, |set, &card| set | 1u64 << (card & 63))
    });
    Ok(())
}

fn evaluate_set_block<const N: usize>(
    level: Level,
    sets: &[u64],
    out: &mut [u16],
    scratch: &mut Scratch,
) -> Result<(), (usize, Error)> {
    let copy = &mut scratch.sets[..sets.len()];
    copy.copy_from_slice(sets);
    if !set_keys::<N>(level, copy, &mut scratch.keys) {
        for (row, &bits) in copy.iter().enumerate() {
            check_set::<N>(bits).map_err(|e| (row, e))?;
        }
    }
    finish::<N>(level, scratch, out, |scratch, row| scratch.sets[row]);
    Ok(())
}

fn check_set<const N: usize>(bits: u64) -> Result<()> {
    let last = crate::cards::DECK - 1;
    let Some(set) = CardSet::new(bits) else {
        let card = i64::from(bits.ilog2());
        return Err(Error::CardOutOfRange { row: Row(None), card, last });
    };
    if set.len() as usize == N {
        return Ok(());
    }
    let expected = ["5", "6", "7"][N - 5];
    Err(Error::CardCount { row: Row(None), expected, found: set.len() as usize })
}

/// From keys to strengths: ranks first, then the few hands with a flush again, by their sets of cards.
fn finish<const N: usize>(
    level: Level,
    scratch: &mut Scratch,
    out: &mut [u16],
    set_of: impl Fn(&Scratch, usize) -> u64,
) {
    let Scratch { keys, strengths, flushes, .. } = scratch;
    let count = rank_strengths::<N>(level, keys, out.len(), strengths, flushes);
    out.copy_from_slice(&strengths[..out.len()]);
    for &row in &scratch.flushes[..count] {
        let row = row as usize;
        let suit = flush_suit_table(N)[(scratch.keys[row] & SUIT_MASK) as usize].checked_sub(1);
        // Rows past the end are the padding of the last vector.
        if let (Some(out), Some(suit)) = (out.get_mut(row), suit) {
            *out = flush_strength(set_of(scratch, row), suit);
        }
    }
}

fn rows_of<const N: usize>(cards: &[u8]) -> impl Iterator<Item = &[u8; N]> {
    cards.as_chunks::<N>().0.iter()
}

/// Key sums of the first `rows` rows; false if one of them is not a hand.
fn row_keys<const N: usize>(level: Level, cards: &[u8; BLOCK_BYTES], rows: usize, keys: &mut [u32; BLOCK]) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::V4 => super::simd::v4::row_keys::<N>(cards, rows, keys),
        #[cfg(target_arch = "x86_64")]
        Level::V3 => super::simd::v3::row_keys::<N>(cards, rows, keys),
        _ => {
            let mut valid = true;
            for (cards, key) in rows_of::<N>(cards).zip(&mut keys[..rows]) {
                let mut set = 0u64;
                *key = 0;
                for &card in cards {
                    set |= BITS_OF_BYTE[card as usize];
                    *key = key.wrapping_add(KEYS_OF_BYTE[card as usize]);
                }
                valid &= set.count_ones() as usize == N;
            }
            valid
        }
    }
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

/// The bit of every byte that is a card, none for the others.
static BITS_OF_BYTE: [u64; 256] = {
    let mut bits = [0; 256];
    let mut card = 0;
    while card < CARD_KEYS.len() {
        bits[card] = 1 << card;
        card += 1;
    }
    bits
};

/// Key sums of sets; false if one of them does not have `N` cards.
fn set_keys<const N: usize>(level: Level, sets: &[u64], keys: &mut [u32; BLOCK]) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::V3 | Level::V4 => super::simd::v3::set_keys::<N>(sets, keys),
        _ => set_keys_body::<N>(sets, keys),
    }
}

#[inline(always)]
pub(super) fn set_keys_body<const N: usize>(sets: &[u64], keys: &mut [u32; BLOCK]) -> bool {
    let mut valid = true;
    for (&set, key) in sets.iter().zip(keys) {
        valid &= set >> crate::cards::DECK == 0 && set.count_ones() as usize == N;
        *key = key_sum(set);
    }
    valid
}

/// Strengths of ranks of the first `rows` keys, and the list of rows that hold a flush; returns the list's length.
fn rank_strengths<const N: usize>(
    level: Level,
    keys: &[u32; BLOCK],
    rows: usize,
    strengths: &mut [u16; BLOCK],
    flushes: &mut [u32; BLOCK + 16],
) -> usize {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::V4 => super::simd::v4::rank_strengths::<N>(keys, rows, strengths, flushes),
        #[cfg(target_arch = "x86_64")]
        Level::V3 => super::simd::v3::rank_strengths::<N>(keys, rows, strengths, flushes),
        _ => rank_strengths_body::<N>(keys, rows, strengths, flushes),
    }
}

#[inline(always)]
pub(super) fn rank_strengths_body<const N: usize>(
    keys: &[u32; BLOCK],
    rows: usize,
    strengths: &mut [u16; BLOCK],
    flushes: &mut [u32; BLOCK + 16],
) -> usize {
    let (table, flush_suits) = (RankTable::of_size(N), flush_suit_table(N));
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
