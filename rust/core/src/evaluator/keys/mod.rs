//! Key schemes: integers whose sums distinguish hands, and the searches that find them.

mod scheme;
mod search;

pub use scheme::{
    CARD_KEYS, FLUSH_RANK_KEYS_5, FLUSH_RANK_KEYS_7, KeyScheme, RANK_KEYS_5, RANK_KEYS_7, SUIT_BITS, SUIT_KEYS_5,
    SUIT_KEYS_7, SUIT_MASK,
};
pub use search::{Distinct, find_flush_keys, find_rank_keys, find_smallest_suit_keys, find_suit_keys};
