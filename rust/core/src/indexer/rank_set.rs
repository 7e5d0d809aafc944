//! Rank sets: from a set of ranks to its colexicographic index among the sets of its size, and back.
//!
//! Waugh (2013), algorithm 1 without used ranks: ranks `a_1 < ... < a_m` have the index `sum C(a_k, k)`, which counts
//! the sets of `m` ranks that come before. The order does not depend on the number of ranks in the deck.

use super::wide::{colex, nth_set, ways};
use crate::combinatorics::pascal;
use crate::error::{Error, Result, Row};

/// The 13-bit rank sets.
pub(super) const SETS: usize = 1 << 13;
/// Mask of the 13 ranks.
pub(super) const ALL_RANKS: u32 = SETS as u32 - 1;

/// `C(n, k)` for `n, k < 16`, rows of a power of two so that a masked subscript needs no check.
pub(super) static BINOMIAL: [[u32; 16]; 16] = BINOMIALS;

/// [`BINOMIAL`] for other tables.
pub(super) const BINOMIALS: [[u32; 16]; 16] = pascal();

/// The index of every rank set.
pub(super) static COLEX: [u16; SETS] = {
    let mut table = [0u16; SETS];
    let mut set = 1usize;
    while set < SETS {
        // The highest rank's term, and the index of the rest, which is known.
        let high = set.ilog2() as usize;
        table[set] = table[set ^ 1 << high] + BINOMIALS[high][set.count_ones() as usize] as u16;
        set += 1;
    }
    table
};

/// Where the sets of each size begin in [`BY_INDEX`].
pub(super) static FIRST_OF_SIZE: [u16; 16] = FIRSTS;

const FIRSTS: [u16; 16] = {
    let mut first = [0u16; 16];
    let mut size = 1;
    while size < 16 {
        first[size] = first[size - 1] + BINOMIALS[13][size - 1] as u16;
        size += 1;
    }
    first
};

/// Every rank set, by size and then by index. Integers of one size ascend in colexicographic order.
pub(super) static BY_INDEX: [u16; SETS] = {
    let mut next = FIRSTS;
    let mut table = [0u16; SETS];
    let mut set = 0;
    while set < SETS {
        let size = set.count_ones() as usize;
        table[next[size] as usize] = set as u16;
        next[size] += 1;
        set += 1;
    }
    table
};

/// The index of a set of up to 16 ranks (bit 0 = the lowest) among the sets of its size, from 0 to C(16, size) - 1.
///
/// ```
/// use pokerbits::indexer::rank_set_index;
/// assert_eq!(rank_set_index(1 << 0 | 1 << 12), 66); // {2, A}: C(0, 1) + C(12, 2)
/// assert_eq!(rank_set_index(0xff00), 12_869);
/// ```
pub fn rank_set_index(ranks: u16) -> u16 {
    colex(ranks, u16::MAX) as u16
}

/// The set of `size` ranks, of up to 16, with this index.
///
/// ```
/// use pokerbits::indexer::rank_set_unindex;
/// assert_eq!(rank_set_unindex(66, 2)?, 1 << 0 | 1 << 12);
/// assert!(rank_set_unindex(120, 2).is_err());
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_set_unindex(index: u16, size: usize) -> Result<u16> {
    if size > 16 {
        return Err(Error::InvalidArgument(format!("a set of {size} ranks: a suit has at most 16")));
    }
    let (index, last) = (index.into(), ways(16, size) - 1);
    if index > last {
        return Err(Error::IndexOutOfRange { row: Row(None), what: "rank set index", index, first: 0, last });
    }
    Ok(nth_set(index, size, u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{colex_rank, subsets};

    #[test]
    fn every_set_has_its_place() {
        for size in 0..=16 {
            for (index, set) in subsets(16, size as u32).enumerate() {
                let (index, set) = (index as u16, set as u16);
                assert_eq!(rank_set_index(set), index);
                assert_eq!(u32::from(index), colex_rank(set.into()));
                assert_eq!(rank_set_unindex(index, size), Ok(set));
                if let Some(&of_thirteen) = COLEX.get(set as usize) {
                    assert_eq!((of_thirteen, BY_INDEX[(FIRST_OF_SIZE[size] + index) as usize]), (index, set));
                }
            }
            assert!(rank_set_unindex(ways(16, size) as u16, size).is_err());
        }
        assert!(rank_set_unindex(0, 17).is_err());
    }
}
