//! The condition on the weights of all combos: finite and not negative. Weights of listed hands, and of points, are checked
//! where they are read.

use std::ops::{Add, Sub};

use crate::card_name::Name;
use crate::cards::{COMBOS, PerCombo};
use crate::error::{Error, Result, Row};
use crate::runtime::simd::Lane;

/// A float of one of two sizes.
#[allow(private_bounds)]
pub trait Float: Lane + PartialOrd + Send + Sync + Into<f64> + Add<Output = Self> + Sub<Output = Self> {
    /// The nearest number of this size.
    fn nearest(number: f64) -> Self;
}

impl Float for f64 {
    #[inline(always)]
    fn nearest(number: f64) -> Self {
        number
    }
}

impl Float for f32 {
    #[inline(always)]
    fn nearest(number: f64) -> Self {
        number as Self
    }
}

/// A weight that is negative, infinite or NaN.
pub(crate) struct WrongWeight {
    pub(crate) combo: usize,
    pub(crate) weight: f64,
    /// The cards of the combo, the higher one first.
    pub(crate) name: String,
}

/// The first invalid weight of a combo.
pub(crate) fn wrong_weight(weights: impl Iterator<Item = f64>) -> Option<WrongWeight> {
    let is_wrong = |weight: f64| !(weight.is_finite() && weight >= 0.0);
    let (combo, (weight, [low, high])) = weights.zip(COMBOS).enumerate().find(|&(_, (weight, _))| is_wrong(weight))?;
    Some(WrongWeight { combo, weight, name: format!("{}{}", Name(high), Name(low)) })
}

/// Copies weights before it checks them: another thread of the caller may write to them.
#[inline(always)]
pub(super) fn copy_weights<F: Float>(weights: &PerCombo<F>, copy: &mut PerCombo<f64>) -> Result<()> {
    copy.iter_mut().zip(weights).for_each(|(copy, &weight)| *copy = weight.into());
    check_weights::<F>(copy)
}

/// Whether sums of these weights are meaningful.
#[inline(always)]
pub(crate) fn check_weights<F: Float>(weights: &PerCombo<f64>) -> Result<()> {
    let (mut sums, mut least) = ([0.0; 8], [0.0; 8]);
    let (eights, rest) = weights.as_chunks::<8>();
    for eight in eights {
        for i in 0..8 {
            sums[i] += eight[i];
            least[i] = if eight[i] < least[i] { eight[i] } else { least[i] };
        }
    }
    let total: f64 = sums.iter().chain(rest).sum();
    let is_right = least.iter().chain(rest).all(|&weight| weight >= 0.0);
    // A factor of two covers differences of sums in another order.
    if is_right && F::nearest(2.0 * total).into().is_finite() {
        return Ok(());
    }
    Err(refused(weights))
}

/// The error for such weights.
#[cold]
pub(super) fn refused(weights: &PerCombo<f64>) -> Error {
    let total: f64 = weights.iter().sum();
    let reason = match wrong_weight(weights.iter().copied()) {
        Some(WrongWeight { combo, weight, name }) => {
            format!("the weight of combo {combo} ({name}) is {weight}: expected a finite number that is not negative")
        }
        None => format!("the weights add up to {total:.3e}, too much for their dtype"),
    };
    Error::InvalidRow { row: Row(None), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::COMBO_COUNT;

    /// Twice the sum of the weights is finite: 0.4 of the largest number of the type, but not 0.6, in one combo or in all.
    #[test]
    fn sums_up_to_half_of_the_largest_number_are_accepted() {
        let each = |total: f64| [total / COMBO_COUNT as f64; COMBO_COUNT];
        let last = |total: f64| -> PerCombo<f64> {
            std::array::from_fn(|combo| if combo == COMBO_COUNT - 1 { total } else { 0.0 })
        };
        let forms: [&dyn Fn(f64) -> PerCombo<f64>; 2] = [&each, &last];
        for of_total in forms {
            assert_eq!(check_weights::<f64>(&of_total(f64::MAX * 0.4)), Ok(()));
            assert_eq!(check_weights::<f32>(&of_total(f64::from(f32::MAX) * 0.4)), Ok(()));
            let refused = |found: Result<()>| found.unwrap_err().to_string();
            let reason = "the weights add up to 1.079e308, too much for their dtype";
            assert_eq!(refused(check_weights::<f64>(&of_total(f64::MAX * 0.6))), reason);
            let reason = "the weights add up to 2.042e38, too much for their dtype";
            assert_eq!(refused(check_weights::<f32>(&of_total(f64::from(f32::MAX) * 0.6))), reason);
        }
    }
}
