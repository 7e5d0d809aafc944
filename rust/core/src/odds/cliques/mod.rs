//! The plain method, an independent check of the other: inclusion-exclusion over sets of disjoint combos, counted as cliques
//! of a graph on bit fields, as in the seed project (github.com/jmfb/poker).

mod estimate;
mod inclusion_exclusion;
mod losses;
mod overlap;
mod walk;

pub(super) use estimate::seconds_of_cliques;
pub(super) use inclusion_exclusion::odds;
pub use losses::{Losses, losses};
pub use overlap::{Adjacency, MAX_VERTICES};
