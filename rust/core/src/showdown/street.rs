//! The four betting rounds of hold'em and their numbers.

use std::fmt;

use crate::cards::DECK;
use crate::combinatorics::choose_small;
use crate::error::{Error, Result, Row, quoted};
pub use crate::game::BOARD_CARDS;
use crate::indexer::HandIndexer;

/// A betting round of hold'em.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Street {
    /// No board.
    Preflop,
    /// A board of three.
    Flop,
    /// A board of four.
    Turn,
    /// A board of five.
    River,
}

impl Street {
    /// All four, in their order.
    pub const ALL: [Self; 4] = [Self::Preflop, Self::Flop, Self::Turn, Self::River];

    /// The name of the street.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Preflop => "preflop",
            Self::Flop => "flop",
            Self::Turn => "turn",
            Self::River => "river",
        }
    }

    /// The street with this name.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|street| street.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::InvalidArgument(format!("street {} is unknown: expected one of {names}", quoted(name)))
        })
    }

    /// The street of a board of 0, 3, 4 or 5 cards.
    pub fn of_board(cards: usize) -> Result<Self> {
        let street = Self::ALL.into_iter().find(|street| street.board_cards() == cards);
        street.ok_or(Error::CardCount { row: Row(None), expected: "0, 3, 4 or 5 board", found: cards })
    }

    /// Cards on the board: 0, 3, 4, 5.
    pub const fn board_cards(self) -> usize {
        match self {
            Self::Preflop => 0,
            Self::Flop => 3,
            Self::Turn => 4,
            Self::River => 5,
        }
    }

    /// Number of runouts of one hand: 2,118,760, 1,081, 46, 1.
    pub const fn runouts(self) -> u64 {
        self.runouts_of_hands(1)
    }

    /// Number of runouts if an opponent's cards are known too: 1,712,304, 990, 44, 1.
    pub const fn runouts_against(self) -> u64 {
        self.runouts_of_hands(2)
    }

    /// Number of runouts from the cards that `hands` hands of two leave.
    const fn runouts_of_hands(self, hands: usize) -> u64 {
        let board = self.board_cards();
        choose_small(DECK as usize - 2 * hands - board, BOARD_CARDS - board) as u64
    }

    /// The game whose last round's index numbers the hands of the street: `[2]`, `[2, 3]`, `[2, 4]`, `[2, 5]`.
    pub fn cards_per_round(self) -> Vec<usize> {
        [2, self.board_cards()].into_iter().filter(|&cards| cards > 0).collect()
    }

    /// The indexer of that game.
    ///
    /// ```
    /// use pokerbits::hand_strength::Street;
    /// assert_eq!(Street::River.indexer()?.sizes(), [169, 123_156_254]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn indexer(self) -> Result<HandIndexer> {
        HandIndexer::new(&self.cards_per_round())
    }
}

impl fmt::Display for Street {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
