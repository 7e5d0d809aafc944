//! Histograms of the final hand strength of a hand.

use super::hand::{CheckedHand, FinalValues, check_rows, for_each_row};
use crate::decimals::floor_of_multiple;
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::pattern_values::MAX_VALUE;

/// Equal bins of hand strength: bin `i` of `n` holds `i / n <= HS < (i + 1) / n`; the last one also holds 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bins(u16);

impl Bins {
    /// Maximum number of bins: the number of values.
    pub const MAX: usize = MAX_VALUE as usize + 1;

    /// `n` bins, 2 to 1,981.
    pub fn new(n: usize) -> Result<Self> {
        if (2..=Self::MAX).contains(&n) {
            return Ok(Self(n as u16));
        }
        Err(Error::InvalidArgument(format!("bins = {n}: 2 to {} can be told apart", Self::MAX)))
    }

    /// Number of bins.
    pub fn n(self) -> usize {
        self.0.into()
    }

    /// The bin of `2 * wins + ties`.
    pub(super) fn of_value(self, value: u16) -> u16 {
        let bin = u32::from(value) * u32::from(self.0) / u32::from(MAX_VALUE);
        bin.min(u32::from(self.0) - 1) as u16
    }

    /// The bin of `part / whole`, up to 1, where both are below `2^116`.
    pub(super) fn of_share(self, part: u128, whole: u128) -> usize {
        (floor_of_multiple(self.0, part, whole) as usize).min(self.n() - 1)
    }

    /// The bin of every value, 0 to 1980.
    pub(super) fn table(self) -> Vec<u16> {
        (0..=MAX_VALUE).map(|value| self.of_value(value)).collect()
    }
}

/// The number of runouts in each bin of the final hand strength, against one opponent, for a hand of two hole cards on
/// a board of 0, 3, 4 or 5 cards.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::hand_strength::histogram::{Bins, hand_strength_histogram};
/// use pokerbits::runtime::Run;
/// let counts = hand_strength_histogram(&[51, 47], &[43, 39, 0], Bins::new(4)?, &mut Run::new(1))?; // AsKs on QsJs2c
/// assert_eq!(counts.iter().sum::<u32>(), 1_081);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn hand_strength_histogram(hole: &[u8], board: &[u8], bins: Bins, run: &mut Run<'_>) -> Result<Vec<u32>> {
    let hand = CheckedHand::new(hole, board)?;
    let mut counts = try_vec(0, bins.n())?;
    count(FinalValues::of_street(board.len(), run)?, &hand, bins, &mut counts)?;
    Ok(counts)
}

/// [`hand_strength_histogram`] of rows of `width` = 2, 5, 6 or 7 cards, hole cards first; `out` takes a row of counts
/// for each.
///
/// # Errors
/// As for one hand, naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn hand_strength_histogram_rows(
    cards: &[u8],
    width: usize,
    bins: Bins,
    out: &mut [u32],
    run: &mut Run<'_>,
) -> Result<()> {
    let rows = check_rows(cards, width)?;
    if rows * bins.n() != out.len() {
        let found = out.len();
        return Err(Error::InvalidArgument(format!("{rows} rows of {} bins do not fill {found} counts", bins.n())));
    }
    if cards.is_empty() {
        return Ok(());
    }
    let values = FinalValues::of_street(width - 2, run)?;
    let row = |hand: &CheckedHand, out: &mut [u32]| count(values, hand, bins, out);
    for_each_row(cards, width, bins.n(), out, row, run)
}

fn count(values: FinalValues, hand: &CheckedHand, bins: Bins, out: &mut [u32]) -> Result<()> {
    out.fill(0);
    values.for_each(hand, |value, runouts| out[usize::from(bins.of_value(value))] += runouts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_half_open_and_equal() {
        assert!(Bins::new(0).is_err() && Bins::new(1).is_err() && Bins::new(1982).is_err());
        for n in [2, 3, 50, 100, 990, 1980, 1981] {
            let bins = Bins::new(n).unwrap();
            for value in 0..=MAX_VALUE {
                let bin = u64::from(bins.of_value(value));
                // i / n <= value / 1980 < (i + 1) / n.
                let (scaled, max) = (u64::from(value) * n as u64, u64::from(MAX_VALUE));
                let is_last = bin == n as u64 - 1;
                assert!(bin * max <= scaled && (scaled < (bin + 1) * max || is_last), "{n} {value} {bin}");
            }
        }
    }
}
