//! How often hands win and tie at showdown: given hands, and weighted ranges.
//!
//! `given` counts specific hands; many spots at once are `rows`. `range_equity` is the equity of weighted ranges: it asks
//! the `plan` which way of counting in `ranges` costs least. `combo_equity` is every hand against a range, and `sampled`
//! estimates what would take too long.

mod combo_counts;
mod combo_equity;
mod counts;
mod given;
mod plan;
mod range_equity;
mod ranges;
mod rows;
mod sampled;
mod spot;
mod sweep;

pub use combo_counts::{Amount, ComboCounts};
pub use combo_equity::combo_equity;
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use given::{HighLowCounts, exact_counts, exact_counts_by, omaha_counts, omaha_high_low_counts};
pub use range_equity::{Outcomes, RangeEquity, exact_cost, range_equity};
pub use ranges::{OmahaPlan, by_deals, many_ranges, omaha_range_counts, table as preflop, three_ranges, two_ranges};
pub use rows::{EquityRows, equity_rows};
pub use sampled::{Estimate, MOST_SAMPLES, Sampling, sampled_equity, sampled_omaha_equity};
pub use spot::{OmahaHands, OmahaSpot};
