//! The weights of the Omaha hands seen so far, added up for every set of fewer cards than a hand: showdowns ask them which hands
//! share no card with another (`equity::subset_sums` says how).
//!
//! Sums of floats, sixteen of them side by side in a walk. A hundred thousand equal numbers, added one by one in single
//! precision, are wrong by a percent: each is rounded in the same direction. So the sums of many hands, of no card and of one,
//! first grow apart from the rest, and are added to it now and then.

use crate::equity::subset_sums::SetPlaces;
use crate::error::Result;
use crate::memory::try_vec;
use crate::showdown::lanes::HandSums;
use crate::showdown::ranked_board::Weight;

/// The sums of all sets of fewer than `K` cards.
pub(super) struct SubsetWeights<W, const K: usize> {
    sums: Vec<W>,
    /// The weights added to small sets since they were settled.
    recent: Vec<W>,
    /// Number of pairs of [`SetPlaces::of_five`], in a place where the compiler does not know it: it would unroll loops.
    n_of_five: usize,
}

impl<W: Weight, const K: usize> SubsetWeights<W, K> {
    /// Number of sets.
    const ALL: usize = SetPlaces::of(0).first[K] as usize;
    /// Number of the sets of one card at most; of two if hands have five: there are many more hands.
    const SMALL: usize = SetPlaces::of(0).first[K - 2] as usize;
    /// Powers of two: a mask replaces the check of a subscript.
    const ROOM: [usize; 2] = [Self::ALL.next_power_of_two(), Self::SMALL.next_power_of_two()];

    pub(super) fn new() -> Result<Self> {
        let [sums, recent] = Self::ROOM;
        Ok(Self { sums: try_vec(W::default(), sums)?, recent: try_vec(W::default(), recent)?, n_of_five: 15 })
    }

    #[inline(always)]
    fn forget(&mut self) {
        self.sums[..Self::ALL].fill(W::default());
        self.recent.fill(W::default());
    }

    #[inline(always)]
    fn settle_recent(&mut self, weight: W) {
        self.add_to_sum(0, weight);
        for (sum, recent) in self.sums.iter_mut().zip(&mut self.recent) {
            *sum = *sum + std::mem::take(recent);
        }
    }

    #[inline(always)]
    fn add_recent(&mut self, place: usize, weight: W) {
        let [_, room] = Self::ROOM;
        let recent = &mut self.recent[..room][place % room];
        *recent = *recent + weight;
    }

    #[inline(always)]
    fn add_to_sum(&mut self, place: usize, weight: W) {
        let [room, _] = Self::ROOM;
        let sum = &mut self.sums[..room][place % room];
        *sum = *sum + weight;
    }

    #[inline(always)]
    fn sum(&self, place: usize) -> W {
        let [room, _] = Self::ROOM;
        self.sums[..room][place % room]
    }
}

impl<W: Weight> HandSums<W, 4> for SubsetWeights<W, 4> {
    #[inline(always)]
    fn clear(&mut self) {
        self.forget();
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 4], weight: W) {
        let (ones, twos, threes) = SetPlaces::of(0).of_four(cards);
        for place in ones {
            self.add_recent(place, weight);
        }
        for place in twos {
            self.add_to_sum(place, weight);
        }
        for place in threes {
            self.add_to_sum(place, weight);
        }
    }

    #[inline(always)]
    fn settle(&mut self, weight: W) {
        self.settle_recent(weight);
    }

    #[inline(always)]
    fn without(&self, cards: [u8; 4]) -> W {
        let (ones, twos, threes) = SetPlaces::of(0).of_four(cards);
        let mut without = self.sum(0);
        for place in ones {
            without = without - self.sum(place);
        }
        for place in twos {
            without = without + self.sum(place);
        }
        for place in threes {
            without = without - self.sum(place);
        }
        without
    }
}

/// The loops are not unrolled: their thirty steps would make the library larger by 46 kB.
impl<W: Weight> HandSums<W, 5> for SubsetWeights<W, 5> {
    #[inline(always)]
    fn clear(&mut self) {
        self.forget();
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 5], weight: W) {
        for &[even, odd] in SetPlaces::of(0).of_five(cards).iter().take(self.n_of_five) {
            for place in [even, odd] {
                if place < Self::SMALL {
                    self.add_recent(place, weight);
                } else {
                    self.add_to_sum(place, weight);
                }
            }
        }
    }

    #[inline(always)]
    fn settle(&mut self, weight: W) {
        self.settle_recent(weight);
    }

    #[inline(always)]
    fn without(&self, cards: [u8; 5]) -> W {
        let mut without = self.sum(0);
        for &[even, odd] in SetPlaces::of(0).of_five(cards).iter().take(self.n_of_five) {
            without = without + self.sum(even) - self.sum(odd);
        }
        without
    }

    #[inline(always)]
    fn correct(without: W, own: W) -> W {
        // The sign of the whole hand is that of an odd number of cards.
        without - own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::choose_small;

    /// All hands of 47 cards, of which each meets 123,410 others.
    #[test]
    fn single_precision_is_enough_for_all_hands() {
        let mut sums = SubsetWeights::<f32, 4>::new().unwrap();
        for round in 0..2 {
            sums.clear();
            let (mut n, mut recent) = (0, 0.0);
            for d in 0..47 {
                for (c, b) in (0..d).flat_map(|c| (0..c).map(move |b| (c, b))) {
                    for a in 0..b {
                        sums.add([a, b, c, d], 0.3);
                        (n, recent) = (n + 1, recent + 0.3);
                        if n % 256 == 0 {
                            sums.settle(std::mem::take(&mut recent));
                        }
                    }
                }
            }
            sums.settle(recent);
            for hand in [[0, 1, 2, 3], [0, 12, 25, 46], [43, 44, 45, 46]] {
                let found = sums.without(hand) + 0.3;
                let expected = 0.3 * choose_small(43, 4) as f32;
                assert!((found / expected - 1.0).abs() < 2e-5, "{round} {hand:?} {found} {expected}");
            }
        }
    }

    #[test]
    fn hands_of_five_cards_are_counted() {
        let hands: Vec<[u8; 5]> = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [0, 6, 20, 30, 51], [10, 20, 30, 40, 50]].into();
        let mut sums = SubsetWeights::<i64, 5>::new().unwrap();
        for _ in 0..2 {
            sums.clear();
            hands.iter().zip(1..).for_each(|(&hand, weight)| sums.add(hand, weight));
            sums.settle((1..).take(hands.len()).sum());
            for (hand, own) in hands.iter().zip(1..) {
                let meets = |other: &[u8; 5]| other.iter().any(|card| hand.contains(card));
                let expected: i64 = hands.iter().zip(1..).filter(|(other, _)| !meets(other)).map(|(_, of)| of).sum();
                assert_eq!(SubsetWeights::<i64, 5>::correct(sums.without(*hand), own), expected);
            }
        }
    }
}
