//! Lists of weights as integers: over one denominator, or in the same ratios. Sums of them are exact in any order.

use super::decimal::Decimal;
use crate::cards::COMBO_COUNT;

/// Maximum number of decimal places of the integers of an exact weight.
const MOST_PLACES: u32 = 18;

/// [`ratios`] add up to less than this.
const MOST_OF_RATIOS: u128 = 1 << 111;

/// The weights of a range as integers: of the shortest decimals that read back as the weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactWeights {
    /// The numerator of every combo's weight, at its number.
    pub numerators: Box<[u64; COMBO_COUNT]>,
    /// The common denominator: as small as possible, and at most 10^18.
    pub denominator: u64,
}

impl ExactWeights {
    /// Non-negative weights as integers, if there are as many as combos: see [`exact_weights`].
    pub(crate) fn of(weights: &[f64; COMBO_COUNT]) -> Option<Self> {
        let (numerators, denominator) = exact_weights(weights)?;
        Some(Self { numerators: numerators.try_into().ok()?, denominator })
    }
}

/// Weights of any hands as [`ExactWeights`]: numerators, and their denominator. `None` if a weight is negative, infinite or NaN, or
/// has more than 18 decimal places, or if a numerator has more than 64 bits.
///
/// ```
/// use pokerbits::ranges::exact_weights;
/// let (numerators, denominator) = exact_weights(&[0.3, 0.1, 2.5]).unwrap();
/// assert_eq!((&numerators[..], denominator), (&[3, 1, 25][..], 10));
/// assert_eq!(exact_weights(&[1e-30]), None);
/// ```
pub fn exact_weights(weights: &[f64]) -> Option<(Box<[u64]>, u64)> {
    // Most ranges have weights of 0 and 1 only, which can be seen and converted in vectors.
    const ONE: u64 = 1f64.to_bits();
    if weights.iter().fold(true, |all, weight| all & matches!(weight.to_bits(), 0 | ONE)) {
        return Some((weights.iter().map(|weight| u64::from(weight.to_bits() == ONE)).collect(), 1));
    }
    // Conversions, because rounding is a call on older CPUs.
    if weights.iter().all(|&weight| (0.0..9e15).contains(&weight) && weight - weight as i64 as f64 == 0.0) {
        return Some((weights.iter().map(|&weight| (weight as i64).unsigned_abs()).collect(), 1));
    }
    let (decimals, lowest) = decimals(weights)?;
    let exponent = lowest.min(0);
    let places = exponent.unsigned_abs();
    if places > MOST_PLACES {
        return None;
    }
    let numerators = decimals.into_iter().map(|decimal| u64::try_from(decimal.over(exponent)?).ok());
    let mut numerators = numerators.collect::<Option<Box<[u64]>>>()?;
    let denominator = 10u64.pow(places);
    let common = common_divisor(denominator, &numerators);
    numerators.iter_mut().for_each(|n| *n /= common);
    Some((numerators, denominator / common))
}

/// Integers with the ratios of non-negative weights, as small as possible if these have 64 bits; 0 for weights of 0 alone. They
/// add up to less than `2^111`.
///
/// Weights whose decimals span too many digits for that are rounded, to multiples of `2^-100` of a power of two between the
/// largest weight and its double, though not to 0.
pub(crate) fn ratios(weights: &[f64]) -> Vec<u128> {
    exact_ratios(weights).unwrap_or_else(|| rounded_ratios(weights))
}

/// [`ratios`], if these are exact.
pub(crate) fn exact_ratios(weights: &[f64]) -> Option<Vec<u128>> {
    let wide = |numerators| smallest(numerators).into_iter().map(u128::from).collect();
    if let Some((numerators, _)) = exact_weights(weights) {
        return Some(wide(numerators));
    }
    let (decimals, exponent) = decimals(weights)?;
    let numerators = decimals.into_iter().map(|decimal| decimal.over(exponent)).collect::<Option<Vec<_>>>()?;
    if let Ok(narrow) = numerators.iter().map(|&n| u64::try_from(n)).collect() {
        return Some(wide(narrow));
    }
    total(&numerators).is_some_and(|total| total < MOST_OF_RATIOS).then_some(numerators)
}

