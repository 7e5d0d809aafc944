//! How often hands win and tie at showdown.

mod by_kind;
mod by_pattern;
mod combo_shares;
mod counts;
mod deals;
mod disjoint_pairs;
mod hands;
mod many_ranges;
mod monte_carlo;
mod players;
pub mod preflop;
mod ranges;
mod rows;
mod sweep;
mod two_ranges;

pub use combo_shares::{Amount, ComboShares};
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use deals::by_deals;
pub use hands::exact_counts;
pub use many_ranges::{many_ranges, three_ranges};
pub use monte_carlo::{Estimate, MOST_SAMPLES, Sampling, sampled_equity};
pub use ranges::{Outcomes, RangeEquity, exact_cost, range_equity};
pub use rows::{EquityRows, equity_rows};
pub use two_ranges::two_ranges;
