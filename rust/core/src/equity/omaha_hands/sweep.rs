//! The wins and ties of every hand of a whole board: one sweep over the hands, sorted by strength.
//!
//! A hand has the strength of its best pair of cards, so few strengths are different, and a counting sort puts the hands in
//! order. A group of equally strong hands is asked about, inserted, and asked about again: the first answer is the weight of
//! the hands that each beats, the second includes those it ties with.

use super::places::{Hand, HoleCards, Places, for_each_three, hands_of};
use super::sums::{SubsetSums, Sum, Villain};
use crate::error::Result;
use crate::memory::{try_resize, try_vec};

/// Most elements of hands on a board: the cards beside it.
pub(super) const MOST: usize = 47;

/// The strength of each pair of elements, by the higher and the lower one, and the reverse.
pub(super) struct Pairs(Box<[[u16; 64]; MOST]>);

impl Pairs {
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
    fn best_of<H: HoleCards>(&self, hand: H) -> u16 {
        let hand = hand.as_ref();
        let mut best = 0;
        for at in 1..H::SIZE {
            let pairs = &self.0[usize::from(hand[at])];
            for &low in &hand[..at] {
                best = best.max(pairs[usize::from(low & 63)]);
            }
        }
        best
    }
}

/// Memory of sweeps.
pub(super) struct Sweep<S, H = Hand> {
    pairs: Pairs,
    strengths: Vec<u16>,
    /// Where the hands of each strength begin; after the sort, where they end.
    ends: Vec<u32>,
    /// The hands in order, each with its weight in the villain's range. Tables in another order would be read at random
    /// places, out of the cache.
    hands: Vec<(H, S)>,
    sums: SubsetSums<S>,
    /// The weight of the hands that each of some equally strong hands beats.
    below: Vec<S>,
    /// By place.
    found: Vec<[S; 2]>,
}

impl<S: Sum, H: HoleCards> Sweep<S, H> {
    /// Memory for hands of `n` elements.
    pub(super) fn new(n: usize, repeats: usize) -> Result<Self> {
        let hands = H::hands_of(n, repeats);
        Ok(Self {
            pairs: Pairs::new(),
            strengths: try_vec(0, hands)?,
            ends: vec![],
            hands: try_vec((H::default(), S::default()), hands)?,
            sums: SubsetSums::of_hands::<H>(n, repeats)?,
            below: vec![],
            found: try_vec([S::default(); 2], hands)?,
        })
    }

    /// For each of the `listed` hands of `n` elements, at its place: the weight of the villain's hands without a common card that
    /// are weaker, and that of those that are not stronger. `pair` is the strength of a pair of elements, the lower one first.
    /// Hands that are not `held` are left out.
    pub(super) fn take_listed<V: Villain<Hand = H, Sum = S>>(
        &mut self,
        n: usize,
        villain: &V,
        pair: impl FnMut(usize, usize) -> u16,
        listed: &[(H, u32)],
        held: impl Fn(usize) -> bool,
    ) -> Result<&[[S; 2]]> {
        let different = self.pairs.fill(n, V::REPEATS, pair);
        self.ends.clear();
        try_resize(&mut self.ends, different + 1, 0)?;
        for (strength, &(hand, place)) in self.strengths.iter_mut().zip(listed) {
            if held(place as usize) {
                *strength = self.pairs.best_of(hand);
                self.ends[usize::from(*strength) + 1] += 1;
            }
        }
        for at in 1..self.ends.len() {
            self.ends[at] += self.ends[at - 1];
        }
        for (&strength, &(hand, place)) in self.strengths.iter().zip(listed) {
            if held(place as usize) {
                let end = &mut self.ends[usize::from(strength)];
                self.hands[*end as usize] = (hand, villain.weight(place as usize));
                *end += 1;
            }
        }
        self.compare(n, villain, different)
    }

    /// The results of the last sweep, of hands of `n` elements, and the sums with all hands of the villain.
    pub(super) fn after(&self, n: usize) -> (&[[S; 2]], &SubsetSums<S>) {
        (&self.found[..H::hands_of(n, 0)], &self.sums)
    }

