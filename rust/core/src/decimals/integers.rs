//! Lists of weights as integers: over one denominator, or in the same ratios. Sums of them are exact in any order.

use super::decimal::Decimal;
use crate::cards::COMBO_COUNT;
use crate::error::Result;
use crate::memory::try_with_capacity;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

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
    pub(crate) fn of(weights: &[f64; COMBO_COUNT], level: Proven) -> Result<Option<Self>> {
        let found = exact_weights_at(weights, level)?;
        Ok(found.and_then(|(numerators, denominator)| {
            Some(Self { numerators: numerators.into_boxed_slice().try_into().ok()?, denominator })
        }))
    }
}

/// Weights of any hands as [`ExactWeights`]: numerators, and their denominator. `None` if a weight is negative, infinite or NaN, or
/// has more than 18 decimal places, or if a numerator has more than 64 bits.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
///
/// ```
/// use pokerbits::ranges::exact_weights;
/// assert_eq!(exact_weights(&[0.3, 0.1, 2.5])?, Some((vec![3, 1, 25], 10)));
/// assert_eq!(exact_weights(&[1e-30])?, None);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn exact_weights(weights: &[f64]) -> Result<Option<(Vec<u64>, u64)>> {
    exact_weights_at(weights, Proven::Baseline)
}

/// [`exact_weights`] with the vectors of a level.
fn exact_weights_at(weights: &[f64], level: Proven) -> Result<Option<(Vec<u64>, u64)>> {
    let found = match level.run(FewPlaces(weights))? {
        None => of_many_places(weights)?,
        found => found,
    };
    let Some((mut numerators, denominator)) = found else { return Ok(None) };
    if denominator == 1 {
        return Ok(Some((numerators, 1)));
    }
    let common = common_divisor(denominator, &numerators);
    if common > 1 {
        for n in &mut numerators {
            *n /= common;
        }
    }
    Ok(Some((numerators, denominator / common)))
}

/// [`exact_weights`] of any decimals. The integers may have a common divisor.
fn of_many_places(weights: &[f64]) -> Result<Option<(Vec<u64>, u64)>> {
    let Some((decimals, lowest)) = decimals(weights)? else { return Ok(None) };
    let exponent = lowest.min(0);
    if exponent.unsigned_abs() > MOST_PLACES {
        return Ok(None);
    }
    let numerators = all_of(&decimals, |decimal| u64::try_from(decimal.over(exponent)?).ok())?;
    Ok(numerators.map(|numerators| (numerators, 10u64.pow(exponent.unsigned_abs()))))
}

/// `of.map(compute).collect()`, if there is a result for each.
fn all_of<A, B>(of: &[A], mut compute: impl FnMut(&A) -> Option<B>) -> Result<Option<Vec<B>>> {
    let mut all = try_with_capacity(of.len())?;
    for one in of {
        let Some(found) = compute(one) else { return Ok(None) };
        all.push(found);
    }
    Ok(Some(all))
}

/// `of.map(convert).collect()`, as vectors do.
#[inline(always)]
fn each<A, B>(of: &[A], convert: impl Fn(&A) -> B) -> Result<Vec<B>> {
    let mut all = try_with_capacity(of.len())?;
    all.extend(of.iter().map(convert));
    Ok(all)
}

/// [`exact_weights`] of integers, and of decimals of up to four places, which are seen and converted in vectors. The integers may
/// have a common divisor.
struct FewPlaces<'a>(&'a [f64]);

impl Kernel for FewPlaces<'_> {
    type Output = Result<Option<(Vec<u64>, u64)>>;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Self::Output {
        of_few_places(self.0)
    }
}

#[inline(always)]
fn of_few_places(weights: &[f64]) -> Result<Option<(Vec<u64>, u64)>> {
    // Most ranges have weights of 0 and 1 only, the numbers that are their squares. The lowest bit of the exponent tells one from
    // the other. Vectors of every CPU compare floats, but not integers of 64 bits.
    let is_its_square = |weight: f64| weight * weight - weight == 0.0;
    if weights.iter().fold(true, |all, &weight| all & is_its_square(weight)) {
        return Ok(Some((each(weights, |weight| weight.to_bits() >> 52 & 1)?, 1)));
    }
    // Conversions, because rounding is a call on older CPUs.
    if weights.iter().all(|&weight| (0.0..9e15).contains(&weight) && weight - weight as i64 as f64 == 0.0) {
        return Ok(Some((each(weights, |&weight| (weight as i64).unsigned_abs())?, 1)));
    }
    let units = [10u32, 100, 1_000, 10_000];
    let Some(unit) = units.into_iter().find(|&unit| all(weights, is_multiple(unit.into()))) else { return Ok(None) };
    let numerators = each(weights, |&weight| (nearest(weight * f64::from(unit)) as i64).unsigned_abs())?;
    Ok(Some((numerators, unit.into())))
}

