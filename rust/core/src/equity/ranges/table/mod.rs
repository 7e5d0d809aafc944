//! Two players before the flop: there are only 47,008 matchups of two hands up to a renaming of the suits, and how often
//! each is won and tied stands in a table that the program has with it.
//!
//! `cargo run --release --example preflop_matchups` writes the table anew.

mod matrix;
mod numbers;
mod packed;
mod ranges;
mod table;

pub use matrix::{preflop_class_equities, preflop_combo_counts};
pub use packed::compute_matchups;
pub use ranges::{preflop_against, preflop_two_ranges};
pub use table::{Matchup, matchup};
