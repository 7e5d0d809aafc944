//! The weights of ranges, checked at the door: each finite and not negative, and all so small that sums over deals fit.

use crate::equity::combo_counts::Amount;
use crate::error::{Error, Result};
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::weights::wrong_weight;

/// Below this, sums over deals fit in 64 bits, which hold twice as much. Totals are added up as floats here: what is
/// exactly below `2^63` must not be refused.
const LARGEST_SUM: f64 = (1u64 << 63) as f64 * (1.0 + 1e-12);

/// Checks the weights of every player.
///
/// # Errors
/// [`Error::InvalidArgument`] for a weight that is negative or not finite, naming the player, from 0, and the combo.
pub(crate) fn check_weights<W: Amount>(ranges: &[&OfCombos<W>]) -> Result<()> {
    for (player, range) in ranges.iter().enumerate() {
        if let Some(wrong) = wrong_weight(range.iter().map(|weight| weight.float())) {
            let (name, weight) = (wrong.name, wrong.weight);
            let why = format!("player {player} holds {name} with weight {weight}: expected a finite one, 0 or more");
            return Err(Error::InvalidArgument(why));
        }
    }
    Ok(())
}

/// Checks that what the others hold of each player, times so many boards, can be added up: in 64 bits as integers, and
/// without becoming infinite as floats.
///
/// # Errors
/// [`Error::InvalidArgument`].
pub(crate) fn check_sums<W: Amount>(ranges: &[&OfCombos<W>], boards: u128) -> Result<()> {
    let total = |range: &&OfCombos<W>| range.iter().map(|weight| weight.float()).sum::<f64>();
    let mut totals: Vec<f64> = ranges.iter().map(total).collect();
    totals.sort_by(|a, b| b.total_cmp(a));
    // The smallest range meets all others. Where somebody has no hand, what the others hold is multiplied all the same.
    let others = totals.iter().take(ranges.len().saturating_sub(1)).map(|total| total.max(1.0));
    let largest = others.product::<f64>() * boards as f64;
    if W::IS_EXACT && largest >= LARGEST_SUM {
        let why = "the weights are too large to be added up exactly: give floats, or weights with fewer digits";
        return Err(Error::InvalidArgument(why.into()));
    }
    // Sums in another order, and twice a sum, have room above.
    if !(4.0 * largest).is_finite() {
        return Err(Error::InvalidArgument(
            "the weights are too large to be added up: divide them by the largest".into(),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::COMBO_COUNT;

    #[test]
    fn weights_are_finite_and_not_negative() {
        let mut weights = [0.5; COMBO_COUNT];
        assert_eq!(check_weights(&[&weights, &weights]), Ok(()));
        for wrong in [-0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            weights[1325] = wrong;
            let refused = check_weights(&[&[0.5; COMBO_COUNT], &weights]).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("player 1 holds AsAh with weight {wrong}")), "{refused}");
        }
        assert_eq!(check_weights::<u64>(&[&[u64::MAX; COMBO_COUNT]]), Ok(()));
    }

    #[test]
    fn the_last_sum_that_fits_is_taken_and_the_next_refused() {
        let alone = |weight: u64| std::array::from_fn(|combo| if combo == 7 { weight } else { 0 });
        let one: OfCombos<u64> = alone(1);
        assert_eq!(check_sums(&[&one, &alone((1 << 63) / 1000)], 1000), Ok(()));
        assert!(check_sums(&[&one, &alone((1 << 63) / 999)], 1000).is_err());
        assert!(check_sums(&[&alone((1 << 63) / 999), &one], 1000).is_err());
        // Of three, two others are multiplied.
        assert_eq!(check_sums(&[&alone(1 << 31), &one, &alone(1 << 30)], 2), Ok(()));
        assert!(check_sums(&[&alone(1 << 31), &one, &alone(1 << 31)], 3).is_err());
        // Nobody meets a player without a hand, but sums of the others are made.
        assert!(check_sums(&[&alone(1 << 62), &alone(0)], 3).is_err());
        let float = |weight: f64| std::array::from_fn(|combo| if combo == 7 { weight } else { 0.0 });
        assert_eq!(check_sums(&[&float(1.0), &float(1e301)], 2_598_960), Ok(()));
        assert!(check_sums(&[&float(1.0), &float(1e302)], 2_598_960).is_err());
        assert!(check_sums(&[&float(f64::MAX), &float(1.0)], 1).is_err());
    }
}
