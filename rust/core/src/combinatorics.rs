//! Counting subsets: binomial coefficients, colexicographic ranks of bit sets, subset iteration.

/// Binomial coefficients `C(n, k)` for `n <= 52`, `k <= 7`: every one that a deck asks for, exact in 32 bits.
const SMALL: [[u32; 8]; 53] = {
    let mut table = [[0u32; 8]; 53];
    let mut n = 0;
    while n <= 52 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= 7 && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// `C(n, k)` from a table, for `n <= 52` and `k <= 7`.
///
/// # Panics
/// When `n > 52` or `k > 7`.
#[inline]
pub const fn choose_small(n: usize, k: usize) -> u32 {
    SMALL[n][k]
}

/// `C(n, k)`, or `None` when it does not fit in 128 bits.
///
/// ```
/// assert_eq!(pokerbits::combinatorics::choose(52, 7), Some(133_784_560));
/// ```
pub fn choose(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut value: u128 = 1;
    for i in 0..k {
        // value = C(n, i); C(n, i) * (n - i) is divisible by i + 1.
        value = value.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    Some(value)
}

/// The colexicographic rank of a set of positions among the sets of its size: `sum C(a_k, k)` over `a_1 < a_2 < ...`.
///
/// ```
/// assert_eq!(pokerbits::combinatorics::colex_rank(0b111), 0);
/// assert_eq!(pokerbits::combinatorics::colex_rank(0b1_0000_0000_0001), 66);
/// ```
pub fn colex_rank(mut set: u32) -> u32 {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        rank += choose(u64::from(set.trailing_zeros()), k).map_or(0, |c| c as u32);
        set &= set - 1;
        k += 1;
    }
    rank
}

/// The sets of `k` positions out of the low `n`, in ascending (colexicographic) order.
///
/// # Panics
/// When `n > 31`.
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

    #[test]
    fn binomials_agree() {
        for n in 0..=52u64 {
            for k in 0..=7u64 {
                assert_eq!(u128::from(choose_small(n as usize, k as usize)), choose(n, k).unwrap());
            }
        }
        assert_eq!(choose(1000, 500), None);
        assert_eq!(choose(3, 4), Some(0));
    }
}
