//! Hands of wide decks to dense indices and back: up to 16 ranks and 8 suits, wherever 64 bits hold the index.
//!
//! The order is that of [`HandIndexer`](super::HandIndexer): on a deck that both take, the indices are the same. This code
//! is general and plain; the kernels beside it are for decks of at most 13 ranks and 4 suits, and several times as fast.

mod batch;
mod configuration;
mod deck;
mod index;
mod indexer;
mod rank_sets;
#[cfg(test)]
mod tests;
mod tied;
mod unindex;

pub use indexer::WideIndexer;
pub(super) use rank_sets::{colex, nth_set, ways};
