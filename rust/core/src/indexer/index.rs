//! One hand to its indices.

use std::ops::RangeInclusive;

use super::bits::{self, BitKernel, Bits};
use super::deal_state::Deal;
use super::hand_indexer::HandIndexer;
use crate::error::Result;

impl HandIndexer {
    /// The index of one hand in `round`: the cards of rounds `0..=round`, in the order of the rounds.
    pub fn index(&self, round: usize, cards: &[u8]) -> Result<u64> {
        self.check_round(round)?;
        Self::check_count(self.rounds[round].through, cards.len())?;
        let mut index = 0;
        bits::run(self.level, HandRounds { indexer: self, cards, seen: round..=round, see: |_, i| index = i })?;
        Ok(index)
    }

    /// The indices of one hand in every round, into `out`.
    ///
    /// ```
    /// let holdem = pokerbits::indexer::HandIndexer::new(&[2, 3, 1, 1])?;
    /// let mut indices = [0; 4];
    /// holdem.index_all(&[22, 26, 34, 21, 42, 28, 31], &mut indices)?;
    /// assert_eq!(indices, [111, 1_242_274, 53_438_600, 2_354_197_502]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn index_all(&self, cards: &[u8], out: &mut [u64]) -> Result<()> {
        let last = self.n_rounds() - 1;
        Self::check_count(self.rounds[last].through, cards.len())?;
        Self::check_rows("indices of one hand", 1, self.n_rounds(), out.len())?;
        bits::run(self.level, HandRounds { indexer: self, cards, seen: 0..=last, see: |at, i| out[at] = i })
    }
}

/// One hand, round after round.
struct HandRounds<'a, F> {
    indexer: &'a HandIndexer,
    cards: &'a [u8],
    /// The requested rounds; the last of them is the last that is dealt.
    seen: RangeInclusive<usize>,
    /// Called with each of these rounds and its index.
    see: F,
}

impl<F: FnMut(usize, u64)> BitKernel for HandRounds<'_, F> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(mut self, bits: B) -> Result<()> {
        let mut deal = Deal::START;
        let mut rest = self.cards;
        for (at, round) in self.indexer.rounds[..=*self.seen.end()].iter().enumerate() {
            let (cards, later) = rest.split_at(round.cards);
            let before = deal.used();
            if !deal.step(bits, &self.indexer.deck, round, cards) {
                return Err(self.indexer.reject(before, cards, None));
            }
            if self.seen.contains(&at) {
                (self.see)(at, deal.index(round));
            }
            rest = later;
        }
        Ok(())
    }
}