/// Multiplies decimals of up to four places, below 10^8, by 10^4, if all of the weights are such decimals and not all are integers:
/// sums of 2^13 of them are then exact. It takes a vector or two to see that weights have more digits.
#[inline]
pub(crate) fn short_decimals_to_integers(weights: &mut [f64]) {
    const UNIT: f64 = 1e4;
    // Above it, floats are integers: adding it rounds.
    const INTEGERS: f64 = (1u64 << 52) as f64;
    let nearest = |weight: f64| (weight + INTEGERS) - INTEGERS;
    // The quotient of two integers is the float nearest to the decimal.
    let is_short = |weight: f64| (weight < 1e8) & (nearest(weight * UNIT) / UNIT == weight);
    if !all(weights, |weight| nearest(weight) == weight) && all(weights, is_short) {
        weights.iter_mut().for_each(|weight| *weight = nearest(*weight * UNIT));
    }
}

/// Whether a condition holds for all weights: eight at a time, as vectors do.
#[inline(always)]
fn all(weights: &[f64], is: impl Fn(f64) -> bool) -> bool {
    let (eights, rest) = weights.as_chunks::<8>();
    let mut eights = eights.iter();
    eights.all(|eight| eight.iter().fold(true, |all, &weight| all & is(weight)))
        && rest.iter().all(|&weight| is(weight))
}

fn total(numerators: &[u128]) -> Option<u128> {
    numerators.iter().try_fold(0u128, |sum, &n| sum.checked_add(n))
}

fn rounded_ratios(weights: &[f64]) -> Vec<u128> {
    let most = weights.iter().fold(0.0f64, |most, &weight| most.max(weight));
    // The largest weight is below 2^exponent.
    let exponent = (most.to_bits() >> 52) as i32 - 1022;
    // Two factors, since a power of two above 2^1023 is not a float.
    let half = (100 - exponent) / 2;
    let [a, b] = [half, 100 - exponent - half].map(power_of_two);
    let rounded = |&weight: &f64| if weight > 0.0 { ((weight * a * b + 0.5) as u128).max(1) } else { 0 };
    weights.iter().map(rounded).collect()
}

/// `2^exponent`, from -1022 to 1023.
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits((i64::from(exponent) + 1023).unsigned_abs() << 52)
}

/// The decimals of weights, and the lowest exponent of those that are not 0.
fn decimals(weights: &[f64]) -> Option<(Vec<Decimal>, i32)> {
    let mut known = Seen::new(Decimal::ZERO);
    let decimals = weights.iter().map(|&weight| known.get(weight, Decimal::of)).collect::<Option<Vec<_>>>()?;
    let lowest = decimals.iter().filter_map(|decimal| decimal.exponent()).min();
    Some((decimals, lowest.unwrap_or(0)))
}

/// Results for some weights, computed once: few weights of a range are different.
struct Seen<T>([(f64, T); 64]);

impl<T: Copy> Seen<T> {
    fn new(of_zero: T) -> Self {
        Self([(0.0, of_zero); 64])
    }

