//! A range: the probability with which a player plays each of the 1,326 combos.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};
use std::str::FromStr;

use super::hands::Dialect;
use super::print;
use super::text::{self, OnConflict};
use crate::cards::{COMBO_COUNT, CardSet, combo_id};
use crate::decimals::{self, ExactWeights};
use crate::error::{Error, Result};
use crate::memory::{try_boxed, try_boxed_slice};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;

/// A weight from 0 to 1 for every combo, at its number.
///
/// Its operators are those of sets: `|` takes the larger weight, `&` the smaller one, `a - b` subtracts the weights of `b`
/// down to 0, and `!` subtracts the range from all hands.
///
/// ```
/// use pokerbits::ranges::Range;
/// let range: Range = "QQ+, AKs, 0.5:KQo".parse()?;
/// assert_eq!(range.total(), 18.0 + 4.0 + 6.0);
/// assert_eq!((!&range | "0.5:KQo".parse::<Range>()?).total(), 1326.0 - 22.0 - 6.0);
/// assert_eq!(range.to_string(), "QQ+, AKs, 0.5:KQo");
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Range(Box<[f64; COMBO_COUNT]>);

impl Range {
    /// The empty range.
    pub fn empty() -> Self {
        Self(Box::new([0.0; COMBO_COUNT]))
    }

    /// The range of all hands.
    pub fn full() -> Self {
        Self(Box::new([1.0; COMBO_COUNT]))
    }

    /// The range of one hand of two cards.
    pub(crate) fn of_hand(hand: CardSet) -> Result<Self> {
        let mut weights = try_boxed(0.0)?;
        if let [low, high] = hand.ids().collect::<Vec<_>>()[..] {
            weights[usize::from(combo_id(low, high))] = 1.0;
        }
        Ok(Self(weights))
    }

    /// The range with these weights, one for each combo.
    ///
    /// # Errors
    /// [`Error::InvalidRange`] if there are not 1,326, and for the first that is not from 0 to 1; [`Error::OutOfMemory`].
    pub fn from_weights(weights: &[f64]) -> Result<Self> {
        let invalid = |token, message| Error::InvalidRange { position: None, token, message };
        // The copy is checked: another thread of the caller may write to its array. An array of another length may be huge.
        let copied = if weights.len() == COMBO_COUNT { try_boxed_slice(weights)?.try_into().ok() } else { None };
        let Some(mut copy): Option<Box<[f64; COMBO_COUNT]>> = copied else {
            let message = format!("expected {COMBO_COUNT} weights, one for each combo, found {}", weights.len());
            return Err(invalid(String::new(), message));
        };
        let is_wrong = |weight: f64| !(0.0..=1.0).contains(&weight);
        // All of them in vectors, before the first wrong one is searched for.
        let mut any_wrong = false;
        for weight in &mut copy[..] {
            // Negative zero becomes zero.
            *weight += 0.0;
            any_wrong |= is_wrong(*weight);
        }
        if any_wrong && let Some(at) = copy.iter().position(|&weight| is_wrong(weight)) {
            let combo = print::combo_name(at);
            let why = match copy[at] {
                weight if weight.is_nan() => "it is not a number",
                weight if weight.is_infinite() => "it is not finite",
                weight if weight < 0.0 => "it is negative",
                _ => "divide all of them by the largest",
            };
            let message = format!("weight {} of combo {at}, {combo}, is not within 0 and 1: {why}", copy[at]);
            return Err(invalid(combo, message));
        }
        Ok(Self(copy))
    }

    /// Parses a range.
    ///
    /// # Errors
    /// [`Error::InvalidRange`] for the first token that cannot be read, with a caret under it.
    ///
    /// ```
    /// use pokerbits::ranges::{Dialect, OnConflict, Range};
    /// let climbs = Range::parse("T9s+", Dialect::Both, OnConflict::Error)?;
    /// assert_eq!(climbs.to_string(), "AKs, KQs, QJs, JTs, T9s".parse::<Range>()?.to_string());
    /// assert_eq!(Range::parse("T9s+", Dialect::Kicker, OnConflict::Error)?.to_string(), "T9s");
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn parse(text: &str, dialect: Dialect, on_conflict: OnConflict) -> Result<Self> {
        text::parse(text, dialect, on_conflict, &mut || Ok(())).map(|(weights, _)| Self(weights))
    }

    /// [`parse`](Self::parse) for a long text: it can be cancelled.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse); [`Error::Cancelled`], [`Error::OutOfMemory`].
    pub fn parse_watched(text: &str, dialect: Dialect, on_conflict: OnConflict, run: &mut Run<'_>) -> Result<Self> {
        text::parse(text, dialect, on_conflict, &mut || run.checkpoint(0, 1)).map(|(weights, _)| Self(weights))
    }

