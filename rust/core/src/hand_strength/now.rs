//! The strength of hands on the board as it is.

use super::hand::{Hand, check_out, check_rows, for_each_row};
use super::{check_power, to_power};
use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::evaluator::evaluate;
use crate::runtime::Run;

/// How a hand stands against every combo that an opponent can hold, on the board as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandStrength {
    /// Combos beaten.
    pub win: u32,
    /// Combos tied with.
    pub tie: u32,
    /// All combos: 1,081 on the flop, 1,035 on the turn, 990 on the river.
    pub total: u32,
}

impl HandStrength {
    /// `HS^k` with `HS = (win + tie / 2) / total` and `k = power_of_opponents`: for `k > 1` an approximation, not the
    /// equity against `k` opponents.
    pub fn value(self, power_of_opponents: u32) -> f64 {
        to_power(f64::from(2 * self.win + self.tie) / f64::from(2 * self.total), power_of_opponents)
    }
}

/// The strength of a hand on a board of 3, 4 or 5 cards as it is.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::hand_strength::hand_strength;
/// let royal = hand_strength(&[51, 47], &[43, 39, 35])?; // AsKs on QsJsTs
/// assert_eq!((royal.win, royal.tie, royal.total), (1_081, 0, 1_081));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn hand_strength(hole: &[u8], board: &[u8]) -> Result<HandStrength> {
    of_hand(&Hand::new(hole, board)?)
}

/// [`HandStrength::value`] of rows of `width` = 5, 6 or 7 cards, hole cards first.
///
/// # Errors
/// As for one hand, naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn hand_strength_rows(
    cards: &[u8],
    width: usize,
    power_of_opponents: u32,
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    check_power(power_of_opponents)?;
    check_out(check_rows(cards, width)?, out)?;
    let row = |hand: &Hand, out: &mut [f64]| {
        out[0] = of_hand(hand)?.value(power_of_opponents);
        Ok(())
    };
    for_each_row(cards, width, 1, out, row, run)
}

fn of_hand(hand: &Hand) -> Result<HandStrength> {
    let (hole, board) = (hand.situation.held(), hand.situation.board_set());
    if board.is_empty() {
        return Err(Error::CardCount { row: Row(None), expected: "3, 4 or 5 board", found: 0 });
    }
    let ours = evaluate(hole | board)?;
    let mut strength = HandStrength { win: 0, tie: 0, total: 0 };
    let left: Vec<CardSet> = hand.situation.left().ids().filter_map(|card| CardSet::new(1 << card)).collect();
    for (k, &first) in left.iter().enumerate() {
        for &second in &left[..k] {
            let theirs = evaluate(board | first | second)?;
            strength.win += u32::from(ours > theirs);
            strength.tie += u32::from(ours == theirs);
            strength.total += 1;
        }
    }
    Ok(strength)
}
