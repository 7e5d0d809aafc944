//! The children of a class in the next round, with their frequencies.
//!
//! The deals of the next round, in colexicographic order, are cut in parts of fixed size. Each part counts its own indices;
//! the counts are added pairwise, so that the result depends neither on the parts nor on the threads.

use super::bits::{self, BitKernel, Bits};
use super::hand_indexer::HandIndexer;
use super::unindex::canonical_hand;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::{card_subsets, choose};
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_with_capacity};
use crate::runtime::Run;

/// Maximum number of enumerated deals of a round.
const MAX_DEALS: u128 = 1 << 26;
/// Deals of one step: a few hundredths of a second with the sorting.
const PART: u64 = 1 << 18;

impl HandIndexer {
    /// The indices of `round + 1` that hands of a class of `round` can reach, ascending, each with its weight: the
    /// number of deals of the next round's cards, to any one hand of the class, that lead there. The weights add up
    /// to the number of those deals.
    ///
    /// Enumerates the deals: games that deal more than 2^26 ways in the next round are refused
    /// ([`Error::InvalidArgument`]), and so is the last round. [`Error::Cancelled`] when the watcher stops the call.
    ///
    /// ```
    /// use pokerbits::{indexer::HandIndexer, runtime::Run};
    /// let holdem = HandIndexer::new(&[2, 3])?;
    /// let aces = holdem.children(0, 90, &mut Run::new(1))?;
    /// assert_eq!(aces.iter().map(|&(_, weight)| weight).sum::<u64>(), 19_600);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn children(&self, round: usize, index: u64, run: &mut Run<'_>) -> Result<Vec<(u64, u64)>> {
        self.check_index(round, index, None)?;
        if round + 1 == self.n_rounds() {
            return Err(Error::InvalidArgument(format!("round {round} is the last of this game: it has no children")));
        }
        let left = self.n_ranks() * self.n_suits() - self.rounds[round].through;
        let deals = choose(left as u64, self.rounds[round + 1].cards as u64).filter(|&deals| deals <= MAX_DEALS);
        let Some(deals) = deals.map(|deals| deals as u64) else {
            return Err(Error::InvalidArgument(format!("round {} has too many deals to enumerate", round + 1)));
        };
        let level = run.level();
        let sums = run.reduce(
            (0..deals).step_by(PART as usize),
            deals.div_ceil(PART) as usize,
            || Ok(BinarySums::default()),
            |sums, first, _| {
                let n = PART.min(deals - first);
                sums.add(bits::run(level, Children { indexer: self, round, index, first, n })?)
            },
            |all, part| part.0.into_iter().flatten().try_for_each(|counts| all.add(counts)),
        )?;
        sums.total(run)
    }
}

/// The children of `n` deals, from number `first` on.
struct Children<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    index: u64,
    first: u64,
    n: u64,
}

impl BitKernel for Children<'_> {
    type Output = Result<WeightedIndices>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<WeightedIndices> {
        let Self { indexer, round, index, first, n } = self;
        let rounds = &indexer.rounds[..=round];
        let next = &indexer.rounds[round + 1];
        let mut hand = [0; DECK as usize];
        let hand = &mut hand[..rounds[round].through];
        canonical_hand(bits, &indexer.deck, rounds, index, hand);
        let before = indexer.deal(bits, round, hand, None, &mut [])?;
        let left = indexer.deck.deck.cards() - CardSet::from_ids(hand)?;
        let mut cards = [0; DECK as usize];
        let cards = &mut cards[..next.cards];
        let mut indices = try_with_capacity(n as usize)?;
        for dealt in card_subsets(left, subset(first, next.cards)).take(n as usize) {
            cards.iter_mut().zip(dealt.ids()).for_each(|(to, card)| *to = card);
            let mut deal = before;
            deal.step(bits, &indexer.deck, next, cards);
            indices.push(deal.index(next));
        }
        indices.sort_unstable();
        try_collect(indices.chunk_by(|a, b| a == b).map(|same| Ok((same[0], same.len() as u64))))
    }
}

