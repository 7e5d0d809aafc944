//! Omaha: how often hands of four to six hole cards win the pot, or its high and its low half.
//!
//! Given hands are counted by `hands`: before the flop by the patterns that `players` tells apart, later by `runouts`.
//! `high_low` are counts where the best low takes half of the pot.
//!
//! Ranges are those of a `spot`: counted exactly by `ranges`, deal by deal or all deals of `one_board` after the other, or
//! sampled by `monte_carlo`.

mod hands;
mod high_low;
mod monte_carlo;
mod one_board;
mod players;
mod ranges;
mod runouts;
mod spot;
#[cfg(test)]
mod tests;

pub use hands::{omaha_counts, omaha_high_low_counts};
pub use high_low::HighLowCounts;
pub use monte_carlo::sampled_omaha_equity;
pub use ranges::{omaha_exact_cost, omaha_range_counts};
pub use spot::{OmahaHands, OmahaSpot};
