//! Weights as exact decimals: 0.29 is 29 / 100, and 1 - 0.9 is 0.1.
//!
//! A weight is a float, and represents the shortest decimal that reads back as that float. Decimals of up to fifteen digits
//! come back unchanged.

/// Maximum number of decimal places of the integers of an exact weight.
const MOST_DIGITS: usize = 18;

/// `numerator / 10^digits`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    numerator: u64,
    digits: usize,
}

impl Decimal {
    /// The shortest decimal of a weight from 0 to 1, if it has at most 18 decimal places.
    pub(super) fn of(weight: f64) -> Option<Self> {
        let text = weight.to_string();
        let Some((_, fraction)) = text.split_once('.') else {
            return Some(Self { numerator: text.parse().ok()?, digits: 0 });
        };
        let digits = Some(fraction.len()).filter(|&digits| digits <= MOST_DIGITS)?;
        Some(Self { numerator: fraction.parse().ok()?, digits })
    }

    pub(super) fn digits(self) -> usize {
        self.digits
    }

    /// The numerator over `10^digits`; `digits` is at least the number of decimal places.
    pub(super) fn numerator_over(self, digits: usize) -> u64 {
        self.numerator * 10u64.pow((digits - self.digits) as u32)
    }
}

/// `a - b`, or 0 if `b` is larger.
pub(super) fn difference(a: f64, b: f64) -> f64 {
    if a <= b {
        return 0.0;
    }
    match (Decimal::of(a), Decimal::of(b)) {
        (Some(x), Some(y)) => {
            let digits = x.digits.max(y.digits);
            float(u128::from(x.numerator_over(digits) - y.numerator_over(digits)), digits)
        }
        _ => a - b,
    }
}

/// `a * b`.
pub(super) fn product(a: f64, b: f64) -> f64 {
    match (Decimal::of(a), Decimal::of(b)) {
        (Some(x), Some(y)) => float(u128::from(x.numerator) * u128::from(y.numerator), x.digits + y.digits),
        _ => a * b,
    }
}

/// The float nearest to `numerator / 10^digits`.
fn float(numerator: u128, digits: usize) -> f64 {
    format!("{numerator}e-{digits}").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_what_was_written() {
        for (weight, numerator, digits) in [(0.0, 0, 0), (1.0, 1, 0), (0.29, 29, 2), (0.000_001, 1, 6)] {
            assert_eq!(Decimal::of(weight), Some(Decimal { numerator, digits }));
        }
        assert_eq!(Decimal::of(1e-18).map(Decimal::digits), Some(18));
        assert_eq!(Decimal::of(1e-19), None);
        for percent in 0..=100u32 {
            let weight = f64::from(percent) / 100.0;
            assert_eq!(Decimal::of(weight).unwrap().numerator_over(2), u64::from(percent));
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
}
