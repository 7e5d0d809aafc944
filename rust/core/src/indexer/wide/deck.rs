//! The cards of a wide deck as ids.
//!
//! An id is `stride * rank + suit`. The stride is 4 up to four suits, as for every deck, and the number of suits beyond.

use crate::error::{Error, Result, Row};

/// Maximum number of ranks.
pub(super) const MAX_RANKS: usize = 16;
/// Maximum number of suits.
pub(super) const MAX_SUITS: usize = 8;
/// Maximum number of cards.
pub(super) const MAX_CARDS: usize = MAX_RANKS * MAX_SUITS;

/// A deck of ranks and suits that have no names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct WideDeck {
    pub(super) n_ranks: usize,
    pub(super) n_suits: usize,
    /// The step of the ids from a rank to the next.
    stride: u8,
}

impl WideDeck {
    pub(super) fn new(n_ranks: usize, n_suits: usize) -> Result<Self> {
        for (name, number, most) in [("ranks", n_ranks, MAX_RANKS), ("suits", n_suits, MAX_SUITS)] {
            if !(1..=most).contains(&number) {
                return Err(Error::InvalidArgument(format!("n_{name} = {number}: a deck has 1 to {most} {name}")));
            }
        }
        Ok(Self { n_ranks, n_suits, stride: n_suits.max(4) as u8 })
    }

    /// Number of cards.
    pub(super) fn len(self) -> usize {
        self.n_ranks * self.n_suits
    }

    /// The suit and the rank of a card, if it is in the deck.
    #[inline]
    pub(super) fn place(self, card: u8) -> Option<(usize, usize)> {
        let (rank, suit) = (usize::from(card / self.stride), usize::from(card % self.stride));
        (rank < self.n_ranks && suit < self.n_suits).then_some((suit, rank))
    }

    /// The id of a card of the deck.
    #[inline]
    pub(super) fn card(self, suit: usize, rank: usize) -> u8 {
        self.stride * rank as u8 + suit as u8
    }

    /// The error of an id that is not in the deck.
    #[cold]
    pub(super) fn no_card(self, card: u8) -> Error {
        let last = self.card(self.n_suits - 1, self.n_ranks - 1);
        if card > last {
            return Error::CardOutOfRange { row: Row(None), card: card.into(), last };
        }
        Error::NotInWideDeck { row: Row(None), card, n_ranks: self.n_ranks as u8, n_suits: self.n_suits as u8 }
    }
}
