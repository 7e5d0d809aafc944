//! Specific hands: the showdowns of every completion of a board.
//!
//! Hands of two cards are counted by `two_cards`: before the flop `by_pattern`, later `by_rank_class`. Those of Omaha by
//! `omaha_counts`: before the flop by the patterns that `omaha` tells apart, later by `omaha_runouts`. `high_low` are counts
//! where the best low takes half of the pot.

pub(crate) mod by_pattern;
mod by_rank_class;
pub(crate) mod high_low;
mod omaha;
pub(crate) mod omaha_counts;
mod omaha_runouts;
pub(crate) mod players;
pub(crate) mod two_cards;

pub use high_low::HighLowCounts;
pub use omaha_counts::{omaha_counts, omaha_high_low_counts};
pub use two_cards::{exact_counts, exact_counts_by};
