//! The weight of the hands that share no card with a hand, of those inserted so far.
//!
//! Inclusion and exclusion: let N(S) be the weight of the hands that hold all cards of the set S. Consider the hands without
//! a card of h. Their weight is the sum of (-1)^|S| N(S) over the subsets S of h: of four cards 15 sums and N(h) itself, of five
//! 31.

use super::places::{HoleCards, Places, for_each_three};
use crate::error::Result;
use crate::memory::{try_boxed, try_vec};

/// An integer that sums wrap around in: only differences count.
pub(super) trait Sum: Copy + Default + PartialEq + Send + Sync + From<u32> + Into<u64> {
    #[must_use]
    fn plus(self, other: Self) -> Self;
    #[must_use]
    fn minus(self, other: Self) -> Self;
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// A number that fits.
    fn of(number: u64) -> Self;
}

macro_rules! sum {
    ($type:ty) => {
        impl Sum for $type {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn of(number: u64) -> Self {
                number as Self
            }
        }
    };
}
sum!(u32);
sum!(u64);

/// The other player's hands: sets of cards with weights, or multisets of kinds of cards, each with its number of hands.
pub(super) trait Villain {
    /// 1 if an element can repeat in a hand, else 0.
    const REPEATS: usize;
    type Hand: HoleCards;
    type Sum: Sum;

    /// The weight of the hand at a place.
    fn weight(&self, place: usize) -> Self::Sum;
    /// The amount that a hand of this weight adds to the sum of one of its subsets, by the size of the subset.
    fn of_all(&self, weight: Self::Sum) -> Self::Sum;
    fn of_one(&self, weight: Self::Sum, element: usize) -> Self::Sum;
    fn of_two(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    fn of_three(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    fn of_four(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    /// N of a hand with this weight once it is inserted.
    fn of_hand(&self, weight: Self::Sum) -> Self::Sum;
}

/// Room for all subsets of 52 cards of each size, as powers of two: a mask replaces the check of a subscript.
const TWOS: usize = 2_048;
const THREES: usize = 32_768;

/// N(S) of all S of fewer cards than a hand.
pub(super) struct SubsetSums<S> {
    all: S,
    ones: [S; 64],
    twos: Box<[S; TWOS]>,
    threes: Box<[S; THREES]>,
    /// If hands have five cards.
    fours: Vec<S>,
}

impl<S: Sum> SubsetSums<S> {
    /// No hands of four cards.
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            all: S::default(),
            ones: [S::default(); 64],
            twos: try_boxed(S::default())?,
            threes: try_boxed(S::default())?,
            fours: vec![],
        })
    }

    /// No hands, which have `n` elements.
    pub(super) fn of_hands<H: HoleCards>(n: usize, repeats: usize) -> Result<Self> {
        let fours = if H::SIZE > 4 { <[u8; 4]>::hands_of(n, repeats) } else { 0 };
        Ok(Self { fours: try_vec(S::default(), fours)?, ..Self::new()? })
    }

    /// Removes all hands, which were of `n` elements.
    pub(super) fn clear(&mut self, n: usize, repeats: usize) {
        let places = Places::of(repeats);
        self.all = S::default();
        self.ones.fill(S::default());
        self.twos[..places.second[n] as usize].fill(S::default());
        self.threes[..places.third[n] as usize].fill(S::default());
        self.fours.fill(S::default());
    }

    /// Inserts a hand.
    #[inline(always)]
    pub(super) fn insert<V: Villain<Sum = S>>(&mut self, villain: &V, hand: V::Hand, weight: S) {
        let places = Places::of(V::REPEATS);
        self.all = self.all.plus(villain.of_all(weight));
        for &element in hand.as_ref() {
            let at = usize::from(element & 63);
            self.ones[at] = self.ones[at].plus(villain.of_one(weight, at));
        }
        for &at in hand.twos(places).as_ref() {
            let sum = &mut self.twos[at % TWOS];
            *sum = sum.plus(villain.of_two(weight, at));
        }
        for &at in hand.threes(places).as_ref() {
            let sum = &mut self.threes[at % THREES];
            *sum = sum.plus(villain.of_three(weight, at));
        }
        for &at in hand.fours(places).as_ref() {
            let sum = &mut self.fours[at];
            *sum = sum.plus(villain.of_four(weight, at));
        }
    }

