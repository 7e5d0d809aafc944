//! The plain method, an independent check of the other: inclusion-exclusion over sets of disjoint combos, counted as cliques
//! of a graph on bit fields, as in the seed project (github.com/jmfb/poker).

mod inclusion_exclusion;
mod losses;
mod overlap;
mod walk;

pub(super) use inclusion_exclusion::odds;
pub use losses::{Losses, losses};
pub use overlap::{Adjacency, MAX_VERTICES};
