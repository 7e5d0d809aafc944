//! Hand strength in games of any deck: one or two hole cards, and a board in up to three rounds.
//!
//! A [`DeckGame`] is the game as data. A `final_board` compares all hands of a whole board, `sums` adds up what they are
//! worth over the runouts of a board, and a `table` has a row for every hand of a street. Hold'em has its own, faster
//! kernels.

mod clusters;
mod final_board;
mod game;
mod sums;
mod table;

pub use clusters::DeckClusters;
pub use game::{DeckGame, MAX_HAND_CARDS, MAX_STREETS};
pub use table::{DeckKind, DeckTable};

pub(crate) use sums::{DeckSums, Measure};

#[cfg(test)]
mod tests;