/// Integers with the ratios of weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ratios {
    /// Integers of 64 bits.
    Short(Vec<u64>),
    /// They add up to less than `2^111`.
    Long(Vec<u128>),
}

/// Integers with the ratios of non-negative weights: of 64 bits, if then they add up to less than `most`.
///
/// Weights whose decimals span too many digits for 111 bits are rounded, to multiples of `2^-100` of a power of two between the
/// largest weight and its double, though not to 0.
pub(crate) fn ratios(weights: &[f64], most: u128) -> Result<Ratios> {
    match exact_ratios(weights, most)? {
        Some(ratios) => Ok(ratios),
        None => Ok(Ratios::Long(rounded_ratios(weights)?)),
    }
}

/// [`ratios`], if these are exact.
pub(crate) fn exact_ratios(weights: &[f64], most: u128) -> Result<Option<Ratios>> {
    if let Some((numerators, _)) = of_few_places(weights)? {
        return Ratios::of(numerators, most).map(Some);
    }
    let Some((decimals, exponent)) = decimals(weights)? else { return Ok(None) };
    let Some(numerators) = all_of(&decimals, |decimal| decimal.over(exponent))? else { return Ok(None) };
    if let Some(numerators) = all_of(&numerators, |&n| u64::try_from(n).ok())? {
        return Ratios::of(numerators, most).map(Some);
    }
    let total = numerators.iter().try_fold(0u128, |sum, &n| sum.checked_add(n));
    Ok(total.is_some_and(|total| total < MOST_OF_RATIOS).then_some(Ratios::Long(numerators)))
}

impl Ratios {
    /// Without their common divisor, if they are too large with it.
    fn of(mut numerators: Vec<u64>, most: u128) -> Result<Self> {
        let total = |numerators: &[u64]| numerators.iter().map(|&n| u128::from(n)).sum::<u128>();
        if total(&numerators) >= most {
            let common = common_divisor(0, &numerators).max(1);
            for n in &mut numerators {
                *n /= common;
            }
        }
        if total(&numerators) < most {
            Ok(Self::Short(numerators))
        } else {
            Ok(Self::Long(each(&numerators, |&n| n.into())?))
        }
    }
}

/// Multiplies decimals of up to four places, below 10^8, by 10^4, if all of the weights are such decimals and not all are integers:
/// sums of 2^13 of them are then exact. It takes a vector or two to see that weights have more digits.
#[inline]
pub(crate) fn short_decimals_to_integers(weights: &mut [f64]) {
    const UNIT: f64 = 1e4;
    if !all(weights, |weight| nearest(weight) - weight == 0.0) && all(weights, is_multiple(UNIT)) {
        for weight in weights {
            *weight = nearest(*weight * UNIT);
        }
    }
}

/// The integer nearest to a weight below 2^52, as vectors can find it: above 2^52 floats are integers.
#[inline(always)]
fn nearest(weight: f64) -> f64 {
    const INTEGERS: f64 = (1u64 << 52) as f64;
    (weight + INTEGERS) - INTEGERS
}

/// Whether a weight is below 10^8 and a decimal that is a multiple of 1 / `unit`, up to 10^4.
#[inline(always)]
fn is_multiple(unit: f64) -> impl Fn(f64) -> bool {
    // The quotient of two integers is the float nearest to the decimal, which has 12 digits at most.
    move |weight| (0.0..1e8).contains(&weight) & (nearest(weight * unit) / unit - weight == 0.0)
}

/// Whether a condition holds for all weights: eight at a time, as vectors do.
#[inline(always)]
fn all(weights: &[f64], is: impl Fn(f64) -> bool) -> bool {
    let (eights, rest) = weights.as_chunks::<8>();
    let mut eights = eights.iter();
    eights.all(|eight| eight.iter().fold(true, |all, &weight| all & is(weight)))
        && rest.iter().all(|&weight| is(weight))
}

#[allow(clippy::cast_sign_loss)]
fn rounded_ratios(weights: &[f64]) -> Result<Vec<u128>> {
    let most = weights.iter().fold(0.0f64, |most, &weight| most.max(weight));
    // The largest weight is below 2^exponent.
    let exponent = (most.to_bits() >> 52) as i32 - 1022;
    // Two factors, since a power of two above 2^1023 is not a float.
    let half = (100 - exponent) / 2;
    let [a, b] = [half, 100 - exponent - half].map(power_of_two);
    each(weights, |&weight| if weight > 0.0 { ((weight * a * b + 0.5) as u128).max(1) } else { 0 })
}

/// `2^exponent`, from -1022 to 1023.
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits((i64::from(exponent) + 1023).unsigned_abs() << 52)
}

