//! The deck of a game: consecutive ranks in some of the suits, from clubs up.
//!
//! Card ids are `4 * rank + suit` in any deck, so a card of a smaller deck is the same card in the full one.

use super::card::{Card, DECK, RANKS, Rank, SUITS};
use super::card_set::{CLUBS, CardSet};
use crate::error::{Error, Result, Row};

/// A deck of `n_ranks` ranks, from its lowest up, in `n_suits` suits.
///
/// ```
/// use pokerbits::cards::Deck;
/// let leduc = Deck::new(3, 2)?;
/// assert_eq!(leduc.cards().to_string(), "2c2d3c3d4c4d");
/// assert_eq!(leduc.check(2).unwrap_err().to_string(), "card 2h (id 2) is not in a deck of the ranks 2 to 4 in 2 suits");
/// assert_eq!((Deck::SHORT.len(), Deck::SHORT.lowest_rank().char()), (36, '6'));
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    lowest: Rank,
    n_ranks: u8,
    n_suits: u8,
}

#[allow(clippy::len_without_is_empty)] // no deck is empty
impl Deck {
    /// Thirteen ranks in four suits.
    pub const STANDARD: Self = Self { lowest: Rank::ALL[0], n_ranks: RANKS, n_suits: SUITS };
    /// Nine ranks, six to ace, in four suits.
    pub const SHORT: Self = Self { lowest: Rank::ALL[4], n_ranks: 9, n_suits: SUITS };

    /// The deck of `n_ranks` ranks from the deuce up and `n_suits` suits.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] unless there are 1 to 13 ranks and 1 to 4 suits.
    pub fn new(n_ranks: usize, n_suits: usize) -> Result<Self> {
        Self::from_rank(Rank::ALL[0], n_ranks, n_suits)
    }

    /// The deck of `n_ranks` ranks from `lowest` up and `n_suits` suits.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] unless there are 1 to 4 suits, and at least one rank and no more than from the lowest to
    /// the ace.
    ///
    /// ```
    /// use pokerbits::cards::{Deck, Rank};
    /// assert_eq!(Deck::from_rank(Rank::TEN, 5, 1)?.cards().to_string(), "TcJcQcKcAc");
    /// assert!(Deck::from_rank(Rank::TEN, 6, 1).is_err());
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn from_rank(lowest: Rank, n_ranks: usize, n_suits: usize) -> Result<Self> {
        let most = RANKS - lowest.index();
        if !(1..=most.into()).contains(&n_ranks) {
            let from = if lowest.index() == 0 { String::new() } else { format!(" from the {} up", lowest.char()) };
            return Err(Error::InvalidArgument(format!("n_ranks = {n_ranks}: a deck{from} has 1 to {most} ranks")));
        }
        if !(1..=SUITS.into()).contains(&n_suits) {
            return Err(Error::InvalidArgument(format!("n_suits = {n_suits}: a deck has 1 to 4 suits")));
        }
        Ok(Self { lowest, n_ranks: n_ranks as u8, n_suits: n_suits as u8 })
    }

    /// The lowest rank.
    pub const fn lowest_rank(self) -> Rank {
        self.lowest
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
        let ranks = ((1u64 << (4 * self.n_ranks)) - 1) << (4 * self.lowest.index());
        match CardSet::new((suits * CLUBS) & ranks) {
            Some(cards) => cards,
            None => unreachable!(),
        }
    }

    /// Whether the deck has `card`.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        // A rank below the lowest wraps around to a large number.
        card.rank().index().wrapping_sub(self.lowest.index()) < self.n_ranks && card.suit().index() < self.n_suits
    }

    /// The card with the id `id`, if it is in the deck.
    ///
    /// # Errors
    /// [`Error::CardOutOfRange`] for an id outside the full deck, [`Error::NotInDeck`] for a card that this deck lacks.
    pub fn check(self, id: u8) -> Result<Card> {
        match Card::new(id) {
            Ok(card) if !self.contains(card) => {
                let Self { lowest, n_ranks, n_suits } = self;
                Err(Error::NotInDeck { row: Row(None), card: id, lowest_rank: lowest.index(), n_ranks, n_suits })
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
        for (lowest, n_ranks, n_suits) in all_decks() {
            let deck = Deck::from_rank(lowest, n_ranks, n_suits).unwrap();
            let held: Vec<u8> = (0..=255).filter(|&id| deck.check(id).is_ok()).collect();
            let first = usize::from(lowest.index());
            let ranks = first..first + n_ranks;
            let expected = (0..52).filter(|id| ranks.contains(&usize::from(id / 4)) && usize::from(id % 4) < n_suits);
            assert_eq!(held, expected.collect::<Vec<u8>>());
            assert_eq!(held, deck.cards().ids().collect::<Vec<_>>());
            assert_eq!(held.len(), deck.len());
            assert_eq!((deck.lowest_rank(), deck.n_ranks(), deck.n_suits()), (lowest, n_ranks, n_suits));
            assert_eq!(Deck::new(n_ranks, n_suits) == Ok(deck), first == 0);
        }
        assert_eq!(Deck::STANDARD.cards(), CardSet::FULL);
        assert_eq!(Deck::SHORT.cards().ids().collect::<Vec<_>>(), (16..52).collect::<Vec<_>>());
        assert_eq!(Deck::from_rank(Rank::ALL[4], 9, 4), Ok(Deck::SHORT));
    }

    /// The lowest rank, the number of ranks and the number of suits of every deck.
    fn all_decks() -> impl Iterator<Item = (Rank, usize, usize)> {
        let of_rank = |lowest: Rank| {
            let n_ranks = 1..=usize::from(RANKS - lowest.index());
            n_ranks.flat_map(move |n_ranks| (1..=4).map(move |n_suits| (lowest, n_ranks, n_suits)))
        };
        Rank::ALL.into_iter().flat_map(of_rank)
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let refused = |deck: Deck, id| deck.check(id).unwrap_err().to_string();
        assert_eq!(refused(Deck::SHORT, 15), "card 5s (id 15) is not in a deck of the ranks 6 to A in 4 suits");
        let aces = Deck::from_rank(Rank::ALL[12], 1, 1).unwrap();
        assert_eq!(refused(aces, 49), "card Ad (id 49) is not in a deck of the rank A in 1 suit");
        assert!(matches!(Deck::SHORT.check(52), Err(Error::CardOutOfRange { card: 52, .. })));
        for (n_ranks, n_suits) in [(0, 4), (14, 4), (269, 4), (13, 0), (13, 5), (13, 260)] {
            assert!(matches!(Deck::new(n_ranks, n_suits), Err(Error::InvalidArgument(_))));
        }
        let eleven = Deck::from_rank(Rank::ALL[4], 10, 4).unwrap_err().to_string();
        assert_eq!(eleven, "n_ranks = 10: a deck from the 6 up has 1 to 9 ranks");
        assert!(Deck::from_rank(Rank::ALL[12], usize::MAX, 4).is_err());
    }
}
