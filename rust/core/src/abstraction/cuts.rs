//! One-dimensional clustering: scalars cut into buckets, at percentiles or with the least squared distances from the means
//! of the buckets.
//!
//! Both functions take distinct values in ascending order with their weights, and return the index at which each bucket
//! begins. No bucket is empty.

use std::ops::Range;

use super::kmeans::IntegerWeights;
use crate::error::{Error, Result, Row};
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::simd::{LANES, Lanes};

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
    cuts_in(ROOM, values, weights, buckets, run)
}

/// Bytes that the beginnings of the last buckets may take, for every end and number of buckets. If they need more, the programme
/// keeps its costs at some numbers of buckets, and comes back to find the beginnings between two of them.
const ROOM: usize = 1 << 28;

fn cuts_in(room: usize, values: &[f64], weights: &[f64], buckets: usize, run: &mut Run<'_>) -> Result<Vec<u32>> {
    let weights = check(values, weights, buckets)?;
    let (n, layers) = (values.len(), buckets - 1);
    let sums = PrefixSums::new(values, &weights.of_point)?;
    let mut least = try_with_capacity(n + 1)?;
    least.extend((0..=n).map(|end| sums.cost(0, end)));
    // A layer that is kept takes eight bytes a value, one with its beginnings four: this is the least memory for both.
    let all_fit = layers.saturating_mul(n + 1) <= room / size_of::<u32>();
    let in_stretch = if all_fit { layers } else { (2 * layers).isqrt() };
    let stretches: Vec<_> = (0..layers).step_by(in_stretch.max(1)).map(|at| at..layers.min(at + in_stretch)).collect();
    let mut programme = Programme {
        sums: &sums,
        begins: try_vec(0, in_stretch * (n + 1))?,
        next: try_vec(0.0, n + 1)?,
        done: 0,
        total: 2 * layers - stretches.last().map_or(0, ExactSizeIterator::len),
    };
    let mut kept = vec![];
    for stretch in &stretches {
        if stretch.end < layers {
            let mut copy = try_with_capacity(n + 1)?;
            copy.extend_from_slice(&least);
            kept.push(copy);
        }
        programme.add(stretch.clone(), n, &mut least, run)?;
    }
    let mut cuts = try_vec(0, buckets)?;
    let mut end = n;
    for stretch in stretches.into_iter().rev() {
        if stretch.end < layers {
            least = kept.pop().unwrap_or_default();
            programme.add(stretch.clone(), end, &mut least, run)?;
        }
        let begins = programme.begins.chunks_exact(n + 1);
        for (cut, begins) in cuts[1..][stretch].iter_mut().zip(begins).rev() {
            *cut = begins[end];
            end = begins[end] as usize;
        }
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

/// Cumulative sums, for values measured from their mean for precision.
struct PrefixSums {
    weights: Vec<f64>,
    values: Vec<f64>,
    squares: Vec<f64>,
}

impl PrefixSums {
    fn new(values: &[f64], weights: &[u64]) -> Result<Self> {
        let total: u64 = weights.iter().sum();
        let mean = values.iter().zip(weights).map(|(x, &w)| x * (w as f64 / total as f64)).sum::<f64>();
        let of = || try_vec(0.0, values.len() + 1);
        let mut sums = Self { weights: of()?, values: of()?, squares: of()? };
        let mut sum = [0.0; 3];
        for (at, (&value, &weight)) in (1..).zip(values.iter().zip(weights)) {
            let (x, w) = (value - mean, weight as f64);
            sum = [sum[0] + w, sum[1] + w * x, sum[2] + w * x * x];
            [sums.weights[at], sums.values[at], sums.squares[at]] = sum;
        }
        if !sum[2].is_finite() {
            let why = "values: their squares are too large to be added up: divide them by the largest";
            return Err(Error::InvalidArgument(why.into()));
        }
        Ok(sums)
    }

    /// The squared distances of the values `begin..end` from their mean.
    #[inline(always)]
    fn cost(&self, begin: usize, end: usize) -> f64 {
        let [weight, sum, squares] = [&self.weights, &self.values, &self.squares].map(|of| of[end] - of[begin]);
        if weight > 0.0 { (squares - sum * (sum / weight)).max(0.0) } else { 0.0 }
    }
}

/// The dynamic programme. A layer adds a bucket; the first one adds the second bucket.
struct Programme<'a> {
    sums: &'a PrefixSums,
    /// The best beginning of the last bucket, for the layers added last, and by the end.
    begins: Vec<u32>,
    next: Vec<f64>,
    done: usize,
    total: usize,
}

impl Programme<'_> {
    /// Adds these layers to the least costs of the values up to each end. Ends after `last` do not matter.
    fn add(&mut self, layers: Range<usize>, last: usize, least: &mut Vec<f64>, run: &mut Run<'_>) -> Result<()> {
        let ends = least.len();
        for (layer, begins) in layers.zip(self.begins.chunks_exact_mut(ends)) {
            let (sums, level, next) = (self.sums, run.level(), &mut self.next[..]);
            // At least one value for each bucket before this one, and one in it.
            let (mut of_layer, low) = (Layer { sums, level, least, next, begins }, layer + 1);
            let at = [self.done as u64, self.total as u64];
            of_layer.fill([low + 1, last], [low, last - 1], &mut || run.checkpoint(at[0], at[1]))?;
            std::mem::swap(least, &mut self.next);
            self.done += 1;
        }
        Ok(())
    }
}

