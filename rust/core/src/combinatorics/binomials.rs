//! Binomial coefficients: the one place where they are computed.

/// Pascal's triangle: `C(n, k)` at `[n][k]` for `n < N` and `k < K`, 0 where `k > n`.
///
/// Kernels keep tables of the shape that their subscripts need; a table with a value beyond 32 bits does not compile.
pub const fn pascal<const N: usize, const K: usize>() -> [[u32; K]; N] {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        table[n][0] = 1;
        let mut k = 1;
        while k < K && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Every binomial that a deck asks for.
static SMALL: [[u32; 8]; 53] = pascal();

/// `C(n, k)` from a table, for `n <= 52` and `k <= 7`; panics beyond.
#[inline]
pub const fn choose_small(n: usize, k: usize) -> u32 {
    SMALL[n][k]
}

/// `C(n, k)`, or `None` when it does not fit in 128 bits.
///
/// ```
/// assert_eq!(pokerbits::combinatorics::choose(52, 7), Some(133_784_560));
/// ```
pub const fn choose(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    let mut i = 0;
    // The factors of the chosen or of the others, whichever are fewer.
    while i < k && i < n - k {
        // value = C(n, i); C(n, i) * (n - i) is divisible by i + 1.
        value = match value.checked_mul((n - i) as u128) {
            Some(product) => product / (i + 1) as u128,
            None => return None,
        };
        i += 1;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_agree() {
        let triangle = pascal::<16, 16>();
        assert_eq!(pascal::<5, 3>()[4], [1, 4, 6]);
        for n in 0..=52u64 {
            for k in 0..=7u64 {
                assert_eq!(u128::from(choose_small(n as usize, k as usize)), choose(n, k).unwrap());
            }
        }
        for n in 0..16u64 {
            for k in 0..16u64 {
                assert_eq!(u128::from(triangle[n as usize][k as usize]), choose(n, k).unwrap());
            }
        }
        assert_eq!(choose(1000, 500), None);
        assert_eq!(choose(3, 4), Some(0));
        // The product of all but two factors would not fit.
        let n = 1u64 << 40;
        let pairs = Some((1u128 << 39) * u128::from(n - 1));
        assert_eq!((choose(n, 2), choose(n, n - 2)), (pairs, pairs));
    }
}
