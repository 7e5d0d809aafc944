//! Average rank strength: the mean hand strength of the hands with the same hole cards, up to suits, and the same
//! strength so far.
//!
//! Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average Rank Strength" (2013): the
//! lookup is one evaluation and one load, and an approximation of `E[HS]`.

use super::Street;
use super::sweep::Sums;
use crate::cards::{CardSet, HAND_CLASS_COUNT, combo_id, hand_class};
use crate::error::{Error, Result, Row};
use crate::evaluator::{MAX_STRENGTH, Standard, evaluate, evaluate_combos, evaluate_ids, evaluate_some};
use crate::memory::{try_collect, try_vec};
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{Sweep, combos_off};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::pattern_values::{MAX_VALUE, PatternValues};
use crate::showdown::street::BOARD_CARDS;

/// Number of strengths, including 0, which no hand has.
pub const STRENGTHS: usize = MAX_STRENGTH as usize + 1;
/// Maximum power of `E[HS]` in a table.
pub const MAX_POWER: u32 = 22;
/// Steps that a table is built in, some hundredths of a second each.
const STEPS: usize = 512;
/// Rows of one step of a lookup.
const CHUNK: usize = 1024;
/// Powers of `E[HS]` are summed as multiples of this.
const UNIT: f64 = 1.0 / (1u64 << 31) as f64;

/// The means of one street.
pub struct ArsTable {
    street: Street,
    means: Vec<f64>,
}

/// Sums and numbers of deals by strength and class.
struct StrengthTotals {
    sums: Vec<u64>,
    deals: Vec<u64>,
}

impl ArsTable {
    /// The mean of `E[HS]^power` over all deals of a street after the flop with a strength and a class, all deals counting
    /// equally. For the power 1 the sums are exact. A higher power is rounded to 31 bits before it is added, so the table
    /// has the same bytes on any number of threads.
    ///
    /// The source raises the mean itself to the power: those are the powers of the means of power 1.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] before the flop and for another power than 1 to 22; [`Error::Cancelled`].
    pub fn new(street: Street, power: u32, run: &mut Run<'_>) -> Result<Self> {
        if !(1..=MAX_POWER).contains(&power) {
            return Err(Error::InvalidArgument(format!("power = {power}: expected 1 to {MAX_POWER}")));
        }
        if street == Street::Preflop {
            return Err(Error::InvalidArgument("average rank strength needs a board: flop, turn or river".into()));
        }
        let boards = CanonicalBoards::new(street.board_cards(), run)?;
        let size = boards.board_size();
        let chunk = boards.len().div_ceil(STEPS);
        let of = street.runouts() * u64::from(MAX_VALUE);
        // One division per mean: below 2^53 the product is exact, and no mean of ones is rounded above 1.
        let whole = if power == 1 { of as f64 } else { 1.0 / UNIT };
        #[allow(clippy::cast_sign_loss)] // A power of a mean is not negative.
        let term = |value: u64| match power {
            1 => value,
            // By repeated multiplication, which gives the same result on every machine.
            n => {
                let mean = value as f64 / of as f64;
                ((1..n).fold(mean, |product, _| product * mean) / UNIT).round() as u64
            }
        };

        let values = PatternValues::<BOARD_CARDS>::shared(run)?;
        let cells = STRENGTHS * HAND_CLASS_COUNT;
        let steps = boards.cards().chunks(size * chunk).zip(boards.weights().chunks(chunk));
        // 20 MB a thread.
        let new =
            || Ok((StrengthTotals { sums: try_vec(0, cells)?, deals: try_vec(0, cells)? }, Sums::new(values, false)?));
        let add = |(part, sweep): &mut (StrengthTotals, Sums),
                   (cards, weights): (&[u8], &[u64]),
                   may_go_on: &mut MayGoOn<'_>| {
            for (board, &weight) in cards.chunks_exact(size).zip(weights) {
                sweep.take(board, may_go_on)?;
                for_each_strength(board, |low, high, strength| {
                    let cell = usize::from(strength) * HAND_CLASS_COUNT + usize::from(hand_class(low, high));
                    part.sums[cell] += weight * term(sweep.row(low, high)[0].into());
                    part.deals[cell] += weight;
                })?;
            }
            Ok(())
        };
        let (all, _) = run.reduce(steps, boards.len().div_ceil(chunk), new, add, |(all, _), (part, _)| {
            all.sums.iter_mut().zip(part.sums).for_each(|(sum, more)| *sum += more);
            all.deals.iter_mut().zip(part.deals).for_each(|(sum, more)| *sum += more);
            Ok(())
        })?;
        let means = all.sums.iter().zip(&all.deals).map(|(&sum, &deals)| Ok(sum as f64 / (deals as f64 * whole)));
        Ok(Self { street, means: try_collect(means)? })
    }

    /// 7,463 rows of 169: the mean of strength `s` and class `c` is element `169 * s + c`, NaN if there is no hand.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// The means of rows of hole cards and board.
    ///
    /// # Errors
    /// As [`lookup_rows`].
    pub fn lookup_rows(&self, cards: &[u8], out: &mut [f64], run: &mut Run<'_>) -> Result<()> {
        lookup_rows(&self.means, cards, 2 + self.street.board_cards(), out, run)
    }
}

