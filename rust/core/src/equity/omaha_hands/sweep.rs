//! The wins and ties of every hand of a whole board: one sweep over the hands, sorted by strength.
//!
//! A hand has the strength of its best pair of cards, so few strengths are different, and a counting sort puts the hands in
//! order. A group of equally strong hands is asked about, inserted, and asked about again: the first answer is the weight of
//! the hands that each beats, the second includes those it ties with.

use crate::equity::subset_sums::{SetPlaces, SubsetSums, Sum, for_each_three, hands_of};
use crate::error::Result;
use crate::memory::{try_resize, try_vec};

/// Most elements of hands on a board: the cards beside it.
pub(super) const MOST: usize = 47;

/// The other player's hands: sets of cards with weights, or multisets of kinds of cards, each with its number of hands.
pub(super) trait Villain {
    type Sum: Sum;

    /// The weight of the hand at a place.
    fn weight(&self, place: usize) -> Self::Sum;
    /// The amount that a hand of this weight adds to the sum at the place of one of its subsets.
    fn amount(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    /// N of a hand with this weight once it is inserted.
    fn own(&self, weight: Self::Sum) -> Self::Sum;
}

/// The strength of each pair of elements, by the higher and the lower one, and the reverse.
pub(super) struct PairStrengths(Box<[[u16; 64]; MOST]>);

impl PairStrengths {
    pub(super) fn new() -> Self {
        Self(Box::new([[0; 64]; MOST]))
    }

    /// Sets the strengths of the pairs of `n` elements, `strength(low, high)`; replaced by 0, 1, 2, ... in their order.
    /// Returns the number of different strengths.
    fn fill(&mut self, n: usize, repeats: usize, mut strength: impl FnMut(usize, usize) -> u16) -> usize {
        let pairs = (0..n).flat_map(|high| (0..high + repeats).map(move |low| (low, high)));
        let mut all = [0; MOST * (MOST + 1) / 2];
        let mut len = 0;
        for ((low, high), of) in pairs.clone().zip(&mut all) {
            *of = strength(low, high);
            self.0[high][low] = *of;
            len += 1;
        }
        let all = &mut all[..len];
        all.sort_unstable();
        let mut numbers = [0; 8192];
        let mut different = 0;
        for equal in all.chunk_by(|a, b| a == b) {
            numbers[usize::from(equal[0])] = different;
            different += 1;
        }
        for (low, high) in pairs {
            let number = numbers[usize::from(self.0[high][low])];
            self.0[high][low] = number;
            self.0[low][high] = number;
        }
        usize::from(different)
    }

    /// The best of the pairs of a hand.
    #[inline(always)]
    fn best_of<const K: usize>(&self, hand: [u8; K]) -> u16 {
        let mut best = 0;
        for at in 1..K {
            let pairs = &self.0[usize::from(hand[at])];
            for &low in &hand[..at] {
                best = best.max(pairs[usize::from(low & 63)]);
            }
        }
        best
    }
}

/// Memory of sweeps over hands of `K` elements, which may repeat if `REPEATS` is 1.
pub(super) struct SubsetSweep<S, const K: usize, const REPEATS: usize> {
    pairs: PairStrengths,
    /// By place.
    strengths: Vec<u16>,
    /// Where the hands of each strength begin; after the sort, where they end.
    ends: Vec<u32>,
    /// The hands in order, each with its weight in the villain's range. Tables in another order would be read at random
    /// places, out of the cache.
    hands: Vec<([u8; K], S)>,
    sums: SubsetSums<S, K, REPEATS>,
    /// The weight of the hands that each of some equally strong hands beats.
    below: Vec<S>,
    /// By place.
    found: Vec<[S; 2]>,
}

impl<S: Sum, const K: usize, const REPEATS: usize> SubsetSweep<S, K, REPEATS> {
    /// Memory for hands of `n` elements.
    pub(super) fn new(n: usize) -> Result<Self> {
        let hands = hands_of(n, K, REPEATS);
        Ok(Self {
            pairs: PairStrengths::new(),
            strengths: try_vec(0, hands)?,
            ends: vec![],
            hands: try_vec(([0; K], S::default()), hands)?,
            sums: SubsetSums::new()?,
            below: vec![],
            found: try_vec([S::default(); 2], hands)?,
        })
    }

