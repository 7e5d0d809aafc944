//! One board and all its runouts: sums of the final values of every combo.

use super::histogram::Bins;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::{try_boxed, try_vec, try_with_capacity};
use crate::runtime::MayGoOn;
use crate::showdown::board_rows::Sweep;
use crate::showdown::combo_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::pattern_values::{BoardValues, Pattern, PatternValues, RANK_PAIRS, rank_pair, suited_cards};
use crate::showdown::runouts::for_each_runout;
use crate::showdown::street::BOARD_CARDS;

/// The values, or their squares.
pub(super) struct Sums {
    values: &'static PatternValues<BOARD_CARDS>,
    square: bool,
    grid: Box<Grid>,
    totals: Box<[u32; SLOTS]>,
}

impl Sums {
    pub(super) fn new(values: &'static PatternValues<BOARD_CARDS>, square: bool) -> Result<Self> {
        Ok(Self { values, square, grid: try_boxed(0)?, totals: try_boxed(0)? })
    }
}

impl Sweep for Sums {
    type Count = u32;

    fn take(&mut self, board: &[u8], _: &mut MayGoOn<'_>) -> Result<()> {
        self.totals.fill(0);
        for_each_runout(board, !CardSet::from_ids(board)?, |whole, _| {
            self.values.of_board(whole).spread(&mut self.grid, |value| value);
            for &card in &whole[board.len()..] {
                clear_card(&mut self.grid, card);
            }
            let cells = self.totals.iter_mut().zip(&*self.grid);
            if self.square {
                cells.for_each(|(sum, &value)| *sum = sum.wrapping_add(u32::from(value) * u32::from(value)));
            } else {
                cells.for_each(|(sum, &value)| *sum = sum.wrapping_add(value.into()));
            }
            Ok(())
        })
    }

    #[inline]
    fn row(&mut self, low: u8, high: u8) -> &[u32] {
        // On the flop: at most 1,081 * 1,980^2 < 2^32. Slots that belong to no combo may have wrapped.
        std::slice::from_ref(&self.totals[slot(low, high)])
    }
}

/// The bins of a row are padded to whole cache lines, so that rows are added in whole vectors.
const LINE: usize = 32;

/// The runouts of a flop.
const MAX_RUNOUTS: usize = choose_small(DECK as usize - 3, 2) as usize;

/// A line of bins.
type Line = [u16; LINE];

/// The number of runouts in each bin.
///
/// The value of a combo on a runout follows from its pair of ranks, or from that and which of its cards are of the flush
/// suit. So runouts are counted by these, many of one pattern at a time, for all combos, even those that hold a card of the
/// runout. Those few combos are counted one by one, and subtracted.
pub(super) struct Histograms {
    values: &'static PatternValues<BOARD_CARDS>,
    bins: usize,
    bin_of_value: Vec<u16>,
    /// The patterns of the runouts.
    patterns: Vec<Pattern>,
    /// Runouts without a flush suit: the bins of each pair of ranks.
    plain: BinRows,
    /// Runouts with each flush suit, if there are any: the bins of each pair of ranks and of which cards are of the suit.
    flush: [BinRows; 4],
    is_met: [bool; 4],
    /// Runouts that hold a card of the combo: the bins of each slot.
    blocked: BinRows,
    row: Vec<Line>,
}

/// Rows of bins.
struct BinRows {
    lines: Vec<Line>,
    /// Lines of a row.
    width: usize,
}

impl BinRows {
    fn new(rows: usize, bins: usize) -> Result<Self> {
        let width = bins.div_ceil(LINE);
        Ok(Self { lines: try_vec([0; LINE], rows * width)?, width })
    }

