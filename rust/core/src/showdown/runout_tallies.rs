//! Sums over the runouts of a board for every combo, of many runouts at a time.
//!
//! The value of a combo on a runout follows from its pair of ranks, or from that and which of its cards are of the flush
//! suit. So runouts are counted by these, many of one pattern at a time, for all combos, even those that hold a card of the
//! runout. Those few combos are counted one by one, and subtracted.

use super::combo_grid::{SLOTS, slot};
use super::pattern_values::{BoardValues, Pattern, PatternValues, RANK_PAIRS, rank_pair, suited_cards};
use super::runouts::for_each_runout;
use super::street::BOARD_CARDS;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::try_with_capacity;

/// The runouts of a flop.
const MAX_RUNOUTS: usize = choose_small(DECK as usize - 3, 2) as usize;

/// Rows of numbers that runouts add to.
pub(crate) trait Tally: Sized {
    /// An item that a runout adds to a row.
    type Item: Copy;
    /// All numbers are 0 again.
    fn clear(&mut self);
    /// Adds an item of a number of runouts.
    fn add(&mut self, row: usize, item: Self::Item, runouts: u16);
    /// Takes away an item of one runout.
    fn take_away(&mut self, row: usize, item: Self::Item);
}

/// The sums over the runouts of one board.
pub(crate) struct RunoutTallies<T> {
    /// The patterns of the runouts.
    patterns: Vec<Pattern>,
    /// Runouts without a flush suit: a row for each pair of ranks.
    plain: T,
    /// Runouts with each flush suit, if there are any: a row for each pair of ranks and choice of cards of the suit.
    flush: [T; 4],
    is_met: [bool; 4],
    /// Runouts that hold a card of the combo: a row for each slot.
    blocked: T,
}

impl<T: Tally> RunoutTallies<T> {
    /// Makes each tally with `new`, given its number of rows.
    pub(crate) fn new(new: impl Fn(usize) -> Result<T>) -> Result<Self> {
        let of_suit = || new(4 * RANK_PAIRS);
        Ok(Self {
            patterns: try_with_capacity(MAX_RUNOUTS)?,
            plain: new(RANK_PAIRS)?,
            flush: [of_suit()?, of_suit()?, of_suit()?, of_suit()?],
            is_met: [false; 4],
            blocked: new(SLOTS)?,
        })
    }

    /// Forgets the board before, and adds up the runouts of a board of three cards or more. A combo with a value gets the
    /// item `item_of(value)`.
    pub(crate) fn take<V: Copy + Default + Send>(
        &mut self,
        values: &PatternValues<BOARD_CARDS, V>,
        board: &[u8],
        item_of: impl Fn(V) -> T::Item,
    ) -> Result<()> {
        self.patterns.clear();
        self.plain.clear();
        self.blocked.clear();
        for (tally, is_met) in self.flush.iter_mut().zip(&mut self.is_met) {
            if std::mem::take(is_met) {
                tally.clear();
            }
        }
        for_each_runout(board, !CardSet::from_ids(board)?, |whole, _| {
            let pattern = PatternValues::<BOARD_CARDS>::pattern(whole);
            let values = values.of_pattern(pattern);
            self.patterns.push(pattern);
            let dealt = &whole[board.len()..];
            let item = |card: u8, other: u8| item_of(values.value(card.min(other), card.max(other)));
            let flush = if let BoardValues::Flush(suit, _) = values { suit } else { 0 };
            for &card in dealt {
                for rank in 0..13 {
                    // The combos with the four cards of a rank have one value, or that of the flush suit differs. The card
                    // itself is not a combo: its slot may hold anything.
                    let (suited, others) = (item(card, 4 * rank + flush), item(card, 4 * rank + (flush ^ 1)));
                    for suit in 0..4 {
                        let other = 4 * rank + suit;
                        let at = slot(card.min(other), card.max(other));
                        self.blocked.add(at, if suit == flush { suited } else { others }, 1);
                    }
                }
            }
            if let &[first, second] = dealt {
                // The combo of both has been counted twice.
                self.blocked.take_away(slot(first.min(second), first.max(second)), item(first, second));
            }
            Ok(())
        })?;
        self.patterns.sort_unstable();
        for alike in self.patterns.chunk_by(|a, b| a == b) {
            let (tally, values) = match values.of_pattern(alike[0]) {
                BoardValues::Plain(values) => (&mut self.plain, &values[..]),
                BoardValues::Flush(suit, values) => {
                    self.is_met[usize::from(suit)] = true;
                    (&mut self.flush[usize::from(suit)], values.as_flattened())
                }
            };
            for (row, &value) in values.iter().enumerate() {
                tally.add(row, item_of(value), alike.len() as u16);
            }
        }
        Ok(())
    }

    /// The rows that add up for a combo, `low < high`, that holds no card of the board.
    #[inline(always)]
    pub(crate) fn added(&self, low: u8, high: u8) -> impl Iterator<Item = (&T, usize)> {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        let met = (0..4u8).filter(|&suit| self.is_met[usize::from(suit)]);
        let of_suit = move |suit| (&self.flush[usize::from(suit)], 4 * pair + suited_cards(suit, low, high));
        std::iter::once((&self.plain, pair)).chain(met.map(of_suit))
    }

    /// The row that has to be subtracted from their sum: runouts with a card of the combo.
    #[inline(always)]
    pub(crate) fn subtracted(&self, low: u8, high: u8) -> (&T, usize) {
        (&self.blocked, slot(low, high))
    }
}
