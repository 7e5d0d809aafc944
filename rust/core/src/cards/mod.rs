//! Cards, sets of cards, decks, and the combinations that a player can hold.

mod card;
mod card_set;
mod combos;
mod deck;
mod suit_permutation;
mod text;

pub use card::{Card, DECK, RANKS, Rank, SUITS, Suit};
pub(crate) use card_set::CLUBS;
pub use card_set::{CardSet, Cards};
pub use combos::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, PerCombo, class_of, combo_of, hand_class_name};
pub(crate) use combos::{combo_bits, combo_id, hand_class, share_a_card};
pub use deck::Deck;
pub(crate) use suit_permutation::{SuitPermutation, canonical, orbit_size};
pub use text::{cards_of, parse_cards};

pub use crate::card_name::{RANK_CHARS, SUIT_CHARS};
