//! Boards up to suit isomorphism, each with the number of boards that it stands for.

use crate::cards::Deck;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::memory::try_vec;
use crate::runtime::Run;

/// The canonical boards of one size, in the order of `HandIndexer::new(&[size])`.
#[derive(Debug, Clone)]
pub struct CanonicalBoards {
    size: usize,
    cards: Vec<u8>,
    weights: Vec<u64>,
}

impl CanonicalBoards {
    /// The canonical boards of `size` cards, 1 to 5.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for another size; [`Error::Cancelled`].
    pub fn new(size: usize, run: &mut Run<'_>) -> Result<Self> {
        if !(1..=5).contains(&size) {
            let cards = Deck::STANDARD.len();
            return Err(Error::InvalidArgument(format!("a board of {size} cards of {cards}: 1 to 5 are listed")));
        }
        Self::for_deck(size, Deck::STANDARD, run)
    }

    /// The canonical boards of `size` cards of a deck; of no cards, the one empty board.
    pub(crate) fn for_deck(size: usize, deck: Deck, run: &mut Run<'_>) -> Result<Self> {
        if size == 0 {
            return Ok(Self { size, cards: Vec::new(), weights: try_vec(1, 1)? });
        }
        let indexer = HandIndexer::for_deck(&[size], deck)?;
        let n = indexer.size(0)?;
        let mut cards = try_vec(0, n as usize * size)?;
        let mut weights = try_vec(0, n as usize)?;
        run.prepare(|run| {
            indexer.unindex_range(0, 0..n, &mut cards, run)?;
            indexer.multiplicity_range(0, 0..n, &mut weights, run)
        })?;
        Ok(Self { size, cards, weights })
    }

    /// Number of cards of a board.
    pub fn board_size(&self) -> usize {
        self.size
    }

    /// Number of boards: 1,755 of three cards, 16,432 of four, 134,459 of five.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The boards one after the other, `board_size()` cards each.
    pub fn cards(&self) -> &[u8] {
        &self.cards
    }

    /// The number of boards that each stands for.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::choose;

    #[test]
    fn boards_stand_for_all_boards() {
        let run = &mut Run::new(2);
        for (size, n) in [(1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)] {
            let boards = CanonicalBoards::new(size, run).unwrap();
            assert_eq!((boards.board_size(), boards.len(), boards.cards().len()), (size, n, n * size));
            let all: u64 = boards.weights().iter().sum();
            assert_eq!(Some(u128::from(all)), choose(52, size as u64));
        }
        assert!(CanonicalBoards::new(0, run).is_err() && CanonicalBoards::new(6, run).is_err());
    }
}