/// [`ArsTable::lookup_rows`] in the means of a table that the caller holds, for rows of `width` = 5, 6 or 7 cards.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`], naming the row;
/// [`Error::InvalidArgument`] for lengths that disagree; [`Error::Cancelled`].
pub fn lookup_rows(means: &[f64], cards: &[u8], width: usize, out: &mut [f64], run: &mut Run<'_>) -> Result<()> {
    if !(5..=7).contains(&width) {
        return Err(Error::CardCount { row: Row(None), expected: "5, 6 or 7", found: width });
    }
    if cards.len() != width * out.len() {
        let (cards, rows) = (cards.len(), out.len());
        return Err(Error::InvalidArgument(format!("{cards} cards are not {rows} rows of {width}")));
    }
    if means.len() != STRENGTHS * HAND_CLASS_COUNT {
        let found = means.len();
        return Err(Error::InvalidArgument(format!("a table of {found} means, not {STRENGTHS} x {HAND_CLASS_COUNT}")));
    }
    let level = run.level();
    let chunks = cards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * width), |(at, (cards, out))| {
        let mut copy = [0; 7 * CHUNK];
        let hands = &mut copy[..cards.len()];
        hands.copy_from_slice(cards);
        let mut strengths = [0; CHUNK];
        let strengths = &mut strengths[..out.len()];
        if !evaluate_some(Standard, level, hands, width, strengths) {
            // Repeats the rows one by one, for the number of the row.
            for (k, hand) in hands.chunks_exact(width).enumerate() {
                evaluate_ids(hand).map_err(|e| e.at_row(at * CHUNK + k))?;
            }
        }
        // Computes all places first, so that the loads overlap.
        let mut cells = [0u32; CHUNK];
        let cells = &mut cells[..out.len()];
        for ((cell, hand), &strength) in cells.iter_mut().zip(hands.chunks_exact(width)).zip(&*strengths) {
            *cell = u32::from(strength) * HAND_CLASS_COUNT as u32 + u32::from(hand_class(hand[0], hand[1]));
        }
        for (mean, &cell) in out.iter_mut().zip(&*cells) {
            *mean = means[cell as usize];
        }
        Ok(())
    })
}

/// Calls `see` with the strength, with the board, of every combo without a card of the board.
fn for_each_strength(board: &[u8], mut see: impl FnMut(u8, u8, u16)) -> Result<()> {
    if board.len() == 5 {
        let strengths = evaluate_combos(CardSet::from_ids(board)?)?;
        combos_off(board).for_each(|[low, high]| see(low, high, strengths[usize::from(combo_id(low, high))]));
        return Ok(());
    }
    let on_board = CardSet::from_ids(board)?;
    for [low, high] in combos_off(board) {
        let combo = CardSet::new(1 << low | 1 << high).unwrap_or_default();
        see(low, high, evaluate(on_board | combo)?);
    }
    Ok(())
}
