//! Many hands: rows of cards or sets of cards, in chunks that threads take, each to the kernel of the call's CPU level.
//!
//! A kernel only reports whether all its hands are valid. If not, they are evaluated one by one to name the first invalid
//! one.

use super::kernels;
use super::one::{HAND_SIZES, evaluate_checked, set_strength};
use super::tables::{Standard, Tables};
use crate::cards::{CardSet, DECK};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;

/// Hands that one thread takes at a time.
const CHUNK: usize = 16_384;

/// Hands that a kernel takes as long for as for one, some tens of times as long as one hand by itself.
const GROUP: usize = 32;

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
    evaluate_rows_in(Standard, cards, hand_size, out, run)
}

/// [`evaluate_rows`] under the rule of `tables`.
pub(super) fn evaluate_rows_in(
    tables: impl Tables,
    cards: &[u8],
    hand_size: usize,
    out: &mut [u16],
    run: &mut Run<'_>,
) -> Result<()> {
    match hand_size {
        5 => rows::<5, _>(tables, cards, out, run),
        6 => rows::<6, _>(tables, cards, out, run),
        7 => rows::<7, _>(tables, cards, out, run),
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

/// Strengths of some hundreds of rows of 5, 6 or 7 cards, on this thread; false if one of them is not a hand.
pub(crate) fn evaluate_some(
    tables: impl Tables,
    level: Proven,
    cards: &[u8],
    hand_size: usize,
    out: &mut [u16],
) -> bool {
    match hand_size {
        5 => kernels::rows::<5, _>(level, tables, cards, out),
        6 => kernels::rows::<6, _>(level, tables, cards, out),
        7 => kernels::rows::<7, _>(level, tables, cards, out),
        _ => false,
    }
}

/// Strengths of some hundreds of sets of seven cards, on this thread; false if one of them is not a hand.
pub(crate) fn evaluate_some_sets(level: Proven, sets: &[u64], out: &mut [u16]) -> bool {
    kernels::sets::<7>(level, sets, out)
}

fn rows<const N: usize, T: Tables>(tables: T, cards: &[u8], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(cards.len(), N, out.len())?;
    let level = run.level();
    let chunks = cards.chunks(CHUNK * N).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * N), |(chunk, (cards, out))| {
        let mut done = out.len() / GROUP * GROUP;
        if done > 0 && !kernels::rows::<N, _>(level, tables, &cards[..done * N], &mut out[..done]) {
            done = 0;
        }
        // One by one, each copied before it is checked: the last few, or all, to find one that is not a hand. Rows that are
        // valid by now are evaluated.
        let left = cards.as_chunks::<N>().0.iter().zip(out).skip(done);
        for (row, (cards, out)) in (chunk * CHUNK + done..).zip(left) {
            let copy = *cards;
            *out = evaluate_checked::<N, _>(tables, &copy).map_err(|e| e.at_row(row))?;
        }
        Ok(())
    })
}

fn set_rows<const N: usize>(sets: &[u64], out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_lengths(sets.len(), 1, out.len())?;
    let level = run.level();
    let chunks = sets.chunks(CHUNK).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, sets.len().div_ceil(CHUNK), |(chunk, (sets, out))| {
        if kernels::sets::<N>(level, sets, out) {
            return Ok(());
        }
        for ((row, &set), out) in (chunk * CHUNK..).zip(sets).zip(out) {
            *out = evaluate_bits::<N>(set).map_err(|e| e.at_row(row))?;
        }
        Ok(())
    })
}

pub(super) fn check_lengths(cards: usize, per_row: usize, rows: usize) -> Result<()> {
    if rows.checked_mul(per_row) == Some(cards) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{cards} items are not {rows} rows of {per_row}")))
}

fn evaluate_bits<const N: usize>(bits: u64) -> Result<u16> {
    let Some(set) = CardSet::new(bits) else {
        let card = bits.ilog2().into();
        return Err(Error::CardOutOfRange { row: Row(None), card, last: DECK - 1 });
    };
    if set.len() as usize == N {
        return Ok(set_strength::<N>(Standard, bits));
    }
    let expected = ["5", "6", "7"][N - 5];
    Err(Error::CardCount { row: Row(None), expected, found: set.len() as usize })
}