/// The decimals of weights, and the lowest exponent of those that are not 0.
fn decimals(weights: &[f64]) -> Result<Option<(Vec<Decimal>, i32)>> {
    let mut known = Memo::new(Decimal::ZERO);
    let Some(decimals) = all_of(weights, |&weight| known.get(weight, Decimal::of))? else { return Ok(None) };
    let lowest = decimals.iter().filter_map(|decimal| decimal.exponent()).min();
    Ok(Some((decimals, lowest.unwrap_or(0))))
}

/// Results for some weights, computed once: few weights of a range are different.
struct Memo<T>([(f64, T); 64]);

impl<T: Copy> Memo<T> {
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

    const MOST: u128 = 1 << 61;

    fn wide(ratios: Ratios) -> Vec<u128> {
        match ratios {
            Ratios::Short(numerators) => numerators.into_iter().map(u128::from).collect(),
            Ratios::Long(numerators) => numerators,
        }
    }

    #[test]
    fn zeros_and_ones_are_told_from_their_neighbours() {
        let of = |weights: &[f64]| exact_weights(weights).unwrap();
        assert_eq!(of(&[0.0, 1.0, -0.0, 1.0]), Some((vec![0, 1, 0, 1], 1)));
        assert_eq!(of(&[1.0, 2.0, 4.0]), Some((vec![1, 2, 4], 1)));
        assert_eq!(of(&[0.0, 1.0f64.next_down()]).map(|(numerators, _)| numerators[0]), Some(0));
        for weight in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -1.0, f64::MIN_POSITIVE, f64::from_bits(1), f64::MAX]
        {
            assert_eq!(of(&[1.0, weight]), None, "{weight}");
        }
    }

    #[test]
    fn ratios_are_those_of_the_decimals() {
        let found = |weights: &[f64]| wide(ratios(weights, MOST).unwrap());
        assert_eq!(found(&[0.3, 0.1, 0.2, 0.0]), [3, 1, 2, 0]);
        assert_eq!(found(&[1.0 / 3.0, 1.0]), [3_333_333_333_333_333, 10_000_000_000_000_000]);
        assert_eq!((found(&[0.0]), found(&[])), (vec![0], vec![]));
        assert_eq!(found(&[2.5, 1e3, 0.5]), [25, 10_000, 5]);
        assert_eq!((found(&[1e-20, 3e-20]), found(&[1e300, 3e300])), (vec![1, 3], vec![1, 3]));
        // A common divisor is left out where that makes them short.
        assert_eq!(ratios(&[1.0 / 3.0, 2.0 / 3.0], 4).unwrap(), Ratios::Short(vec![1, 2]));
        assert_eq!(ratios(&[0.25, 0.75], 5).unwrap(), Ratios::Short(vec![1, 3]));
        assert_eq!(ratios(&[0.25, 0.75], 4).unwrap(), Ratios::Long(vec![1, 3]));
        assert_eq!(ratios(&[0.0, 0.0], 0).unwrap(), Ratios::Long(vec![0, 0]));
    }

    /// The largest weight becomes 2^99 to 2^100; others keep the ratio as far as integers do, and none is lost.
    #[test]
    fn ratios_of_too_many_digits_are_rounded() {
        assert_eq!(
            (exact_ratios(&[1e-40, 1.0], MOST).unwrap(), wide(ratios(&[1e-40, 1.0], MOST).unwrap())),
            (None, vec![1, 1 << 99])
        );
        assert_eq!(wide(ratios(&[1e-40, 1.0, 3.0], MOST).unwrap()), [1, 1 << 98, 3 << 98]);
        assert_eq!(wide(ratios(&[f64::from_bits(1), f64::MAX], MOST).unwrap()), [1, (1 << 100) - (1 << 47)]);
        let weights = [f64::MAX / 2048.0; COMBO_COUNT];
        assert!(rounded_ratios(&weights).unwrap().iter().sum::<u128>() < MOST_OF_RATIOS);
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
            let exact = exact_ratios(&weights, MOST).unwrap().unwrap();
            prop_assert_eq!(&ratios(&weights, MOST).unwrap(), &exact);
            let exact = wide(exact);
            let last = exact.len() - 1;
            for (&weight, &ratio) in weights.iter().zip(&exact) {
                prop_assert_eq!(
                    BigRational::new(ratio.into(), exact[last].into()), written(weight) / written(weights[last])
                );
            }
            if let Some((numerators, denominator)) = exact_weights(&weights).unwrap() {
                for (&weight, &numerator) in weights.iter().zip(&numerators) {
                    prop_assert_eq!(BigRational::new(numerator.into(), denominator.into()), written(weight));
                }
            }
        }
    }
}
