//! Exact odds against k random opponents: the number of deals in which nobody beats the hero, by number of ties.
//!
//! Two independent methods give the same integers; `docs/explanation/exact_odds.md` derives both. The default, `matchings`,
//! is a dynamic programme over classes of equivalent cards, fast for any number of opponents. The plain method, `cliques`,
//! is inclusion-exclusion over sets of disjoint combos that beat the hero, and feasible for few opponents.

#[cfg(any(feature = "binding", test))]
mod board_shares;
mod cliques;
mod counts;
mod deal;
mod disjoint;
mod matchings;
mod one_opponent;
#[cfg(any(feature = "binding", test))]
mod pattern_odds;
mod preflop;
mod probabilities;
mod rows;
mod streets;
#[cfg(any(feature = "binding", test))]
mod table;
mod types;
mod weights;

#[cfg(any(feature = "binding", test))]
pub(crate) use board_shares::{BoardShares, MOST_OPPONENTS, deals_of, one_card_shares};
pub use cliques::{Adjacency, Losses, MAX_VERTICES, losses};
pub use counts::{OpponentCounts, total_deals};
pub use disjoint::{count_disjoint, disjoint_seconds};
pub use preflop::preflop_odds;
pub use probabilities::Probabilities;
#[cfg(any(feature = "binding", test))]
pub(crate) use probabilities::ShareSums;
pub use rows::{OddsRows, odds_rows};
pub use streets::{Method, odds_vs_random};
#[cfg(any(feature = "binding", test))]
pub(crate) use table::TABLE_VERSION;
#[cfg(any(feature = "binding", test))]
pub use table::odds_table;
