//! One checked hand, and rows of hands.

use std::slice::ChunksExact;

use super::preflop::{Distributions, preflop_distributions};
use crate::cards::{CardSet, hand_class};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::showdown::pattern_values::PatternValues;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;
use crate::showdown::street::{BOARD_CARDS, Street};

/// Rows of one step of a batch.
pub(super) const CHUNK: usize = 64;

/// A player's hole cards, the lower first, and the situation with them.
pub(super) struct CheckedHand {
    hole: [u8; 2],
    pub(super) situation: Situation,
}

impl CheckedHand {
    pub(super) fn new(hole: &[u8], board: &[u8]) -> Result<Self> {
        let Ok(mut hole) = <[u8; 2]>::try_from(hole) else {
            return Err(Error::CardCount { row: Row(None), expected: "2 hole", found: hole.len() });
        };
        Street::of_board(board.len())?;
        let situation = Situation::new(&[hole], board, CardSet::EMPTY)?;
        hole.sort_unstable();
        Ok(Self { hole, situation })
    }

    /// The hole cards, the lower first.
    pub(super) fn hole(&self) -> [u8; 2] {
        self.hole
    }
}

/// The values at showdown of hands on one street, built for the first hand.
#[derive(Clone, Copy)]
pub(super) enum FinalValues {
    Preflop(&'static Distributions),
    Board(&'static PatternValues<BOARD_CARDS>),
}

impl FinalValues {
    /// The values of hands with `board_cards` cards on the board.
    pub(super) fn of_street(board_cards: usize, run: &mut Run<'_>) -> Result<Self> {
        Ok(match board_cards {
            0 => Self::Preflop(preflop_distributions(run)?),
            _ => Self::Board(PatternValues::<BOARD_CARDS>::shared(run)?),
        })
    }

    /// Calls `see` with the values of a hand, each with a number of runouts.
    pub(super) fn for_each(self, hand: &CheckedHand, mut see: impl FnMut(u16, u32)) -> Result<()> {
        let [low, high] = hand.hole;
        match self {
            Self::Preflop(distributions) => {
                let runouts = distributions.of_class(hand_class(low, high));
                runouts.iter().zip(0..).for_each(|(&n, value)| see(value, n));
                Ok(())
            }
            Self::Board(values) => for_each_runout(hand.situation.board(), hand.situation.left(), |board, _| {
                see(values.of_board(board).value(low, high), 1);
                Ok(())
            }),
        }
    }
}

/// The number of rows of `width` cards in `cards`.
pub(super) fn check_rows(cards: &[u8], width: usize) -> Result<usize> {
    if !matches!(width, 2 | 5..=7) {
        return Err(Error::CardCount { row: Row(None), expected: "2, 5, 6 or 7", found: width });
    }
    if !cards.len().is_multiple_of(width) {
        return Err(Error::InvalidArgument(format!("{} cards are not rows of {width}", cards.len())));
    }
    Ok(cards.len() / width)
}

pub(super) fn check_out(rows: usize, out: &[f64]) -> Result<()> {
    if rows == out.len() {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{rows} hands do not fill {} results", out.len())))
}

/// Calls `work` with every row of cards and its row of `out`. `width` and the lengths have been checked.
pub(super) fn for_each_row<T: Send>(
    cards: &[u8],
    width: usize,
    out_width: usize,
    out: &mut [T],
    work: impl Fn(&CheckedHand, &mut [T]) -> Result<()> + Sync,
    run: &mut Run<'_>,
) -> Result<()> {
    let step = |hands: CheckedHands<'_>, out: &mut [T]| {
        hands.zip(out.chunks_exact_mut(out_width)).try_for_each(|(hand, out)| work(&hand?, out))
    };
    for_each_chunk(cards, width, out_width, out, step, run)
}

/// Calls `work` with every [`CHUNK`] of rows of cards and their rows of `out`, as [`for_each_row`] does with one.
pub(super) fn for_each_chunk<T: Send>(
    cards: &[u8],
    width: usize,
    out_width: usize,
    out: &mut [T],
    work: impl Fn(CheckedHands<'_>, &mut [T]) -> Result<()> + Sync,
    run: &mut Run<'_>,
) -> Result<()> {
    let chunks = cards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK * out_width)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * width), |(at, (cards, out))| {
        work(CheckedHands { rows: cards.chunks_exact(width), next: at * CHUNK }, out)
    })
}

/// The hands of some rows, each checked when it is reached; errors name the row.
pub(super) struct CheckedHands<'a> {
    rows: ChunksExact<'a, u8>,
    next: usize,
}

impl Iterator for CheckedHands<'_> {
    type Item = Result<CheckedHand>;

    #[inline]
    fn next(&mut self) -> Option<Result<CheckedHand>> {
        let row = self.rows.next()?;
        // A copy: Python may write to the cards during the call.
        let mut copy = [0; 2 + BOARD_CARDS];
        copy[..row.len()].copy_from_slice(row);
        let hand = CheckedHand::new(&copy[..2], &copy[2..row.len()]).map_err(|error| error.at_row(self.next));
        self.next += 1;
        Some(hand)
    }
}
