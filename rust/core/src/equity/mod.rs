//! How often hands win and tie at showdown: given hands, and weighted ranges.
//!
//! Given hands: `hands`, before the flop `by_pattern`, later `by_kind`; many spots `rows`. Ranges: `ranges` asks the
//! `plan` which way costs least. Two are looked up (`preflop`) or swept (`two_ranges`), more are solved by pairs that
//! have no card in common (`many_ranges`), few hands are dealt one by one (`deals`); `monte_carlo` samples. The hole cards
//! of Omaha have a room of their own, `omaha`. Ranges come in through `weights`, which checks them.

mod by_kind;
mod by_pattern;
mod combo_equity;
mod combo_shares;
mod counts;
mod deals;
mod disjoint_pairs;
mod hands;
mod many_ranges;
mod monte_carlo;
mod omaha;
mod plan;
mod players;
pub mod preflop;
mod ranges;
mod rows;
mod sweep;
mod two_ranges;
mod weights;

pub use combo_equity::combo_equity;
pub use combo_shares::{Amount, ComboShares};
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use deals::by_deals;
pub use hands::{exact_counts, exact_counts_by};
pub use many_ranges::{many_ranges, three_ranges};
pub use monte_carlo::{Estimate, MOST_SAMPLES, Sampling, sampled_equity};
pub use omaha::{
    HighLowCounts, OmahaHands, OmahaPlan, OmahaSpot, omaha_counts, omaha_high_low_counts, omaha_range_counts,
    sampled_omaha_equity,
};
pub use ranges::{Outcomes, RangeEquity, exact_cost, range_equity};
pub use rows::{EquityRows, equity_rows};
pub use two_ranges::two_ranges;
