//! The order in which to unindex scattered indices: by buckets, so that most hands are near the one before.

use crate::error::Result;
use crate::memory::try_vec;

/// The buckets are equal parts of a round's indices: more than the configurations that most of its hands have.
const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 10;

/// Fewer indices share too few configurations to pay for the sort.
const FEWEST: usize = 256;

/// Whether to sort `indices`, which are below `size`: whether a quarter of them are far from the index before. Only some
/// are looked at.
pub(super) fn are_scattered(indices: &[u64], size: u64) -> bool {
    if indices.len() < FEWEST {
        return false;
    }
    let pairs = indices.windows(2).step_by(13);
    let enough = pairs.len() / 4;
    pairs.filter(|pair| pair[0].abs_diff(pair[1]) > size / 32).count() > enough
}

/// The positions of `indices` below `size`, at most 2^16 of them, in the order of their buckets. Those of one bucket keep their
/// order.
pub(super) fn by_bucket(indices: &[u64], size: u64) -> Result<Vec<u16>> {
    let shift = (u64::BITS - size.saturating_sub(1).leading_zeros()).saturating_sub(BUCKET_BITS);
    let bucket = |index: u64| (index >> shift) as usize % BUCKETS;
    let mut next = [0u32; BUCKETS];
    for &index in indices {
        next[bucket(index)] += 1;
    }
    let mut first = 0;
    for count in &mut next {
        first += std::mem::replace(count, first);
    }
    let mut order = try_vec(0, indices.len())?;
    for (at, &index) in indices.iter().enumerate() {
        let place = &mut next[bucket(index)];
        order[*place as usize] = at as u16;
        *place += 1;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_position_comes_once_in_the_order_of_the_buckets() {
        let mut rng = Philox::new([24, 6], [0; 4]);
        for size in [1, 2, 169, 1023, 1024, 1025, 2_428_287_420, 1 << 63, u64::MAX] {
            let shift = (0..64).find(|&shift| (size - 1) >> shift < 1024).unwrap();
            for n in [0u32, 1, 2, 300, 4096, 1 << 16] {
                let indices: Vec<u64> = (0..n).map(|_| rng.below(size)).collect();
                let order = by_bucket(&indices, size).unwrap();
                let mut expected: Vec<u16> = (0..n).map(|at| at as u16).collect();
                expected.sort_by_key(|&at| indices[usize::from(at)] >> shift);
                assert!(order == expected, "{size} {n}");
            }
        }
    }

    #[test]
    fn only_scattered_indices_are_sorted() {
        let size = 2_428_287_420;
        let mut rng = Philox::new([24, 7], [0; 4]);
        let mut indices: Vec<u64> = (0..1000).map(|_| rng.below(size)).collect();
        assert!(are_scattered(&indices, size));
        assert!(!are_scattered(&indices[..FEWEST - 1], size));
        indices.sort_unstable();
        assert!(!are_scattered(&indices, size));
        indices.reverse();
        assert!(!are_scattered(&indices, size));
        indices.fill(7);
        assert!(!are_scattered(&indices, size));
        let steps: Vec<u64> = (0..1000).map(|k| 7 * k).collect();
        assert!(!are_scattered(&steps, size));
    }
}
