//! Hand strength in games of any deck: one or two hole cards, and a board in up to three rounds.
//!
//! A [`DeckGame`] is the game as data. A `final_board` compares all hands of a whole board, `sums` adds up what they are
//! worth over the runouts of a board, `odds` against several opponents. Hold'em has its own, faster kernels.

mod final_board;
mod game;
mod odds;
mod sums;

pub use game::{DeckGame, MAX_HAND_CARDS, MAX_STREETS};
pub use odds::odds_table;

pub(crate) use sums::{DeckSums, Measure};

#[cfg(test)]
mod tests;
