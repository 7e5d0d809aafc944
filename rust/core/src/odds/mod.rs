//! Exact odds against k random opponents, ties counted by how many share the pot.
//!
//! Two independent methods give the same integers. The default counts weighted matchings of the graph on the unknown
//! cards, whose vertices fall into few classes of twins: `types` of cards on a board, the `class_graph` that a hero
//! makes of them, a `memo` of graphs in `canonical` form, and the label programme of `matchings` over a planned `order`.
//! The plain one, `cliques`, counts overlaps of two-card `losses` on bit fields as the seed project
//! (github.com/jmfb/poker) does, and is feasible for few opponents.

mod canonical;
mod class_graph;
mod cliques;
mod counts;
mod deal;
mod heroes;
mod layout;
mod losses;
mod matchings;
mod memo;
mod order;
mod overlap;
#[cfg(target_arch = "x86_64")]
mod overlap_v3;
mod overlap_walk;
mod preflop;
mod solver;
mod steps;
mod streets;
mod sums;
mod ties;
mod types;
mod words;

pub use counts::{OpponentCounts, total_deals};
pub use losses::{Losses, losses};
pub use overlap::{Adjacency, MAX_VERTICES, count_disjoint};
pub use preflop::preflop_odds;
pub use streets::{odds_rows, odds_vs_random};

/// How odds are counted. The counts do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Weighted matchings of class graphs: fast for any number of opponents.
    #[default]
    Matchings,
    /// Cliques of disjoint hands with inclusion and exclusion: an independent check, slow beyond four opponents.
    Cliques,
}
