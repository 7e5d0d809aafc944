//! The hand indexer: a game and its tables.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::configuration::{Configuration, Round};
use crate::cards::{DECK, Deck};
use crate::combinatorics::choose;
use crate::error::{Error, Result, Row};
use crate::memory::try_collect;
use crate::runtime::cpu::{Proven, proven};

/// Maximum number of rounds of a game.
pub const MAX_ROUNDS: usize = 8;

/// Numbers the hands of a game densely, up to suit isomorphism.
///
/// The game deals `cards_per_round[i]` cards in round `i` from a deck of `n_ranks` ranks and `n_suits` suits. Cards
/// are `4 * rank + suit` whatever the deck, and the order of the cards inside a round is of no importance. Two deals
/// of the rounds `0..=r` have the same index in round `r` exactly when a permutation of the suits turns one into the
/// other; the indices run from 0 to `size(r) - 1`, and the order is part of the interface.
///
/// Waugh, "A Fast and Optimal Hand Isomorphism Algorithm" (2013); the order is that of the C code published with it.
///
/// Functions on one hand take and return slices; those on many (`..._rows`) take a row a hand, back to back, and run
/// in parallel. All check every card and index, and the error names the row: [`Error::CardOutOfRange`],
/// [`Error::NotInDeck`] (a card that a smaller deck lacks), [`Error::DuplicateCard`], [`Error::CardCount`], [`Error::IndexOutOfRange`] (also for the round), and
/// [`Error::InvalidArgument`] for slices whose lengths do not agree.
///
/// ```
/// use pokerbits::indexer::HandIndexer;
///
/// let holdem = HandIndexer::new(&[2, 3, 1, 1])?;
/// assert_eq!(holdem.sizes(), [169, 1_286_792, 55_190_538, 2_428_287_420]);
///
/// let flop = [0, 48, 16, 38, 46]; // 2c Ac | 6c Jh Kh
/// let index = holdem.index(1, &flop)?;
/// assert_eq!(index, 1_206_440);
/// assert_eq!(holdem.index(1, &[51, 3, 45, 37, 19])?, index); // As 2s | Kd Jd 6s
///
/// let mut canonical = [0; 5];
/// holdem.unindex(1, index, &mut canonical)?;
/// assert_eq!(holdem.index(1, &canonical)?, index);
/// assert_eq!(holdem.multiplicity(1, index)?, 12);
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone)]
pub struct HandIndexer {
    cards_per_round: Vec<usize>,
    pub(super) deck: DeckWords,
    pub(super) rounds: Vec<Round>,
    /// See [`code`].
    pub(super) code: u64,
    /// The CPU level of the functions on one hand or one board.
    pub(super) level: Proven,
}

/// Bits of the [`code`] of a game with a deck from the deuce up.
pub(super) const CODE_BITS: u32 = 39;
/// Bits of the lowest rank of the deck, which are above them.
pub(super) const LOWEST_BITS: u32 = 4;

/// A number below `2^(CODE_BITS + LOWEST_BITS)` that identifies the game.
fn code(cards_per_round: &[usize], deck: Deck) -> u64 {
    // The rounds end with different cards, whose places have a colex rank among the sets of up to eight places.
    let mut through = 0;
    let places = cards_per_round.iter().zip(1..).map(|(&cards, round)| {
        through += cards as u64;
        choose(through - 1, round).map_or(0, |sets| sets as u64)
    });
    let rounds = places.sum::<u64>() | (cards_per_round.len() as u64 - 1) << 30;
    let lowest = u64::from(deck.lowest_rank().index());
    rounds | (deck.n_ranks() as u64 - 1) << 33 | (deck.n_suits() as u64 - 1) << 37 | lowest << CODE_BITS
}

/// The cards of a game, as the kernels read them.
#[derive(Clone)]
pub(super) struct DeckWords {
    /// The deck.
    pub(super) deck: Deck,
    pub(super) n_ranks: u32,
    pub(super) n_suits: usize,
    /// The id of the first card: four times the lowest rank.
    pub(super) first: u8,
    /// Its ranks, as a set of the ranks of the full deck.
    pub(super) ranks: u32,
    /// For each card id, bit `13 * suit + rank`, and from bit 52 on the suit counts of the first three suits, four
    /// bits each: the sum over the cards of a round is its rank sets and its key at once. Zero outside the deck. The
    /// lowest rank of the deck is 0 here, whichever it is.
    pub(super) words: Box<[u64; 256]>,
}

/// The card bits of a [`DeckWords`] word.
pub(super) const CARD_BITS: u64 = (1 << DECK) - 1;

impl DeckWords {
    fn new(deck: Deck) -> Self {
        let mut words = Box::new([0; 256]);
        let first = 4 * deck.lowest_rank().index();
        for card in deck.cards().ids() {
            let (rank, suit) = ((card - first) / 4, card % 4);
            let key = if suit < 3 { 1 << (52 + 4 * suit) } else { 0 };
            words[card as usize] = 1 << (13 * suit + rank) | key;
        }
        let n_ranks = deck.n_ranks() as u32;
        let ranks = ((1 << n_ranks) - 1) << deck.lowest_rank().index();
        Self { deck, n_ranks, n_suits: deck.n_suits(), first, ranks, words }
    }

