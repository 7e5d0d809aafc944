//! Two ranges with one or two folded ranges: the ranges of players who have folded.
//!
//! A deal of two hands and a whole board weighs as much as the folded hands that it leaves (`unblocked`). That differs from
//! board to board, so every board compares all hands of both ranges (`showdown`). Few hands are counted deal by deal
//! instead, with any number of players and folded ranges (`deals`). `every_combo` has the equity or the deals of every combo
//! against one range.

mod every_combo;
mod showdown;
#[cfg(test)]
mod tests;
mod unblocked;

pub use every_combo::{combo_deals_beside_folded, combo_equity_beside_folded};
pub(crate) use unblocked::MOST_FOLDED;

use showdown::{Beside, Deals, OpponentTiles, Showdown};
use unblocked::{FoldedRanges, OneFolded, TwoFolded, Unblocked};

use super::Ranges;
use super::symmetrize::symmetrize;
use crate::cards::{CardSet, PerCombo};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::costs::*;
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::memory::{try_collect, try_vec};
use crate::ranges::ComboSet;
use crate::runtime::cpu::Proven;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::boards::Boards;

/// Wins, shared pots and deals of each combo of two ranges, beside one or two folded ranges.
pub(crate) fn count<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Vec<ComboCounts<W>>> {
    let boards = Boards::new(ranges.situation, ranges.symmetry.to_vec())?;
    let [first, second] = ranges.two();
    let folded = FoldedRanges::new(ranges.folded)?;
    let mut sides = vec![Side { combos: held(first, run.level())?, opponent: second }];
    if first != second {
        sides.push(Side { combos: held(second, run.level())?, opponent: first });
    }
    let mut found = sums(&boards, &sides, &folded, run)?;
    if first == second {
        found.extend_from_within(..);
    }
    Ok(found)
}

/// The estimated seconds of [`count`] on this many boards.
pub(crate) fn seconds<W: Amount>(
    [first, second]: [&PerCombo<W>; 2],
    held: [&ComboSet; 2],
    folded: usize,
    boards: f64,
) -> f64 {
    let at = folded.clamp(1, MOST_FOLDED) - 1;
    let of_side = |own: &ComboSet, opponent: &PerCombo<W>| {
        let tiles = OpponentTiles::new(opponent).map_or(0, |opponent| opponent.tiles());
        own.len() as f64 * (SECONDS_PER_HAND_BESIDE_FOLDED[at] + tiles as f64 * SECONDS_PER_TILE_BESIDE_FOLDED[at])
    };
    boards * (SECONDS_PER_BOARD_BESIDE_FOLDED[at] + of_side(held[0], second) + of_side(held[1], first))
}

/// The combos of a range.
fn held<W: Amount>(range: &PerCombo<W>, level: Proven) -> Result<Vec<u16>> {
    try_collect(ComboSet::held(range, level).iter().map(|combo| Ok(combo as u16)))
}

/// Combos, and the range that they are compared with.
struct Side<'a, W> {
    combos: Vec<u16>,
    opponent: &'a PerCombo<W>,
}

/// Wins, shared pots and deals of the combos of each side, summed over the boards.
fn sums<W: Amount>(
    boards: &Boards,
    sides: &[Side<'_, W>],
    folded: &FoldedRanges,
    run: &mut Run<'_>,
) -> Result<Vec<ComboCounts<W>>> {
    let (level, new) = (run.level(), || Comparison::new(sides, folded));
    let n = sides.iter().map(|side| side.combos.len()).sum();
    // The sums of each chunk are added in order, so that floats are the same on any number of threads.
    let mut chunks = try_vec(vec![], boards.chunks())?;
    run.fold(chunks.iter_mut().enumerate(), boards.chunks(), new, |comparison, (chunk, sums), may_go_on| {
        *sums = try_vec([W::default(); 3], n)?;
        for (board, times) in boards.chunk(chunk) {
            let found = comparison.on(board, &evaluate_combos(board)?, level, may_go_on)?;
            for (sums, &Deals { win, tie, all }) in sums.iter_mut().zip(found) {
                for (sum, more) in sums.iter_mut().zip([win, tie, all]) {
                    *sum = *sum + W::nearest(more).times(times);
                }
            }
        }
        Ok(())
    })?;
    let mut before = 0;
    try_collect(sides.iter().map(|side| {
        let mut found = ComboCounts::new(1)?;
        for sums in &chunks {
            for (&combo, &[win, tie, all]) in side.combos.iter().zip(&sums[before..]) {
                let combo = usize::from(combo);
                found.shares[0][combo] = found.shares[0][combo] + win;
                found.shares[1][combo] = found.shares[1][combo] + tie;
                found.total[combo] = found.total[combo] + all;
            }
        }
        before += side.combos.len();
        for sums in found.shares.iter_mut().chain([&mut found.total]) {
            symmetrize(sums, boards.symmetry())?;
        }
        Ok(found)
    }))
}

/// Every combo of each side, compared beside the folded ranges: the working memory of a thread.
struct Comparison<'a, W> {
    sides: &'a [Side<'a, W>],
    folded: &'a FoldedRanges,
    unblocked: AnyUnblocked<'a>,
    opponents: Vec<OpponentTiles>,
    found: Vec<Deals>,
}

enum AnyUnblocked<'a> {
    One(Box<OneFolded<'a>>),
    Two(Box<TwoFolded<'a>>),
}

impl<'a, W: Amount> Comparison<'a, W> {
    fn new(sides: &'a [Side<'a, W>], folded: &'a FoldedRanges) -> Result<Self> {
        let unblocked = match folded.len() {
            1 => AnyUnblocked::One(Box::new(OneFolded::new(folded))),
            _ => AnyUnblocked::Two(Box::new(TwoFolded::new(folded)?)),
        };
        let opponents = try_collect(sides.iter().map(|side| OpponentTiles::new(side.opponent)))?;
        let n = sides.iter().map(|side| side.combos.len()).sum();
        Ok(Self { sides, folded, unblocked, opponents, found: try_vec(Deals::default(), n)? })
    }

    /// The deals of all combos on a board on which they have these strengths: those of the first side, then of the second.
    fn on(
        &mut self,
        board: CardSet,
        strengths: &ComboStrengths,
        level: Proven,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<&[Deals]> {
        let Self { sides, folded, unblocked, opponents, found } = self;
        match unblocked {
            AnyUnblocked::One(unblocked) => unblocked.enter_board(board),
            AnyUnblocked::Two(unblocked) => unblocked.enter_board(board),
        }
        let mut rest = &mut found[..];
        for (side, opponent) in sides.iter().zip(opponents) {
            may_go_on()?;
            opponent.enter_board(strengths);
            let (found, others) = rest.split_at_mut(side.combos.len());
            let spot =
                Showdown { board, combos: &side.combos, strengths, opponent, folded, is_exact: W::IS_EXACT, found };
            match unblocked {
                AnyUnblocked::One(unblocked) => level.run(Beside(spot, &mut **unblocked)),
                AnyUnblocked::Two(unblocked) => level.run(Beside(spot, &mut **unblocked)),
            }
            rest = others;
        }
        Ok(found)
    }
}
