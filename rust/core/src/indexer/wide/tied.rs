//! Tied suits: the index of a multiset of group indices, for any number of suits.
//!
//! Group indices `g_1 >= ... >= g_j` have the index `sum C(g_k + j - k, j - k + 1)`, as for four suits.

/// The number of multisets of `j` of `z` values, `C(z + j - 1, j)`; `None` beyond 128 bits.
pub(super) fn multisets(z: u64, j: usize) -> Option<u128> {
    let mut count = 1u128;
    for k in 0..j as u64 {
        let factor = z + k;
        // A division of 64 bits takes a fraction of the time of one of 128.
        count = match u64::try_from(count).ok().and_then(|count| count.checked_mul(factor)) {
            Some(product) => (product / (k + 1)).into(),
            None => count.checked_mul(factor.into())? / u128::from(k + 1),
        };
    }
    Some(count)
}

/// The index of group indices in descending order. It is below a size that fits in 64 bits.
#[inline]
pub(super) fn index<'a>(groups: impl ExactSizeIterator<Item = &'a u64>) -> u64 {
    let tied = groups.len();
    groups.zip(0..).map(|(&group, k)| below(group, tied - k)).sum()
}

/// The multisets of `j` values of which the largest is below `z`, where they fit in 64 bits.
#[inline]
fn below(z: u64, j: usize) -> u64 {
    if z == 0 || j == 1 { z } else { multisets(z, j).unwrap_or(u128::MAX).try_into().unwrap_or(u64::MAX) }
}

/// The group indices, in descending order, of an index: the inverse of [`index`].
#[allow(clippy::cast_sign_loss)]
pub(super) fn unindex(mut index: u64, groups: &mut [u64]) {
    let mut j = groups.len();
    for group in groups {
        let mut z = index;
        if j > 1 {
            let fits = |z: u64| multisets(z, j).is_some_and(|count| count <= index.into());
            // The root of j! index exceeds the answer by less than j; whatever its rounding, the steps end at the answer.
            let power = index as f64 * (2..=j as u64).product::<u64>() as f64;
            z = if j == 2 { power.sqrt() } else { power.powf(1.0 / j as f64) } as u64;
            while !fits(z) {
                z -= 1;
            }
            while fits(z + 1) {
                z += 1;
            }
        }
        *group = z;
        index -= below(z, j);
        j -= 1;
    }
}
