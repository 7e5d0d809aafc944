//! The name of a card id, for error messages.

use std::fmt;

/// The names of the ranks, deuce first.
pub const RANK_CHARS: [u8; 13] = *b"23456789TJQKA";
/// The letters of the suits: clubs, diamonds, hearts, spades.
pub const SUIT_CHARS: [u8; 4] = *b"cdhs";

/// The name of a card id; `?` for an id outside the full deck.
#[derive(Clone, Copy)]
pub(crate) struct Name(pub(crate) u8);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match RANK_CHARS.get(usize::from(self.0 / 4)) {
            Some(&rank) => write!(f, "{}{}", rank as char, SUIT_CHARS[usize::from(self.0 % 4)] as char),
            None => f.write_str("?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_name() {
        assert_eq!([0, 7, 34, 50, 51].map(|id| Name(id).to_string()), ["2c", "3s", "Th", "Ah", "As"]);
        assert!((52..=255).all(|id| Name(id).to_string() == "?"));
    }
}
