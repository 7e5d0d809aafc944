//! The strength of hands on the board without further cards.
//!
//! One hand is compared with the types of hands that its board distinguishes, 91 or 351 instead of a thousand combos. Many
//! hands are looked up in the values of all boards of that size, once these are built or worth building.

use super::hand::{CHUNK, CheckedHand, CheckedHands, check_out, check_rows, for_each_chunk, for_each_row};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::showdown::board_view::BoardView;
use crate::showdown::pattern_values::{PatternValues, ValueCell};

/// The wins and ties of a hand against every combo that an opponent can hold, on the board without further cards.
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
    /// `HS = (win + tie / 2) / total`.
    pub fn value(self) -> f64 {
        share(2 * u64::from(self.win) + u64::from(self.tie), self.total)
    }
}

/// `HS` of `2 * wins + ties`, by the number of combos that an opponent can hold.
fn share(value: u64, opponents: u32) -> f64 {
    value as f64 / (2.0 * f64::from(opponents))
}

/// The strength of a hand on a board of 3, 4 or 5 cards, without further cards.
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
    let hand = CheckedHand::new(hole, board)?;
    match *hand.situation.board() {
        [a, b, c] => Ok(by_types::<3, 5>(&hand, [a, b, c])),
        [a, b, c, d] => Ok(by_types::<4, 6>(&hand, [a, b, c, d])),
        [a, b, c, d, e] => Ok(by_types::<5, 7>(&hand, [a, b, c, d, e])),
        _ => Err(no_board()),
    }
}

/// [`HandStrength::value`] of rows of `width` = 5, 6 or 7 cards, hole cards first.
///
/// # Errors
/// As for one hand, naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn hand_strength_rows(cards: &[u8], width: usize, out: &mut [f64], run: &mut Run<'_>) -> Result<()> {
    let hands = check_rows(cards, width)?;
    check_out(hands, out)?;
    match width {
        5 => rows::<3, 5>(PatternValues::<3>::for_hands(hands, run)?, cards, out, run),
        6 => rows::<4, 6>(PatternValues::<4>::for_hands(hands, run)?, cards, out, run),
        7 => rows::<5, 7>(PatternValues::<5>::for_hands(hands, run)?, cards, out, run),
        _ => Err(no_board()),
    }
}

fn rows<const BOARD: usize, const HAND: usize>(
    values: Option<&PatternValues<BOARD>>,
    cards: &[u8],
    out: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    let board_of = |hand: &CheckedHand| -> [u8; BOARD] { std::array::from_fn(|k| hand.situation.board()[k]) };
    let Some(values) = values else {
        let row = |hand: &CheckedHand, out: &mut [f64]| {
            out[0] = by_types::<BOARD, HAND>(hand, board_of(hand)).value();
            Ok(())
        };
        return for_each_row(cards, HAND, 1, out, row, run);
    };
    let chunk = |hands: CheckedHands<'_>, out: &mut [f64]| {
        let mut cells = [ValueCell::default(); CHUNK];
        for (cell, hand) in cells.iter_mut().zip(hands) {
            let hand = hand?;
            let [low, high] = hand.hole();
            *cell = PatternValues::cell(&board_of(&hand), low, high);
        }
        for (out, cell) in out.iter_mut().zip(cells) {
            *out = share(values.at(cell).into(), PatternValues::<BOARD>::OPPONENTS);
        }
        Ok(())
    };
    for_each_chunk(cards, HAND, 1, out, chunk, run)
}

/// Counts the combos of any two types that an opponent can hold.
fn by_types<const BOARD: usize, const HAND: usize>(hand: &CheckedHand, board: [u8; BOARD]) -> HandStrength {
    let view = BoardView::of(&board);
    let strengths = view.strengths_of::<HAND>();
    let copies = view.copies(hand.situation.held()).map(u32::from);
    let [x, y] = hand.hole().map(|card| usize::from(view.type_of(card)));
    let ours = strengths[x][y];
    let mut strength = HandStrength { win: 0, tie: 0, total: PatternValues::<BOARD>::OPPONENTS };
    for (high, &n_high) in copies[..view.types()].iter().enumerate() {
        let mut count = |theirs: u16, combos: u32| {
            strength.win += if ours > theirs { combos } else { 0 };
            strength.tie += if ours == theirs { combos } else { 0 };
        };
        for (&n_low, &theirs) in copies[..high].iter().zip(&strengths[high]) {
            count(theirs, n_high * n_low);
        }
        count(strengths[high][high], n_high * n_high.saturating_sub(1) / 2);
    }
    strength
}

fn no_board() -> Error {
    Error::CardCount { row: Row(None), expected: "3, 4 or 5 board", found: 0 }
}
