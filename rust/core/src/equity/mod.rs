//! How often hands win and tie at showdown.

mod by_kind;
mod by_pattern;
mod combo_shares;
mod counts;
mod hands;
mod players;
pub mod preflop;
mod rows;

pub use combo_shares::{Amount, ComboShares};
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use hands::exact_counts;
pub use rows::{EquityRows, equity_rows};