    /// The weight of the hands without a card of `hand`, if no hand that is the same has been inserted.
    #[inline(always)]
    pub(super) fn disjoint<V: Villain<Sum = S>>(&self, hand: V::Hand) -> S {
        let places = Places::of(V::REPEATS);
        let ones = hand.as_ref().iter().map(|&element| self.ones[usize::from(element & 63)]);
        let twos = hand.twos(places).as_ref().iter().map(|&at| self.twos[at % TWOS]).fold(self.all, S::plus);
        let threes =
            hand.threes(places).as_ref().iter().map(|&at| self.threes[at % THREES]).fold(S::default(), S::plus);
        let fours = hand.fours(places).as_ref().iter().map(|&at| self.fours[at]).fold(S::default(), S::plus);
        twos.plus(fours).minus(ones.fold(threes, S::plus))
    }

    /// The same once it has been inserted with this weight.
    #[inline(always)]
    pub(super) fn disjoint_with_own<V: Villain<Sum = S>>(&self, villain: &V, hand: V::Hand, weight: S) -> S {
        let (others, own) = (self.disjoint::<V>(hand), villain.of_hand(weight));
        if V::Hand::SIZE % 2 == 0 { others.plus(own) } else { others.minus(own) }
    }

    /// Inserts all hands of `n` cards, with their weights at their places.
    pub(super) fn insert_all(&mut self, n: usize, weights: &[S]) {
        let Places { second, third, .. } = Places::of(0);
        for_each_three(n, 0, |[b, c, d], place, lowest| {
            let weights = &weights[place..place + lowest];
            let sum = weights.iter().fold(S::default(), |sum, &weight| sum.plus(weight));
            if sum == S::default() {
                return;
            }
            let [two_b, two_c, two_d] = [b, c, d].map(|card| second[card] as usize);
            let [three_c, three_d] = [c, d].map(|card| third[card] as usize);
            self.all = self.all.plus(sum);
            for card in [b, c, d] {
                self.ones[card] = self.ones[card].plus(sum);
            }
            for at in [two_c + b, two_d + b, two_d + c] {
                self.twos[at] = self.twos[at].plus(sum);
            }
            self.threes[three_d + two_c + b] = self.threes[three_d + two_c + b].plus(sum);
            // The subsets with the lowest card are neighbours.
            let add = |sums: &mut [S]| sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.plus(weight));
            add(&mut self.ones);
            for at in [two_b, two_c, two_d] {
                add(&mut self.twos[at..]);
            }
            for at in [three_c + two_b, three_d + two_b, three_d + two_c] {
                add(&mut self.threes[at..]);
            }
        });
    }

    /// Calls `see` with the weights of the hands without a common card, for all hands of `n` cards, which have been inserted
    /// with these weights. The arguments are the three highest cards of some hands, the place of the first, and the weights.
    #[inline(always)]
    pub(super) fn disjoint_of_all(&self, n: usize, weights: &[S], mut see: impl FnMut([usize; 3], usize, &[S])) {
        let mut out = [S::default(); 64];
        let Places { second, third, .. } = Places::of(0);
        for_each_three(n, 0, |[b, c, d], place, lowest| {
            let [two_b, two_c, two_d] = [b, c, d].map(|card| second[card] as usize);
            let [three_c, three_d] = [c, d].map(|card| third[card] as usize);
            let [ones, twos] = [&self.ones[..], &self.twos[..]];
            let plus = self.all.plus(twos[two_c + b]).plus(twos[two_d + b].plus(twos[two_d + c]));
            let minus = ones[b].plus(ones[c]).plus(ones[d].plus(self.threes[three_d + two_c + b]));
            let without_lowest = plus.minus(minus);
            let [of_b, of_c, of_d] = [two_b, two_c, two_d].map(|at| &twos[at..at + lowest]);
            let threes = [three_c + two_b, three_d + two_b, three_d + two_c].map(|at| &self.threes[at..at + lowest]);
            let (weights, out) = (&weights[place..place + lowest], &mut out[..lowest]);
            for a in 0..lowest {
                let plus = of_b[a].plus(of_c[a]).plus(of_d[a].plus(weights[a]));
                let minus = ones[a].plus(threes[0][a]).plus(threes[1][a].plus(threes[2][a]));
                out[a] = without_lowest.plus(plus).minus(minus);
            }
            see([b, c, d], place, out);
        });
    }
}
