//! What a class can become in the next round, and how often.

use super::bits::{Bits, Kernel, Route};
use super::deal_state::Deal;
use super::hand_indexer::HandIndexer;
use super::unindex::canonical_hand;
use crate::cards::DECK;
use crate::combinatorics::choose;
use crate::error::{Error, Result};

/// More deals of a round than this are not enumerated.
const MAX_DEALS: u128 = 1 << 26;
/// Deals that are counted before they are merged with the rest.
const BUFFER: usize = 1 << 20;

impl HandIndexer {
    /// The indices of `round + 1` that hands of a class of `round` can reach, ascending, each with its weight: the
    /// number of deals of the next round's cards, to any one hand of the class, that lead there. The weights add up
    /// to the number of those deals.
    ///
    /// Enumerates the deals: games that deal more than 2^26 ways in the next round are refused.
    ///
    /// ```
    /// let holdem = pokerbits::indexer::HandIndexer::new(&[2, 3])?;
    /// let aces = holdem.children(0, 90)?;
    /// assert_eq!(aces.iter().map(|&(_, weight)| weight).sum::<u64>(), 19_600);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn children(&self, round: usize, index: u64) -> Result<Vec<(u64, u64)>> {
        self.check_index(round, index, None)?;
        if round + 1 == self.n_rounds() {
            return Err(Error::InvalidArgument(format!("round {round} is the last of this game: it has no children")));
        }
        let left = self.n_ranks() * self.n_suits() - self.rounds[round].through;
        let deals = choose(left as u64, self.rounds[round + 1].cards as u64);
        if deals.is_none_or(|deals| deals > MAX_DEALS) {
            return Err(Error::InvalidArgument(format!("round {} has too many deals to enumerate", round + 1)));
        }
        Ok(Route::native().run(Children { indexer: self, round, index }))
    }
}

struct Children<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    index: u64,
}

impl Kernel for Children<'_> {
    type Output = Vec<(u64, u64)>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Vec<(u64, u64)> {
        let Self { indexer, round, index } = self;
        let rounds = &indexer.rounds[..=round];
        let next = &indexer.rounds[round + 1];
        let mut hand = [0; DECK as usize];
        let hand = &mut hand[..rounds[round].through];
        canonical_hand(bits, indexer.deck.n_ranks, rounds, index, hand);
        let mut before = Deal::START;
        let mut rest = &*hand;
        for round in rounds {
            let (cards, later) = rest.split_at(round.cards);
            before.step(bits, &indexer.deck, round, cards);
            rest = later;
        }
        let left: Vec<u8> =
            (0..DECK).filter(|&c| indexer.deck.bit(c) != 0 && indexer.deck.bit(c) & before.used() == 0).collect();

        let mut counts = Vec::new();
        let mut buffer = Vec::new();
        let mut chosen: Vec<usize> = (0..next.cards).collect();
        let mut cards: Vec<u8> = left[..next.cards].to_vec();
        loop {
            let mut deal = before;
            deal.step(bits, &indexer.deck, next, &cards);
            buffer.push((deal.index(next), 1));
            if buffer.len() == BUFFER {
                merge(&mut counts, &mut buffer);
            }
            // The lowest place that can move up does, and those below it start again.
            let bound = |k: usize| chosen.get(k + 1).copied().unwrap_or(left.len());
            let Some(moving) = (0..next.cards).find(|&k| chosen[k] + 1 < bound(k)) else { break };
            chosen[moving] += 1;
            cards[moving] = left[chosen[moving]];
            for k in 0..moving {
                chosen[k] = k;
                cards[k] = left[k];
            }
        }
        merge(&mut counts, &mut buffer);
        counts
    }
}

/// Adds `(index, weight)` pairs to a sorted list of them.
fn merge(counts: &mut Vec<(u64, u64)>, buffer: &mut Vec<(u64, u64)>) {
    counts.append(buffer);
    counts.sort_unstable();
    counts.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
}
