//! How often hands win and tie at showdown.

mod by_kind;
mod by_pattern;
mod combo_shares;
mod counts;
mod disjoint_pairs;
mod exact_cost;
mod hands;
mod many_ranges;
mod players;
mod rows;
mod suit_symmetry;

pub use combo_shares::{Amount, ComboShares};
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use exact_cost::exact_cost;
pub use hands::exact_counts;
pub use many_ranges::{many_ranges, three_ranges};
pub use rows::{EquityRows, equity_rows};
