//! The places of hands of four cards, and of their subsets, in tables: colexicographic numbers.
//!
//! A hand is `[a, b, c, d]` or `[a, b, c, d, e]`, ascending. Its elements are cards, or kinds of cards that may repeat: a
//! multiset `a <= b <= c <= d` has the number of the set `{a, b + 1, c + 2, d + 3}`. Both have the same formulas with other
//! tables.

use super::sums::Sum;
use crate::cards::CardSet;
use crate::combinatorics::choose_small;

/// Number of hands of four cards of the deck.
pub const OMAHA_HANDS: usize = choose_small(52, 4) as usize;

/// A hand of four elements, ascending.
pub(super) type Hand = [u8; 4];

/// The steps that the second to fifth elements of a subset add to its place.
pub(super) struct Places {
    pub(super) second: [u32; 64],
    pub(super) third: [u32; 64],
    pub(super) fourth: [u32; 64],
    pub(super) fifth: [u32; 64],
}

const fn places(repeats: usize) -> Places {
    let mut places = Places { second: [0; 64], third: [0; 64], fourth: [0; 64], fifth: [0; 64] };
    let mut at = 0;
    while at + 4 * repeats <= 52 {
        places.second[at] = choose_small(at + repeats, 2);
        places.third[at] = choose_small(at + 2 * repeats, 3);
        places.fourth[at] = choose_small(at + 3 * repeats, 4);
        places.fifth[at] = choose_small(at + 4 * repeats, 5);
        at += 1;
    }
    places
}

static SETS: Places = places(0);
static MULTISETS: Places = places(1);

impl Places {
    /// The tables of sets, `repeats = 0`, or of multisets, `repeats = 1`.
    #[inline(always)]
    pub(super) fn of(repeats: usize) -> &'static Self {
        if repeats == 0 { &SETS } else { &MULTISETS }
    }

    /// The place of a hand of four.
    #[inline(always)]
    pub(super) fn hand(&self, [a, b, c, d]: Hand) -> usize {
        let at = |table: &[u32; 64], element: u8| table[usize::from(element & 63)];
        (at(&self.fourth, d) + at(&self.third, c) + at(&self.second, b) + u32::from(a)) as usize
    }

    /// The place of a hand of five.
    #[inline(always)]
    fn hand_of_five(&self, [a, b, c, d, e]: [u8; 5]) -> usize {
        self.hand([a, b, c, d]) + self.fifth[usize::from(e & 63)] as usize
    }
}

/// The cards of a set of four.
pub(super) fn hand_of(set: CardSet) -> Hand {
    let mut hand = Hand::default();
    hand.iter_mut().zip(set.ids()).for_each(|(to, card)| *to = card);
    hand
}

/// Number of hands of four of `n` elements.
pub(super) const fn hands_of(n: usize, repeats: usize) -> usize {
    choose_small(n + 3 * repeats, 4) as usize
}

/// A hand of four or five elements, ascending.
pub(super) trait HoleCards: Copy + Default + Send + Sync + AsRef<[u8]> + AsMut<[u8]> {
    /// The number of elements.
    const SIZE: usize;
    /// A common multiple of the numbers of sets of fewer cards than a hand that have some kinds.
    const SCALE: u32;
    /// An integer that holds `SCALE` times the number of hands.
    type Count: Sum;
    /// The places of the subsets of two, three and four elements.
    type Twos: AsRef<[usize]>;
    type Threes: AsRef<[usize]>;
    type Fours: AsRef<[usize]>;

    /// The number of hands of `n` elements.
    fn hands_of(n: usize, repeats: usize) -> usize {
        choose_small(n + (Self::SIZE - 1) * repeats, Self::SIZE) as usize
    }
    /// The place of the hand.
    fn place(self, places: &Places) -> usize;
    fn twos(self, places: &Places) -> Self::Twos;
    fn threes(self, places: &Places) -> Self::Threes;
    fn fours(self, places: &Places) -> Self::Fours;
    /// Calls `see` once for each choice of the upper elements of hands of `n` elements, with the lowest element set to 0. The
    /// numbers are the place of the first of these hands and how many there are: their lowest elements are 0, 1, 2, ...
    fn for_each_without_lowest(n: usize, repeats: usize, see: impl FnMut(Self, usize, usize));
}

/// The place of a subset, one element at a time from the lowest.
#[inline(always)]
fn with(place: usize, table: &[u32; 64], element: u8) -> usize {
    table[usize::from(element & 63)] as usize + place
}

impl HoleCards for [u8; 4] {
    const SIZE: usize = 4;
    const SCALE: u32 = 1_728;
    type Count = u32;
    type Twos = [usize; 6];
    type Threes = [usize; 4];
    type Fours = [usize; 0];

