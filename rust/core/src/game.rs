//! A game as data: which cards are dealt, how many hole cards a player has, how many of them count, and how hands rank.
//! Its evaluator takes rows of hole cards with a whole board.

use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::evaluator::{Made, OmahaRows, Rules, Standard, evaluate_some};
use crate::runtime::cpu::Proven;

/// Cards on a whole board.
pub const BOARD_CARDS: usize = 5;

/// Maximum number of hole cards of any game.
pub const MAX_HOLE_CARDS: usize = 6;

/// The number of hole cards that make a hand with the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HoleCardsUsed {
    /// Any number: the best five of all cards.
    Any,
    /// Exactly two, with exactly three of the board.
    Two,
}

/// A poker game with a board of five cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    hole_cards: usize,
    used: HoleCardsUsed,
    has_low: bool,
}

impl Game {
    /// Texas hold'em.
    pub const HOLDEM: Self = Self::two_cards(Rules::Standard);
    /// Hold'em with 36 cards, in which a flush beats a full house.
    pub const SHORT_DECK: Self = Self::two_cards(Rules::ShortDeck);
    /// The short deck game in which three of a kind beats a straight.
    pub const SHORT_DECK_TRIPS: Self = Self::two_cards(Rules::ShortDeckTrips);

    const fn two_cards(rules: Rules) -> Self {
        Self { rules, hole_cards: 2, used: HoleCardsUsed::Any, has_low: false }
    }

    /// The game of two hole cards that ranks hands by `rules`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for rules without such a game.
    ///
    /// ```
    /// use pokerbits::{Game, evaluator::Rules};
    /// assert_eq!(Game::holdem_by(Rules::ShortDeck)?, Game::SHORT_DECK);
    /// assert!(Game::holdem_by(Rules::Badugi).is_err());
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn holdem_by(rules: Rules) -> Result<Self> {
        match rules {
            Rules::Standard | Rules::ShortDeck | Rules::ShortDeckTrips => Ok(Self::two_cards(rules)),
            _ => Err(Error::InvalidArgument(format!(
                "rules {:?}: there is no game of two hole cards with these rules",
                rules.name()
            ))),
        }
    }

    /// Omaha with four, five or six hole cards; with `has_low`, the best eight-or-better low takes half of the pot.
    ///
    /// # Errors
    /// [`Error::CardCount`] for another number of hole cards.
    ///
    /// ```
    /// use pokerbits::Game;
    /// assert_eq!(Game::omaha(5, false)?.hole_cards(), 5);
    /// assert!(Game::omaha(3, false).is_err());
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub const fn omaha(hole_cards: usize, has_low: bool) -> Result<Self> {
        match hole_cards {
            4..=MAX_HOLE_CARDS => Ok(Self { rules: Rules::Standard, hole_cards, used: HoleCardsUsed::Two, has_low }),
            found => Err(Error::CardCount { row: Row(None), expected: "4, 5 or 6 hole", found }),
        }
    }

    /// How hands rank.
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// The cards that are dealt.
    pub const fn deck(self) -> CardSet {
        self.rules.deck()
    }

    /// Number of hole cards of a player.
    pub const fn hole_cards(self) -> usize {
        self.hole_cards
    }

    /// The number of hole cards that make a hand with the board.
    pub const fn used(self) -> HoleCardsUsed {
        self.used
    }

    /// Whether the best low takes half of the pot.
    pub const fn has_low(self) -> bool {
        self.has_low
    }

    /// The evaluator of rows of hole cards with a whole board.
    pub(crate) fn evaluator(self, level: Proven) -> Result<GameEvaluator> {
        Ok(match (self.used, self.rules.short_deck()?) {
            (HoleCardsUsed::Two, _) => GameEvaluator::Omaha(OmahaRows::get(level)?, self.has_low),
            (HoleCardsUsed::Any, Some(tables)) => GameEvaluator::ShortDeck(tables, level),
            (HoleCardsUsed::Any, None) => GameEvaluator::Holdem(level),
        })
    }

    /// The error for a wrong number of hole cards.
    pub(crate) const fn wrong_hand(self, found: usize) -> Error {
        let expected = match self.hole_cards {
            2 => "2 hole",
            4 => "4 hole",
            5 => "5 hole",
            _ => "6 hole",
        };
        Error::CardCount { row: Row(None), expected, found }
    }
}

/// The evaluation of rows of hole cards with a whole board.
pub(crate) enum GameEvaluator {
    Holdem(Proven),
    ShortDeck(Made<9>, Proven),
    Omaha(OmahaRows, HasLow),
}

/// Whether the best low takes half of the pot.
type HasLow = bool;

impl GameEvaluator {
    pub(crate) fn has_low(&self) -> HasLow {
        matches!(self, Self::Omaha(_, true))
    }

    /// Evaluates rows of hole cards and a whole board, of different cards.
    pub(crate) fn evaluate(&self, cards: &[u8], hole_cards: usize, strengths: &mut [u16], lows: &mut [u8]) {
        let are_hands = match self {
            Self::Holdem(level) => evaluate_some(Standard, *level, cards, 2 + BOARD_CARDS, strengths),
            Self::ShortDeck(tables, level) => evaluate_some(*tables, *level, cards, 2 + BOARD_CARDS, strengths),
            Self::Omaha(rows, has_low) => {
                rows.strengths(cards, hole_cards, strengths) && (!has_low || rows.lows(cards, hole_cards, lows))
            }
        };
        debug_assert!(are_hands, "different cards of one deck");
    }
}
