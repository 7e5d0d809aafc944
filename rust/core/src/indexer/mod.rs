//! Hands to dense indices, up to suit isomorphism, and back.
//!
//! The algorithm of Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013): rank sets, rank groups, suit
//! configurations, hands; each with its inverse. The order of the indices is that of the C code published with the paper and
//! does not change.
//!
//! [`HandIndexer`] does all of it, and [`WideIndexer`] the same for decks of up to 16 ranks and 8 suits. Step by step, to follow the paper:
//!
//! ```
//! use pokerbits::indexer::*;
//!
//! // 2c Ac | 6c Jh Kh: the ranks of clubs and of hearts, round by round.
//! let (clubs, hearts) = ([1u16 << 0 | 1 << 12, 1 << 4], [0, 1 << 9 | 1 << 11]);
//! assert_eq!(rank_set_index(clubs[0]), 66);
//! let groups = [rank_group_index(&clubs, 13)?, rank_group_index(&hearts, 13)?, 0, 0];
//! assert_eq!(groups, [300, 64, 0, 0]);
//!
//! let holdem = HandIndexer::new(&[2, 3])?;
//! let number = holdem.configuration_index(1, &[[2, 1], [0, 2], [0, 0], [0, 0]])?;
//! let configuration = holdem.configuration_unindex(1, number)?;
//!
//! // Clubs, hearts and the two tied suits without a card are digits, the first the least significant.
//! let (first, second) = (rank_group_size(&[2, 1], 13)?, rank_group_size(&[0, 2], 13)?);
//! assert_eq!(configuration.suit_sizes, [first, second, 1, 1]);
//! let within = groups[0] + first * (groups[1] + second * tied_suits_index(&groups[2..])?);
//! assert_eq!(configuration.offset + within, 1_206_440);
//! assert_eq!(holdem.index(1, &[0, 48, 16, 38, 46])?, 1_206_440);
//! # Ok::<(), pokerbits::Error>(())
//! ```

// A kernel is compiled for a CPU level only if every function below it is inlined into it.
#![allow(clippy::inline_always)]

mod batch;
mod bits;
mod board_holes;
mod bucket_order;
mod check;
mod children;
mod configuration;
mod deal_state;
mod hand_indexer;
mod index;
mod rank_group;
mod rank_set;
mod tied_suits;
mod unindex;
mod unindex_batch;
mod walk;
mod wide;

pub use configuration::Configuration;
pub use deal_state::STATE_WORDS;
pub use hand_indexer::{HandIndexer, MAX_ROUNDS};
pub use rank_group::{rank_group_index, rank_group_size, rank_group_unindex};
pub use rank_set::{rank_set_index, rank_set_unindex};
pub use tied_suits::{tied_suits_index, tied_suits_size, tied_suits_unindex};
pub use wide::WideIndexer;
