//! The strength of single hands and of batches, exact on every street.

use super::preflop::preflop_distributions;
use super::{Street, against, check_opponents};
use crate::cards::{CardSet, hand_class};
use crate::error::{Error, Result, Row};
use crate::evaluator::evaluate;
use crate::runtime::Run;
use crate::showdown::pattern_values::{MAX_VALUE, pattern_values};

/// Rows of one step of a batch.
const CHUNK: usize = 64;

/// How a hand stands against every pair that an opponent can hold, on the board as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandStrength {
    /// Pairs beaten.
    pub win: u32,
    /// Pairs tied with.
    pub tie: u32,
    /// All pairs: 1,081 on the flop, 1,035 on the turn, 990 on the river.
    pub total: u32,
}

impl HandStrength {
    /// `(win + tie / 2) / total`, to the power of the number of opponents.
    pub fn value(self, n_opponents: u32) -> f64 {
        against(f64::from(2 * self.win + self.tie) / f64::from(2 * self.total), n_opponents)
    }
}

/// The final hand strengths of a hand over every runout of the board, summed as `2 * wins + ties` of 1980.
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
        self.sum as f64 / (self.runouts * u64::from(MAX_VALUE)) as f64
    }

    /// `E[HS^2]`.
    pub fn mean_of_squares(self) -> f64 {
        self.sum_of_squares as f64 / (self.runouts * u64::from(MAX_VALUE) * u64::from(MAX_VALUE)) as f64
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

/// The strength of a hand on a board of 3, 4 or 5 cards as it is.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::hand_strength::hands::hand_strength;
/// let royal = hand_strength(&[51, 47], &[43, 39, 35])?; // AsKs on QsJsTs
/// assert_eq!((royal.win, royal.tie, royal.total), (1_081, 0, 1_081));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn hand_strength(hole: &[u8], board: &[u8]) -> Result<HandStrength> {
    Hand::new(hole, board)?.strength_now()
}

/// [`HandStrength::value`] of rows of `width` = 5, 6 or 7 cards, hole cards first.
///
/// # Errors
/// As for one hand, naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn hand_strength_rows(
    run: &mut Run<'_>,
    cards: &[u8],
    width: usize,
    n_opponents: u32,
    out: &mut [f64],
) -> Result<()> {
    check_opponents(n_opponents)?;
    check_out(check_rows(cards, width)?, out)?;
    for_each_row(run, cards, width, 1, out, |hand, out| {
        out[0] = hand.strength_now()?.value(n_opponents);
        Ok(())
    })
}

/// The sums over every runout for a hand on a board of 0, 3, 4 or 5 cards.
///
/// The first call takes some tenths of a second to work out the values of all boards, and the first before the flop as
/// long again.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::hand_strength::hands::moments;
/// let aces = moments(&[51, 50], &[])?;
/// assert_eq!(aces.runouts, 2_118_760);
/// assert!((aces.mean() - 0.852_037).abs() < 1e-6);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn moments(hole: &[u8], board: &[u8]) -> Result<Moments> {
    Hand::new(hole, board)?.moments()
}

/// `E[HS]` or `E[HS^2]`, to the power of the number of opponents, of rows of `width` = 2, 5, 6 or 7 cards, hole cards first.
///
/// # Errors
/// As [`moments`], naming the row; [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn expected_hand_strength_rows(
    run: &mut Run<'_>,
    cards: &[u8],
    width: usize,
    power: Power,
    n_opponents: u32,
    out: &mut [f64],
) -> Result<()> {
    check_opponents(n_opponents)?;
    check_out(check_rows(cards, width)?, out)?;
    for_each_row(run, cards, width, 1, out, |hand, out| {
        let moments = hand.moments()?;
        let mean = if power == Power::One { moments.mean() } else { moments.mean_of_squares() };
        out[0] = against(mean, n_opponents);
        Ok(())
    })
}

/// A checked hand.
pub(super) struct Hand {
    /// Hole cards, the lower first, then the board.
    cards: [u8; 7],
    len: usize,
}