    #[inline(always)]
    fn place(self, places: &Places) -> usize {
        places.hand(self)
    }
    #[inline(always)]
    fn twos(self, Places { second, .. }: &Places) -> [usize; 6] {
        let [a, b, c, d] = self;
        let two = |low, high| with(usize::from(low & 63), second, high);
        [two(a, b), two(a, c), two(b, c), two(a, d), two(b, d), two(c, d)]
    }
    #[inline(always)]
    fn threes(self, places: &Places) -> [usize; 4] {
        let ([_, _, c, d], [ab, ac, bc, ..]) = (self, self.twos(places));
        let three = |two, high| with(two, &places.third, high);
        [three(ab, c), three(ab, d), three(ac, d), three(bc, d)]
    }
    #[inline(always)]
    fn fours(self, _: &Places) -> [usize; 0] {
        []
    }
    #[inline(always)]
    fn for_each_without_lowest(n: usize, repeats: usize, mut see: impl FnMut(Self, usize, usize)) {
        for_each_three(n, repeats, |[b, c, d], place, lowest| see([0, b as u8, c as u8, d as u8], place, lowest));
    }
}

impl HoleCards for [u8; 5] {
    const SIZE: usize = 5;
    const SCALE: u32 = 20_736;
    type Count = u64;
    type Twos = [usize; 10];
    type Threes = [usize; 10];
    type Fours = [usize; 5];

    #[inline(always)]
    fn place(self, places: &Places) -> usize {
        places.hand_of_five(self)
    }
    #[inline(always)]
    fn twos(self, places: &Places) -> [usize; 10] {
        let [a, b, c, d, e] = self;
        let [ab, ac, bc, ad, bd, cd] = [a, b, c, d].twos(places);
        let [ae, be, ce, de] = [a, b, c, d].map(|low| with(usize::from(low & 63), &places.second, e));
        [ab, ac, bc, ad, bd, cd, ae, be, ce, de]
    }
    #[inline(always)]
    fn threes(self, places: &Places) -> [usize; 10] {
        let [a, b, c, d, e] = self;
        let [w, x, y, z] = [a, b, c, d].threes(places);
        let [abe, ace, bce, ade, bde, cde] = [a, b, c, d].twos(places).map(|two| with(two, &places.third, e));
        [w, x, y, z, abe, ace, bce, ade, bde, cde]
    }
    #[inline(always)]
    fn fours(self, places: &Places) -> [usize; 5] {
        let [a, b, c, d, e] = self;
        let [abce, abde, acde, bcde] = [a, b, c, d].threes(places).map(|three| with(three, &places.fourth, e));
        [places.hand([a, b, c, d]), abce, abde, acde, bcde]
    }
    #[inline(always)]
    fn for_each_without_lowest(n: usize, repeats: usize, mut see: impl FnMut(Self, usize, usize)) {
        for e in 0..n {
            let first = Places::of(repeats).fifth[e] as usize;
            for_each_three(e + repeats, repeats, |[b, c, d], place, lowest| {
                see([0, b as u8, c as u8, d as u8, e as u8], first + place, lowest);
            });
        }
    }
}

/// Calls `see` once for each choice of the three upper elements of hands of four of `n` elements. The numbers are the place
/// of the first of these hands and how many there are: their lowest elements are 0, 1, 2, ...
#[inline(always)]
pub(super) fn for_each_three(n: usize, repeats: usize, mut see: impl FnMut([usize; 3], usize, usize)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(n: usize, repeats: usize) {
        let mut next = 0;
        for_each_three(n, repeats, |[b, c, d], place, lowest| {
            for a in 0..lowest {
                assert_eq!(Places::of(repeats).hand([a, b, c, d].map(|of| of as u8)), place + a);
                assert_eq!(place + a, next);
                next += 1;
            }
        });
        assert_eq!(next, hands_of(n, repeats));
    }

    fn check_five(n: usize, repeats: usize) {
        let mut next = 0;
        <[u8; 5]>::for_each_without_lowest(n, repeats, |[_, b, c, d, e], place, lowest| {
            for a in 0..lowest {
                assert_eq!([a as u8, b, c, d, e].place(Places::of(repeats)), place + a);
                assert_eq!(place + a, next);
                next += 1;
            }
        });
        assert_eq!(next, <[u8; 5]>::hands_of(n, repeats));
    }

    #[test]
    fn places_have_no_gaps() {
        for (n, repeats) in [(52, 0), (47, 0), (26, 1), (13, 1)] {
            check(n, repeats);
        }
        assert_eq!((hands_of(47, 0), hands_of(26, 1), hands_of(13, 1)), (178_365, 23_751, 1_820));
        assert_eq!(OMAHA_HANDS, 270_725);
        for (n, repeats) in [(20, 0), (26, 1), (13, 1)] {
            check_five(n, repeats);
        }
        assert_eq!(<[u8; 5]>::hands_of(26, 1), 142_506);
    }
}
