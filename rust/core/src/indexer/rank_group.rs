//! Rank groups: from the ranks that one suit receives round by round to a single index, and back.
//!
//! Waugh (2013), algorithms 1 and 2: before a round's set is indexed, the ranks dealt earlier are removed from the suit and
//! the others move down, so that no index is skipped. Round 0 is the least significant digit.

use super::rank_set::ALL_RANKS;
use super::wide::{colex, nth_set, ways};
use crate::error::{Error, Result, Row};

/// The bits of `value` at the ones of `mask` among the 13 ranks, compressed: `pext` for CPUs without it. One step for each
/// missing rank.
pub(super) fn compress(value: u32, mask: u32) -> u32 {
    let mut value = value & mask;
    let mut holes = ALL_RANKS & !mask;
    while holes != 0 {
        // From the top, so that lower gaps stay in place.
        let below = (1 << holes.ilog2()) - 1;
        value = value & below | value >> 1 & !below;
        holes &= below;
    }
    value
}

/// The inverse of [`compress`], `pdep`: bit `k` of `value` moves to the `k`-th one of `mask`.
pub(super) fn expand(mut value: u32, mask: u32) -> u32 {
    let mut holes = ALL_RANKS & !mask;
    while holes != 0 {
        let below = (holes & holes.wrapping_neg()) - 1;
        value = value & below | (value & !below) << 1;
        holes &= holes - 1;
    }
    value & ALL_RANKS
}

/// The number of ways to deal `counts[i]` ranks in round `i` from a suit of `n_ranks`, at most 16.
///
/// ```
/// use pokerbits::indexer::rank_group_size;
/// assert_eq!(rank_group_size(&[1, 2], 13)?, 13 * 66);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_group_size(counts: &[usize], n_ranks: usize) -> Result<u64> {
    if n_ranks > 16 {
        return Err(Error::InvalidArgument(format!("a suit of {n_ranks} ranks: at most 16")));
    }
    let mut left = n_ranks;
    let mut size = 1;
    for &count in counts {
        if count > left {
            return Err(Error::InvalidArgument(format!("{counts:?} ranks do not fit in a suit of {n_ranks}")));
        }
        size *= ways(left, count);
        left -= count;
    }
    Ok(size)
}

/// The index of the rank sets that one suit of `n_ranks` receives, round by round.
///
/// ```
/// use pokerbits::indexer::rank_group_index;
/// // The clubs of 2c Ac | 6c: {2, A} = 66 of 78, and the six closes up to the fourth rank left: 66 + 78 * 3.
/// assert_eq!(rank_group_index(&[1 << 0 | 1 << 12, 1 << 4], 13)?, 300);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_group_index(rank_sets: &[u16], n_ranks: usize) -> Result<u64> {
    let mut left = n_ranks;
    let mut used = 0;
    let mut place = 1;
    let mut index = 0;
    rank_group_size(&[], n_ranks)?;
    for &set in rank_sets {
        if u32::from(set) >> n_ranks != 0 {
            return Err(Error::InvalidArgument(format!("rank set {set:#b} goes beyond a suit of {n_ranks} ranks")));
        }
        if used & set != 0 {
            return Err(Error::InvalidArgument(format!("rank set {set:#b} repeats a rank of an earlier round")));
        }
        index += place * colex(set, !used);
        let count = set.count_ones() as usize;
        place *= ways(left, count);
        left -= count;
        used |= set;
    }
    Ok(index)
}

/// The rank sets with this index, `counts[i]` ranks in round `i`.
///
/// ```
/// use pokerbits::indexer::rank_group_unindex;
/// assert_eq!(rank_group_unindex(300, &[2, 1], 13)?, [1 << 0 | 1 << 12, 1 << 4]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn rank_group_unindex(index: u64, counts: &[usize], n_ranks: usize) -> Result<Vec<u16>> {
    let last = rank_group_size(counts, n_ranks)? - 1;
    if index > last {
        return Err(Error::IndexOutOfRange { row: Row(None), what: "rank group index", index, first: 0, last });
    }
    let mut rest = index;
    let mut left = n_ranks;
    let mut free = ((1u32 << n_ranks) - 1) as u16;
    let deal = |&count: &usize| {
        let radix = ways(left, count);
        let set = nth_set(rest % radix, count, free);
        rest /= radix;
        left -= count;
        free &= !set;
        set
    };
    Ok(counts.iter().map(deal).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::subsets;

    #[test]
    fn groups_are_dense() {
        for n_ranks in 1..=16usize {
            for counts in [&[1usize, 1][..], &[2, 3], &[3, 1, 1], &[0, 2, 0, 1], &[1, 1, 1, 1]] {
                let Ok(size) = rank_group_size(counts, n_ranks) else {
                    assert!(counts.iter().sum::<usize>() > n_ranks);
                    continue;
                };
                for index in 0..size {
                    let sets = rank_group_unindex(index, counts, n_ranks).unwrap();
                    assert!(sets.iter().zip(counts).all(|(s, &n)| s.count_ones() as usize == n));
                    assert_eq!(rank_group_index(&sets, n_ranks).unwrap(), index);
                }
                assert!(rank_group_unindex(size, counts, n_ranks).is_err());
            }
        }
    }

    #[test]
    fn compression_and_expansion_are_inverse() {
        for size in 0..=6 {
            for mask in subsets(13, 13 - size) {
                for value in [0x1fff, 0x0aaa, 0x1234, 1, 0] {
                    let closed = compress(value, mask);
                    assert_eq!(expand(closed, mask), value & mask);
                    assert!(closed < 1 << (13 - size));
                }
            }
        }
    }

    #[test]
    fn bad_groups_are_refused() {
        assert!(rank_group_index(&[1, 1], 13).is_err());
        assert!(rank_group_index(&[1 << 9], 9).is_err());
        assert!(rank_group_index(&[1 << 13], 13).is_err());
        assert_eq!(rank_group_index(&[1 << 15], 16), Ok(15));
        assert!(rank_group_index(&[1], 17).is_err());
        assert!(rank_group_size(&[7, 7], 13).is_err());
    }
}
