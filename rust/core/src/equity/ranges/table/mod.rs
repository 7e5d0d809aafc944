//! Two players before the flop: there are only 47,008 matchups of two hands up to suit isomorphism. A table that is part of the
//! program says how often each is won and tied.
//!
//! `cargo run --release --example preflop_matchups` writes the table anew.

mod lookup;
mod matrix;
mod numbers;
mod packed;
mod ranges;
#[cfg(test)]
mod tests;

pub use lookup::{Matchup, matchup};
pub use matrix::{preflop_class_equities, preflop_combo_counts};
pub use packed::compute_matchups;
pub(crate) use ranges::count;
