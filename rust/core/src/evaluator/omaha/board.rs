//! One board of Omaha, prepared for all hands.

use super::check_sizes;
use super::hole::OmahaHole;
use super::low::{LowCards, Lows};
use super::rows::{LookupRow, PairRows};
use crate::cards::CardSet;
use crate::error::{Error, Result};

/// A board of three to five cards, prepared once for all hands.
#[derive(Clone, Copy)]
pub(crate) struct OmahaBoard {
    /// The strength that each pair of hole ranks makes with the ranks of the board.
    row: &'static LookupRow,
    /// The suit of which it has three cards or more, and the 13-bit set of its ranks.
    flush: Option<(usize, u16)>,
    /// Its low ranks.
    low: u8,
    lows: &'static Lows,
}

/// The tables of boards.
#[derive(Clone, Copy)]
pub(crate) struct OmahaBoards {
    rows: &'static PairRows,
    lows: &'static Lows,
}

impl OmahaBoards {
    /// The tables, built at the first call.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn get() -> Result<Self> {
        Ok(Self { rows: PairRows::get()?, lows: Lows::get()? })
    }

    /// The board of three to five cards.
    #[inline]
    pub(crate) fn of(self, cards: CardSet) -> OmahaBoard {
        let mut ids = cards.ids();
        let mut next = || ids.next().unwrap_or_default();
        let row = match cards.len() {
            3 => self.rows.of::<3>([next(), next(), next()]),
            4 => self.rows.of::<4>([next(), next(), next(), next()]),
            _ => self.rows.of::<5>([next(), next(), next(), next(), next()]),
        };
        let suits = (0..4).map(|suit| (suit, cards.ranks_of_suit(suit as u8)));
        OmahaBoard {
            row: row.unwrap_or(&[0; 256]),
            flush: { suits }.find(|(_, ranks)| ranks.count_ones() >= 3),
            low: LowCards::of(cards.ids()).ranks(),
            lows: self.lows,
        }
    }

    /// A board of five cards of these ranks, in ascending order, without flushes.
    #[inline]
    pub(crate) fn of_ranks(self, ranks: [u8; 5]) -> OmahaBoard {
        let cards = ranks.map(|rank| 4 * rank);
        let low = LowCards::of(cards).ranks();
        OmahaBoard { row: self.rows.of(cards).unwrap_or(&[0; 256]), flush: None, low, lows: self.lows }
    }
}

impl OmahaBoard {
    /// The board of these cards.
    ///
    /// # Errors
    /// [`Error::CardCount`], [`Error::OutOfMemory`].
    pub(crate) fn of(cards: CardSet) -> Result<Self> {
        check_sizes(4, cards.len() as usize)?;
        Ok(OmahaBoards::get()?.of(cards))
    }

    /// The strength, 1 to 7462, of hole cards, none of them on the board.
    #[inline]
    pub(crate) fn strength(&self, hole: &OmahaHole) -> u16 {
        let best = hole.strength_of_ranks(self.row);
        match self.flush {
            Some((suit, ranks)) => best.max(hole.flush(suit, ranks)),
            None => best,
        }
    }

    /// The eight-or-better low, 1 to 56, of hole cards, none of them on the board; 0 without a low.
    #[inline]
    pub(crate) fn low(&self, hole: &OmahaHole) -> u8 {
        self.lows.strength(self.low, hole.low)
    }
}

/// The strength, 1 to 7462, of the best hand of two of four to six hole cards and three of three to five board cards.
///
/// # Errors
/// [`Error::CardCount`]; [`Error::DuplicateCard`] for a hole card that is on the board; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::evaluator::{evaluate, evaluate_omaha};
/// // Four spades on the board and one in the hand are no flush: this is a straight.
/// let strength = evaluate_omaha("As Kh 7d 2c".parse()?, "Ks Qs Js Ts 3d".parse()?)?;
/// assert_eq!(strength, evaluate("As Kh Qs Js Ts".parse()?)?);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate_omaha(hole: CardSet, board: CardSet) -> Result<u16> {
    Ok(checked(hole, board)?.strength(&OmahaHole::of(hole)))
}

/// [`evaluate_omaha`] of card ids.
///
/// # Errors
/// As [`evaluate_omaha`], and [`Error::CardOutOfRange`].
pub fn evaluate_omaha_ids(hole: &[u8], board: &[u8]) -> Result<u16> {
    let (hole, board) = sets(hole, board)?;
    evaluate_omaha(hole, board)
}

/// The eight-or-better low, 1 to 56, larger is better, of the best five different ranks up to the eight of exactly two hole
/// cards and three board cards; 0 without a low.
///
/// # Errors
/// As [`evaluate_omaha`].
///
/// ```
/// use pokerbits::evaluator::omaha_low;
/// assert_eq!(omaha_low("As 2h Kd Kc".parse()?, "3s 4s 5s Ts Kh".parse()?), Ok(56));
/// assert_eq!(omaha_low("As 2h Kd Kc".parse()?, "2s 4s 5s Ts Kh".parse()?), Ok(0));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_low(hole: CardSet, board: CardSet) -> Result<u8> {
    Ok(checked(hole, board)?.low(&OmahaHole::of(hole)))
}

/// [`omaha_low`] of card ids.
///
/// # Errors
/// As [`evaluate_omaha`], and [`Error::CardOutOfRange`].
pub fn omaha_low_ids(hole: &[u8], board: &[u8]) -> Result<u8> {
    let (hole, board) = sets(hole, board)?;
    omaha_low(hole, board)
}

/// The board, once it is known to be right for the hand.
fn checked(hole: CardSet, board: CardSet) -> Result<OmahaBoard> {
    check_sizes(hole.len() as usize, board.len() as usize)?;
    match (hole & board).ids().next() {
        Some(card) => Err(Error::DuplicateCard { row: crate::error::Row(None), card }),
        None => OmahaBoard::of(board),
    }
}

fn sets(hole: &[u8], board: &[u8]) -> Result<(CardSet, CardSet)> {
    check_sizes(hole.len(), board.len())?;
    Ok((CardSet::from_ids(hole)?, CardSet::from_ids(board)?))
}
