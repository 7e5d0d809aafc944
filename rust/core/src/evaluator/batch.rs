//! Many hands: blocks of rows go through three short passes (keys, strengths of ranks, flushes), each vectorised where
//! the CPU allows it.

use super::kernels::block::{BLOCK, Scratch};
use super::kernels::{rank_strengths, row_keys, set_keys};
use super::keys::SUIT_MASK;
use super::one::{HAND_SIZES, evaluate_checked};
use super::tables::{flush_strength, flush_suit_table};
use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;

/// Hands that one thread takes at a time.
const CHUNK: usize = 64 * BLOCK;

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
    match hand_size {
        5 => rows::<5>(cards, out, run),
        6 => rows::<6>(cards, out, run),
        7 => rows::<7>(cards, out, run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

/// Strengths of sets of `hand_size` cards, given as the 52 low bits of integers, bit `4 * rank + suit`.
///
/// # Errors
/// As [`evaluate_rows`]; a set with a bit above 51 is [`Error::CardOutOfRange`], one of another size
/// [`Error::CardCount`].
pub fn evaluate_sets(sets: &[u64], hand_size: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    match hand_size {
        5 => set_rows::<5>(sets, out, run),
        6 => set_rows::<6>(sets, out, run),
        7 => set_rows::<7>(sets, out, run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

fn rows<const N: usize>(cards: &[u8], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(cards.len(), N, out.len())?;
    let level = run.level();
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

fn set_rows<const N: usize>(sets: &[u64], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(sets.len(), 1, out.len())?;
    let level = run.level();
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

/// One block. The rows are copied before they are checked: their owner may write to them meanwhile.
fn evaluate_block<const N: usize>(
    level: Proven,
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
    level: Proven,
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
    level: Proven,
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
