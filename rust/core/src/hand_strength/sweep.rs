//! One board and all its runouts: sums of the final values of every combo.

use super::histogram::Bins;
use crate::cards::CardSet;
use crate::error::Result;
use crate::memory::{try_boxed, try_vec};
use crate::runtime::MayGoOn;
use crate::showdown::board_rows::Sweep;
use crate::showdown::combo_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::pattern_values::PatternValues;
use crate::showdown::runout_tallies::{RunoutTallies, Tally};
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

/// A line of bins.
type Line = [u16; LINE];

/// The number of runouts in each bin of the final values, for every combo.
pub(super) struct Histograms {
    values: &'static PatternValues<BOARD_CARDS>,
    bins: usize,
    bin_of_value: Vec<u16>,
    tallies: RunoutTallies<BinRows>,
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

    #[inline(always)]
    fn row(&self, row: usize) -> &[Line] {
        &self.lines[row * self.width..][..self.width]
    }
}

impl Tally for BinRows {
    type Item = u16;

    fn clear(&mut self) {
        self.lines.fill([0; LINE]);
    }

    #[inline(always)]
    fn add(&mut self, row: usize, bin: u16, runouts: u16) {
        let n = &mut self.lines.as_flattened_mut()[row * self.width * LINE + usize::from(bin)];
        *n = n.wrapping_add(runouts);
    }

    fn take_away(&mut self, row: usize, bin: u16) {
        self.add(row, bin, u16::MAX);
    }
}

impl Histograms {
    pub(super) fn new(values: &'static PatternValues<BOARD_CARDS>, bins: Bins) -> Result<Self> {
        let n = bins.n();
        Ok(Self {
            values,
            bins: n,
            bin_of_value: bins.table(),
            tallies: RunoutTallies::new(|rows| BinRows::new(rows, n))?,
            row: try_vec([0; LINE], n.div_ceil(LINE))?,
        })
    }
}

impl Sweep for Histograms {
    type Count = u16;

    fn take(&mut self, board: &[u8], _: &mut MayGoOn<'_>) -> Result<()> {
        self.tallies.take(self.values, board, |value| self.bin_of_value[usize::from(value)])
    }

    #[inline]
    fn row(&mut self, low: u8, high: u8) -> &[u16] {
        let (blocked, at) = self.tallies.subtracted(low, high);
        for (sums, blocked) in self.row.iter_mut().zip(blocked.row(at)) {
            *sums = blocked.map(u16::wrapping_neg);
        }
        for (tally, at) in self.tallies.added(low, high) {
            for (sums, more) in self.row.iter_mut().zip(tally.row(at)) {
                *sums = std::array::from_fn(|bin| sums[bin].wrapping_add(more[bin]));
            }
        }
        &self.row.as_flattened()[..self.bins]
    }
}
