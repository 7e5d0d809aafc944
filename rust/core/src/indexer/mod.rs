//! Hands to indices without holes, up to a renaming of the suits, and back.
//!
//! The ladder of Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013): rank sets, rank groups, suit
//! configurations, hands; each with its inverse. The order of the indices is that of the C code published with the
//! paper and does not change.

// A kernel is compiled for a CPU level only if every function below it is inlined into it.
#![allow(clippy::inline_always)]

mod batch;
mod bits;
mod board_holes;
mod check;
mod children;
mod configuration;
mod deal_state;
mod hand_indexer;
pub mod oracle;
mod rank_group;
mod rank_set;
mod tied_suits;
mod unindex;
mod unindex_batch;

pub use configuration::Configuration;
pub use deal_state::STATE_WORDS;
pub use hand_indexer::{HandIndexer, MAX_ROUNDS};
pub use rank_group::{rank_group_index, rank_group_size, rank_group_unindex};
pub use rank_set::{rank_set_index, rank_set_unindex};
#[doc(hidden)]
pub use unindex_batch::Indices;
