//! The condition on weights of combos: finite and not negative. This is the only place that checks it.

use super::ranked_boards::{Float, OfCombos};
use crate::card_name::Name;
use crate::cards::COMBOS;
use crate::error::{Error, Result, Row};

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

/// Whether sums of these weights are meaningful.
#[inline(always)]
pub(crate) fn check_weights<F: Float>(weights: &OfCombos<f64>) -> Result<()> {
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
    Err(refused(weights, total))
}

#[cold]
fn refused(weights: &OfCombos<f64>, total: f64) -> Error {
    let reason = match wrong_weight(weights.iter().copied()) {
        Some(WrongWeight { combo, weight, name }) => {
            format!("the weight of combo {combo} ({name}) is {weight}: expected a finite number that is not negative")
        }
        None => format!("the weights add up to {total:.3e}, too much for their dtype"),
    };
    Error::InvalidRow { row: Row(None), reason }
}
