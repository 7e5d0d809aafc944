//! The names of a card id and of a deck, for error messages.

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

/// The ranks and suits of a deck, by its lowest rank and the number of both: "the ranks 6 to A in 4 suits".
pub(crate) struct DeckName(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl fmt::Display for DeckName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(lowest, n_ranks, n_suits) = self;
        let rank = |rank: u8| RANK_CHARS.get(usize::from(rank)).map_or('?', |&name| name as char);
        let first = rank(lowest);
        match n_ranks {
            1 => write!(f, "the rank {first}")?,
            _ => write!(f, "the ranks {first} to {}", rank(lowest.saturating_add(n_ranks).saturating_sub(1)))?,
        }
        write!(f, " in {n_suits} suit{}", if n_suits == 1 { "" } else { "s" })
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
