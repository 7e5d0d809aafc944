//! Every hand of Omaha at once, against a random hand or a weighted range.
//!
//! A `sweep` takes the hands of a whole board in the order of their strengths. For each it asks for the weight of the weaker
//! hands without a common card, which `subset_sums` has by inclusion and exclusion. `cards` sweeps over
//! hands of cards, for a range with `weights`; `kinds` over hands of kinds of cards, for a random opponent. `every_hand` adds
//! up runouts, and `preflop_sums` all boards: for the tables before the flop (`preflop_table`), and against a `rank_range`.
//! Hands have four cards, in `preflop_sums` also five.

mod cards;
mod every_hand;
mod kinds;
mod preflop_sums;
mod preflop_table;
mod rank_range;
mod sweep;
#[cfg(test)]
mod tests;
mod weights;

pub use every_hand::omaha_hand_equity;
pub use preflop_table::{OMAHA_PREFLOP_PARTS, compute_omaha_odds, omaha_preflop_counts};
pub(crate) use rank_range::RankRange;
pub use weights::{OMAHA_HANDS, OmahaWeights};