    /// The bit of a card, or 0 outside the deck.
    pub(super) fn bit(&self, card: u8) -> u64 {
        self.words[card as usize] & CARD_BITS
    }

    /// The ranks of the deck below that of a card; the lowest is bit 0.
    #[inline(always)]
    pub(super) fn ranks_below(&self, card: u8) -> u32 {
        (1 << (card.wrapping_sub(self.first) >> 2 & 15)) - 1
    }
}

/// The card of a position `13 * suit + rank`, with the rank of the full deck.
#[inline(always)]
pub(super) fn card_at(position: u32) -> u8 {
    CARD_AT[position as usize % 64]
}

static CARD_AT: [u8; 64] = {
    let mut table = [0; 64];
    let mut position = 0;
    while position < 52 {
        table[position] = (4 * (position % 13) + position / 13) as u8;
        position += 1;
    }
    table
};

impl HandIndexer {
    /// The indexer of a game with the full deck.
    pub fn new(cards_per_round: &[usize]) -> Result<Self> {
        Self::for_deck(cards_per_round, Deck::STANDARD)
    }

    /// The indexer of a game with a deck of `n_ranks <= 13` ranks, from the deuce up, and `n_suits <= 4` suits.
    ///
    /// ```
    /// use pokerbits::indexer::HandIndexer;
    /// assert_eq!(HandIndexer::with_deck(&[1, 1], 3, 2)?.sizes(), [3, 15]); // Leduc hold'em
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn with_deck(cards_per_round: &[usize], n_ranks: usize, n_suits: usize) -> Result<Self> {
        Self::for_deck(cards_per_round, Deck::new(n_ranks, n_suits)?)
    }

    /// The indexer of a game with any deck.
    ///
    /// A game whose number of hands does not fit in 64 bits is rejected, and so is one with more than 65,536 suit
    /// configurations (a long game of many small rounds).
    ///
    /// ```
    /// use pokerbits::{cards::Deck, indexer::HandIndexer};
    /// let short = HandIndexer::for_deck(&[2, 3, 1, 1], Deck::SHORT)?;
    /// assert_eq!(short.sizes(), [81, 186_696, 5_266_044, 151_065_864]);
    /// assert_eq!(short.index(0, &[16, 17])?, 0); // 6c 6d
    /// assert!(short.index(0, &[0, 1]).is_err()); // 2c 2d
    /// assert!(HandIndexer::new(&[13, 13, 13]).is_err());
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn for_deck(cards_per_round: &[usize], deck: Deck) -> Result<Self> {
        check_game(cards_per_round, deck)?;
        let rounds = Round::of_game(cards_per_round, deck.n_ranks(), deck.n_suits())?;
        let code = code(cards_per_round, deck);
        Ok(Self {
            cards_per_round: cards_per_round.to_vec(),
            deck: DeckWords::new(deck),
            rounds,
            code,
            level: proven(),
        })
    }

    /// The same indexer, whose functions on one hand run at the CPU level of a call.
    #[must_use]
    pub(crate) fn at(self, level: Proven) -> Self {
        Self { level, ..self }
    }

    /// The cards dealt in each round.
    pub fn cards_per_round(&self) -> &[usize] {
        &self.cards_per_round
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck.deck
    }

    /// Ranks of the deck.
    pub fn n_ranks(&self) -> usize {
        self.deck.n_ranks as usize
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
        self.rounds.iter().map(|r| r.size).collect()
    }

    /// The number of indices of a round.
    pub fn size(&self, round: usize) -> Result<u64> {
        self.check_round(round)?;
        Ok(self.rounds[round].size)
    }

    /// The number of cards dealt up to and including a round.
    pub fn cards_through(&self, round: usize) -> Result<usize> {
        self.check_round(round)?;
        Ok(self.rounds[round].through)
    }

