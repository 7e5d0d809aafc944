//! The number of deals of each bucket, and their mean strength and deviation.

use super::labels::{Labels, no_bucket};
use crate::error::Result;
use crate::indexer::HandIndexer;
use crate::memory::try_vec;
use crate::runtime::{MayGoOn, Run};

/// Classes of one step.
const CHUNK: usize = 1 << 16;

/// Sums over the deals of one bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BucketMoments {
    /// Number of deals.
    pub deals: u64,
    /// Sum of their values.
    pub sum: u128,
    /// Sum of the squares of their values.
    pub squares: u128,
}

impl BucketMoments {
    /// Counts deals of a value.
    #[inline(always)]
    pub(super) fn add(&mut self, deals: u64, value: u32) {
        let value = u64::from(value);
        self.deals += deals;
        self.sum += u128::from(deals) * u128::from(value);
        self.squares += u128::from(deals) * u128::from(value * value);
    }

    /// Counts the deals of others.
    pub(super) fn merge(&mut self, others: &Self) {
        self.deals += others.deals;
        self.sum += others.sum;
        self.squares += others.squares;
    }

    /// The mean of the values; NaN without deals.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.deals as f64
    }

    /// The standard deviation of the values; NaN without deals.
    pub fn deviation(&self) -> f64 {
        let deals = u128::from(self.deals);
        // Exactly 0 for a constant. Beyond 128 bits, which need values above 2^32 or more than 2^32 deals, floats are
        // accurate enough, since the deviation is large.
        let spread = match (deals.checked_mul(self.squares), self.sum.checked_mul(self.sum)) {
            (Some(squares), Some(square)) => squares.saturating_sub(square) as f64,
            _ => (deals as f64 * self.squares as f64 - (self.sum as f64).powi(2)).max(0.0),
        };
        spread.sqrt() / self.deals as f64
    }
}

/// The moments of every bucket. Each class of `round` counts with its number of deals.
///
/// # Errors
/// [`crate::Error::InvalidArgument`] for another number of labels or values than classes, and for a label that is not a
/// bucket; [`crate::Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::buckets::{Labels, bucket_moments};
/// use pokerbits::{indexer::HandIndexer, runtime::Run};
/// let preflop = HandIndexer::new(&[2])?;
/// let (labels, values) = ([0u16; 169], [3u16; 169]);
/// let found = bucket_moments(&preflop, 0, Labels::U16(&labels), Labels::U16(&values), 1, &mut Run::new(1))?;
/// assert_eq!((found[0].deals, found[0].sum, found[0].squares), (1_326, 3 * 1_326, 9 * 1_326));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn bucket_moments(
    indexer: &HandIndexer,
    round: usize,
    labels: Labels<'_>,
    values: Labels<'_>,
    buckets: usize,
    run: &mut Run<'_>,
) -> Result<Vec<BucketMoments>> {
    let size = indexer.size(round)?;
    labels.check_len("buckets", size)?;
    values.check_len("values", size)?;
    let (n, level) = (size as usize, run.level());
    let new = || Ok((try_vec(BucketMoments::default(), buckets)?, try_vec(0, CHUNK.min(n))?));
    let count = |(sums, deals): &mut (Vec<BucketMoments>, Vec<u64>), first: usize, _: &mut MayGoOn<'_>| {
        let end = n.min(first + CHUNK);
        let deals = &mut deals[..end - first];
        indexer.multiplicity_range(round, first as u64..end as u64, deals, &mut Run::new(1).at(level))?;
        for (class, &deals) in (first..end).zip(&*deals) {
            let label = labels.of(class);
            sums.get_mut(label as usize).ok_or_else(|| no_bucket(label, buckets))?.add(deals, values.of(class));
        }
        Ok(())
    };
    let (sums, _) = run.reduce((0..n).step_by(CHUNK), n.div_ceil(CHUNK), new, count, |(all, _), (part, _)| {
        all.iter_mut().zip(&part).for_each(|(sums, more)| sums.merge(more));
        Ok(())
    })?;
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_classes_one_by_one() {
        let flop = HandIndexer::new(&[2, 3]).unwrap();
        let n = flop.size(1).unwrap();
        let labels: Vec<u16> = (0..n).map(|i| ((i + i / 11) % 7) as u16).collect();
        let values: Vec<u32> = (0..n).map(|i| (i * 2_654_435_761 % 2_140_381) as u32).collect();
        let mut expected = [BucketMoments::default(); 8];
        for class in 0..n {
            let deals = flop.multiplicity(1, class).unwrap();
            let value = u128::from(values[class as usize]);
            let sums = &mut expected[usize::from(labels[class as usize])];
            sums.deals += deals;
            sums.sum += u128::from(deals) * value;
            sums.squares += u128::from(deals) * value * value;
        }
        assert_eq!(expected.iter().map(|sums| sums.deals).sum::<u64>(), 1_326 * 19_600);
        for threads in [1, 3] {
            let run = &mut Run::new(threads);
            let found = bucket_moments(&flop, 1, Labels::U16(&labels), Labels::U32(&values), 8, run).unwrap();
            assert_eq!(found, expected);
            for (bucket, sums) in found[..7].iter().enumerate() {
                let deals = |class: usize| flop.multiplicity(1, class as u64).unwrap() as f64;
                let of_bucket = || (0..n as usize).filter(|&class| usize::from(labels[class]) == bucket);
                let squares = of_bucket().map(|c| deals(c) * (f64::from(values[c]) - sums.mean()).powi(2)).sum::<f64>();
                let deviation = (squares / of_bucket().map(deals).sum::<f64>()).sqrt();
                assert!((sums.deviation() - deviation).abs() < 1e-9 * deviation, "{deviation}");
            }
            assert!(found[7].mean().is_nan() && found[7].deviation().is_nan());
        }
        let few = bucket_moments(&flop, 1, Labels::U16(&labels), Labels::U32(&values), 4, &mut Run::new(2));
        assert!(few.unwrap_err().to_string().contains("is not one of the 4 buckets"));
        assert!(
            bucket_moments(&flop, 1, Labels::U16(&labels[1..]), Labels::U32(&values), 8, &mut Run::new(1)).is_err()
        );
    }
}