    /// Parses a range whose author named no dialect in [`Dialect::Both`], and returns whether [`Dialect::Kicker`] reads
    /// another range.
    ///
    /// # Errors
    /// The errors of [`parse_watched`](Self::parse_watched).
    ///
    /// ```
    /// use pokerbits::{Run, ranges::{OnConflict, Range}};
    /// let differs = |text| Ok(Range::parse_undecided(text, OnConflict::Error, &mut Run::new(1))?.1);
    /// assert!(differs("QQ+, T9s+")?);
    /// assert!(!differs("QQ+, J9s+, AKs+")?);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn parse_undecided(text: &str, on_conflict: OnConflict, run: &mut Run<'_>) -> Result<(Self, bool)> {
        let (weights, has_dialect) = text::parse(text, Dialect::Both, on_conflict, &mut || run.checkpoint(0, 1))?;
        let range = Self(weights);
        let differs = has_dialect
            && match Self::parse_watched(text, Dialect::Kicker, on_conflict, run) {
                Ok(other) => other != range,
                // A combo may have two weights in one dialect only.
                Err(Error::InvalidRange { .. }) => true,
                Err(error) => return Err(error),
            };
        Ok((range, differs))
    }

    /// The weights, in the order of the combos' numbers.
    pub fn weights(&self) -> &[f64; COMBO_COUNT] {
        &self.0
    }

    /// The sum of the weights, as decimals: three weights of 0.1 add up to 0.3.
    pub fn total(&self) -> f64 {
        let exact = || {
            let ExactWeights { numerators, denominator } = self.exact().ok()??;
            Some(decimals::quotient(numerators.iter().map(|&n| u128::from(n)).sum(), denominator.into()))
        };
        exact().unwrap_or_else(|| self.0.iter().sum())
    }

    /// The weights as integers over one denominator; `None` if a weight has more than 18 decimal places.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// ```
    /// let exact = pokerbits::ranges::Range::exact(&"0.29:AA, 0.5:KK".parse()?)?.unwrap();
    /// assert_eq!((exact.denominator, exact.numerators[1325]), (100, 29));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn exact(&self) -> Result<Option<ExactWeights>> {
        ExactWeights::of(&self.0, Proven::Baseline)
    }

    /// The text of the range in the syntax of `PioSOLVER`: `AA,AKs:0.5,AhKd`.
    pub fn to_pio(&self) -> String {
        print::pio(&self.0)
    }

    /// The text of the range in the syntax of GTO+: `AA,[50.0]AKs[/50.0],AhKd`.
    pub fn to_gto_plus(&self) -> String {
        print::gto_plus(&self.0)
    }

    fn pairwise(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        let mut result = self.clone();
        result.0.iter_mut().zip(other.0.iter()).for_each(|(a, &b)| *a = of(*a, b));
        result
    }
}

macro_rules! operator {
    ($operator:ident, $name:ident, $of:expr) => {
        impl $operator for &Range {
            type Output = Range;
            fn $name(self, other: Self) -> Range {
                self.pairwise(other, $of)
            }
        }
        impl $operator for Range {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                self.pairwise(&other, $of)
            }
        }
    };
}
operator!(BitOr, bitor, f64::max);
operator!(BitAnd, bitand, f64::min);
operator!(Sub, sub, decimals::difference);

impl Not for &Range {
    type Output = Range;
    fn not(self) -> Range {
        &Range::full() - self
    }
}

impl Not for Range {
    type Output = Self;
    fn not(self) -> Self {
        !&self
    }
}

impl FromStr for Range {
    type Err = Error;
    /// Parses a range; `+` moves both cards of connectors, and a combo with two weights is an error.
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text, Dialect::default(), OnConflict::default())
    }
}

/// Short text that reads back as the same range in every dialect.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::canonical(&self.0))
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Range({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Range {
        text.parse().unwrap()
    }

    #[test]
    fn weights_are_exact_integers() {
        let exact = range("0.5:AA, 0.25:KK, QQ").exact().unwrap().unwrap();
        assert_eq!(exact.denominator, 4);
        assert_eq!(exact.numerators.iter().sum::<u64>(), 6 * (2 + 1 + 4));
        let third = 1.0 / 3.0;
        let exact = Range::from_weights(&[third; COMBO_COUNT]).unwrap().exact().unwrap().unwrap();
        assert_eq!(exact.numerators[7], 3_333_333_333_333_333);
        assert_eq!(exact.denominator, 10_000_000_000_000_000);
        assert_eq!(Range::from_weights(&[1e-30; COMBO_COUNT]).unwrap().exact().unwrap(), None);
        let nothing = Range::empty().exact().unwrap().unwrap();
        assert_eq!((nothing.denominator, nothing.numerators.iter().sum::<u64>()), (1, 0));
    }

    #[test]
    fn totals_are_those_of_decimals() {
        assert_eq!(range("0.1:2c2d, 0.1:3c3d, 0.1:4c4d").total().to_string(), "0.3");
        let total = Range::from_weights(&[1e-30; COMBO_COUNT]).unwrap().total();
        assert!((total / 1.326e-27 - 1.0).abs() < 1e-12);
        assert_eq!(Range::empty().total().to_bits(), 0);
    }

    #[test]
    fn operators_are_those_of_sets() {
        let (a, b) = (range("0.3:AA, KK, QQ"), range("0.5:AA, 0.4:KK"));
        assert_eq!(&a | &b, range("0.5:AA, KK, QQ"));
        assert_eq!(&a & &b, range("0.3:AA, 0.4:KK"));
        assert_eq!(&a - &b, range("0.6:KK, QQ"));
        assert_eq!(&b - &a, range("0.2:AA"));
        assert_eq!(!!a.clone(), a);
        assert_eq!((!Range::empty(), !Range::full()), (Range::full(), Range::empty()));
        assert_eq!(a.clone() - a, Range::empty());
    }

    #[test]
    fn weights_are_checked() {
        let mut weights = [0.5; COMBO_COUNT];
        for (bad, why) in [(-0.5, "negative"), (1.5, "largest"), (f64::NAN, "not a number"), (f64::INFINITY, "finite")]
        {
            weights[1325] = bad;
            let error = Range::from_weights(&weights).unwrap_err().to_string();
            assert!(error.contains("combo 1325, AsAh") && error.contains(why), "{error}");
        }
        let error = Range::from_weights(&weights[1..]).unwrap_err().to_string();
        assert_eq!(error, "expected 1326 weights, one for each combo, found 1325");
        weights[1325] = -0.0;
        assert!(Range::from_weights(&weights).unwrap().weights()[1325].is_sign_positive());
    }
}
