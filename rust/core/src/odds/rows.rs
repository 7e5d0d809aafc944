//! The odds of many hands at once, written to arrays of the caller.

use super::counts::total_deals;
use super::deal::HeroDeal;
use super::matchings::Solver;
use super::preflop::starting_hands;
use super::probabilities::{Probabilities, probabilities};
use super::streets::one_deal;
use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::memory::try_collect;
use crate::runtime::Run;
use crate::showdown::situation::check_board;
use crate::showdown::street::BOARD_CARDS;

/// The arrays that [`odds_rows`] fills, a row for every hand.
#[derive(Debug)]
pub struct OddsRows<'a> {
    /// The counts of [`OpponentCounts`](super::OpponentCounts): k + 1 for each number k of opponents, in the order of the
    /// arguments, each as its low and its high 64 bits, since arrays of other languages have no 128-bit integers.
    pub counts: &'a mut [[u64; 2]],
    /// For each number of opponents the probabilities, each rounded once.
    pub probabilities: &'a mut [Probabilities],
}

impl OddsRows<'_> {
    /// Number of counts of a row: k + 1 for each number k of opponents.
    ///
    /// ```
    /// assert_eq!(pokerbits::odds::OddsRows::counts_per_row(&[1, 8]), 11);
    /// ```
    pub fn counts_per_row(opponents: &[u32]) -> usize {
        opponents.iter().fold(0usize, |sum, &k| sum.saturating_add(k as usize).saturating_add(1))
    }
}

/// [`odds_vs_random`](super::odds_vs_random) for rows of two hole cards and `board_cards` cards of the board, back to back
/// in `deals`, by the matchings method, on the threads of `run`.
///
/// # Errors
/// The errors of [`odds_vs_random`](super::odds_vs_random), naming the row; [`Error::InvalidArgument`] when the lengths
/// disagree. `out` may then be partly written.
///
/// ```
/// use pokerbits::{cards::CardSet, odds::{OddsRows, odds_rows}, runtime::Run};
/// let (mut counts, mut probabilities) = ([[0; 2]; 2], [[0.0; 4]]);
/// let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
/// odds_rows(&[11, 27, 3, 7, 18, 22, 26], 5, CardSet::EMPTY, &[1], out, &mut Run::new(1))?; // 4s 8s on 2s 3s 6h 7h 8h
/// assert_eq!((counts, probabilities), ([[716, 0], [6, 0]], [[719.0 / 990.0, 716.0 / 990.0, 6.0 / 990.0, 268.0 / 990.0]]));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn odds_rows(
    deals: &[u8],
    board_cards: usize,
    dead: CardSet,
    opponents: &[u32],
    out: OddsRows<'_>,
    run: &mut Run<'_>,
) -> Result<()> {
    check_board(board_cards)?;
    let width = 2 + board_cards;
    let rows = deals.len() / width;
    let OddsRows { counts, probabilities } = out;
    let per_row = OddsRows::counts_per_row(opponents);
    for (what, items, per_row) in [
        ("cards", deals.len(), width),
        ("counts", counts.len(), per_row),
        ("probabilities", probabilities.len(), opponents.len()),
    ] {
        if rows.checked_mul(per_row) != Some(items) {
            return Err(Error::InvalidArgument(format!("{items} {what} are not {rows} rows of {per_row}")));
        }
    }
    if rows == 0 || opponents.is_empty() {
        return total_deals(board_cards, dead, opponents).map(drop);
    }
    let deal_of = |row: usize| {
        // Another thread of the caller may write to the rows, so each row is copied before it is checked.
        let mut copy = [0; 2 + BOARD_CARDS];
        let copy = &mut copy[..width];
        copy.copy_from_slice(&deals[row * width..][..width]);
        let deal = HeroDeal::new([copy[0], copy[1]], &copy[2..], dead).map_err(|e| e.at_row(row))?;
        deal.check_opponents(opponents)?;
        Ok(deal)
    };
    // An error of the first row comes before an error of the numbers of opponents.
    deal_of(0)?;
    let totals = total_deals(board_cards, dead, opponents)?;
    if board_cards == 0 {
        let holes = try_collect((0..rows).map(|row| Ok(deal_of(row)?.hole)))?;
        let found = starting_hands(&holes, dead, opponents, run)?;
        let out = counts.chunks_mut(per_row).zip(probabilities.chunks_mut(totals.len()));
        for (odds, (counts, probabilities)) in found.iter().zip(out) {
            let mut row = RowToWrite::new(&totals, counts, probabilities);
            for of_k in odds {
                row.put(of_k.counts());
            }
        }
        return Ok(());
    }
    // Number of rows that a thread takes at a time: a flop takes milliseconds, a river microseconds.
    let step = if board_cards == BOARD_CARDS { 64 } else { 1 };
    let chunks = counts.chunks_mut(step * per_row).zip(probabilities.chunks_mut(step * totals.len())).enumerate();
    run.for_each(chunks, rows.div_ceil(step), |(chunk, (counts, probabilities))| {
        let mut solver = Solver::default();
        let out = counts.chunks_mut(per_row).zip(probabilities.chunks_mut(totals.len()));
        for (row, (counts, probabilities)) in (chunk * step..).zip(out) {
            let deal = deal_of(row)?;
            let mut row = RowToWrite::new(&totals, counts, probabilities);
            one_deal(&deal, opponents, &mut solver, |counts| {
                row.put(counts);
                Ok(())
            })?;
        }
        Ok(())
    })
}

/// The part of one row that is still to be written.
struct RowToWrite<'a> {
    totals: std::slice::Iter<'a, u128>,
    counts: std::slice::IterMut<'a, [u64; 2]>,
    probabilities: std::slice::IterMut<'a, Probabilities>,
}

impl<'a> RowToWrite<'a> {
    fn new(totals: &'a [u128], counts: &'a mut [[u64; 2]], probabilities: &'a mut [Probabilities]) -> Self {
        Self { totals: totals.iter(), counts: counts.iter_mut(), probabilities: probabilities.iter_mut() }
    }

    /// Writes the counts against the next number of opponents, and their probabilities.
    fn put(&mut self, counts: &[u128]) {
        for (&n, out) in counts.iter().zip(&mut self.counts) {
            *out = [n as u64, (n >> 64) as u64];
        }
        if let (Some(&total), Some(out)) = (self.totals.next(), self.probabilities.next()) {
            *out = probabilities(counts, total);
        }
    }
}
