//! The subsets of a small set, one by one.

/// The sets of `k` positions out of the low `n`, 31 at most, in ascending (colexicographic) order.
pub fn subsets(n: u32, k: u32) -> impl Iterator<Item = u32> {
    assert!(n < 32, "positions are bits of a u32");
    let mut next = (k <= n).then(|| (1u64 << k) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        // Gosper's step to the next integer with as many bits; the empty set has no next.
        next = (set != 0)
            .then(|| {
                let low = set & set.wrapping_neg();
                let ripple = set + low;
                ripple | (((set ^ ripple) >> 2) / low)
            })
            .filter(|&s| s < 1u64 << n);
        Some(set as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{choose, colex_rank, for_each_multiset};

    #[test]
    fn multisets_are_the_hands_by_their_ranks() {
        let mut hands = 0;
        for_each_multiset(13, 5, 4, &mut |_| hands += 1);
        assert_eq!(hands, 6175);
    }

    #[test]
    fn subsets_come_in_colex_order() {
        for n in 0..=13 {
            for k in 0..=n {
                let sets: Vec<u32> = subsets(n, k).collect();
                assert_eq!(sets.len() as u128, choose(n.into(), k.into()).unwrap());
                for (i, &set) in sets.iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert_eq!(colex_rank(set), i as u32);
                }
            }
        }
    }
}
