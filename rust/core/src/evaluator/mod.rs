//! From five, six or seven cards to a strength in 1..=7462.
//!
//! `keys` are data, `key_search` finds them, the build script turns them into `tables`, `evaluate` looks one hand up,
//! `batch` many, `combos` every hole-card combination of one board, `census` every hand there is.

mod batch;
mod census;
mod combos;
mod evaluate;
pub mod key_search;
pub mod keys;
mod perfect_hash;
#[cfg(target_arch = "x86_64")]
mod simd;
mod strength;
mod tables;

pub use batch::{evaluate_rows, evaluate_sets};
#[doc(hidden)]
pub use batch::{evaluate_rows_at, evaluate_sets_at};
#[doc(hidden)]
pub use census::category_census_at;
pub use census::{CategoryCounts, category_census};
pub use combos::{ComboStrengths, evaluate_combos, evaluate_combos_rows};
pub use evaluate::{evaluate, evaluate_set};
pub(crate) use evaluate::{flush_strength_of_ranks, rank_strength_of_7};
pub use strength::{Category, HandKind, MAX_STRENGTH};
