//! The classes of river hands: wins and ties against the 990 hands of an opponent.

use std::sync::atomic::{AtomicBool, Ordering};

use super::signature::Signature;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::{MayGoOn, Run};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::combo_grid::{SLOTS, slot};
use crate::showdown::pattern_values::PatternValues;
use crate::showdown::ranked_board::OPPONENT_COMBOS;
use crate::showdown::street::{BOARD_CARDS, Street};
use crate::tables::Cell;

/// The numbers 0 to 990 of an opponent's hands.
const COUNTS: usize = OPPONENT_COMBOS + 1;
/// Number of cards of a hand on the river.
const HAND: usize = BOARD_CARDS + 2;
/// Boards of one step.
const BOARDS: usize = 64;

/// The class of every hand, with its wins and ties.
pub(super) struct RiverClasses {
    /// The class of every combo on every board.
    pub(super) of_combos: PatternValues<BOARD_CARDS>,
    /// `2 * wins + ties` and wins of every class, ascending. There are no later streets: no hashes.
    pub(super) signatures: Vec<Signature>,
}

impl RiverClasses {
    pub(super) fn new(run: &mut Run<'_>) -> Result<Self> {
        let found = try_collect((0..COUNTS * COUNTS).map(|_| Ok(AtomicBool::new(false))))?;
        let of_numbers = |win: u32, tie: u32| win as usize * COUNTS + tie as usize;
        PatternValues::<BOARD_CARDS>::of_outcomes::<HAND>(
            |outcome| {
                found[of_numbers(outcome.win, outcome.tie)].store(true, Ordering::Relaxed);
                0
            },
            run,
        )?;
        let mut signatures = vec![];
        for (at, _) in found.iter().enumerate().filter(|(_, found)| found.load(Ordering::Relaxed)) {
            let (wins, ties) = ((at / COUNTS) as u64, (at % COUNTS) as u64);
            signatures.push([2 * wins + ties, wins, 0, 0]);
        }
        signatures.sort_unstable();
        let mut classes = try_vec(0u16, COUNTS * COUNTS)?;
        for (&[value, wins, ..], class) in signatures.iter().zip(0..) {
            classes[of_numbers(wins as u32, (value - 2 * wins) as u32)] = class;
        }
        let of_combos =
            PatternValues::of_outcomes::<HAND>(|outcome| classes[of_numbers(outcome.win, outcome.tie)], run)?;
        Ok(Self { of_combos, signatures })
    }

    /// The class of a hand: two hole cards, then five of the board.
    #[inline]
    pub(super) fn of_hand(&self, hand: [u8; HAND]) -> u16 {
        let [a, b, board @ ..] = hand;
        self.of_combos.of_board(&board).value(a.min(b), a.max(b))
    }

    /// The classes of many hands.
    pub(super) fn of_hands(&self, hands: &[[u8; HAND]], out: &mut [u16]) -> Result<()> {
        let cells = try_collect(
            hands
                .iter()
                .map(|&[a, b, ref board @ ..]| Ok(PatternValues::<BOARD_CARDS>::cell(board, a.min(b), a.max(b)))),
        )?;
        out.iter_mut().zip(&cells).for_each(|(out, &cell)| *out = self.of_combos.at(cell));
        Ok(())
    }

    /// The class of every hand of the river, by its index.
    pub(super) fn fill(&self, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
        let indexer = Street::River.indexer()?.at(run.level());
        let boards = CanonicalBoards::new(BOARD_CARDS, run)?;
        let (boards, _) = boards.cards().as_chunks::<BOARD_CARDS>();
        let n_pairs = indexer.n_hole_pairs(1)?;
        let out = u32::share(out);
        let new = || Ok(([0; SLOTS], try_vec(0, n_pairs)?));
        let fill = |(grid, indices): &mut ([u16; SLOTS], Vec<u64>), boards: &[[u8; 5]], _: &mut MayGoOn<'_>| {
            for board in boards {
                self.of_combos.of_board(board).spread(grid, |class| class);
                indexer.index_board(1, board, indices)?;
                for ([low, high], &index) in indexer.hole_pairs(board)?.into_iter().zip(&*indices) {
                    u32::from(grid[slot(low, high)]).store(&out[index as usize]);
                }
            }
            Ok(())
        };
        run.fold(boards.chunks(BOARDS), boards.len().div_ceil(BOARDS), new, fill).map(drop)
    }
}
