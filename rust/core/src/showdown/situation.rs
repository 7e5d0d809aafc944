//! The known cards of a showdown: the players' hole cards, the board and the dead cards, checked once.

use super::street::BOARD_CARDS;
use crate::cards::{Card, CardSet};
use crate::error::{Error, Result, Row};

/// Known cards, all different, and a board that the remaining cards can complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    held: CardSet,
    board: [u8; BOARD_CARDS],
    board_len: usize,
    board_set: CardSet,
    /// Number of cards on a whole board.
    whole: usize,
    dead: CardSet,
}

/// Checks the number of known board cards. The other cards of a flop may be unknown.
pub(crate) const fn check_board(cards: usize) -> Result<()> {
    match cards {
        0..=BOARD_CARDS => Ok(()),
        found => Err(Error::CardCount { row: Row(None), expected: "0 to 5 board", found }),
    }
}

impl Situation {
    /// Checks the hole cards of any number of players, a board, and the dead cards, in this order.
    ///
    /// # Errors
    /// [`Error::CardCount`] for a board of more than five cards; [`Error::CardOutOfRange`]; [`Error::DuplicateCard`] for a
    /// card that appears twice; [`Error::InvalidArgument`] when too few cards are left to complete the board.
    pub fn new(holes: &[[u8; 2]], board: &[u8], dead: CardSet) -> Result<Self> {
        Self::of_cards(holes.as_flattened(), board, dead)
    }

    /// [`new`](Self::new) for any number of hole cards, in one list.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    #[inline]
    pub fn of_cards(held: &[u8], board: &[u8], dead: CardSet) -> Result<Self> {
        check_board(board.len())?;
        Self::checked(held, board, dead, BOARD_CARDS)
    }

    /// [`of_cards`](Self::of_cards) of a game without a board.
    pub(crate) fn without_board(held: &[u8], dead: CardSet) -> Result<Self> {
        Self::checked(held, &[], dead, 0)
    }

    #[inline]
    fn checked(held: &[u8], board: &[u8], dead: CardSet, whole: usize) -> Result<Self> {
        let mut known = CardSet::EMPTY;
        let mut add = |ids: &[u8]| {
            let before = known;
            for &id in ids {
                let card = Card::new(id)?;
                if known.contains(card) {
                    return Err(Error::DuplicateCard { row: Row(None), card: id });
                }
                known = known.with(card);
            }
            Ok(known - before)
        };
        let held = add(held)?;
        let mut copy = [0; BOARD_CARDS];
        copy[..board.len()].copy_from_slice(board);
        let board_set = add(&copy[..board.len()])?;
        if let Some(card) = (known & dead).ids().next() {
            return Err(Error::DuplicateCard { row: Row(None), card });
        }
        let situation = Self { held, board: copy, board_len: board.len(), board_set, whole, dead };
        let (left, missing) = (situation.left().len(), situation.missing());
        if (left as usize) < missing {
            let why = format!("{left} cards are left, the board needs {missing} more");
            return Err(Error::InvalidArgument(why));
        }
        Ok(situation)
    }

    /// The same board and dead cards with other cards of players, all unknown so far.
    pub(crate) fn with_held(&self, held: CardSet) -> Self {
        Self { held, ..*self }
    }

    /// The hole cards of all players.
    pub fn held(&self) -> CardSet {
        self.held
    }

    /// The board so far, in the order given.
    pub fn board(&self) -> &[u8] {
        &self.board[..self.board_len]
    }

    /// The board so far, as a set.
    pub fn board_set(&self) -> CardSet {
        self.board_set
    }

    /// Cards that nobody can be dealt.
    pub fn dead(&self) -> CardSet {
        self.dead
    }

    /// The cards that are not known.
    pub fn left(&self) -> CardSet {
        !(self.held | self.board_set | self.dead)
    }

    /// Number of board cards to come.
    pub fn missing(&self) -> usize {
        self.whole - self.board_len
    }
}
