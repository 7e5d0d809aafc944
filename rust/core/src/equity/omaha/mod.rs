//! Omaha: how often hands of four to six hole cards win the pot, or its high and its low half.
//!
//! Given hands are counted by `hands`: before the flop by the patterns that `players` tells apart, later by `runouts`.
//! `high_low` are counts where the best low takes half of the pot.
//!
//! Ranges are those of a `spot`: counted exactly by `ranges`, deal by deal or board by board; or sampled by `monte_carlo`.
//! A `meeting` has all deals on a board: pair by pair of what is `on_board`, or, of two large ranges, by a `sweep` that
//! counts `disjoint` hands.

mod disjoint;
mod hands;
mod high_low;
mod meeting;
mod monte_carlo;
mod on_board;
mod players;
mod ranges;
mod runouts;
mod spot;
mod sweep;
#[cfg(test)]
mod tests;

pub use hands::{omaha_counts, omaha_high_low_counts};
pub use high_low::HighLowCounts;
pub use monte_carlo::sampled_omaha_equity;
pub use ranges::{OmahaPlan, omaha_range_counts};
pub use spot::{OmahaHands, OmahaSpot};
