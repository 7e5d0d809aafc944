//! One-dimensional clustering: scalars cut into buckets, at percentiles or with the least squared distances from the means
//! of the buckets.
//!
//! Both functions take distinct values in ascending order with their weights, and return the index at which each bucket
//! begins. No bucket is empty.

use super::kmeans::IntegerWeights;
use crate::error::{Error, Result, Row};
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::Run;

/// The beginnings of `buckets` buckets with the least sum of weighted squared distances from their means.
///
/// Dynamic programming over the number of buckets. The best beginning of the last bucket ascends with its end, which allows
/// divide and conquer (Fisher, "On Grouping for Maximum Homogeneity", 1958; Wu, "Optimal Quantization by Matrix Searching",
/// 1991). Among equally good partitions, one whose buckets begin early is returned.
///
/// # Errors
/// [`Error::InvalidRow`] for a value that is not finite or not above the previous one, or an invalid weight;
/// [`Error::InvalidArgument`] for no bucket or more than values; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::cuts::optimal_cuts;
/// use pokerbits::runtime::Run;
/// assert_eq!(optimal_cuts(&[0.0, 1.0, 7.0, 8.0, 20.0], &[1.0; 5], 3, &mut Run::new(1))?, [0, 2, 4]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn optimal_cuts(values: &[f64], weights: &[f64], buckets: usize, run: &mut Run<'_>) -> Result<Vec<u32>> {
    let weights = check(values, weights, buckets)?;
    let n = values.len();
    let sums = PrefixSums::new(values, &weights.of_point)?;
    let mut least = try_with_capacity(n + 1)?;
    least.extend((0..=n).map(|end| sums.cost(0, end)));
    // The beginning of the last bucket, by the number of buckets from two on, and by the end.
    let mut begins = try_vec(0u32, (buckets - 1) * (n + 1))?;
    for (before, begins) in begins.chunks_exact_mut(n + 1).enumerate() {
        let mut next = try_vec(f64::INFINITY, n + 1)?;
        let mut layer = Layer { sums: &sums, least: &least, next: &mut next, begins };
        // At least one value for each bucket before this one, and one in it.
        layer.fill([before + 2, n], [before + 1, n - 1], &mut || run.checkpoint(before as u64, buckets as u64))?;
        least = next;
    }
    let mut cuts = try_vec(0, buckets)?;
    let mut end = n;
    for (cut, begins) in cuts[1..].iter_mut().zip(begins.chunks_exact(n + 1)).rev() {
        *cut = begins[end];
        end = begins[end] as usize;
    }
    Ok(cuts)
}

/// The beginnings of `buckets` buckets with weights as even as values allow: bucket i begins at the value before which the
/// weight is nearest to i / `buckets` of the total.
///
/// # Errors
/// The errors of [`optimal_cuts`].
///
/// ```
/// use pokerbits::abstraction::cuts::percentile_cuts;
/// assert_eq!(percentile_cuts(&[0.0, 0.1, 0.2, 0.9], &[1.0, 1.0, 1.0, 3.0], 2)?, [0, 3]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn percentile_cuts(values: &[f64], weights: &[f64], buckets: usize) -> Result<Vec<u32>> {
    let weights = check(values, weights, buckets)?.of_point;
    let total = u128::from(weights.iter().sum::<u64>());
    let (n, parts) = (values.len(), buckets as u128);
    let mut cuts = try_vec(0, buckets)?;
    let (mut at, mut before) = (0, 0u128);
    for bucket in 1..buckets {
        let target = total * bucket as u128;
        let last = n - (buckets - bucket);
        let first = cuts[bucket - 1] as usize + 1;
        while at < last
            && (at < first || {
                let (here, next) = (before * parts, (before + u128::from(weights[at])) * parts);
                // Moves to the next value if that is nearer.
                next <= target || next - target < target.saturating_sub(here)
            })
        {
            before += u128::from(weights[at]);
            at += 1;
        }
        cuts[bucket] = at as u32;
    }
    Ok(cuts)
}

fn check(values: &[f64], weights: &[f64], buckets: usize) -> Result<IntegerWeights> {
    let n = values.len();
    if weights.len() != n || n >= u32::MAX as usize {
        return Err(Error::InvalidArgument(format!("{} weights for {n} values", weights.len())));
    }
    if !(1..=n).contains(&buckets) {
        return Err(Error::InvalidArgument(format!("{buckets} buckets of {n} distinct values: expected 1 to {n}")));
    }
    for (at, &value) in values.iter().enumerate() {
        if !value.is_finite() || (at > 0 && value <= values[at - 1]) {
            let reason = format!("value {value}: expected finite numbers, ascending");
            return Err(Error::InvalidRow { row: Row(Some(at)), reason });
        }
    }
    IntegerWeights::new(weights)
}

