//! Omaha: the best hand of exactly two of four to six hole cards and exactly three of three to five board cards.
//!
//! Without suits a board is a multiset of ranks, and two hole cards are one of 91 pairs of ranks. For every board, `rows`
//! holds the strength with each pair, so the best pair of a hand is the maximum of 6, 10 or 15 entries of one row. `flush`
//! adds the flushes, and `low` has the eight-or-better lows. `board` is one board with all of these, `hole` one hand;
//! `kernel` evaluates a block of hands at a time, and `batch` rows of them on many threads.

mod batch;
mod board;
mod flush;
mod hole;
#[allow(unsafe_code)]
mod kernel;
mod low;
mod rows;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v4;

pub(crate) use batch::OmahaRows;
pub use batch::{evaluate_omaha_rows, omaha_low_rows};
pub(crate) use board::{OmahaBoard, OmahaBoards};
pub use board::{evaluate_omaha, evaluate_omaha_ids, omaha_low, omaha_low_ids};
pub(crate) use hole::OmahaHole;

use crate::error::{Error, Result, Row};

/// The expected numbers of cards, for errors.
const HOLE_SIZES: &str = "4, 5 or 6 hole";
const BOARD_SIZES: &str = "3, 4 or 5 board";

/// Rejects wrong numbers of cards.
fn check_sizes(hole: usize, board: usize) -> Result<()> {
    let refused = |expected, found| Err(Error::CardCount { row: Row(None), expected, found });
    match (hole, board) {
        (4..=6, 3..=5) => Ok(()),
        (4..=6, _) => refused(BOARD_SIZES, board),
        _ => refused(HOLE_SIZES, hole),
    }
}
