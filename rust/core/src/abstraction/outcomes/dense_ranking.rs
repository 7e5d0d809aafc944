//! Dense ranks of keys: the different keys are numbered 0, 1, 2 ... in ascending order, without gaps.
//!
//! Keys are distributed to buckets of neighbours, and every bucket is sorted on its own. The buckets do not depend on the
//! number of threads.

use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;
use crate::tables::Cell;

use crate::runtime::stages::Stages;

/// Keys that are distributed to buckets between two checks for cancellation.
const CHUNK: usize = 1 << 20;
/// Buckets that keys are distributed to: few enough for the caches, and enough that a bucket of 55 million keys fits there,
/// too.
const BUCKETS: u64 = 1 << 14;
/// Steps of progress of a ranking.
pub(super) const STEPS: u64 = 2;

/// The rank of every key, and the different keys in ascending order.
pub(super) struct Ranked<K> {
    pub(super) ranks: Vec<u32>,
    pub(super) keys: Vec<K>,
}

/// Ranks at most `2^32 - 1` keys. `leading` ascends with the keys and is below `bound`.
pub(super) fn dense_ranks<K: Copy + Default + Ord + Send + Sync>(
    keys: Vec<K>,
    leading: impl Fn(&K) -> u64,
    bound: u64,
    stages: &mut Stages,
    run: &mut Run<'_>,
) -> Result<Ranked<K>> {
    // All buckets have the same width; the last ones may be empty.
    let width = bound.div_ceil(BUCKETS).max(1);
    let bucket = |key: &K| (leading(key) / width) as usize;

    stages.enter(STEPS - 1, run);
    let mut starts = try_vec(0, BUCKETS as usize + 1)?;
    for keys in keys.chunks(CHUNK) {
        for key in keys {
            starts[bucket(key) + 1] += 1;
        }
        run.checkpoint(0, 1)?;
    }
    let mut before = 0;
    for start in &mut starts {
        before += *start;
        *start = before;
    }
    // Every key with its place, so that sorting moves both.
    let mut dealt = try_vec((K::default(), 0u32), keys.len())?;
    let mut next: Vec<usize> = starts.clone();
    for (keys, first) in keys.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
        for (&key, at) in keys.iter().zip(first..) {
            let place = &mut next[bucket(&key)];
            dealt[*place] = (key, at);
            *place += 1;
        }
        run.checkpoint(0, 1)?;
    }
    let n = keys.len();
    drop(keys);

    let is_same = |a: &(K, u32), b: &(K, u32)| a.0 == b.0;
    let mut different = try_vec(0usize, BUCKETS as usize)?;
    let buckets = parts_mut(&mut dealt, starts.windows(2).map(|ends| ends[1] - ends[0]))?;
    run.for_each(buckets.into_iter().zip(&mut different), BUCKETS as usize, |(bucket, different)| {
        bucket.sort_unstable();
        *different = bucket.chunk_by(is_same).count();
        Ok(())
    })?;

    stages.enter(1, run);
    let mut ranks = try_vec(0u32, n)?;
    let mut sorted = try_vec(K::default(), different.iter().sum())?;
    let places = u32::share(&mut ranks);
    let buckets = starts.windows(2).map(|ends| &dealt[ends[0]..ends[1]]);
    let firsts = different.iter().scan(0, |before, n| {
        let first = *before;
        *before += n;
        Some(first)
    });
    let parts = parts_mut(&mut sorted, different.iter().copied())?;
    run.for_each(buckets.zip(firsts).zip(parts), BUCKETS as usize, |((bucket, first), keys)| {
        for ((same, key), rank) in bucket.chunk_by(is_same).zip(keys).zip(first..) {
            *key = same[0].0;
            for &(_, at) in same {
                (rank as u32).store(&places[at as usize]);
            }
        }
        Ok(())
    })?;
    Ok(Ranked { ranks, keys: sorted })
}

/// Consecutive parts of a slice.
pub(super) fn parts_mut<T>(mut all: &mut [T], lens: impl ExactSizeIterator<Item = usize>) -> Result<Vec<&mut [T]>> {
    try_collect(lens.map(|len| {
        let (part, rest) = std::mem::take(&mut all).split_at_mut(len);
        all = rest;
        Ok(part)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    #[test]
    fn ranks_ascend_with_the_keys() {
        let mut rng = Philox::new([1, 2], [0; 4]);
        for (n, bound) in [(0, 1), (1, 1), (1000, 7), (100_000, 30_000), (50_000, 1 << 40)] {
            let keys: Vec<[u64; 2]> = (0..n).map(|_| [rng.next_u64() % bound, rng.next_u64() % 2]).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            expected.dedup();
            for threads in [1, 3] {
                let stages = &mut Stages::new(STEPS);
                let found = dense_ranks(keys.clone(), |key| key[0], bound, stages, &mut Run::new(threads)).unwrap();
                assert_eq!(found.keys, expected);
                assert!(keys.iter().zip(&found.ranks).all(|(key, &at)| expected[at as usize] == *key));
            }
        }
    }
}
