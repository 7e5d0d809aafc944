//! Counts the hands of a range that share no card with another hand, without a comparison with each of them.
//!
//! Inclusion and exclusion: let N(S) be the number of hands that hold all cards of the set S. The number of hands without a
//! card of h is the sum of (-1)^|S| N(S) over all subsets S of h. For four cards it has 16 terms. Hands are inserted one by
//! one, and the number can be asked for after every insertion.

use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::try_vec;

/// The most hole cards.
const MOST: usize = 6;

/// Where the counts of the sets of each size begin.
const FIRST: [u32; MOST + 1] = {
    let mut first = [0; MOST + 1];
    let mut size = 0;
    while size < MOST {
        first[size + 1] = first[size] + choose_small(52, size);
        size += 1;
    }
    first
};

/// By the size of a set of cards and a higher card: the step from the place of the set to the place of the set with that
/// card.
const STEP: [[u32; 64]; MOST] = {
    let mut step = [[0; 64]; MOST];
    let mut size = 0;
    while size < MOST {
        let mut card = 0;
        while card < 52 {
            step[size][card] = choose_small(card, size + 1) + FIRST[size + 1] - FIRST[size];
            card += 1;
        }
        size += 1;
    }
    step
};

/// How many hands of `K` cards, at most six, hold all cards of a set, for all sets of fewer cards.
pub(crate) struct SubsetCounts<const K: usize>(Vec<u32>);

impl<const K: usize> SubsetCounts<K> {
    /// No hands yet.
    pub(crate) fn new() -> Result<Self> {
        Ok(Self(try_vec(0, FIRST[K] as usize)?))
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Inserts a hand.
    #[inline(always)]
    pub(crate) fn add(&mut self, hand: u64) {
        let places = places::<K>(hand);
        for &place in &places[..(1 << K) - 1] {
            self.0[place as usize] += 1;
        }
    }

    /// How many hands share no card with a hand of `K` cards, which itself has been inserted `times` times.
    #[inline(always)]
    pub(crate) fn disjoint(&self, hand: u64, times: u32) -> u32 {
        let places = places::<K>(hand);
        let with_sign = |set: usize, n: u32| if set.count_ones().is_multiple_of(2) { n } else { n.wrapping_neg() };
        let last = with_sign((1 << K) - 1, times);
        let others = places[..(1 << K) - 1].iter().enumerate();
        others.fold(last, |sum, (set, &place)| sum.wrapping_add(with_sign(set, self.0[place as usize])))
    }

    /// How many hands share no card with a hand of fewer than `K` cards.
    #[inline(always)]
    pub(crate) fn disjoint_from_fewer(&self, hand: u64) -> u32 {
        let sets = places::<K>(hand).into_iter().take(1 << hand.count_ones()).enumerate();
        sets.fold(0, |sum: u32, (set, place)| {
            let n = self.0[place as usize];
            if set.count_ones().is_multiple_of(2) { sum.wrapping_add(n) } else { sum.wrapping_sub(n) }
        })
    }
}

/// The places of all subsets of a hand. The bits of a subset's number tell which of the cards it has. A hand of fewer cards
/// has fewer subsets: the places after them have no meaning.
#[inline(always)]
fn places<const K: usize>(mut hand: u64) -> [u32; 1 << MOST] {
    let mut places = [0; 1 << MOST];
    for at in 0..K {
        let card = hand.trailing_zeros() as usize % 64;
        hand &= hand.wrapping_sub(1);
        for set in 0..1usize << at {
            places[1 << at | set] = places[set] + STEP[set.count_ones() as usize][card];
        }
    }
    places
}
