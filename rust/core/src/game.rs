//! A game as data: which cards are dealt, how many cards a player has of them, how many of these count, and how hands rank.
//! Its evaluator takes rows of hole cards with a whole board, if the game has one.

use crate::cards::CardSet;
use crate::error::{Error, Result, Row, quoted};
use crate::evaluator::{OmahaRows, RowTables, Rules, low_of_ranks};
use crate::runtime::cpu::Proven;

/// Cards on a whole board.
pub const BOARD_CARDS: usize = 5;

/// Maximum number of hole cards of any game.
pub const MAX_HOLE_CARDS: usize = 7;

/// The number of hole cards that make a hand with the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HoleCardsUsed {
    /// Any number: the best five of all cards.
    Any,
    /// Exactly two, with exactly three of the board.
    Two,
    /// At most two, with at least three of the board.
    AtMostTwo,
}

/// A poker game, with a board of five cards or without a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    hole_cards: usize,
    board_cards: usize,
    used: HoleCardsUsed,
    has_low: bool,
}

impl Game {
    /// All games, each with its name.
    pub const ALL: [(&str, Self); 16] = [
        ("holdem", Self::HOLDEM),
        ("short_deck", Self::SHORT_DECK),
        ("short_deck_trips", Self::SHORT_DECK_TRIPS),
        ("tahoe", Self::TAHOE),
        ("omaha", Self::two_of(4, false)),
        ("omaha5", Self::two_of(5, false)),
        ("omaha6", Self::two_of(6, false)),
        ("omaha_hilo", Self::two_of(4, true)),
        ("omaha5_hilo", Self::two_of(5, true)),
        ("omaha6_hilo", Self::two_of(6, true)),
        ("stud", Self::STUD),
        ("stud_hilo", Self::STUD_HILO),
        ("razz", Self::RAZZ),
        ("five_card_draw", Self::FIVE_CARD_DRAW),
        ("deuce_to_seven", Self::DEUCE_TO_SEVEN),
        ("badugi", Self::BADUGI),
    ];
    /// Texas hold'em.
    pub const HOLDEM: Self = Self::two_cards(Rules::Standard);
    /// Hold'em with 36 cards, in which a flush beats a full house.
    pub const SHORT_DECK: Self = Self::two_cards(Rules::ShortDeck);
    /// The short deck game in which three of a kind beats a straight.
    pub const SHORT_DECK_TRIPS: Self = Self::two_cards(Rules::ShortDeckTrips);
    /// Hold'em with three hole cards, none of which is discarded: at most two of them count.
    pub const TAHOE: Self = Self { hole_cards: 3, used: HoleCardsUsed::AtMostTwo, ..Self::HOLDEM };

    /// Seven-card stud: every player has seven cards, and the best five count.
    pub const STUD: Self = Self::own_cards(7, Rules::Standard);
    /// Seven-card stud in which the best eight-or-better low takes half of the pot.
    pub const STUD_HILO: Self = Self { has_low: true, ..Self::STUD };
    /// Seven-card stud in which the lowest ace-to-five hand wins.
    pub const RAZZ: Self = Self::own_cards(7, Rules::AceToFive);
    /// Five-card draw before the last draw: the cards that a player keeps are known, discards are dead.
    pub const FIVE_CARD_DRAW: Self = Self::own_cards(5, Rules::Standard);
    /// Deuce-to-seven lowball before the last draw.
    pub const DEUCE_TO_SEVEN: Self = Self::own_cards(5, Rules::DeuceToSeven);
    /// Badugi before the last draw.
    pub const BADUGI: Self = Self::own_cards(4, Rules::Badugi);

    const fn two_cards(rules: Rules) -> Self {
        Self { rules, hole_cards: 2, board_cards: BOARD_CARDS, used: HoleCardsUsed::Any, has_low: false }
    }

    const fn two_of(hole_cards: usize, has_low: bool) -> Self {
        Self { hole_cards, used: HoleCardsUsed::Two, has_low, ..Self::HOLDEM }
    }

    /// A game without a board.
    const fn own_cards(hole_cards: usize, rules: Rules) -> Self {
        Self { hole_cards, board_cards: 0, ..Self::two_cards(rules) }
    }

