//! The ways to count the deals of ranges exactly.
//!
//! Two ranges are looked up in a `table` before the flop, or counted board by board (`two`): hand against hand
//! (`pairwise`), or along the order of all hands (`sorted_sweep`). More are solved by pairs of hands without a common card
//! (`many`, over `three`), and few hands are dealt one by one (`deals`). Combos that can hardly be dealt are counted again
//! (`recount`). `weights` are checked at the door. Hands of four to six cards are those of `omaha`.

mod compare;
pub(crate) mod deals;
pub(crate) mod many;
pub(crate) mod omaha;
mod pairwise;
pub(crate) mod recount;
pub(crate) mod sorted_sweep;
pub mod table;
pub(crate) mod three;
pub(crate) mod two;
pub(crate) mod weights;

pub use deals::by_deals;
pub use many::{many_ranges, three_ranges};
pub use omaha::{OmahaPlan, omaha_range_counts};
pub use two::two_ranges;
