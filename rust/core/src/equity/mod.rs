//! How often hands win and tie at showdown.

mod hands;

pub use hands::{MAX_PLAYERS, ShowdownCounts, exact_counts};
