//! How often hands win and tie at showdown.

mod exact;

pub use exact::{MAX_PLAYERS, ShowdownCounts, exact_counts};