    /// `compute(weight)`, unless it is known.
    #[inline(always)]
    fn get(&mut self, weight: f64, compute: impl Fn(f64) -> Option<T>) -> Option<T> {
        // There is one zero.
        let weight = weight + 0.0;
        // The first bits of the product depend on all bits of the weight.
        let seen = &mut self.0[(weight.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize];
        if weight.to_bits() != seen.0.to_bits() {
            *seen = (weight, compute(weight)?);
        }
        Some(seen.1)
    }
}

/// Integers divided by their greatest common divisor.
fn smallest(mut numerators: Box<[u64]>) -> Box<[u64]> {
    let common = common_divisor(0, &numerators);
    if common > 1 {
        numerators.iter_mut().for_each(|n| *n /= common);
    }
    numerators
}

/// The greatest common divisor of all these integers.
fn common_divisor(first: u64, others: &[u64]) -> u64 {
    // Divisions are slow, and most ranges need none.
    others.iter().fold(first, |a, &b| if a == 1 { 1 } else { greatest_common_divisor(a, b) })
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ratios_are_as_small_as_possible() {
        assert_eq!(ratios(&[0.3, 0.1, 0.2, 0.0]), [3, 1, 2, 0]);
        assert_eq!(ratios(&[1.0 / 3.0, 2.0 / 3.0]), [1, 2]);
        assert_eq!(ratios(&[1.0 / 3.0, 1.0]), [3_333_333_333_333_333, 10_000_000_000_000_000]);
        assert_eq!(ratios(&[0.0, 7.0]), [0, 1]);
        assert_eq!((ratios(&[0.0]), ratios(&[])), (vec![0], vec![]));
        assert_eq!(ratios(&[2.5, 1e3, 0.5]), [5, 2_000, 1]);
        assert_eq!(ratios(&[1e-20, 3e-20]), [1, 3]);
        assert_eq!(ratios(&[1e300, 3e300]), [1, 3]);
    }

    /// The largest weight becomes 2^99 to 2^100; others keep the ratio as far as integers do, and none is lost.
    #[test]
    fn ratios_of_too_many_digits_are_rounded() {
        assert_eq!((exact_ratios(&[1e-40, 1.0]), ratios(&[1e-40, 1.0])), (None, vec![1, 1 << 99]));
        assert_eq!(ratios(&[1e-40, 1.0, 3.0]), [1, 1 << 98, 3 << 98]);
        assert_eq!(ratios(&[f64::from_bits(1), f64::MAX]), [1, (1 << 100) - (1 << 47)]);
        let weights = [f64::MAX / 2048.0; 1326];
        assert!(total(&rounded_ratios(&weights)).unwrap() < MOST_OF_RATIOS);
    }

    #[test]
    fn short_decimals_become_integers() {
        let found = |weights: &[f64]| {
            let mut weights = weights.to_vec();
            short_decimals_to_integers(&mut weights);
            weights
        };
        let percents: Vec<f64> = (0..=100).map(|percent| f64::from(percent) / 100.0).collect();
        assert_eq!(found(&percents), (0..=100).map(|percent| f64::from(100 * percent)).collect::<Vec<_>>());
        assert_eq!(found(&[0.1, 12_345.678_9, 0.0, 1.0]), [1e3, 123_456_789.0, 0.0, 1e4]);
        for unchanged in [&[1.0, 0.0, 7.0][..], &[0.1, 1.0 / 3.0], &[0.123_45], &[0.5, 1e8], &[0.1 + 0.2], &[]] {
            assert_eq!(found(unchanged), unchanged);
        }
    }

    fn written(weight: f64) -> BigRational {
        let text = format!("{weight:.340}");
        let (whole, fraction) = text.split_once('.').unwrap();
        // The shortest decimal, with zeros after it.
        let shortest = format!("{weight}");
        let kept = shortest.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let digits = shortest.replace('.', "");
        assert!(text.starts_with(whole) && fraction.len() == 340);
        BigRational::new(digits.parse().unwrap(), num_bigint::BigInt::from(10).pow(kept as u32))
    }

    proptest! {
        #[test]
        fn integers_have_the_ratios_of_the_decimals(
            pairs in prop::collection::vec((0u64..1_000_000_000_000, 0u32..14), 1..8), thirds in 1u32..100,
        ) {
            let mut weights: Vec<f64> =
                pairs.iter().map(|(digits, places)| format!("{digits}e-{places}").parse().unwrap()).collect();
            weights.push(f64::from(thirds) / 3.0);
            let exact = exact_ratios(&weights).unwrap();
            prop_assert_eq!(&ratios(&weights), &exact);
            let last = exact.len() - 1;
            for (&weight, &ratio) in weights.iter().zip(&exact) {
                prop_assert_eq!(
                    BigRational::new(ratio.into(), exact[last].into()), written(weight) / written(weights[last])
                );
            }
            if let Some((numerators, denominator)) = exact_weights(&weights) {
                for (&weight, &numerator) in weights.iter().zip(&numerators) {
                    prop_assert_eq!(BigRational::new(numerator.into(), denominator.into()), written(weight));
                }
            }
        }
    }
}
