//! How often hands win and tie at showdown.

mod by_kind;
mod by_pattern;
mod combo_equity;
mod combo_shares;
mod counts;
mod hands;
mod players;
mod rows;
mod sweep;
mod two_ranges;

pub use combo_equity::combo_equity;
pub use combo_shares::{Amount, ComboShares};
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use hands::exact_counts;
pub use rows::{EquityRows, equity_rows};
pub use two_ranges::two_ranges;
