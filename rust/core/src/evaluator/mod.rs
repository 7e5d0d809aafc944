//! From five, six or seven cards to a strength in 1..=7462.
//!
//! [`keys`] are integers whose sums tell hands apart; `rules` order the five-card hands; the build script makes `tables`
//! of the two. `kernels` are the passes over a block of hands, for each CPU level. `one` looks one hand up, `batch` many,
//! `combos` every hole-card combination on one board, `census` every hand there is.

mod batch;
mod census;
mod combos;
mod kernels;
pub mod keys;
mod one;
mod perfect_hash;
mod rules;
mod tables;

pub(crate) use batch::evaluate_some;
pub use batch::{evaluate_rows, evaluate_sets};
pub use census::{CategoryCounts, category_census};
pub use combos::{ComboStrengths, evaluate_combos, evaluate_combos_rows};
pub use one::{evaluate, evaluate_ids};
pub(crate) use one::{flush_strength_of_ranks, rank_strength};
pub use rules::{Category, HandKind, MAX_STRENGTH};