    /// For each of the `listed` hands of `n` elements, at its place: the weight of the villain's hands without a common card that
    /// are weaker, and that of those that are not stronger. `pair` is the strength of a pair of elements, the lower one first.
    /// Hands that are not `held` are left out.
    pub(super) fn take_listed(
        &mut self,
        n: usize,
        villain: &impl Villain<Sum = S>,
        pair: impl FnMut(usize, usize) -> u16,
        listed: &[([u8; K], u32)],
        held: impl Fn(usize) -> bool,
    ) -> Result<&[[S; 2]]> {
        let different = self.pairs.fill(n, REPEATS, pair);
        for &(hand, place) in listed {
            self.strengths[place as usize] = self.pairs.best_of(hand);
        }
        let held = || listed.iter().map(|&(hand, place)| (hand, place as usize)).filter(|&(_, place)| held(place));
        self.count(different, held().map(|(_, place)| place))?;
        held().for_each(|(hand, place)| self.put(hand, place, villain.weight(place)));
        self.compare(n, villain, different)
    }

    /// The results of the last sweep, of hands of `n` elements, and the sums with all hands of the villain.
    pub(super) fn after(&self, n: usize) -> (&[[S; 2]], &SubsetSums<S, K, REPEATS>) {
        (&self.found[..hands_of(n, K, REPEATS)], &self.sums)
    }

    /// Begins a counting sort of the hands at these places by strength, of which `different` ones occur.
    fn count(&mut self, different: usize, places: impl Iterator<Item = usize>) -> Result<()> {
        self.ends.clear();
        try_resize(&mut self.ends, different + 1, 0)?;
        for place in places {
            self.ends[usize::from(self.strengths[place]) + 1] += 1;
        }
        for at in 1..self.ends.len() {
            self.ends[at] += self.ends[at - 1];
        }
        Ok(())
    }

    /// Puts a hand of this weight in its place in the order.
    #[inline(always)]
    fn put(&mut self, hand: [u8; K], place: usize, weight: S) {
        let end = &mut self.ends[usize::from(self.strengths[place])];
        self.hands[*end as usize] = (hand, weight);
        *end += 1;
    }

    /// Sweeps over the hands in the order of their strengths, of which `different` ones occur.
    fn compare(&mut self, n: usize, villain: &impl Villain<Sum = S>, different: usize) -> Result<&[[S; 2]]> {
        let places = SetPlaces::of(REPEATS);
        let zero = S::default();
        self.sums.clear(n);
        let mut start = 0;
        for &end in &self.ends[..different] {
            let equal = start..end as usize;
            start = equal.end;
            let hands = &self.hands[equal];
            if hands.iter().all(|&(_, weight)| weight == zero) {
                for &(hand, _) in hands {
                    self.found[places.hand(hand)] = [self.sums.disjoint(hand, zero); 2];
                }
                continue;
            }
            // Results by place would be written at random places, out of the cache, twice.
            if self.below.len() < hands.len() {
                try_resize(&mut self.below, hands.len(), zero)?;
            }
            let below = &mut self.below[..hands.len()];
            for (&(hand, _), below) in hands.iter().zip(&mut *below) {
                *below = self.sums.disjoint(hand, zero);
            }
            for &(hand, weight) in hands.iter().filter(|(_, weight)| *weight != zero) {
                self.sums.insert(hand, |place| villain.amount(weight, place));
            }
            for (&(hand, weight), &below) in hands.iter().zip(&*below) {
                self.found[places.hand(hand)] = [below, self.sums.disjoint(hand, villain.own(weight))];
            }
        }
        Ok(&self.found[..hands_of(n, K, REPEATS)])
    }
}

impl<S: Sum, const REPEATS: usize> SubsetSweep<S, 4, REPEATS> {
    /// [`Self::take_listed`] for all hands.
    pub(super) fn take(
        &mut self,
        n: usize,
        villain: &impl Villain<Sum = S>,
        pair: impl FnMut(usize, usize) -> u16,
        held: impl Fn(usize) -> bool,
    ) -> Result<&[[S; 2]]> {
        let different = self.pairs.fill(n, REPEATS, pair);
        self.evaluate(n);
        self.count(different, (0..hands_of(n, 4, REPEATS)).filter(|&place| held(place)))?;
        for_each_three(n, REPEATS, |[b, c, d], place, lowest| {
            for a in (0..lowest).filter(|a| held(place + a)) {
                let hand = [a, b, c, d].map(|element| element as u8);
                self.put(hand, place + a, villain.weight(place + a));
            }
        });
        self.compare(n, villain, different)
    }

    /// The strengths of all hands: of the best of their six pairs.
    fn evaluate(&mut self, n: usize) {
        let (pairs, strengths) = (&*self.pairs.0, &mut self.strengths);
        for_each_three(n, REPEATS, |[b, c, d], place, lowest| {
            let best = pairs[d][c].max(pairs[d][b]).max(pairs[c][b]);
            let [b, c, d] = [b, c, d].map(|of| &pairs[of][..lowest]);
            let strengths = &mut strengths[place..place + lowest];
            for (((strength, &b), &c), &d) in strengths.iter_mut().zip(b).zip(c).zip(d) {
                *strength = best.max(b).max(c).max(d);
            }
        });
    }
}