    /// The game with this name.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a name that is not in [`ALL`](Self::ALL).
    ///
    /// ```
    /// use pokerbits::Game;
    /// assert_eq!(Game::named("razz")?, Game::RAZZ);
    /// assert_eq!(Game::named("omaha5_hilo")?, Game::omaha(5, true)?);
    /// assert!(Game::named("bridge").is_err());
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|&(of_game, _)| of_game == name);
        found.map(|(_, game)| game).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            Error::InvalidArgument(format!("game {}: expected one of {names}", quoted(name)))
        })
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
            4..=6 => Ok(Self::two_of(hole_cards, has_low)),
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

    /// Number of cards on a whole board: five, or none in games without a board.
    pub const fn board_cards(self) -> usize {
        self.board_cards
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
        let high = match self.used {
            HoleCardsUsed::Two => HighHands::Omaha(OmahaRows::get(level)?),
            HoleCardsUsed::AtMostTwo => HighHands::AtMostTwo(self.rules.row_tables()?, level),
            HoleCardsUsed::Any if self.rules == Rules::Badugi => HighHands::Badugi,
            HoleCardsUsed::Any => HighHands::BestFive(self.rules.row_tables()?, level),
        };
        Ok(GameEvaluator { high, game: self })
    }

    /// The error for a wrong number of hole cards.
    pub(crate) const fn wrong_hand(self, found: usize) -> Error {
        let expected = match self.hole_cards {
            2 => "2 hole",
            3 => "3 hole",
            4 => "4 hole",
            5 => "5 hole",
            6 => "6 hole",
            _ => "7",
        };
        Error::CardCount { row: Row(None), expected, found }
    }
}

/// The evaluation of rows of hole cards with a whole board, if the game has one.
pub(crate) struct GameEvaluator {
    high: HighHands,
    game: Game,
}

/// The evaluation of the hands that win the pot, or its high half.
enum HighHands {
    BestFive(RowTables, Proven),
    AtMostTwo(RowTables, Proven),
    Omaha(OmahaRows),
    Badugi,
}

impl GameEvaluator {
    /// Whether the best low takes half of the pot.
    pub(crate) fn has_low(&self) -> bool {
        self.game.has_low
    }

    /// Number of cards of a row.
    pub(crate) fn row(&self) -> usize {
        self.game.hole_cards + self.game.board_cards
    }

    /// Evaluates rows of hole cards and a whole board, of different cards. In games without a low, `lows` are not written.
    pub(crate) fn evaluate(&self, cards: &[u8], strengths: &mut [u16], lows: &mut [u8]) {
        let (row, hole_cards, has_low) = (self.row(), self.game.hole_cards, self.game.has_low);
        let are_hands = match &self.high {
            HighHands::BestFive(tables, level) => {
                if has_low {
                    lows.iter_mut().zip(cards.chunks_exact(row)).for_each(|(low, cards)| *low = low_of_row(cards));
                }
                tables.evaluate_some(*level, cards, row, strengths)
            }
            HighHands::AtMostTwo(tables, level) => cards.chunks_exact(row).zip(strengths).all(|(cards, strength)| {
                let (hole, board) = cards.split_at(hole_cards);
                let mut rows = [0; 3 * TWO_AND_BOARD];
                for (row, pair) in rows.chunks_exact_mut(TWO_AND_BOARD).zip(pairs_of_three(hole)) {
                    row[..2].copy_from_slice(&pair);
                    row[2..].copy_from_slice(board);
                }
                let mut of_pairs = [0; 3];
                let are_hands = tables.evaluate_some(*level, &rows, TWO_AND_BOARD, &mut of_pairs);
                *strength = of_pairs.into_iter().max().unwrap_or(0);
                are_hands
            }),
            HighHands::Badugi => cards.chunks_exact(row).zip(strengths).all(|(hand, strength)| {
                let found = self.game.rules.evaluate_ids(hand);
                *strength = found.as_ref().copied().unwrap_or(0);
                found.is_ok()
            }),
            HighHands::Omaha(rows) => {
                rows.strengths(cards, hole_cards, strengths) && (!has_low || rows.lows(cards, hole_cards, lows))
            }
        };
        debug_assert!(are_hands, "different cards of one deck");
    }
}

/// Two hole cards and a whole board.
const TWO_AND_BOARD: usize = 2 + BOARD_CARDS;

/// The three pairs of three hole cards.
pub(crate) fn pairs_of_three(hole: &[u8]) -> [[u8; 2]; 3] {
    [[0, 1], [0, 2], [1, 2]].map(|pair| pair.map(|at| hole[at]))
}

/// The best eight-or-better low of a row of cards.
fn low_of_row(cards: &[u8]) -> u8 {
    low_of_ranks(cards.iter().fold(0, |ranks, card| ranks | 1 << (card / 4)))
}
