//! Turn and river endgames of hold'em between two weighted ranges: CFR+ in vector form, and best responses on real hands.
//!
//! A [`Tree`] is the betting, an [`Endgame`] the betting with a board and ranges. [`Buckets`] say which hands a player cannot
//! tell apart. [`cfr_plus`] solves the game that is played on buckets, and [`gain`] values what it found against the best
//! response, which sees its hand. Vector form: all hands of a player go through the tree at once (Johanson, Waugh, Bowling,
//! Zinkevich, "Accelerating Best Response Calculation in Large Extensive Games", 2011).

mod buckets;
mod cfr;
mod game;
mod plan;
mod players;
mod response;
mod tree;
mod walk;

pub use buckets::Buckets;
pub use cfr::cfr_plus;
pub use game::Endgame;
pub use response::{Response, gain};
pub use tree::{Node, Tree};

#[cfg(test)]
mod tests;
