//! One matchup: two hands before the flop.

use crate::cards::DECK;
use crate::combinatorics::choose_small;

/// How often the first of two hands wins and ties, on their 1,712,304 boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matchup {
    pub(crate) wins: u32,
    pub(crate) ties: u32,
}

impl Matchup {
    /// Number of boards of five cards without the cards of two hands.
    pub const BOARDS: u32 = choose_small(DECK as usize - 4, 5);

    /// Boards on which the first hand is better.
    pub const fn wins(self) -> u32 {
        self.wins
    }

    /// Boards on which both are equal.
    pub const fn ties(self) -> u32 {
        self.ties
    }

    /// Boards on which the second hand is better.
    pub const fn losses(self) -> u32 {
        Self::BOARDS - self.wins - self.ties
    }

    /// The matchup with the players swapped.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses(), ties: self.ties }
    }

    /// Whether the two hands share a card: such hands neither win nor tie, while all others do on some board.
    #[inline(always)]
    pub(crate) fn is_impossible(self) -> bool {
        self == Self::default()
    }
}
