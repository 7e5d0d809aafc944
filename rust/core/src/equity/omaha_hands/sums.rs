//! The weight of the hands that share no card with a hand, of those inserted so far.
//!
//! Inclusion and exclusion: let N(S) be the weight of the hands that hold all cards of the set S. Consider the hands without
//! a card of h. Their weight is the sum of (-1)^|S| N(S) over the subsets S of h, 15 sums and N(h) itself.

use super::places::{Hand, Places, for_each_three};
use crate::error::Result;
use crate::memory::try_boxed;

/// An integer that sums wrap around in: only differences count.
pub(super) trait Sum: Copy + Default + PartialEq + Send + Sync + Into<u64> {
    #[must_use]
    fn plus(self, other: Self) -> Self;
    #[must_use]
    fn minus(self, other: Self) -> Self;
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
        }
    };
}
sum!(u32);
sum!(u64);

/// The other player's hands: sets of cards with weights, or multisets of kinds of cards, each with its number of hands.
pub(super) trait Villain {
    /// 1 if an element can repeat in a hand, else 0.
    const REPEATS: usize;
    type Sum: Sum;

    /// The weight of the hand at a place.
    fn weight(&self, place: usize) -> Self::Sum;
    /// The part of a weight that is added to N of the empty set, and to N of the subset of one, two or three elements at a
    /// place.
    fn of_all(&self, weight: Self::Sum) -> Self::Sum;
    fn of_one(&self, weight: Self::Sum, element: usize) -> Self::Sum;
    fn of_two(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    fn of_three(&self, weight: Self::Sum, place: usize) -> Self::Sum;
    /// N of a hand with this weight once it is inserted.
    fn of_hand(&self, weight: Self::Sum) -> Self::Sum;
}

/// Room for all subsets of 52 cards of each size, as powers of two: a mask replaces the check of a subscript.
const TWOS: usize = 2_048;
const THREES: usize = 32_768;

/// N(S) of all S of at most three cards.
pub(super) struct SubsetSums<S> {
    all: S,
    ones: [S; 64],
    twos: Box<[S; TWOS]>,
    threes: Box<[S; THREES]>,
}

impl<S: Sum> SubsetSums<S> {
    /// No hands.
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            all: S::default(),
            ones: [S::default(); 64],
            twos: try_boxed(S::default())?,
            threes: try_boxed(S::default())?,
        })
    }

    /// Removes all hands, which were of `n` elements.
    pub(super) fn clear(&mut self, n: usize, repeats: usize) {
        let places = Places::of(repeats);
        self.all = S::default();
        self.ones.fill(S::default());
        self.twos[..places.second[n] as usize].fill(S::default());
        self.threes[..places.third[n] as usize].fill(S::default());
    }

    /// Inserts a hand.
    #[inline(always)]
    pub(super) fn insert<V: Villain<Sum = S>>(&mut self, villain: &V, hand: Hand, weight: S) {
        let subsets = Subsets::of::<V>(hand);
        self.all = self.all.plus(villain.of_all(weight));
        for at in hand.map(|element| usize::from(element & 63)) {
            self.ones[at] = self.ones[at].plus(villain.of_one(weight, at));
        }
        for at in subsets.twos {
            let sum = &mut self.twos[at % TWOS];
            *sum = sum.plus(villain.of_two(weight, at));
        }
        for at in subsets.threes {
            let sum = &mut self.threes[at % THREES];
            *sum = sum.plus(villain.of_three(weight, at));
        }
    }

    /// The weight of the hands without a card of `hand`, less N of the hand itself.
    #[inline(always)]
    pub(super) fn disjoint<V: Villain<Sum = S>>(&self, hand: Hand) -> S {
        let subsets = Subsets::of::<V>(hand);
        let [a, b, c, d] = hand.map(|element| self.ones[usize::from(element & 63)]);
        let ones = a.plus(b).plus(c.plus(d));
        let [ab, ac, bc, ad, bd, cd] = subsets.twos.map(|at| self.twos[at % TWOS]);
        let twos = ab.plus(ac).plus(bc.plus(ad)).plus(bd.plus(cd));
        let [w, x, y, z] = subsets.threes.map(|at| self.threes[at % THREES]);
        let threes = w.plus(x).plus(y.plus(z));
        self.all.plus(twos).minus(ones.plus(threes))
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

    /// The weight of the hands without a common card, of each of the hands of `n` cards, which have been inserted with these
    /// weights.
    pub(super) fn disjoint_of_all(&self, n: usize, weights: &[S], out: &mut [S]) {
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
            let (weights, out) = (&weights[place..place + lowest], &mut out[place..place + lowest]);
            for a in 0..lowest {
                let plus = of_b[a].plus(of_c[a]).plus(of_d[a].plus(weights[a]));
                let minus = ones[a].plus(threes[0][a]).plus(threes[1][a].plus(threes[2][a]));
                out[a] = without_lowest.plus(plus).minus(minus);
            }
        });
    }
}

/// The places of the subsets of a hand.
struct Subsets {
    twos: [usize; 6],
    threes: [usize; 4],
}

impl Subsets {
    #[inline(always)]
    fn of<V: Villain>([a, b, c, d]: Hand) -> Self {
        let Places { second, third, .. } = Places::of(V::REPEATS);
        let [a, b, c, d] = [a, b, c, d].map(|element| usize::from(element & 63));
        let two = |low: usize, high: usize| second[high] as usize + low;
        let [ab, ac, bc, ad, bd, cd] = [two(a, b), two(a, c), two(b, c), two(a, d), two(b, d), two(c, d)];
        let three = |two: usize, high: usize| third[high] as usize + two;
        let threes = [three(ab, c), three(ab, d), three(ac, d), three(bc, d)];
        Self { twos: [ab, ac, bc, ad, bd, cd], threes }
    }
}
