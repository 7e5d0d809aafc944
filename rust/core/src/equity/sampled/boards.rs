//! Samples of whole boards: on each board all deals are compared exactly.
//!
//! All boards from the cards that are not known are drawn with equal probability. A board counts with the weight of its
//! deals, which corresponds to the weights of single deals. Cards that are in all hands of a range cannot be on the board,
//! and are not drawn.

use super::Sampler;
use super::draws::WeightedCombo;
use super::ratio::{Payoff, RatioEstimator};
use super::support::Support;
use crate::cards::{CardSet, DECK};
use crate::error::Result;
use crate::random_hands::deal_to_front;
use crate::runtime::rng::Philox;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// All deals on one whole board.
pub(crate) trait BoardSweep: Sync {
    /// Working memory that is reused from board to board.
    type Memory: Send;

    fn memory(&self) -> Result<Self::Memory>;

    /// Returns the weight of all deals, and writes the part that each player gets to `won`.
    fn sweep(&self, board: [u8; BOARD_CARDS], memory: &mut Self::Memory, won: &mut [Payoff]) -> Result<f64>;

    fn players(&self) -> usize;
}

/// Boards from the known cards and the cards that may come.
pub(crate) struct BoardSampler<S> {
    board: [u8; BOARD_CARDS],
    known: usize,
    deck: [u8; DECK as usize],
    left: usize,
    sweep: S,
}

impl<S: BoardSweep> BoardSampler<S> {
    pub(crate) fn new(situation: &Situation, supports: &[Support<WeightedCombo>], sweep: S) -> Self {
        let always = supports.iter().fold(0, |set, player| set | player.always());
        // The game deals two cards to a player, so enough are left for the board.
        let may_come = CardSet::new(situation.left().bits() & !always).unwrap_or_default();
        let (mut board, mut deck) = ([0; BOARD_CARDS], [0; DECK as usize]);
        board.iter_mut().zip(situation.board()).for_each(|(to, &card)| *to = card);
        deck.iter_mut().zip(may_come.ids()).for_each(|(to, card)| *to = card);
        Self { board, known: situation.board().len(), deck, left: may_come.len() as usize, sweep }
    }
}

impl<S: BoardSweep> Sampler for BoardSampler<S> {
    const STREAM: u64 = 1;
    const BATCH: u64 = 64;
    type Memory = S::Memory;

    fn memory(&self) -> Result<S::Memory> {
        self.sweep.memory()
    }

    fn sample(&self, n: u64, rng: &mut Philox, memory: &mut S::Memory, sums: &mut RatioEstimator) -> Result<()> {
        let (mut board, mut deck) = (self.board, self.deck);
        let mut won = vec![Payoff::default(); self.sweep.players()];
        for _ in 0..n {
            let missing = BOARD_CARDS - self.known;
            deal_to_front(rng, &mut deck[..self.left], missing);
            board[self.known..].copy_from_slice(&deck[..missing]);
            won.fill(Payoff::default());
            let weight = self.sweep.sweep(board, memory, &mut won)?;
            sums.add(weight, &won);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::tests::supports;
    use super::*;

    #[test]
    fn boards_are_of_cards_that_may_come_and_all_come() {
        struct SeenBoards;
        impl BoardSweep for SeenBoards {
            type Memory = ();
            fn players(&self) -> usize {
                1
            }
            fn memory(&self) -> Result<()> {
                Ok(())
            }
            fn sweep(&self, board: [u8; BOARD_CARDS], (): &mut (), won: &mut [Payoff]) -> Result<f64> {
                assert_eq!(board[..3], [0, 5, 10]);
                let set = CardSet::from_ids(&board).unwrap();
                assert!(set.ids().all(|card| card < 48));
                won[0].win = f64::from(u8::from(set.bits() >> 47 & 1 != 0));
                Ok(1.0)
            }
        }
        let flop = Situation::new(&[], &[0, 5, 10], "As".parse().unwrap()).unwrap();
        let boards = BoardSampler::new(
            &flop,
            &supports(&["AhAd", "AcKs, AcQs"].map(|range| range.parse().unwrap()), CardSet::FULL).unwrap(),
            SeenBoards,
        );
        let mut sums = RatioEstimator::new(1);
        boards.sample(20_000, &mut Philox::new([1, 1], [0; 4]), &mut (), &mut sums).unwrap();
        // Two of 45 cards, within five standard deviations.
        let king = sums.won().next().unwrap().win;
        assert!((king - 2.0 / 45.0).abs() < 5.0 * (2.0f64 / 45.0 * 43.0 / 45.0 / 20_000.0).sqrt(), "{king}");
    }
}