    /// The suit configurations of a round, in their order.
    ///
    /// ```
    /// let holdem = pokerbits::indexer::HandIndexer::new(&[2, 3])?;
    /// let flop = holdem.configurations(1)?;
    /// assert_eq!((flop[12].to_string().as_str(), flop[12].offset), ("2.1|0.2|0.0|0.0", 1_151_228));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn configurations(&self, round: usize) -> Result<Vec<Configuration>> {
        self.check_round(round)?;
        try_collect((0..self.rounds[round].records.len()).map(|number| self.configuration_unindex(round, number)))
    }

    /// The number of a suit configuration among the [`HandIndexer::configurations`] of a round. `counts[s][i]` is how many
    /// cards of suit `s` round `i` deals, a row for every suit of the deck, in any order.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] when no hand of the round has these counts, [`Error::IndexOutOfRange`] for the round.
    ///
    /// ```
    /// let holdem = pokerbits::indexer::HandIndexer::new(&[2, 3])?;
    /// let hearts_and_spades = [[0, 0], [0, 0], [0, 2], [2, 1]]; // As 2s | Kh Jh 6s
    /// let number = holdem.configuration_index(1, &hearts_and_spades)?;
    /// assert_eq!(number, 12);
    /// assert_eq!(holdem.configuration_unindex(1, number)?.to_string(), "2.1|0.2|0.0|0.0");
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn configuration_index<C: AsRef<[usize]>>(&self, round: usize, counts: &[C]) -> Result<usize> {
        self.check_round(round)?;
        self.rounds[round].find(counts, round, self.n_suits()).ok_or_else(|| {
            let counts: Vec<&[usize]> = counts.iter().map(AsRef::as_ref).collect();
            Error::InvalidArgument(format!("{counts:?} are no counts by suit and round of round {round} of {self:?}"))
        })
    }

    /// The suit configuration with a number: the inverse of [`HandIndexer::configuration_index`].
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for the number and for the round.
    pub fn configuration_unindex(&self, round: usize, number: usize) -> Result<Configuration> {
        self.check_round(round)?;
        let last = self.rounds[round].records.len() as u64 - 1;
        if number as u64 > last {
            let index = number as u64;
            return Err(Error::IndexOutOfRange { row: Row(None), what: "suit configuration", index, first: 0, last });
        }
        Ok(self.rounds[round].spell(number, round, self.n_ranks(), self.n_suits()))
    }

    /// The memory that this game's tables take, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.rounds.iter().map(Round::bytes).sum::<usize>() + size_of_val(&*self.deck.words)
    }
}

/// Checks that a game has rounds, and that a deck of `n_cards` cards is enough for them.
pub(super) fn check_rounds(cards_per_round: &[usize], n_cards: usize) -> Result<()> {
    let refuse = |why: String| Err(Error::InvalidArgument(why));
    if cards_per_round.is_empty() || cards_per_round.len() > MAX_ROUNDS {
        return refuse(format!("a game of {} rounds: 1 to {MAX_ROUNDS} can be indexed", cards_per_round.len()));
    }
    if let Some(round) = cards_per_round.iter().position(|&n| n == 0) {
        return refuse(format!("round {round} of the game {cards_per_round:?} deals no card"));
    }
    let left = cards_per_round.iter().try_fold(n_cards, |left, &cards| left.checked_sub(cards));
    if left.is_none() {
        return refuse(format!("the game {cards_per_round:?} deals more cards than the {n_cards} of the deck"));
    }
    Ok(())
}

fn check_game(cards_per_round: &[usize], deck: Deck) -> Result<()> {
    check_rounds(cards_per_round, deck.len())?;
    let mut left = deck.len();
    let mut deals = 1f64;
    for &cards in cards_per_round {
        deals *= (0..cards).map(|k| (left - k) as f64 / (k + 1) as f64).product::<f64>();
        left -= cards;
    }
    // A class has at most 24 deals. Twice that leaves room for rounding; the tables decide the rest.
    if deals / 48.0 > u64::MAX as f64 {
        return Err(Error::Overflow(format!("the number of hands of the game {cards_per_round:?}")));
    }
    Ok(())
}

impl PartialEq for HandIndexer {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for HandIndexer {}

impl Hash for HandIndexer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl fmt::Debug for HandIndexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards_per_round, deck, .. } = self;
        write!(f, "HandIndexer({cards_per_round:?}, n_ranks={}, n_suits={}", deck.n_ranks, deck.n_suits)?;
        match deck.deck.lowest_rank() {
            lowest if lowest.index() == 0 => write!(f, ")"),
            lowest => write!(f, ", lowest_rank={})", lowest.char()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;
    use std::collections::HashSet;

    #[test]
    fn every_game_has_its_own_code() {
        // All games of up to five rounds of up to five cards, and some of the largest.
        let mut games: Vec<Vec<usize>> = vec![vec![]];
        for cards in 1..=5 {
            let longer: Vec<_> = games.iter().flat_map(|game| (1..=5).map(|n| [&game[..], &[n]].concat())).collect();
            games.extend(longer.into_iter().filter(|game| game.len() == cards));
        }
        games.remove(0);
        games.extend([vec![1; 8], vec![6, 6, 6, 6, 6, 6, 6, 10], vec![45, 1, 1, 1, 1, 1, 1, 1], vec![52]]);
        let mut codes = HashSet::new();
        for game in &games {
            for (lowest, n_ranks, n_suits) in
                [(0, 13, 4), (0, 13, 3), (0, 12, 4), (1, 12, 4), (0, 1, 1), (12, 1, 1), (0, 4, 3), (9, 4, 3)]
            {
                let code = code(game, Deck::from_rank(Rank::ALL[lowest], n_ranks, n_suits).unwrap());
                assert_eq!(code >> CODE_BITS, lowest as u64);
                assert!(codes.insert(code), "{game:?} {lowest} {n_ranks} {n_suits}");
            }
        }
        assert_eq!(codes.len(), 8 * (5 + 25 + 125 + 625 + 3125 + 4));
    }
}
