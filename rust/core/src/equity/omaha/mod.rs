//! Omaha: how often hands of four to six hole cards win the pot, or its high and its low half.
//!
//! Given hands are counted by `hands`: before the flop by the patterns that `players` tells apart, later by `runouts`.
//! `high_low` are counts where the best low takes half of the pot.

mod hands;
mod high_low;
mod players;
mod runouts;

pub use hands::{omaha_counts, omaha_high_low_counts};
pub use high_low::HighLowCounts;
