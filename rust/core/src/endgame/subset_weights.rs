//! The weights of the Omaha hands seen so far, added up for every set of at most three cards: showdowns ask them which hands
//! share no card with another (`equity::subset_sums` says how).
//!
//! Sums of floats, sixteen of them side by side in a walk. A hundred thousand equal numbers, added one by one in single
//! precision, are wrong by a percent: each is rounded in the same direction. So the sums of many hands, of no card and of one,
//! first grow apart from the rest, and are added to it now and then.

use crate::cards::DECK;
use crate::equity::subset_sums::SetPlaces;
use crate::error::Result;
use crate::memory::try_vec;
use crate::showdown::lanes::HandSums;
use crate::showdown::ranked_board::Weight;

/// Places of sets of three cards at most, up to a power of two: a mask replaces the check of a subscript.
const ROOM: usize = (SetPlaces::of(0).first[4] as usize).next_power_of_two();

/// Sets of one card at most, up to a power of two.
const SMALL: usize = (DECK as usize + 1).next_power_of_two();

/// The sums of all sets.
pub(super) struct SubsetWeights<W> {
    sums: Vec<W>,
    /// What was added to small sets since they were settled.
    recent: Vec<W>,
}

impl<W: Weight> SubsetWeights<W> {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { sums: try_vec(W::default(), ROOM)?, recent: try_vec(W::default(), SMALL)? })
    }
}

impl<W: Weight> HandSums<W, 4> for SubsetWeights<W> {
    #[inline(always)]
    fn clear(&mut self) {
        self.sums.fill(W::default());
        self.recent.fill(W::default());
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 4], weight: W) {
        let (sums, recent) = (&mut self.sums[..ROOM], &mut self.recent[..SMALL]);
        let (ones, twos, threes) = SetPlaces::of(0).of_four(cards);
        recent[0] = recent[0] + weight;
        for place in ones {
            recent[place % SMALL] = recent[place % SMALL] + weight;
        }
        for place in twos {
            sums[place % ROOM] = sums[place % ROOM] + weight;
        }
        for place in threes {
            sums[place % ROOM] = sums[place % ROOM] + weight;
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        for (sum, recent) in self.sums.iter_mut().zip(&mut self.recent) {
            *sum = *sum + std::mem::take(recent);
        }
    }

    #[inline(always)]
    fn without(&self, cards: [u8; 4]) -> W {
        let sums = &self.sums[..ROOM];
        let (ones, twos, threes) = SetPlaces::of(0).of_four(cards);
        let mut without = sums[0];
        for place in ones {
            without = without - sums[place % ROOM];
        }
        for place in twos {
            without = without + sums[place % ROOM];
        }
        for place in threes {
            without = without - sums[place % ROOM];
        }
        without
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::choose_small;

    /// All hands of 47 cards, of which each meets 123,410 others.
    #[test]
    fn single_precision_is_enough_for_all_hands() {
        let mut sums = SubsetWeights::<f32>::new().unwrap();
        for round in 0..2 {
            sums.clear();
            let mut n = 0;
            for d in 0..47 {
                for (c, b) in (0..d).flat_map(|c| (0..c).map(move |b| (c, b))) {
                    for a in 0..b {
                        sums.add([a, b, c, d], 0.3);
                        n += 1;
                        if n % 256 == 0 {
                            sums.settle();
                        }
                    }
                }
            }
            sums.settle();
            for hand in [[0, 1, 2, 3], [0, 12, 25, 46], [43, 44, 45, 46]] {
                let found = sums.without(hand) + 0.3;
                let expected = 0.3 * choose_small(43, 4) as f32;
                assert!((found / expected - 1.0).abs() < 2e-5, "{round} {hand:?} {found} {expected}");
            }
        }
    }
}
