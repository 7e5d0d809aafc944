//! Counting: binomial coefficients, colexicographic numbers of sets, subsets and multisets one by one.

mod binomials;
mod colex;
mod multisets;
mod subsets;

pub use binomials::{choose, choose_small, pascal};
pub use colex::colex_rank;
pub use multisets::for_each_multiset;
pub use subsets::subsets;