/// Cumulative sums of values, measured from their mean for precision.
struct PrefixSums(Vec<[f64; 3]>);

impl PrefixSums {
    fn new(values: &[f64], weights: &[u64]) -> Result<Self> {
        let total: u64 = weights.iter().sum();
        let mean = values.iter().zip(weights).map(|(x, &w)| x * (w as f64 / total as f64)).sum::<f64>();
        let mut sums = try_with_capacity(values.len() + 1)?;
        let mut sum = [0.0; 3];
        sums.push(sum);
        for (&value, &weight) in values.iter().zip(weights) {
            let (x, w) = (value - mean, weight as f64);
            sum = [sum[0] + w, sum[1] + w * x, sum[2] + w * x * x];
            sums.push(sum);
        }
        if !sum[2].is_finite() {
            let why = "values: their squares are too large to be added up: divide them by the largest";
            return Err(Error::InvalidArgument(why.into()));
        }
        Ok(Self(sums))
    }

    /// The squared distances of the values `begin..end` from their mean.
    #[inline]
    fn cost(&self, begin: usize, end: usize) -> f64 {
        let [from, to] = [self.0[begin], self.0[end]];
        let [weight, sum, squares] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        if weight > 0.0 { (squares - sum * (sum / weight)).max(0.0) } else { 0.0 }
    }
}

/// Adds one bucket.
struct Layer<'a> {
    sums: &'a PrefixSums,
    /// The least cost of the values up to each, with the buckets so far.
    least: &'a [f64],
    /// The same with one more bucket.
    next: &'a mut [f64],
    begins: &'a mut [u32],
}

