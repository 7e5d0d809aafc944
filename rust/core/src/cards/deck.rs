//! The deck of a game: some of the ranks, from the deuce up, in some of the suits, from clubs up.
//!
//! Card ids are `4 * rank + suit` in any deck, so a card of a smaller deck is the same card in the full one. Rank 0
//! is the lowest rank *of the deck*: short-deck hold'em, sixes up, calls its six 0 and its ace 8.

use super::card::{Card, DECK, RANKS, SUITS};
use super::card_set::{CLUBS, CardSet};
use crate::error::{Error, Result, Row};

/// A deck of `n_ranks` ranks and `n_suits` suits.
///
/// ```
/// use pokerbits::cards::Deck;
/// let leduc = Deck::new(3, 2)?;
/// assert_eq!(leduc.cards().to_string(), "2c2d3c3d4c4d");
/// assert_eq!(leduc.check(2).unwrap_err().to_string(), "card 2h (id 2) is not in a deck of 3 ranks and 2 suits");
/// assert_eq!(Deck::SHORT.len(), 36);
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    n_ranks: u8,
    n_suits: u8,
}

#[allow(clippy::len_without_is_empty)] // no deck is empty
impl Deck {
    /// Thirteen ranks in four suits.
    pub const STANDARD: Self = Self { n_ranks: RANKS, n_suits: SUITS };
    /// Nine ranks in four suits.
    pub const SHORT: Self = Self { n_ranks: 9, n_suits: SUITS };

    /// The deck of `n_ranks` ranks and `n_suits` suits.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] unless there are 1 to 13 ranks and 1 to 4 suits.
    pub fn new(n_ranks: usize, n_suits: usize) -> Result<Self> {
        if !(1..=RANKS.into()).contains(&n_ranks) {
            return Err(Error::InvalidArgument(format!("n_ranks = {n_ranks}: a deck has 1 to 13 ranks")));
        }
        if !(1..=SUITS.into()).contains(&n_suits) {
            return Err(Error::InvalidArgument(format!("n_suits = {n_suits}: a deck has 1 to 4 suits")));
        }
        Ok(Self { n_ranks: n_ranks as u8, n_suits: n_suits as u8 })
    }

    /// Number of ranks.
    pub const fn n_ranks(self) -> usize {
        self.n_ranks as usize
    }

    /// Number of suits.
    pub const fn n_suits(self) -> usize {
        self.n_suits as usize
    }

    /// Number of cards.
    pub const fn len(self) -> usize {
        self.n_ranks() * self.n_suits()
    }

    /// All of its cards.
    pub const fn cards(self) -> CardSet {
        let suits = (1u64 << self.n_suits) - 1;
        let ranks = (1u64 << (4 * self.n_ranks)) - 1;
        match CardSet::new((suits * CLUBS) & ranks) {
            Some(cards) => cards,
            None => unreachable!(),
        }
    }

    /// Whether the deck has `card`.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        card.rank().index() < self.n_ranks && card.suit().index() < self.n_suits
    }

    /// The card with the id `id`, if it is in the deck.
    ///
    /// # Errors
    /// [`Error::CardOutOfRange`] for an id outside the full deck, [`Error::NotInDeck`] for a card that this deck lacks.
    pub fn check(self, id: u8) -> Result<Card> {
        match Card::new(id) {
            Ok(card) if !self.contains(card) => {
                Err(Error::NotInDeck { row: Row(None), card: id, n_ranks: self.n_ranks, n_suits: self.n_suits })
            }
            checked => checked,
        }
    }
}

const _: () = assert!(Deck::STANDARD.cards().len() == DECK as u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_its_ranks_in_its_suits() {
        for n_ranks in 1..=13 {
            for n_suits in 1..=4 {
                let deck = Deck::new(n_ranks, n_suits).unwrap();
                let held: Vec<u8> = (0..=255).filter(|&id| deck.check(id).is_ok()).collect();
                let expected = (0..52).filter(|id| usize::from(id / 4) < n_ranks && usize::from(id % 4) < n_suits);
                assert_eq!(held, expected.collect::<Vec<u8>>());
                assert_eq!(held, deck.cards().ids().collect::<Vec<_>>());
                assert_eq!(held.len(), deck.len());
                assert_eq!((deck.n_ranks(), deck.n_suits()), (n_ranks, n_suits));
            }
        }
        assert_eq!(Deck::STANDARD.cards(), CardSet::FULL);
        assert_eq!(Deck::new(9, 4), Ok(Deck::SHORT));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert!(matches!(Deck::SHORT.check(36), Err(Error::NotInDeck { card: 36, n_ranks: 9, n_suits: 4, .. })));
        assert!(matches!(Deck::SHORT.check(52), Err(Error::CardOutOfRange { card: 52, .. })));
        for (n_ranks, n_suits) in [(0, 4), (14, 4), (269, 4), (13, 0), (13, 5), (13, 260)] {
            assert!(matches!(Deck::new(n_ranks, n_suits), Err(Error::InvalidArgument(_))));
        }
    }
}
