//! The weight of the hands that share no card with a hand, of those inserted so far.
//!
//! The method is inclusion and exclusion. Let N(S) be the weight of the hands that hold all cards of the set S. The weight of
//! the hands without a card of h is the sum of (-1)^|S| N(S) over all subsets S of h. For four cards it has 16 terms. The N
//! of all sets lie in one table, set after set in colexicographic order, small sets first.
//!
//! A hand is a list of elements, ascending: cards, or kinds of cards that may repeat. A multiset `a <= b <= c` is the set
//! `a < b + 1 < c + 2`. So both have the same places, with other steps.

use crate::cards::DECK;
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::try_vec;

/// The most elements of a hand.
const MOST: usize = 6;

/// An integer that sums wrap around in: only differences count.
pub(crate) trait Sum: Copy + Default + PartialEq + Send + Sync + From<u32> + Into<u64> {
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

/// The places of sets of cards, or of multisets of kinds of cards.
pub(crate) struct SetPlaces {
    /// Where the sets of each size begin.
    pub(crate) first: [u32; MOST + 1],
    /// By the size of a set and a higher element: the step from the place of the set to the place of the set with that
    /// element.
    steps: [[u32; 64]; MOST],
}

const fn places(repeats: usize) -> SetPlaces {
    let mut places = SetPlaces { first: [0; MOST + 1], steps: [[0; 64]; MOST] };
    // Multisets have kinds of two cards at least.
    let elements = DECK as usize / (1 + repeats);
    let mut size = 0;
    while size < MOST {
        let before = if size == 0 { 1 } else { choose_small(elements + (size - 1) * repeats, size) };
        places.first[size + 1] = places.first[size] + before;
        let mut at = 0;
        while at < elements {
            places.steps[size][at] = choose_small(at + size * repeats, size + 1) + before;
            at += 1;
        }
        size += 1;
    }
    places
}

static SETS: SetPlaces = places(0);
static MULTISETS: SetPlaces = places(1);

impl SetPlaces {
    /// The places of sets, `repeats = 0`, or of multisets, `repeats = 1`.
    #[inline(always)]
    pub(crate) const fn of(repeats: usize) -> &'static Self {
        if repeats == 0 { &SETS } else { &MULTISETS }
    }

    /// The colexicographic number of a hand.
    #[inline(always)]
    pub(crate) fn hand<const K: usize>(&self, hand: [u8; K]) -> usize {
        let steps = (1..K).map(|at| self.step(at, hand[at]));
        usize::from(hand[0]) + steps.sum::<usize>() + 1 - self.first[K] as usize
    }

    /// The step from the place of a set of `size` elements to the place of the set with a higher element.
    #[inline(always)]
    fn step(&self, size: usize, element: u8) -> usize {
        // Sets of one element need no table.
        if size == 0 { usize::from(element % 64) + 1 } else { self.steps[size][usize::from(element % 64)] as usize }
    }

    /// The places of the subsets of one, two and three cards of a hand of four.
    #[inline(always)]
    pub(crate) fn of_four(&self, [a, b, c, d]: [u8; 4]) -> ([usize; 4], [usize; 6], [usize; 4]) {
        let ones = [a, b, c, d].map(|card| self.step(0, card));
        let [b_second, c_second, d_second] = [b, c, d].map(|card| self.step(1, card));
        let [c_third, d_third] = [c, d].map(|card| self.step(2, card));
        let [ab, ac, bc] = [ones[0] + b_second, ones[0] + c_second, ones[1] + c_second];
        let with_d = [ones[0], ones[1], ones[2]].map(|one| one + d_second);
        (ones, [ab, ac, bc, with_d[0], with_d[1], with_d[2]], [ab + c_third, ab + d_third, ac + d_third, bc + d_third])
    }

    /// The places of the subsets of a hand of five but the empty one and itself: pairs of one of two or four cards, and of one
    /// of one or three.
    #[inline(always)]
    pub(crate) fn of_five(&self, [a, b, c, d, e]: [u8; 5]) -> [[usize; 2]; 15] {
        let (ones, twos, threes) = self.of_four([a, b, c, d]);
        let [e_second, e_third, e_fourth] = [self.step(1, e), self.step(2, e), self.step(3, e)];
        let mut places = [[0, self.step(0, e)]; 15];
        for at in 0..6 {
            places[at] = [twos[at], twos[at] + e_third];
        }
        for at in 0..4 {
            places[6 + at] = [ones[at] + e_second, ones[at]];
            places[10 + at] = [threes[at] + e_fourth, threes[at]];
        }
        places[14][0] = threes[0] + self.step(3, d);
        places
    }

