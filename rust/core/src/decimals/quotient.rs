//! Quotients of exact sums, rounded once.

use super::integers::power_of_two;

/// Integers below this are floats.
const EXACT: u128 = 1 << 53;

/// The float nearest to `part / whole`, of two equally near ones that whose last bit is 0; NaN if `whole` is 0. Both are below
/// `2^127`.
#[inline]
pub(crate) fn quotient(part: u128, whole: u128) -> f64 {
    if part < EXACT && whole < EXACT {
        // Of 64 bits: a conversion of 128 is a call.
        return part as i64 as f64 / whole as i64 as f64;
    }
    long_quotient(part, whole)
}

#[cold]
fn long_quotient(part: u128, whole: u128) -> f64 {
    debug_assert!(part >> 127 == 0 && whole >> 127 == 0, "{part} / {whole}");
    if whole == 0 {
        return f64::NAN;
    }
    let (mut bits, mut rest, mut exponent) = (part / whole, part % whole, 0);
    // Two more bits than a float has; a rest is one more bit of 1.
    while bits < 1 << 55 && rest > 0 {
        let more = whole.leading_zeros().min(64);
        rest <<= more;
        bits = (bits << more) | (rest / whole);
        rest %= whole;
        exponent -= more as i32;
    }
    (bits | u128::from(rest > 0)) as f64 * power_of_two(exponent)
}

/// `n * part / whole`, rounded down. `part` and `whole` are below `2^116`, `n` is below `2^11`.
#[inline]
pub(crate) fn floor_of_multiple(n: u16, part: u128, whole: u128) -> u128 {
    // A division of 64 bits takes a fraction of the time.
    match (u64::try_from(u128::from(n) * part), u64::try_from(whole)) {
        (Ok(part), Ok(whole)) => (part / whole).into(),
        _ => u128::from(n) * part / whole,
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::*;

    fn fraction(part: u128, whole: u128) -> BigRational {
        BigRational::new(part.into(), whole.into())
    }

    /// No float is nearer, and of two that are as near, the one with the last bit 0 is taken.
    fn is_nearest(found: f64, exact: &BigRational) -> bool {
        let off = |bits: u64| {
            let off = BigRational::from_float(f64::from_bits(bits)).unwrap() - exact;
            if off < BigRational::from(BigInt::from(0)) { -off } else { off }
        };
        let bits = found.to_bits();
        [bits.saturating_sub(1), bits + 1]
            .into_iter()
            .all(|other| off(bits) < off(other) || (off(bits) == off(other) && (bits & 1 == 0 || bits == other)))
    }

    proptest! {
        #[test]
        fn quotients_are_rounded_once(a in any::<u128>(), b in any::<u128>(), by in 1u32..127, over in 1u32..127) {
            let (part, whole) = (a >> by, (b >> over).max(1));
            prop_assert!(is_nearest(quotient(part, whole), &fraction(part, whole)));
            let (part, whole) = (part.min(whole), part.max(whole));
            prop_assert!(is_nearest(quotient(part, whole), &fraction(part, whole)));
        }

        #[test]
        fn parts_that_are_floats_are_found(numerator in 0u64..1 << 53, places in 0u32..53, times in 1u128..1 << 60) {
            let found = quotient(u128::from(numerator) * times, (1u128 << places) * times);
            prop_assert_eq!(found.to_bits(), (numerator as f64 / (1u64 << places) as f64).to_bits());
        }

        #[test]
        fn multiples_are_rounded_down(n in 1u16..1982, a in any::<u128>(), b in any::<u128>(), by in 12u32..127) {
            let (part, whole) = (a >> by, (b >> by).max(1));
            let found = floor_of_multiple(n, part, whole);
            prop_assert!(found * whole <= u128::from(n) * part);
            prop_assert!(u128::from(n) * part - found * whole < whole);
        }
    }

    #[test]
    fn halves_are_rounded_to_even_numbers() {
        let odd = (1u128 << 53) + 1;
        assert_eq!(quotient(odd, 1).to_string(), (1u64 << 53).to_string());
        assert_eq!(quotient(odd << 60 | 1, 1 << 60).to_string(), ((1u64 << 53) + 2).to_string());
        assert!(quotient(0, 0).is_nan() && quotient(1 << 60, 0).is_nan());
        assert_eq!(quotient(0, 1 << 60).to_bits(), 0);
    }
}
