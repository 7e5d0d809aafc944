//! One hand to its indices.

use super::bits::{self, BitKernel, Bits};
use super::deal_state::DealState;
use super::hand_indexer::HandIndexer;
use crate::error::Result;

impl HandIndexer {
    /// The index of one hand in `round`: the cards of rounds `0..=round`, in the order of the rounds.
    pub fn index(&self, round: usize, cards: &[u8]) -> Result<u64> {
        self.check_round(round)?;
        Self::check_count(self.rounds[round].through, cards.len())?;
        let mut index = [0];
        bits::run(self.level, IndexHand { indexer: self, round, cards, out: &mut index })?;
        Ok(index[0])
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
        bits::run(self.level, IndexHand { indexer: self, round: last, cards, out })
    }

    /// Deals the cards of a hand, round after round up to `round`, and writes the indices of the last ones to `out`. An error
    /// names the row.
    #[inline(always)]
    pub(super) fn deal<B: Bits>(
        &self,
        bits: B,
        round: usize,
        cards: &[u8],
        row: Option<usize>,
        out: &mut [u64],
    ) -> Result<DealState> {
        let mut deal = DealState::START;
        let mut rest = cards;
        let unseen = round + 1 - out.len();
        for (at, round) in self.rounds[..=round].iter().enumerate() {
            let (cards, later) = rest.split_at(round.cards);
            if !deal.step(bits, &self.deck, round, cards) {
                return Err(self.reject(deal.used(), cards, row));
            }
            if let Some(out) = at.checked_sub(unseen).and_then(|at| out.get_mut(at)) {
                *out = deal.index(round);
            }
            rest = later;
        }
        Ok(deal)
    }
}

/// One hand to its indices in the last rounds up to `round`.
struct IndexHand<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    cards: &'a [u8],
    out: &'a mut [u64],
}

impl BitKernel for IndexHand<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<()> {
        self.indexer.deal(bits, self.round, self.cards, None, self.out).map(drop)
    }
}
