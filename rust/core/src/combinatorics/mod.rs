//! Counting: binomial coefficients, colexicographic numbers of sets, subsets and multisets one by one. Few items sorted.

mod binomials;
mod colex;
mod few;
mod multisets;
mod subsets;

pub use binomials::choose;
pub(crate) use binomials::{choose_small, pascal};
pub(crate) use colex::{colex_rank, pairs};
pub(crate) use few::sort_few;
pub(crate) use multisets::for_each_multiset;
pub(crate) use subsets::{card_subsets, subsets, subsets_from};