impl Layer<'_> {
    /// For every end within bounds, the best beginning of the last bucket within bounds, both inclusive.
    fn fill(
        &mut self,
        [first, last]: [usize; 2],
        [low, high]: [usize; 2],
        may_go_on: &mut impl FnMut() -> Result<()>,
    ) -> Result<()> {
        if first > last {
            return Ok(());
        }
        let end = usize::midpoint(first, last);
        let mut best = (f64::INFINITY, low);
        for begin in low..=high.min(end - 1) {
            let cost = self.least[begin] + self.sums.cost(begin, end);
            if cost < best.0 {
                best = (cost, begin);
            }
        }
        (self.next[end], self.begins[end]) = (best.0, best.1 as u32);
        if last - first > 1 << 10 {
            may_go_on()?;
        }
        self.fill([first, end - 1], [low, best.1], may_go_on)?;
        self.fill([end + 1, last], [best.1, high], may_go_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    /// The squared distances from the means of the buckets.
    fn inertia(values: &[f64], weights: &[f64], cuts: &[u32]) -> f64 {
        let ends = cuts[1..].iter().map(|&cut| cut as usize).chain([values.len()]);
        let buckets = cuts.iter().map(|&cut| cut as usize).zip(ends);
        let of_bucket = |(begin, end): (usize, usize)| {
            let pairs = || values[begin..end].iter().zip(&weights[begin..end]);
            let mean = pairs().map(|(x, w)| x * w).sum::<f64>() / pairs().map(|(_, w)| w).sum::<f64>();
            pairs().map(|(x, w)| w * (x - mean).powi(2)).sum::<f64>()
        };
        buckets.map(of_bucket).sum()
    }

    /// All beginnings of `buckets` buckets among `n` values, the first at 0.
    fn all_cuts(n: u32, buckets: usize) -> Vec<Vec<u32>> {
        let mut all = vec![vec![0]];
        for bucket in 1..buckets {
            let longer = |cuts: Vec<u32>| {
                let last = cuts[bucket - 1];
                (last + 1..n).map(move |cut| [&cuts[..], &[cut]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    fn random(n: usize, key: u64) -> (Vec<f64>, Vec<f64>) {
        let mut rng = Philox::new([14, key], [0; 4]);
        let mut values: Vec<f64> = (0..n).map(|_| rng.below(1_000_000) as f64 / 1000.0).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let weights = values.iter().map(|_| 1.0 + rng.below(9) as f64).collect();
        (values, weights)
    }

    #[test]
    fn no_partition_is_better() {
        for key in 0..20 {
            let (values, weights) = random(3 + key as usize % 10, key);
            for buckets in 1..=values.len() {
                let cuts = optimal_cuts(&values, &weights, buckets, &mut Run::new(1)).unwrap();
                let all = all_cuts(values.len() as u32, buckets);
                let least = all.iter().map(|cuts| inertia(&values, &weights, cuts)).fold(f64::INFINITY, f64::min);
                assert!(all.contains(&cuts), "{cuts:?}");
                let found = inertia(&values, &weights, &cuts);
                assert!(found <= least * (1.0 + 1e-9) + 1e-6, "{key} {buckets}: {found} {least}");
            }
        }
    }

    /// Compares with the same programme without bounds on the beginnings.
    #[test]
    fn bounds_leave_nothing_out() {
        let (values, weights) = random(300, 99);
        let n = values.len();
        let mut least: Vec<f64> =
            (0..=n).map(|end| if end == 0 { 0.0 } else { inertia(&values[..end], &weights[..end], &[0]) }).collect();
        for buckets in 2..30 {
            let next = |end: usize| {
                let with = |begin: usize| least[begin] + inertia(&values[begin..end], &weights[begin..end], &[0]);
                (buckets - 1..end).map(with).fold(f64::INFINITY, f64::min)
            };
            least = (0..=n).map(next).collect();
            let cuts = optimal_cuts(&values, &weights, buckets, &mut Run::new(1)).unwrap();
            assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]));
            let found = inertia(&values, &weights, &cuts);
            assert!((found - least[n]).abs() <= 1e-9 * least[n], "{buckets}: {found} {}", least[n]);
        }
    }

    #[test]
    fn percentiles_are_as_even_as_values_allow() {
        // Equal weights: equal parts.
        let values: Vec<f64> = (0..12).map(f64::from).collect();
        assert_eq!(percentile_cuts(&values, &[2.0; 12], 4).unwrap(), [0, 3, 6, 9]);
        assert_eq!(percentile_cuts(&values, &[2.0; 12], 5).unwrap(), [0, 2, 5, 7, 10]);
        // Every bucket has a value, for any weights.
        for heavy in 0..12 {
            let weights: Vec<f64> = (0..12).map(|i| if i == heavy { 1000.0 } else { 1.0 }).collect();
            for buckets in 1..=12 {
                let cuts = percentile_cuts(&values, &weights, buckets).unwrap();
                assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]) && cuts[buckets - 1] < 12, "{cuts:?}");
            }
        }
        // By the definition, if values do not conflict.
        let (values, weights) = random(2000, 7);
        let total: f64 = weights.iter().sum();
        let cuts = percentile_cuts(&values, &weights, 50).unwrap();
        for (bucket, &cut) in cuts.iter().enumerate() {
            let distance = |cut: usize| (weights[..cut].iter().sum::<f64>() * 50.0 - bucket as f64 * total).abs();
            assert!((0..values.len()).all(|other| distance(other) >= distance(cut as usize)), "{bucket}");
        }
    }

    /// Half of the weight 4 is 2: as far from the 1 before the second value as from the 3 before the third.
    #[test]
    fn of_two_equally_near_values_the_bucket_begins_at_the_first() {
        assert_eq!(percentile_cuts(&[0.0, 1.0, 2.0], &[1.0, 2.0, 1.0], 2).unwrap(), [0, 1]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let run = &mut Run::new(1);
        for (values, weights, buckets) in [
            (&[1.0, 2.0][..], &[1.0, 1.0][..], 0),
            (&[1.0, 2.0], &[1.0, 1.0], 3),
            (&[1.0, 2.0], &[1.0], 1),
            (&[2.0, 1.0], &[1.0, 1.0], 1),
            (&[1.0, 1.0], &[1.0, 1.0], 1),
            (&[1.0, f64::NAN], &[1.0, 1.0], 1),
            (&[1.0, 2.0], &[1.0, -1.0], 1),
            (&[], &[], 1),
        ] {
            assert!(optimal_cuts(values, weights, buckets, run).is_err());
            assert!(percentile_cuts(values, weights, buckets).is_err());
        }
        let refused = percentile_cuts(&[1.0, 2.0], &[1.0; 2], 3).unwrap_err();
        assert_eq!(refused.to_string(), "3 buckets of 2 distinct values: expected 1 to 2");
    }
}
