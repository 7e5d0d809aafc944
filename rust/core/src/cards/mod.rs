//! Cards, sets of cards, and the pairs that a player can hold.

mod card;
mod card_set;
mod combos;
mod text;

pub(crate) use card::Name;
pub use card::{Card, DECK, RANK_CHARS, RANKS, Rank, SUIT_CHARS, SUITS, Suit};
pub use card_set::CardSet;
pub use combos::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, combo_id, hand_class, hand_class_name};
pub use text::parse_cards;