/// Adds one bucket.
struct Layer<'a> {
    sums: &'a PrefixSums,
    level: Proven,
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
        let begins = low..end.min(high + 1);
        let is_short = begins.len() < 4 * LANES;
        let search = BestBegin { sums: self.sums, least: self.least, begins, end };
        let best = if is_short { search.one_by_one(f64::INFINITY, low) } else { self.level.run(search) };
        (self.next[end], self.begins[end]) = (best.0, best.1 as u32);
        if last - first > 1 << 10 {
            may_go_on()?;
        }
        self.fill([first, end - 1], [low, best.1], may_go_on)?;
        self.fill([end + 1, last], [best.1, high], may_go_on)
    }
}

/// The first of the best beginnings of a bucket with this end, and the cost.
struct BestBegin<'a> {
    sums: &'a PrefixSums,
    least: &'a [f64],
    begins: Range<usize>,
    end: usize,
}

impl BestBegin<'_> {
    /// The best one, if it is better than another that comes first.
    #[inline(always)]
    fn one_by_one(self, cost: f64, begin: usize) -> (f64, usize) {
        let mut best = (cost, begin);
        for begin in self.begins {
            let cost = self.least[begin] + self.sums.cost(begin, self.end);
            if cost < best.0 {
                best = (cost, begin);
            }
        }
        best
    }
}

impl Kernel for BestBegin<'_> {
    type Output = (f64, usize);
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    #[allow(clippy::cast_sign_loss)] // Beginnings are not negative.
    fn run<I: Isa>(mut self, _: I) -> Self::Output {
        let (range, zero) = (self.begins.clone(), Lanes::default());
        let sums = [&self.sums.weights, &self.sums.values, &self.sums.squares];
        let to = sums.map(|of| Lanes([of[self.end]; LANES]));
        let [weights, values, squares] = sums.map(|of| of[range.clone()].as_chunks().0);
        let least = self.least[range.clone()].as_chunks().0;
        let mut at = Lanes(std::array::from_fn(|lane| (range.start + lane) as f64));
        let mut best = (Lanes([f64::INFINITY; LANES]), at);
        for (((&least, &weight), &value), &square) in least.iter().zip(weights).zip(values).zip(squares) {
            let [weight, value, square] = [to[0] - Lanes(weight), to[1] - Lanes(value), to[2] - Lanes(square)];
            let distances = (square - value * (value / weight)).max(zero);
            let cost = Lanes(least) + weight.if_positive(distances, zero);
            let better = best.0 - cost;
            best = (better.if_positive(cost, best.0), better.if_positive(at, best.1));
            at = at + Lanes([LANES as f64; LANES]);
        }
        let of_lanes = best.0.0.into_iter().zip(best.1.0);
        let first = of_lanes.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (cost, begin) = first.unwrap_or_default();
        self.begins.start += range.len() / LANES * LANES;
        self.one_by_one(cost, begin as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;
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

    /// In little memory layers are made again, and at every level many beginnings are compared at once.
    #[test]
    fn cuts_are_the_same_in_little_memory_and_at_every_level() {
        let (values, weights) = random(2000, 5);
        for buckets in [1, 2, 3, 10, 47, 150] {
            let cuts = optimal_cuts(&values, &weights, buckets, &mut Run::new(1)).unwrap();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                for room in [0, ROOM] {
                    let found = cuts_in(room, &values, &weights, buckets, &mut Run::new(1).at(level)).unwrap();
                    assert_eq!(found, cuts, "{buckets} {level:?} {room}");
                }
            }
        }
    }

    #[test]
    fn the_first_of_the_best_beginnings_is_found() {
        let (values, weights) = random(500, 3);
        let weights = check(&values, &weights, 1).unwrap();
        let sums = PrefixSums::new(&values, &weights.of_point).unwrap();
        let n = values.len();
        // Few different costs: most are as good as others.
        let least: Vec<f64> = (0..=n).map(|end| 1e9 * (end % 7) as f64 - sums.cost(end.min(n - 1), n)).collect();
        for begins in [0..n, 3..n - 5, 17..90, 100..116, 5..6, 9..9] {
            let search = || BestBegin { sums: &sums, least: &least, begins: begins.clone(), end: n };
            let expected = search().one_by_one(f64::INFINITY, begins.start);
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                assert_eq!(level.run(search()), expected, "{begins:?} {level:?}");
            }
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
