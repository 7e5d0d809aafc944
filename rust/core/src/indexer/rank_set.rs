//! Rank sets: from a set of ranks to its colexicographic index among the sets of its size, and back.
//!
//! Waugh (2013), algorithm 1 without used ranks: ranks `a_1 < ... < a_m` have the index `sum C(a_k, k)`, which counts
//! the sets of `m` ranks that come before. The order does not depend on the number of ranks in the deck.

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

/// The index of a set of ranks (bit 0 = deuce) among the sets of its size, from 0 to C(13, size) - 1.
///
/// ```
/// use pokerbits::indexer::rank_set_index;
/// assert_eq!(rank_set_index(1 << 0 | 1 << 12)?, 66); // {2, A}: C(0, 1) + C(12, 2)
/// assert!(rank_set_index(1 << 13).is_err());
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_set_index(ranks: u16) -> Result<u16> {
    COLEX.get(ranks as usize).copied().ok_or_else(|| not_ranks(ranks))
}

/// The set of `size` ranks with this index.
///
/// ```
/// use pokerbits::indexer::rank_set_unindex;
/// assert_eq!(rank_set_unindex(66, 2)?, 1 << 0 | 1 << 12);
/// assert!(rank_set_unindex(78, 2).is_err());
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_set_unindex(index: u16, size: usize) -> Result<u16> {
    if size > 13 {
        return Err(Error::InvalidArgument(format!("a set of {size} ranks: a suit has 13")));
    }
    let last = BINOMIAL[13][size] - 1;
    if u32::from(index) > last {
        let (index, last) = (index.into(), last.into());
        return Err(Error::IndexOutOfRange { row: Row(None), what: "rank set index", index, first: 0, last });
    }
    Ok(BY_INDEX[(FIRST_OF_SIZE[size] + index) as usize])
}

pub(super) fn not_ranks(ranks: u16) -> Error {
    Error::InvalidArgument(format!("{ranks:#b} is not a set of ranks: bits 0 to 12 are the deuce to the ace"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{colex_rank, subsets};

    #[test]
    fn every_set_has_its_place() {
        for (size, &sets) in BINOMIAL[13].iter().enumerate().take(14) {
            for (index, set) in subsets(13, size as u32).enumerate() {
                let set = set as u16;
                assert_eq!(rank_set_index(set).unwrap(), index as u16);
                assert_eq!(u32::from(rank_set_index(set).unwrap()), colex_rank(set.into()));
                assert_eq!(rank_set_unindex(index as u16, size).unwrap(), set);
            }
            assert!(rank_set_unindex(sets as u16, size).is_err());
        }
        assert!(rank_set_unindex(0, 14).is_err());
        assert!(rank_set_index(0x2000).is_err());
    }
}