    /// Sweeps over the hands in the order of their strengths, of which `different` ones occur.
    fn compare<V: Villain<Hand = H, Sum = S>>(&mut self, n: usize, villain: &V, different: usize) -> Result<&[[S; 2]]> {
        let places = Places::of(V::REPEATS);
        self.sums.clear(n, V::REPEATS);
        let mut start = 0;
        for &end in &self.ends[..different] {
            let equal = start..end as usize;
            start = equal.end;
            let hands = &self.hands[equal];
            if hands.iter().all(|&(_, weight)| weight == S::default()) {
                for &(hand, _) in hands {
                    self.found[hand.place(places)] = [self.sums.disjoint::<V>(hand); 2];
                }
                continue;
            }
            // Results by place would be written at random places, out of the cache, twice.
            if self.below.len() < hands.len() {
                try_resize(&mut self.below, hands.len(), S::default())?;
            }
            let below = &mut self.below[..hands.len()];
            for (&(hand, _), below) in hands.iter().zip(&mut *below) {
                *below = self.sums.disjoint::<V>(hand);
            }
            for &(hand, weight) in hands {
                if weight != S::default() {
                    self.sums.insert(villain, hand, weight);
                }
            }
            for (&(hand, weight), &below) in hands.iter().zip(&*below) {
                self.found[hand.place(places)] = [below, self.sums.disjoint_with_own(villain, hand, weight)];
            }
        }
        Ok(&self.found[..H::hands_of(n, V::REPEATS)])
    }
}

impl<S: Sum> Sweep<S> {
    /// [`Self::take_listed`] for all hands.
    pub(super) fn take<V: Villain<Hand = Hand, Sum = S>>(
        &mut self,
        n: usize,
        villain: &V,
        pair: impl FnMut(usize, usize) -> u16,
        held: impl Fn(usize) -> bool,
    ) -> Result<&[[S; 2]]> {
        let different = self.pairs.fill(n, V::REPEATS, pair);
        self.evaluate(n, V::REPEATS);
        self.sort(n, villain, different, held)?;
        self.compare(n, villain, different)
    }

    /// The strengths of all hands: of the best of their six pairs.
    fn evaluate(&mut self, n: usize, repeats: usize) {
        let (pairs, strengths) = (&*self.pairs.0, &mut self.strengths);
        for_each_three(n, repeats, |[b, c, d], place, lowest| {
            let best = pairs[d][c].max(pairs[d][b]).max(pairs[c][b]);
            let [b, c, d] = [b, c, d].map(|of| &pairs[of][..lowest]);
            let strengths = &mut strengths[place..place + lowest];
            for (((strength, &b), &c), &d) in strengths.iter_mut().zip(b).zip(c).zip(d) {
                *strength = best.max(b).max(c).max(d);
            }
        });
    }

    /// Counting sort of the hands by strength.
    fn sort<V: Villain<Hand = Hand, Sum = S>>(
        &mut self,
        n: usize,
        villain: &V,
        different: usize,
        held: impl Fn(usize) -> bool,
    ) -> Result<()> {
        let repeats = V::REPEATS;
        self.ends.clear();
        try_resize(&mut self.ends, different + 1, 0)?;
        for (place, &strength) in self.strengths[..hands_of(n, repeats)].iter().enumerate() {
            self.ends[usize::from(strength) + 1] += u32::from(held(place));
        }
        for at in 1..self.ends.len() {
            self.ends[at] += self.ends[at - 1];
        }
        for_each_three(n, repeats, |[b, c, d], place, lowest| {
            for (a, &strength) in self.strengths[place..place + lowest].iter().enumerate() {
                if held(place + a) {
                    let end = &mut self.ends[usize::from(strength)];
                    self.hands[*end as usize] = ([a, b, c, d].map(|element| element as u8), villain.weight(place + a));
                    *end += 1;
                }
            }
        });
        Ok(())
    }
}
