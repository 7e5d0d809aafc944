//! Rank sets of a suit of up to 16 ranks: the set's index among the sets of its size, without the ranks dealt before.
//!
//! Waugh (2013), algorithms 1 and 2. The ranks that are still free close up, so that no index is skipped; ranks `a_1 < ... <
//! a_m` of those have the index `sum C(a_k, k)`.

use super::deck::MAX_RANKS;
use crate::combinatorics::pascal;

/// `C(n, k)` for up to 16 ranks.
static CHOOSE: [[u32; MAX_RANKS + 1]; MAX_RANKS + 1] = pascal();

/// `C(n, k)` for `n, k <= 16`.
#[inline]
pub(in crate::indexer) fn ways(n: usize, k: usize) -> u64 {
    CHOOSE[n][k].into()
}

/// The index of a set of free ranks.
#[inline]
pub(in crate::indexer) fn colex(set: u16, free: u16) -> u64 {
    let (mut rest, mut index) = (set, 0);
    let mut k = 1;
    while rest != 0 {
        let below = (1u16 << rest.trailing_zeros()) - 1;
        index += ways((free & below).count_ones() as usize, k);
        rest &= rest - 1;
        k += 1;
    }
    index
}

/// The set of `size` free ranks with an index below the number of these sets: the inverse of [`colex`].
#[inline]
pub(in crate::indexer) fn nth_set(mut index: u64, mut size: usize, free: u16) -> u16 {
    let (mut set, mut rest, mut left) = (0, free, free.count_ones() as usize);
    // From the highest rank down: it is in the set exactly if the sets of lower ranks end before the index.
    while size > 0 && rest != 0 {
        let rank = 1 << rest.ilog2();
        rest ^= rank;
        left -= 1;
        let lower = ways(left, size);
        if lower <= index {
            index -= lower;
            size -= 1;
            set |= rank;
        }
    }
    set
}
