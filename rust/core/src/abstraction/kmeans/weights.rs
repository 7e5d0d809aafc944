//! Weights of points as integers, so that their sums do not depend on the order.

use crate::error::{Error, Result, Row};
use crate::memory::try_with_capacity;

/// The largest sum of weights. Multiplied by the largest distance of bytes it fits in 64 bits.
const MAX_SUM: f64 = (1u64 << 48) as f64;

/// Weights in units of a power of two: one, for integers that are not too large.
#[derive(Debug)]
pub(in crate::abstraction) struct IntegerWeights {
    pub(in crate::abstraction) of_point: Vec<u64>,
    pub(in crate::abstraction) unit: f64,
}

impl IntegerWeights {
    /// Checks weights, and rounds fractions to about 2^-48 of their sum.
    #[allow(clippy::cast_sign_loss)] // Weights are not negative.
    pub(in crate::abstraction) fn new(weights: &[f64]) -> Result<Self> {
        let mut sum = 0.0;
        for (row, &weight) in weights.iter().enumerate() {
            if !(weight.is_finite() && weight >= 0.0) {
                let reason = format!("weight {weight}: expected a finite number, not negative");
                return Err(Error::InvalidRow { row: Row(Some(row)), reason });
            }
            sum += weight;
        }
        if sum == 0.0 || !sum.is_finite() {
            return Err(Error::InvalidArgument(format!("weights: their sum is {sum}")));
        }
        let mut unit = 1.0;
        if sum > MAX_SUM || weights.iter().any(|weight| weight.fract() != 0.0) {
            while sum / unit > MAX_SUM {
                unit *= 2.0;
            }
            while sum / unit <= MAX_SUM / 2.0 && unit > f64::MIN_POSITIVE {
                unit /= 2.0;
            }
        }
        let mut of_point = try_with_capacity(weights.len())?;
        of_point.extend(weights.iter().map(|weight| (weight / unit).round() as u64));
        Ok(Self { of_point, unit })
    }

    /// Number of weights that are not zero.
    pub(in crate::abstraction) fn positive(&self) -> usize {
        self.of_point.iter().filter(|&&weight| weight > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_stay_and_fractions_keep_their_ratios() {
        let whole = IntegerWeights::new(&[0.0, 3.0, 2e9]).unwrap();
        assert_eq!((whole.of_point.as_slice(), whole.unit, whole.positive()), (&[0, 3, 2_000_000_000][..], 1.0, 2));
        for weights in [[0.1, 0.2, 0.7], [1e-280, 2e-280, 7e-280], [1e300, 2e300, 7e300], [0.5, 0.5, 9.0]] {
            let sum: f64 = weights.iter().sum();
            let scaled = IntegerWeights::new(&weights).unwrap();
            assert!(scaled.of_point.iter().sum::<u64>() <= 1 << 49);
            for (&weight, &units) in weights.iter().zip(&scaled.of_point) {
                assert!((units as f64 * scaled.unit / sum - weight / sum).abs() < 1e-14, "{weights:?}");
            }
        }
    }

    #[test]
    fn what_is_no_weight_is_refused_by_row() {
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(IntegerWeights::new(&[1.0, wrong]), Err(Error::InvalidRow { row: Row(Some(1)), .. })));
        }
        for none in [&[][..], &[0.0, 0.0], &[f64::MAX, f64::MAX]] {
            assert!(matches!(IntegerWeights::new(none), Err(Error::InvalidArgument(_))));
        }
    }
}
