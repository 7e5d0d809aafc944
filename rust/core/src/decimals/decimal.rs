//! The decimal that a weight represents: 0.29 is 29 / 100, and 1 - 0.9 is 0.1.
//!
//! A weight is a float, and represents the shortest decimal that reads back as that float. Decimals of up to fifteen digits
//! come back unchanged.

/// `digits * 10^exponent`, without trailing zeros in `digits`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: u64,
    exponent: i32,
}

impl Decimal {
    pub(super) const ZERO: Self = Self { digits: 0, exponent: 0 };

    /// The shortest decimal of a weight, with at most 17 digits; `None` if it is negative, infinite or NaN.
    pub(super) fn of(weight: f64) -> Option<Self> {
        if weight == 0.0 {
            return Some(Self::ZERO);
        }
        if !(weight > 0.0 && weight.is_finite()) {
            return None;
        }
        Self::of_usual_size(weight).or_else(|| {
            let text = format!("{weight:e}");
            let (digits, exponent) = text.split_once('e')?;
            let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
            let exponent = exponent.parse::<i32>().ok()? - fraction.len() as i32;
            let digits = (whole.bytes().chain(fraction.bytes()))
                .try_fold(0u64, |digits, byte| Some(10 * digits + u64::from(byte.checked_sub(b'0')?)))?;
            Some(Self::without_zeros(digits, exponent))
        })
    }