/// The colexicographically `number`-th set of `size` places, as bits.
fn subset(mut number: u64, size: usize) -> u64 {
    let mut places = 0;
    for k in (1..=size as u64).rev() {
        let below = |place: u64| choose(place, k).map_or(u64::MAX, |sets| sets as u64);
        // C(k - 1, k) = 0 always fits.
        let mut place = k - 1;
        while below(place + 1) <= number {
            place += 1;
        }
        places |= 1 << place;
        number -= below(place);
    }
    places
}

/// Counts: place `k` holds those of `2^k` parts, if any. Two of a place carry to the next, as in binary addition.
#[derive(Default)]
struct BinarySums(Vec<Option<WeightedIndices>>);

/// Indices, ascending, with their weights.
type WeightedIndices = Vec<(u64, u64)>;

impl BinarySums {
    /// Adds the counts of one more part.
    fn add(&mut self, mut carry: WeightedIndices) -> Result<()> {
        let mut place = 0;
        while let Some(same) = self.0.get_mut(place).and_then(Option::take) {
            carry = merge(&carry, &same)?;
            place += 1;
        }
        if place == self.0.len() {
            self.0.push(None);
        }
        self.0[place] = Some(carry);
        Ok(())
    }

    /// All counts together.
    fn total(self, run: &mut Run<'_>) -> Result<WeightedIndices> {
        let (mut total, n) = (WeightedIndices::new(), self.0.len() as u64);
        for (counts, place) in self.0.into_iter().flatten().zip(0..) {
            total = merge(&total, &counts)?;
            run.checkpoint(place, n)?;
        }
        Ok(total)
    }
}

/// The counts of two lists together.
fn merge(a: &[(u64, u64)], b: &[(u64, u64)]) -> Result<WeightedIndices> {
    let mut sum = try_with_capacity(a.len() + b.len())?;
    let (mut i, mut j) = (0, 0);
    while let (Some(&(first, weight)), Some(&(second, other))) = (a.get(i), b.get(j)) {
        let (from_a, from_b) = (first <= second, second <= first);
        sum.push((first.min(second), if from_a { weight } else { 0 } + if from_b { other } else { 0 }));
        i += usize::from(from_a);
        j += usize::from(from_b);
    }
    sum.extend_from_slice(&a[i..]);
    sum.extend_from_slice(&b[j..]);
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::subsets;
    use crate::runtime::progress::PERIOD;
    use std::ops::ControlFlow;

    #[test]
    fn sets_are_found_by_number() {
        for size in 1..=5 {
            for (number, set) in subsets(9, size as u32).enumerate() {
                assert_eq!(subset(number as u64, size), u64::from(set));
            }
        }
    }

    #[test]
    fn parts_and_threads_do_not_show() {
        // 736,281 deals are three parts.
        let indexer = HandIndexer::with_deck(&[1, 6], 8, 4).unwrap();
        let parent = indexer.index(0, &[13]).unwrap();
        let left: Vec<u8> = (0..32).filter(|&card| card != 13).collect();
        let mut expected = std::collections::BTreeMap::new();
        for set in subsets(31, 6) {
            let dealt = left.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0).map(|(_, &card)| card);
            let hand: Vec<u8> = std::iter::once(13).chain(dealt).collect();
            *expected.entry(indexer.index(1, &hand).unwrap()).or_insert(0) += 1;
        }
        let expected: Vec<(u64, u64)> = expected.into_iter().collect();
        assert_eq!(expected.iter().map(|&(_, weight)| weight).sum::<u64>(), 736_281);
        for threads in [1, 2, 5] {
            assert_eq!(indexer.children(0, parent, &mut Run::new(threads)).unwrap(), expected);
        }
    }

    #[test]
    fn a_cancelled_call_ends() {
        // On one thread the watcher looks after the first part: a call on several may be through before anybody looks.
        let indexer = HandIndexer::new(&[2, 6]).unwrap();
        let mut looks = 0;
        let mut stop = |_: u64, total: u64| {
            assert_eq!(total, 15_890_700u64.div_ceil(PART));
            looks += 1;
            ControlFlow::Break(())
        };
        let mut run = Run::new(1).watched(&mut stop);
        std::thread::sleep(PERIOD);
        assert_eq!(indexer.children(0, 0, &mut run), Err(Error::Cancelled));
        assert_eq!(looks, 1);
    }
}
