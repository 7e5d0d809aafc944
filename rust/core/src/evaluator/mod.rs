//! From five, six or seven cards to a strength; 1 to 7462 under the standard rule.
//!
//! `keys` are integers whose sums distinguish hands; `rules` order the five-card hands; the `builder` makes `tables` of
//! the two, in the build script for the standard rule. `kernels` are the passes over a block of hands, for each CPU level.
//! `one` looks one hand up, `batch` many, `combos` every hole-card combination on one board, `census` every hand.
//! `named_rules` are the rules of other games, by the same passes, except `badugi`. `omaha` uses two hole cards and three of
//! the board; `eight_or_better` is the order of low hands. `few_cards` ranks
//! hands of less than five cards. `best_five` are the cards that count, `outs` the next ones that improve a hand.

mod badugi;
mod batch;
mod best_five;
mod builder;
mod census;
mod combos;
mod eight_or_better;
mod few_cards;
mod kernels;
#[cfg(feature = "binding")]
pub mod keys;
#[cfg(not(feature = "binding"))]
pub(crate) mod keys;
mod named_rules;
mod omaha;
mod one;
#[cfg(test)]
mod other_ranks;
mod outs;
mod perfect_hash;
mod rules;
mod tables;

pub use badugi::{badugi_example, badugi_ranks};
pub use batch::{evaluate_rows, evaluate_sets};
pub(crate) use batch::{evaluate_some, evaluate_some_sets};
pub use census::{CategoryCounts, category_census};
pub use combos::{ComboStrengths, evaluate_combos, evaluate_combos_rows};
pub use eight_or_better::{MAX_LOW_STRENGTH, low_of_ranks};
pub(crate) use few_cards::{FEW_CARDS, FEW_CARDS_END, few_cards_strength};
pub(crate) use named_rules::RowTables;
pub use named_rules::Rules;
pub(crate) use omaha::{OmahaBoard, OmahaBoards, OmahaHole, OmahaRows};
pub use omaha::{evaluate_omaha, evaluate_omaha_ids, evaluate_omaha_rows, omaha_low, omaha_low_ids, omaha_low_rows};
pub use one::{evaluate, evaluate_ids};
pub(crate) use one::{flush_strength_of_ranks, rank_strength, strengths_on_board};
pub use outs::outs;
pub use rules::{Category, HandKind, MAX_STRENGTH};
pub(crate) use tables::{Made, Standard, Tables};
