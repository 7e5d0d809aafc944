//! A game of any deck as data.

use std::fmt;

use super::super::Street;
use crate::cards::Deck;
use crate::combinatorics::choose;
use crate::error::{Error, Result};
use crate::evaluator::Rules;
use crate::indexer::HandIndexer;

/// Maximum number of streets: each has the name of one of hold'em's.
pub const MAX_STREETS: usize = Street::ALL.len();

/// Maximum number of cards of a hand, hole cards and board.
pub const MAX_HAND_CARDS: usize = 7;

/// A game of two players with any deck: one or two hole cards, then rounds of board cards. The best five of all cards count;
/// of fewer than five, the groups of equal ranks.
///
/// ```
/// use pokerbits::cards::Deck;
/// use pokerbits::evaluator::Rules;
/// use pokerbits::hand_strength::any_deck::DeckGame;
/// let leduc = DeckGame::new(Deck::new(3, 2)?, Rules::Standard, &[1, 1])?;
/// assert_eq!((leduc.n_streets(), leduc.board_cards(1), leduc.runouts(0)?), (2, 1, 5));
/// assert_eq!(leduc.to_string(), "deck=2-4x2 rounds=1+1 standard");
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeckGame {
    deck: Deck,
    rules: Rules,
    cards_per_round: Vec<usize>,
}

impl DeckGame {
    /// The game with this deck, these rules, and these cards dealt in each round, the hole cards first.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for other than one or two hole cards, more than four rounds, a round without cards, and
    /// more than seven cards of a hand. Also for a deck with too few cards for two players, and for rules of a low game or
    /// of another deck.
    pub fn new(deck: Deck, rules: Rules, cards_per_round: &[usize]) -> Result<Self> {
        let refuse = |why: String| Err(Error::InvalidArgument(why));
        let hole_cards = cards_per_round.first().copied().unwrap_or(0);
        if !matches!(hole_cards, 1 | 2) {
            return refuse(format!("cards_per_round = {cards_per_round:?}: the first round deals 1 or 2 hole cards"));
        }
        if cards_per_round.len() > MAX_STREETS {
            let found = cards_per_round.len();
            return refuse(format!("cards_per_round: {found} rounds: 1 to {MAX_STREETS} have names, preflop to river"));
        }
        if cards_per_round.contains(&0) {
            return refuse(format!("cards_per_round = {cards_per_round:?}: every round deals a card"));
        }
        let all = cards_per_round.iter().fold(0usize, |sum, &cards| sum.saturating_add(cards));
        if all > MAX_HAND_CARDS {
            return refuse(format!("cards_per_round = {cards_per_round:?}: a hand has at most {MAX_HAND_CARDS} cards"));
        }
        if all + hole_cards > deck.len() {
            let (needed, found) = (all + hole_cards, deck.len());
            return refuse(format!("two players and the board take {needed} cards, and the deck has {found}"));
        }
        match rules {
            Rules::Standard => {}
            Rules::ShortDeck | Rules::ShortDeckTrips if deck == Deck::SHORT => {}
            Rules::ShortDeck | Rules::ShortDeckTrips => {
                return refuse(format!(
                    "rules {:?} are those of a deck of the ranks 6 to A in 4 suits: use \"standard\" for other decks",
                    rules.name()
                ));
            }
            _ => return refuse(format!("rules {:?}: the best high hand wins these games", rules.name())),
        }
        Ok(Self { deck, rules, cards_per_round: cards_per_round.to_vec() })
    }

    /// Hold'em, as a game of the full deck.
    pub(crate) fn holdem() -> Self {
        Self { deck: Deck::STANDARD, rules: Rules::Standard, cards_per_round: vec![2, 3, 1, 1] }
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// How hands rank.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Number of hole cards of a player.
    pub fn hole_cards(&self) -> usize {
        self.cards_per_round[0]
    }

    /// Number of streets, 1 to 4.
    pub fn n_streets(&self) -> usize {
        self.cards_per_round.len()
    }

    /// Number of board cards on a street, counted from 0; those of the whole board for streets that do not exist.
    pub fn board_cards(&self, street: usize) -> usize {
        self.cards_per_round.iter().skip(1).take(street).sum()
    }

    /// Cards on the whole board.
    pub fn whole_board(&self) -> usize {
        self.board_cards(self.n_streets())
    }

    /// The indexer whose last round numbers the hands of a street: hole cards, then the unordered board.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street that does not exist.
    pub fn indexer(&self, street: usize) -> Result<HandIndexer> {
        self.check_street(street)?;
        let rounds = [self.hole_cards(), self.board_cards(street)];
        HandIndexer::for_deck(&rounds[..if street == 0 { 1 } else { 2 }], self.deck)
    }

    /// Number of hands that an opponent can hold on the whole board.
    pub fn opponents(&self) -> u64 {
        count(self.deck.len() - self.hole_cards() - self.whole_board(), self.hole_cards())
    }

    /// Number of runouts of a hand on a street.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street that does not exist.
    pub fn runouts(&self, street: usize) -> Result<u64> {
        self.check_street(street)?;
        let board = self.board_cards(street);
        Ok(count(self.deck.len() - self.hole_cards() - board, self.whole_board() - board))
    }

    /// The largest `2 * wins + ties` of a hand on a whole board.
    pub fn max_value(&self) -> u64 {
        2 * self.opponents()
    }

    pub(crate) fn check_street(&self, street: usize) -> Result<()> {
        if street < self.n_streets() {
            return Ok(());
        }
        let n = self.n_streets();
        Err(Error::InvalidArgument(format!("street {street} of {self}: there are {n}, counted from 0")))
    }
}

/// `C(n, k)` of a deck.
fn count(n: usize, k: usize) -> u64 {
    choose(n as u64, k as u64).map_or(u64::MAX, |sets| sets as u64)
}

impl fmt::Display for DeckGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lowest = self.deck.lowest_rank();
        let highest = crate::cards::Rank::ALL[usize::from(lowest.index()) + self.deck.n_ranks() - 1];
        let rounds: Vec<String> = self.cards_per_round.iter().map(ToString::to_string).collect();
        let (first, last, suits) = (lowest.char(), highest.char(), self.deck.n_suits());
        write!(f, "deck={first}-{last}x{suits} rounds={} {}", rounds.join("+"), self.rules)
    }
}
