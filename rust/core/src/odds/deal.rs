//! What is known before an odds call: the hero's cards, the board, dead cards; checked once.

use crate::cards::CardSet;
use crate::error::{Error, Result, Row};

/// Cards on a whole board.
pub(super) const BOARD: usize = 5;

/// Different known cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deal {
    pub(super) hole: [u8; 2],
    pub(super) board: CardSet,
    pub(super) dead: CardSet,
}

impl Deal {
    /// Checks the cards of one deal.
    pub(super) fn new(hole: [u8; 2], board: &[u8], dead: CardSet) -> Result<Self> {
        check_board_size(board.len())?;
        let mut cards = [0; 2 + BOARD];
        cards[..2].copy_from_slice(&hole);
        cards[2..2 + board.len()].copy_from_slice(board);
        let seen = CardSet::from_ids(&cards[..2 + board.len()])?;
        if let Some(card) = (seen & dead).ids().next() {
            return Err(Error::DuplicateCard { row: Row(None), card });
        }
        let board = cards[2..2 + board.len()].iter().fold(0, |set, &card| set | 1u64 << card);
        Ok(Self { hole, board: CardSet::new(board).unwrap_or_default(), dead })
    }

    /// The hero's cards as a set.
    pub(super) fn hole_set(&self) -> CardSet {
        CardSet::new(1 << self.hole[0] | 1 << self.hole[1]).unwrap_or_default()
    }

    /// Cards that are not known.
    pub(super) fn unknown(&self) -> CardSet {
        !(self.hole_set() | self.board | self.dead)
    }

    /// Board cards to come.
    pub(super) fn missing(&self) -> usize {
        BOARD - self.board.len() as usize
    }

    /// Checks the numbers of opponents asked for; returns the largest.
    pub(super) fn check_opponents(&self, opponents: &[u32]) -> Result<usize> {
        check_opponents(self.unknown().len() as usize, self.missing(), opponents)
    }
}

/// Checks how many cards a board has.
pub(super) fn check_board_size(found: usize) -> Result<()> {
    match found {
        0 | 3 | 4 | 5 => Ok(()),
        _ => Err(Error::CardCount { row: Row(None), expected: "0, 3, 4 or 5 board", found }),
    }
}

/// Checks that numbers of opponents can be served from `unknown` cards; returns the largest.
pub(super) fn check_opponents(unknown: usize, missing: usize, opponents: &[u32]) -> Result<usize> {
    let most = unknown.saturating_sub(missing) / 2;
    if let Some(k) = opponents.iter().find(|&&k| k == 0 || k as usize > most) {
        return Err(Error::InvalidArgument(format!(
            "{k} opponents: with {unknown} unknown cards and {missing} board cards to come there can be 1 to {most}"
        )));
    }
    opponents
        .iter()
        .map(|&k| k as usize)
        .max()
        .ok_or_else(|| Error::InvalidArgument("no number of opponents was asked for".into()))
}