    /// Calls `see` with the number and the place of every subset of a hand. The bits of the number tell which elements it has.
    #[inline(always)]
    fn for_each_subset<const K: usize>(&self, hand: [u8; K], mut see: impl FnMut(usize, usize)) {
        let mut places = [0; 1 << MOST];
        // Compilers do not unroll so long a loop, and then count the bits of every number.
        macro_rules! subsets {
            ($($set:literal)*) => {$(
                if $set < 1 << K {
                    if $set > 0 {
                        let at = usize::ilog2($set) as usize;
                        let rest = $set ^ 1 << at;
                        places[$set] = places[rest] + self.step(rest.count_ones() as usize, hand[at]);
                    }
                    see($set, places[$set]);
                }
            )*};
        }
        subsets!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        subsets!(32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
    }
}

/// N(S) of all sets S of fewer than `K` elements; or of multisets, if an element can repeat: `REPEATS` is 0 or 1.
pub(crate) struct SubsetSums<S, const K: usize, const REPEATS: usize = 0>(Vec<S>);

impl<S: Sum, const K: usize, const REPEATS: usize> SubsetSums<S, K, REPEATS> {
    /// A power of two: a mask replaces the check of a subscript.
    const ROOM: usize = (SetPlaces::of(REPEATS).first[K] as usize).next_power_of_two();

    /// No hands yet.
    pub(crate) fn new() -> Result<Self> {
        Ok(Self(try_vec(S::default(), Self::ROOM)?))
    }

    /// Removes all hands, which were of `n` elements.
    pub(crate) fn clear(&mut self, n: usize) {
        for (size, &first) in SetPlaces::of(REPEATS).first[..K].iter().enumerate() {
            self.0[first as usize..][..hands_of(n, size, REPEATS)].fill(S::default());
        }
    }

    /// Inserts a hand, which adds `amount` to the sum at the place of each of its subsets.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hand: [u8; K], amount: impl Fn(usize) -> S) {
        let sums = &mut self.0[..Self::ROOM];
        SetPlaces::of(REPEATS).for_each_subset(hand, |set, place| {
            if set < (1 << K) - 1 {
                let sum = &mut sums[place % Self::ROOM];
                *sum = sum.plus(amount(place));
            }
        });
    }

    /// The weight of the hands without a card of `hand`, which itself has been inserted with weight `own`.
    #[inline(always)]
    pub(crate) fn disjoint(&self, hand: [u8; K], own: S) -> S {
        let (mut sum, sums) = (S::default(), &self.0[..Self::ROOM]);
        SetPlaces::of(REPEATS).for_each_subset(hand, |set, place| {
            sum = add_signed(sum, set, if set < (1 << K) - 1 { sums[place % Self::ROOM] } else { own });
        });
        sum
    }

    /// The weight of the hands without a card of a hand of `size < K` cards.
    #[inline(always)]
    pub(crate) fn disjoint_from_fewer(&self, hand: [u8; K], size: usize) -> S {
        let (mut sum, sums) = (S::default(), &self.0[..Self::ROOM]);
        SetPlaces::of(REPEATS).for_each_subset(hand, |set, place| {
            if set < 1 << size {
                sum = add_signed(sum, set, sums[place % Self::ROOM]);
            }
        });
        sum
    }
}

/// A sum with the term of a subset: subsets of an odd size are subtracted.
#[inline(always)]
fn add_signed<S: Sum>(sum: S, set: usize, term: S) -> S {
    if set.count_ones().is_multiple_of(2) { sum.plus(term) } else { sum.minus(term) }
}

/// Number of sets or multisets of `size` of `n` elements.
pub(crate) const fn hands_of(n: usize, size: usize, repeats: usize) -> usize {
    choose_small((n + size * repeats).saturating_sub(repeats), size) as usize
}

/// Calls `see` for the three highest elements of all hands of four of `n` elements, with the number of the first of these hands
/// and how many there are: the lowest elements are 0, 1, 2, ...
#[inline(always)]
pub(crate) fn for_each_three(n: usize, repeats: usize, mut see: impl FnMut([usize; 3], usize, usize)) {
    let mut place = 0;
    for d in 0..n {
        for c in 0..d + repeats {
            for b in 0..c + repeats {
                let lowest = b + repeats;
                see([b, c, d], place, lowest);
                place += lowest;
            }
        }
    }
}