    fn clear(&mut self) {
        self.lines.fill([0; LINE]);
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &[Line] {
        &self.lines[row * self.width..][..self.width]
    }

    #[inline(always)]
    fn add(&mut self, row: usize, bin: u16, runouts: u16) {
        let n = &mut self.lines.as_flattened_mut()[row * self.width * LINE + usize::from(bin)];
        *n = n.wrapping_add(runouts);
    }
}

impl Histograms {
    pub(super) fn new(values: &'static PatternValues<BOARD_CARDS>, bins: Bins) -> Result<Self> {
        let n = bins.n();
        let of_suit = || BinRows::new(4 * RANK_PAIRS, n);
        Ok(Self {
            values,
            bins: n,
            bin_of_value: bins.table(),
            patterns: try_with_capacity(MAX_RUNOUTS)?,
            plain: BinRows::new(RANK_PAIRS, n)?,
            flush: [of_suit()?, of_suit()?, of_suit()?, of_suit()?],
            is_met: [false; 4],
            blocked: BinRows::new(SLOTS, n)?,
            row: try_vec([0; LINE], n.div_ceil(LINE))?,
        })
    }

    fn clear(&mut self) {
        self.patterns.clear();
        self.plain.clear();
        self.blocked.clear();
        for (counts, is_met) in self.flush.iter_mut().zip(&mut self.is_met) {
            if std::mem::take(is_met) {
                counts.clear();
            }
        }
    }

    /// Counts runouts of one pattern for every combo.
    fn count(&mut self, pattern: Pattern, runouts: u16) {
        let (counts, values) = match self.values.of_pattern(pattern) {
            BoardValues::Plain(values) => (&mut self.plain, &values[..]),
            BoardValues::Flush(suit, values) => {
                self.is_met[usize::from(suit)] = true;
                (&mut self.flush[usize::from(suit)], values.as_flattened())
            }
        };
        for (row, &value) in values.iter().enumerate() {
            counts.add(row, self.bin_of_value[usize::from(value)], runouts);
        }
    }

    /// Counts a runout for the combos that hold `card`, which is dealt on it.
    fn block(&mut self, values: BoardValues<'_>, card: u8) {
        for rank in 0..13 {
            // The four combos with the cards of a rank have one value, or two if the value for the flush suit differs. The
            // card itself is not a combo: its slot may hold anything.
            for other in 4 * rank..4 * rank + 4 {
                let (low, high) = (card.min(other), card.max(other));
                let bin = self.bin_of_value[usize::from(values.value(low, high))];
                self.blocked.add(slot(low, high), bin, 1);
            }
        }
    }
}

impl Sweep for Histograms {
    type Count = u16;

    fn take(&mut self, board: &[u8], _: &mut MayGoOn<'_>) -> Result<()> {
        self.clear();
        for_each_runout(board, !CardSet::from_ids(board)?, |whole, _| {
            let pattern = PatternValues::pattern(whole);
            let values = self.values.of_pattern(pattern);
            self.patterns.push(pattern);
            let dealt = &whole[board.len()..];
            for &card in dealt {
                self.block(values, card);
            }
            if let &[first, second] = dealt {
                // The combo of both has been counted twice.
                let (low, high) = (first.min(second), first.max(second));
                let bin = self.bin_of_value[usize::from(values.value(low, high))];
                self.blocked.add(slot(low, high), bin, u16::MAX);
            }
            Ok(())
        })?;
        let mut patterns = std::mem::take(&mut self.patterns);
        patterns.sort_unstable();
        for alike in patterns.chunk_by(|a, b| a == b) {
            self.count(alike[0], alike.len() as u16);
        }
        self.patterns = patterns;
        Ok(())
    }

    #[inline]
    fn row(&mut self, low: u8, high: u8) -> &[u16] {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        let blocked = self.blocked.row(slot(low, high));
        for ((sums, all), blocked) in self.row.iter_mut().zip(self.plain.row(pair)).zip(blocked) {
            *sums = std::array::from_fn(|bin| all[bin].wrapping_sub(blocked[bin]));
        }
        for suit in (0..4).filter(|&suit| self.is_met[usize::from(suit)]) {
            let of_suit = self.flush[usize::from(suit)].row(4 * pair + suited_cards(suit, low, high));
            for (sums, more) in self.row.iter_mut().zip(of_suit) {
                *sums = std::array::from_fn(|bin| sums[bin].wrapping_add(more[bin]));
            }
        }
        &self.row.as_flattened()[..self.bins]
    }
}