impl Hand {
    pub(super) fn new(hole: &[u8], board: &[u8]) -> Result<Self> {
        if hole.len() != 2 {
            return Err(Error::CardCount { row: Row(None), expected: "2 hole", found: hole.len() });
        }
        Street::of_board(board.len())?;
        let mut cards = [0; 7];
        let len = 2 + board.len();
        cards[..2].copy_from_slice(hole);
        cards[2..len].copy_from_slice(board);
        CardSet::from_ids(&cards[..len])?;
        cards[..2].sort_unstable();
        Ok(Self { cards, len })
    }

    pub(super) fn board(&self) -> &[u8] {
        &self.cards[2..self.len]
    }

    pub(super) fn class(&self) -> u8 {
        hand_class(self.cards[0], self.cards[1])
    }

    fn left(&self) -> impl Iterator<Item = u8> {
        (!CardSet::from_ids(&self.cards[..self.len]).unwrap_or_default()).ids()
    }

    /// The value of the hand on every runout of a board of three to five cards.
    pub(super) fn for_each_value(&self, mut see: impl FnMut(u16)) {
        let values = pattern_values();
        let [low, high, ref on_board @ ..] = self.cards;
        let mut board = *on_board;
        match self.len {
            5 => {
                for first in self.left() {
                    board[3] = first;
                    for second in self.left().take_while(|&second| second < first) {
                        board[4] = second;
                        see(values.of_board(&board).value(low, high));
                    }
                }
            }
            6 => {
                for card in self.left() {
                    board[4] = card;
                    see(values.of_board(&board).value(low, high));
                }
            }
            _ => see(values.of_board(&board).value(low, high)),
        }
    }

    fn moments(&self) -> Result<Moments> {
        let mut moments = Moments::default();
        if self.len == 2 {
            let distributions = preflop_distributions(&mut Run::new(1))?;
            for (value, &n) in distributions.of_class(self.class()).iter().enumerate() {
                moments.add(value as u16, n.into());
            }
        } else {
            self.for_each_value(|value| moments.add(value, 1));
        }
        Ok(moments)
    }

    fn strength_now(&self) -> Result<HandStrength> {
        if self.len < 5 {
            return Err(Error::CardCount { row: Row(None), expected: "3, 4 or 5 board", found: self.len - 2 });
        }
        let ours = evaluate(CardSet::from_ids(&self.cards[..self.len])?)?;
        let board = CardSet::from_ids(self.board())?;
        let mut strength = HandStrength { win: 0, tie: 0, total: 0 };
        let left: Vec<CardSet> = self.left().filter_map(|card| CardSet::new(1 << card)).collect();
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
}

/// The number of rows of `width` cards in `cards`.
pub(super) fn check_rows(cards: &[u8], width: usize) -> Result<usize> {
    if !matches!(width, 2 | 5..=7) {
        return Err(Error::CardCount { row: Row(None), expected: "2, 5, 6 or 7", found: width });
    }
    if !cards.len().is_multiple_of(width) {
        return Err(Error::InvalidArgument(format!("{} cards are not rows of {width}", cards.len())));
    }
    Ok(cards.len() / width)
}

fn check_out(rows: usize, out: &[f64]) -> Result<()> {
    if rows == out.len() {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{rows} hands do not fill {} results", out.len())))
}

/// Does `work` on every row of cards and its row of `out`. `width` and the lengths have been checked.
pub(super) fn for_each_row<T: Send>(
    run: &mut Run<'_>,
    cards: &[u8],
    width: usize,
    out_width: usize,
    out: &mut [T],
    work: impl Fn(&Hand, &mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    if width == 2 && !cards.is_empty() {
        // The one long step, shared by all rows, on all threads.
        preflop_distributions(run)?;
    }
    let chunks = cards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK * out_width)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * width), |(at, (cards, out))| {
        for (k, (row, out)) in cards.chunks_exact(width).zip(out.chunks_exact_mut(out_width)).enumerate() {
            let mut copy = [0; 7];
            copy[..width].copy_from_slice(row);
            let hand = Hand::new(&copy[..2], &copy[2..width]);
            hand.and_then(|hand| work(&hand, out)).map_err(|e| e.at_row(at * CHUNK + k))?;
        }
        Ok(())
    })
}