/// All hands of four cards at once. The subsets with the lowest card, which have odd numbers, are neighbours.
impl<S: Sum> SubsetSums<S, 4> {
    /// Inserts all hands of `n` cards, with their weights in order.
    pub(crate) fn insert_all(&mut self, n: usize, weights: &[S]) {
        for_each_three(n, 0, |[b, c, d], place, lowest| {
            let weights = &weights[place..place + lowest];
            let sum = weights.iter().fold(S::default(), |sum, &weight| sum.plus(weight));
            if sum == S::default() {
                return;
            }
            SetPlaces::of(0).for_each_subset([0, b, c, d].map(|card| card as u8), |set, place| {
                if set % 2 == 0 {
                    self.0[place] = self.0[place].plus(sum);
                } else if set < 15 {
                    self.0[place..].iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.plus(weight));
                }
            });
        });
    }

    /// Calls `see` with the weights of the hands without a common card, for all hands of `n` cards, which have been inserted
    /// with these weights. The arguments are the three highest cards of some hands, the number of the first, and the weights.
    #[inline(always)]
    pub(crate) fn disjoint_of_all(&self, n: usize, weights: &[S], mut see: impl FnMut([usize; 3], usize, &[S])) {
        let (mut out, sums) = ([S::default(); 64], &self.0[..Self::ROOM]);
        for_each_three(n, 0, |[b, c, d], place, lowest| {
            let (mut without_lowest, mut with_lowest) = (S::default(), [&[][..]; 7]);
            SetPlaces::of(0).for_each_subset([0, b, c, d].map(|card| card as u8), |set, place| {
                if set % 2 == 0 {
                    without_lowest = add_signed(without_lowest, set, sums[place % Self::ROOM]);
                } else if set < 15 {
                    with_lowest[set / 2] = &sums[place..place + lowest];
                }
            });
            let (weights, out) = (&weights[place..place + lowest], &mut out[..lowest]);
            for a in 0..lowest {
                let others = with_lowest.iter().enumerate();
                let sum = without_lowest.plus(weights[a]);
                out[a] = others.fold(sum, |sum, (at, sums)| add_signed(sum, 2 * at + 1, sums[a]));
            }
            see([b, c, d], place, out);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::subsets;

    /// All hands of `K` of `n` elements, in order.
    fn hands<const K: usize>(n: u32, repeats: u8) -> impl Iterator<Item = [u8; K]> {
        let sets = subsets(n + u32::from(repeats) * (K as u32 - 1), K as u32);
        sets.map(move |set| {
            let mut elements =
                (0..32).filter(|at| set >> at & 1 != 0).zip(0..).map(|(at, before)| at - repeats * before);
            std::array::from_fn(|_| elements.next().unwrap())
        })
    }

    fn check<const K: usize>(n: u32, repeats: usize) {
        let mut next = 0;
        for hand in hands::<K>(n, repeats as u8) {
            assert_eq!(SetPlaces::of(repeats).hand(hand), next);
            next += 1;
        }
        assert_eq!(next, hands_of(n as usize, K, repeats));
    }

    #[test]
    fn places_of_four_cards_are_those_of_their_subsets() {
        for hand in hands::<4>(20, 0) {
            let mut expected: [Vec<usize>; 5] = Default::default();
            SETS.for_each_subset(hand, |set, place| expected[set.count_ones() as usize].push(place));
            let (ones, twos, threes) = SETS.of_four(hand);
            let [mut twos, mut threes] = [twos.to_vec(), threes.to_vec()];
            expected.iter_mut().chain([&mut twos, &mut threes]).for_each(|places| places.sort_unstable());
            assert_eq!([&[0][..], &ones, &twos, &threes], [&expected[0][..], &expected[1], &expected[2], &expected[3]]);
        }
    }

    #[test]
    fn places_of_five_cards_are_those_of_their_subsets() {
        for hand in hands::<5>(20, 0) {
            let mut expected = [vec![], vec![]];
            SETS.for_each_subset(hand, |set, place| {
                if (1..5).contains(&set.count_ones()) {
                    expected[(set.count_ones() % 2) as usize].push(place);
                }
            });
            let mut found = [0, 1].map(|kind| SETS.of_five(hand).map(|places| places[kind]));
            for (found, expected) in found.iter_mut().zip(&mut expected) {
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, &expected[..]);
            }
        }
    }

    #[test]
    fn places_have_no_gaps() {
        for (n, repeats) in [(26, 0), (26, 1), (13, 1)] {
            check::<1>(n, repeats);
            check::<3>(n, repeats);
            check::<4>(n, repeats);
            check::<5>(n, repeats);
        }
        check::<6>(20, 0);
        let sizes = [(47, 4, 0), (26, 4, 1), (13, 4, 1), (26, 5, 1), (7, 0, 1), (0, 0, 1), (0, 1, 1)];
        let expected = [178_365, 23_751, 1_820, 142_506, 1, 1, 0];
        assert_eq!(sizes.map(|(n, size, repeats)| hands_of(n, size, repeats)), expected);
        for (n, repeats) in [(52, 0), (47, 0), (26, 1), (13, 1)] {
            let mut next = 0;
            for_each_three(n, repeats, |[b, c, d], place, lowest| {
                for a in 0..lowest {
                    assert_eq!(SetPlaces::of(repeats).hand([a, b, c, d].map(|of| of as u8)), place + a);
                    assert_eq!(place + a, next);
                    next += 1;
                }
            });
            assert_eq!(next, hands_of(n, 4, repeats));
        }
    }
}
