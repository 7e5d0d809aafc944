//! The places of hands of four cards, and of their subsets, in tables: colexicographic numbers.
//!
//! A hand is `[a, b, c, d]`, ascending. Its elements are cards, or kinds of cards that may repeat: a multiset
//! `a <= b <= c <= d` is the set `a < b + 1 < c + 2 < d + 3`. Both have the same formulas with other tables.

use crate::combinatorics::choose_small;

/// The cards of a hand.
pub(super) const HOLE: usize = 4;
/// Number of hands of four cards of the deck.
pub const OMAHA_HANDS: usize = choose_small(52, HOLE) as usize;

/// A hand, ascending.
pub(super) type Hand = [u8; HOLE];

/// The steps that the second, third and fourth elements of a subset add to its place.
pub(super) struct Places {
    pub(super) second: [u32; 64],
    pub(super) third: [u32; 64],
    pub(super) fourth: [u32; 64],
}

const fn places(repeats: usize) -> Places {
    let mut places = Places { second: [0; 64], third: [0; 64], fourth: [0; 64] };
    let mut at = 0;
    while at + 3 * repeats <= 52 {
        places.second[at] = choose_small(at + repeats, 2);
        places.third[at] = choose_small(at + 2 * repeats, 3);
        places.fourth[at] = choose_small(at + 3 * repeats, 4);
        at += 1;
    }
    places
}

static OF_SETS: Places = places(0);
static OF_MULTISETS: Places = places(1);

impl Places {
    /// The tables of sets, `repeats = 0`, or of multisets, `repeats = 1`.
    #[inline(always)]
    pub(super) fn of(repeats: usize) -> &'static Self {
        if repeats == 0 { &OF_SETS } else { &OF_MULTISETS }
    }

    /// The place of a hand.
    #[inline(always)]
    pub(super) fn hand(&self, [a, b, c, d]: Hand) -> usize {
        let at = |table: &[u32; 64], element: u8| table[usize::from(element & 63)];
        (at(&self.fourth, d) + at(&self.third, c) + at(&self.second, b) + u32::from(a)) as usize
    }
}

/// Number of hands of `n` elements.
pub(super) const fn hands_of(n: usize, repeats: usize) -> usize {
    choose_small(n + 3 * repeats, HOLE) as usize
}

/// Calls `see` for the three highest elements of all hands of `n` elements, with the place of the first of these hands and
/// their number: the lowest elements are 0, 1, 2, ...
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

    #[test]
    fn places_have_no_gaps() {
        for (n, repeats) in [(52, 0), (47, 0), (26, 1), (13, 1)] {
            check(n, repeats);
        }
        assert_eq!((hands_of(47, 0), hands_of(26, 1), hands_of(13, 1)), (178_365, 23_751, 1_820));
        assert_eq!(OMAHA_HANDS, 270_725);
    }
}
