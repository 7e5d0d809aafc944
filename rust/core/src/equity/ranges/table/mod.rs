//! Two players before the flop: only 47,008 matchups are distinct up to suit isomorphism. A table in the program has the
//! wins and ties of each.
//!
//! `cargo run --release --example preflop_matchups` writes the table.

mod lookup;
mod matchup;
mod matrix;
mod numbers;
mod packed;
mod ranges;
#[cfg(test)]
mod tests;

pub(crate) use lookup::MatchupTable;
pub use lookup::matchup;
pub use matchup::Matchup;
pub use matrix::{preflop_class_equities, preflop_combo_counts};
pub use packed::compute_matchups;
pub(crate) use ranges::count;