    /// The decimal of a weight from 10^-5 to 10^7, unless it is a power of two: text takes ten times as long.
    ///
    /// A weight is `m / 2^k`. A decimal reads back as the weight if it is nearer than half of the last bit of `m`. For each number
    /// of digits only the decimal nearest to the weight is tried: decimals with 15 digits are further apart than that, and text
    /// has the nearest of several with 16 or 17. There always is one with 17.
    fn of_usual_size(weight: f64) -> Option<Self> {
        const FRACTION: u64 = (1 << 52) - 1;
        const POWERS: [f64; 11] = [1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
        const UNITS: [u128; 22] = {
            let (mut units, mut places) = ([1; 22], 1);
            while places < units.len() {
                (units[places], places) = (10 * units[places - 1], places + 1);
            }
            units
        };
        let fraction = weight.to_bits() & FRACTION;
        // The float below a power of two is nearer than the one above it.
        if fraction == 0 || !(1e-5..1e7).contains(&weight) {
            return None;
        }
        let (m, k) = (fraction | (FRACTION + 1), 1075 - (weight.to_bits() >> 52));
        // 15 digits: 8 places from 10^6 on, 19 below 10^-4.
        let places = 19 - POWERS.iter().filter(|&&power| weight >= power).count();
        let of_places = |places: usize| {
            let unit = UNITS[places];
            let scaled = u128::from(m) * unit;
            let digits = (scaled + (1 << (k - 1))) >> k;
            let off = (digits << k).abs_diff(scaled) * 2;
            (off < unit || (off == unit && m & 1 == 0)).then(|| Self::without_zeros(digits as u64, -(places as i32)))
        };
        if let Some(sixteen) = of_places(places + 1) {
            of_places(places).or(Some(sixteen))
        } else {
            of_places(places + 2)
        }
    }

    fn without_zeros(mut digits: u64, mut exponent: i32) -> Self {
        while digits > 0 && digits.is_multiple_of(10) {
            (digits, exponent) = (digits / 10, exponent + 1);
        }
        Self { digits, exponent }
    }

    /// The exponent of the last digit that is not 0; `None` for 0.
    pub(super) fn exponent(self) -> Option<i32> {
        (self.digits > 0).then_some(self.exponent)
    }

    /// How often it is `10^exponent`, for an exponent up to its own; `None` if that has more than 128 bits.
    pub(super) fn over(self, exponent: i32) -> Option<u128> {
        if self.digits == 0 {
            return Some(0);
        }
        let zeros = u32::try_from(self.exponent - exponent).ok()?;
        // Most powers have 64 bits.
        let power = if zeros < 20 { 10u64.pow(zeros).into() } else { 10u128.checked_pow(zeros)? };
        u128::from(self.digits).checked_mul(power)
    }
}

/// `a - b`, or 0 if `b` is larger.
pub(crate) fn difference(a: f64, b: f64) -> f64 {
    if a <= b {
        return 0.0;
    }
    let exact = || {
        let (x, y) = (Decimal::of(a)?, Decimal::of(b)?);
        let exponent = x.exponent.min(y.exponent);
        nearest(x.over(exponent)?.checked_sub(y.over(exponent)?)?, exponent)
    };
    exact().unwrap_or(a - b)
}

/// `a * b`.
pub(crate) fn product(a: f64, b: f64) -> f64 {
    let exact = || {
        let (x, y) = (Decimal::of(a)?, Decimal::of(b)?);
        nearest(u128::from(x.digits) * u128::from(y.digits), x.exponent + y.exponent)
    };
    exact().unwrap_or(a * b)
}

/// The float nearest to `digits * 10^exponent`.
fn nearest(digits: u128, exponent: i32) -> Option<f64> {
    format!("{digits}e{exponent}").parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimals_are_what_was_written() {
        for (weight, digits, exponent) in [(0.0, 0, 0), (1.0, 1, 0), (0.29, 29, -2), (2.5, 25, -1), (1e-19, 1, -19)] {
            assert_eq!(Decimal::of(weight), Some(Decimal { digits, exponent }));
        }
        assert_eq!(Decimal::of(1300.0), Some(Decimal { digits: 13, exponent: 2 }));
        assert_eq!(Decimal::of(1e300), Some(Decimal { digits: 1, exponent: 300 }));
        assert_eq!(Decimal::of(1.0 / 3.0), Some(Decimal { digits: 3_333_333_333_333_333, exponent: -16 }));
        assert_eq!(Decimal::of(f64::from_bits(1)), Some(Decimal { digits: 5, exponent: -324 }));
        for percent in 0..=100u32 {
            let weight = f64::from(percent) / 100.0;
            assert_eq!(Decimal::of(weight).unwrap().over(-2), Some(u128::from(percent)));
            assert_eq!(difference(1.0, difference(1.0, weight)).to_string(), weight.to_string());
        }
    }

    #[test]
    fn arithmetic_is_that_of_decimals() {
        assert_eq!(difference(1.0, 0.9).to_string(), "0.1");
        assert_eq!(difference(0.3, 0.5).to_string(), "0");
        assert_eq!(difference(1.0, 1e-300).to_string(), "1");
        assert_eq!(product(0.1, 0.3).to_string(), "0.03");
        assert_eq!(product(1e-200, 1e-200).to_string(), "0");
        assert_eq!(product(1.0, 0.7).to_string(), "0.7");
    }

    proptest! {
        /// The shortcut finds the decimal of the text.
        #[test]
        fn decimals_are_those_of_the_text(
            digits in 1u64..200_000_000_000_000_000, places in 0u32..23, bits in any::<u64>(), unit in 0.0f64..1.0, n in 1u32..18,
        ) {
            let written: f64 = format!("{digits}e-{places}").parse().unwrap();
            let rounded: f64 = format!("{unit:.*}", n as usize).parse().unwrap();
            let next = f64::from_bits(written.to_bits() + 1);
            for weight in [written, rounded, unit, f64::from_bits(bits).abs(), next] {
                if !weight.is_finite() || weight == 0.0 {
                    continue;
                }
                let found = Decimal::of(weight).unwrap();
                let text = format!("{weight:e}");
                let (mantissa, _) = text.split_once('e').unwrap();
                let shortest: String = mantissa.chars().filter(char::is_ascii_digit).collect();
                prop_assert_eq!(found.digits.to_string(), shortest.trim_end_matches('0'));
                let read: f64 = format!("{}e{}", found.digits, found.exponent).parse().unwrap();
                prop_assert_eq!(read.to_bits(), weight.to_bits());
            }
        }
    }
}
