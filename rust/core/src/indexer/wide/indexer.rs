//! The indexer of a wide deck: a game and its configurations.

use std::fmt;

use super::super::configuration::Configuration;
use super::super::hand_indexer::check_rounds;
use super::configuration::{Round, count_in, rounds_of, suit_size};
use super::deck::WideDeck;
use crate::error::{Error, Result, Row};
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_with_capacity};

/// Numbers the hands of a game densely, up to suit isomorphism, for decks of up to 16 ranks and 8 suits.
///
/// The indices are those of [`HandIndexer`] if it takes the deck, and its definitions and errors hold here. A card is
/// `4 * rank + suit` with up to four suits, and `n_suits * rank + suit` with more. Cards have no names:
/// [`Error::NotInWideDeck`] and [`Error::RepeatedCardId`] show ids.
///
/// ```
/// use pokerbits::indexer::WideIndexer;
/// let game = WideIndexer::new(&[2, 3], 16, 8)?;
/// assert_eq!(game.sizes(), [256, 3_887_776]);
///
/// let index = game.index(1, &[0, 120, 32, 75, 83])?; // ranks 0 and 15 of suit 0 | 4 of suit 0, 9 and 10 of suit 3
/// assert_eq!(game.index(1, &[127, 7, 39, 80, 72])?, index);
/// let mut canonical = [0; 5];
/// game.unindex(1, index, &mut canonical)?;
/// assert_eq!((canonical, game.multiplicity(1, index)?), ([0, 120, 32, 73, 81], 56));
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone)]
pub struct WideIndexer {
    pub(super) deck: WideDeck,
    pub(super) rounds: Vec<Round>,
}

impl WideIndexer {
    /// The indexer of a game with a deck of `n_ranks <= 16` ranks and `n_suits <= 8` suits.
    ///
    /// # Errors
    /// [`Error::Overflow`] for a game whose number of hands does not fit in 64 bits, with the round and the number;
    /// [`Error::InvalidArgument`] for a game that cannot be dealt, or that has more than 1,048,576 suit configurations in a
    /// round.
    pub fn new(cards_per_round: &[usize], n_ranks: usize, n_suits: usize) -> Result<Self> {
        let deck = WideDeck::new(n_ranks, n_suits)?;
        check_rounds(cards_per_round, deck.len())?;
        Ok(Self { deck, rounds: rounds_of(cards_per_round, deck)? })
    }

    /// The cards dealt in each round.
    pub fn cards_per_round(&self) -> Vec<usize> {
        self.rounds.iter().map(|round| round.cards).collect()
    }

    /// Ranks of the deck.
    pub fn n_ranks(&self) -> usize {
        self.deck.n_ranks
    }

    /// Suits of the deck.
    pub fn n_suits(&self) -> usize {
        self.deck.n_suits
    }

    /// Rounds of the game.
    pub fn n_rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The number of indices of every round.
    pub fn sizes(&self) -> Vec<u64> {
        self.rounds.iter().map(|round| round.size).collect()
    }

    /// The number of indices of a round.
    pub fn size(&self, round: usize) -> Result<u64> {
        Ok(self.round(round)?.size)
    }

    /// The number of cards dealt up to and including a round.
    pub fn cards_through(&self, round: usize) -> Result<usize> {
        Ok(self.round(round)?.through)
    }

    /// The suit configurations of a round, in their order.
    pub fn configurations(&self, round: usize) -> Result<Vec<Configuration>> {
        let records = &self.round(round)?.records;
        try_collect(records.iter().map(|record| {
            let suits = &record.suits[..self.n_suits()];
            Ok(Configuration {
                counts: suits.iter().map(|&suit| (0..=round).map(|at| count_in(suit, at)).collect()).collect(),
                suit_sizes: suits.iter().map(|&suit| suit_size(suit, round, self.n_ranks())).collect(),
                offset: record.offset,
            })
        }))
    }

    /// [`WideIndexer::configurations`] in one list of numbers: for each the counts, suit by suit, the numbers of group indices of
    /// the suits, and the first hand index.
    pub fn configuration_numbers(&self, round: usize) -> Result<Vec<u64>> {
        let records = &self.round(round)?.records;
        let mut all = try_with_capacity(records.len() * (self.n_suits() * (round + 2) + 1))?;
        for record in records {
            let suits = &record.suits[..self.n_suits()];
            for &suit in suits {
                all.extend((0..=round).map(|at| count_in(suit, at) as u64));
            }
            all.extend(suits.iter().map(|&suit| suit_size(suit, round, self.n_ranks())));
            all.push(record.offset);
        }
        Ok(all)
    }

    /// The memory that this game's tables take, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.rounds.iter().map(|round| size_of_val(&round.records[..])).sum()
    }

    /// A round of the game.
    pub(super) fn round(&self, round: usize) -> Result<&Round> {
        let last = self.rounds.len() as u64 - 1;
        let wrong = Error::IndexOutOfRange { row: Row(None), what: "round", index: round as u64, first: 0, last };
        self.rounds.get(round).ok_or(wrong)
    }

    /// Checks that a hand of `round` has `found` cards.
    pub(super) fn check_cards(&self, round: usize, found: usize) -> Result<()> {
        HandIndexer::check_count(self.cards_through(round)?, found)
    }

    pub(super) fn check_index(&self, round: usize, index: u64, row: Option<usize>) -> Result<()> {
        let size = self.size(round)?;
        if index < size {
            return Ok(());
        }
        Err(Error::IndexOutOfRange { row: Row(row), what: "hand index", index, first: 0, last: size - 1 })
    }
}

impl fmt::Debug for WideIndexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_ranks, n_suits) = (self.n_ranks(), self.n_suits());
        write!(f, "WideIndexer({:?}, n_ranks={n_ranks}, n_suits={n_suits})", self.cards_per_round())
    }
}
