//! The mean of the final hand strength, and of its square, over every runout: exact on every street.

use super::hand::{CheckedHand, FinalValues, check_out, check_rows, for_each_row};
use super::now::hand_strength_rows;
use crate::error::{Error, Result};
use crate::runtime::Run;
use crate::showdown::pattern_values::MAX_VALUE;
use crate::showdown::street::BOARD_CARDS;

/// The final hand strengths of a hand summed over every runout of the board, in units of `1 / MAX_VALUE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moments {
    /// Runouts.
    pub runouts: u64,
    /// The sum of the values.
    pub sum: u64,
    /// The sum of their squares.
    pub sum_of_squares: u64,
}

impl Moments {
    /// `E[HS]`.
    pub fn mean(self) -> f64 {
        self.sum as f64 / (u128::from(self.runouts) * u128::from(MAX_VALUE)) as f64
    }

    /// `E[HS^2]`.
    pub fn mean_of_squares(self) -> f64 {
        self.sum_of_squares as f64 / (u128::from(self.runouts) * u128::from(MAX_VALUE).pow(2)) as f64
    }

    fn add(&mut self, value: u16, times: u64) {
        self.runouts += times;
        self.sum += times * u64::from(value);
        self.sum_of_squares += times * u64::from(value) * u64::from(value);
    }
}

/// Which mean over the runouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// `E[HS]`.
    One,
    /// `E[HS^2]`.
    Two,
}

impl Power {
    /// The power 1 or 2.
    pub fn new(power: u32) -> Result<Self> {
        match power {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            _ => Err(Error::InvalidArgument(format!("power = {power}: the mean of HS or of HS^2 is computed, 1 or 2"))),
        }
    }
}

/// The sums over every runout for a hand on a board of 0, 3, 4 or 5 cards.
///
/// The first call takes some tenths of a second to compute the values of all boards, and the first call before the flop
/// takes as long again.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{hand_strength::moments, runtime::Run};
/// let aces = moments(&[51, 50], &[], &mut Run::new(1))?;
/// assert_eq!(aces.runouts, 2_118_760);
/// assert!((aces.mean() - 0.852_037).abs() < 1e-6);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn moments(hole: &[u8], board: &[u8], run: &mut Run<'_>) -> Result<Moments> {
    let hand = CheckedHand::new(hole, board)?;
    of_hand(FinalValues::of_street(board.len(), run)?, &hand)
}

/// `E[HS]` or `E[HS^2]` of rows of `width` = 2, 5, 6 or 7 cards, hole cards first.
///
/// # Errors
/// As [`moments()`], naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn expected_hand_strength_rows(
    cards: &[u8],
    width: usize,
    power: Power,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    if width == 2 + BOARD_CARDS && power == Power::One {
        // No cards to come: the mean is the value.
        return hand_strength_rows(cards, width, out, run);
    }
    check_out(check_rows(cards, width)?, out)?;
    if cards.is_empty() {
        return Ok(());
    }
    let values = FinalValues::of_street(width - 2, run)?;
    let row = |hand: &CheckedHand, out: &mut [f64]| {
        let moments = of_hand(values, hand)?;
        out[0] = if power == Power::One { moments.mean() } else { moments.mean_of_squares() };
        Ok(())
    };
    for_each_row(cards, width, 1, out, row, run)
}

fn of_hand(values: FinalValues, hand: &CheckedHand) -> Result<Moments> {
    let mut moments = Moments::default();
    values.for_each(hand, |value, runouts| moments.add(value, runouts.into()))?;
    Ok(moments)
}
