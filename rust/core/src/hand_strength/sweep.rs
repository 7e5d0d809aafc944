//! One board and all its runouts: what every pair of hole cards ends up with.

use super::histogram::Bins;
use crate::error::Result;
use crate::showdown::pair_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::pattern_values::pattern_values;

/// Something that is summed over the runouts of a board for every pair at once.
pub(super) trait Sweep {
    /// Forgets the board before.
    fn begin(&mut self, board: &[u8]);
    /// Adds one runout: `board` is complete, and `dealt` are its cards that were not on the board to begin with.
    fn add(&mut self, board: [u8; 5], dealt: &[u8]) -> Result<()>;
    /// The counts of a pair, `low < high`, that holds no card of the board.
    fn row(&self, low: u8, high: u8, counts: &mut [u64]);
}

/// Takes a board of three to five cards through every runout.
pub(super) fn sweep_board(sweep: &mut dyn Sweep, board: &[u8]) -> Result<()> {
    sweep.begin(board);
    let mut full = [0; 5];
    full[..board.len()].copy_from_slice(board);
    let left = || (0..52u8).filter(|card| !board.contains(card));
    match board.len() {
        3 => {
            for first in left() {
                full[3] = first;
                for second in left().take_while(|&second| second < first) {
                    full[4] = second;
                    sweep.add(full, &full[3..])?;
                }
            }
        }
        4 => {
            for card in left() {
                full[4] = card;
                sweep.add(full, &full[4..])?;
            }
        }
        _ => sweep.add(full, &[])?,
    }
    Ok(())
}

/// The pairs that leave a board alone, `[low, high]`, in the order in which the indexer numbers them.
pub(super) fn pairs_off(board: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    let mut left = [0; 52];
    let mut n = 0;
    for card in (0..52u8).filter(|card| !board.contains(card)) {
        left[n] = card;
        n += 1;
    }
    (0..n).flat_map(move |k| (0..k).map(move |i| [left[i], left[k]]))
}

/// The values, or their squares.
pub(super) struct Sums {
    square: bool,
    grid: Box<Grid>,
    totals: Box<[u32; SLOTS]>,
}

impl Sums {
    pub(super) fn new(square: bool) -> Self {
        Self { square, grid: Box::new([0; SLOTS]), totals: Box::new([0; SLOTS]) }
    }
}

impl Sweep for Sums {
    fn begin(&mut self, _: &[u8]) {
        self.totals.fill(0);
    }

    fn add(&mut self, board: [u8; 5], dealt: &[u8]) -> Result<()> {
        pattern_values().of_board(&board).spread(&mut self.grid, |value| value);
        for &card in dealt {
            clear_card(&mut self.grid, card);
        }
        let cells = self.totals.iter_mut().zip(&*self.grid);
        if self.square {
            cells.for_each(|(sum, &value)| *sum = sum.wrapping_add(u32::from(value) * u32::from(value)));
        } else {
            cells.for_each(|(sum, &value)| *sum = sum.wrapping_add(value.into()));
        }
        Ok(())
    }

    fn row(&self, low: u8, high: u8, counts: &mut [u64]) {
        // On the flop: at most 1,081 * 1,980^2 < 2^32. Slots that belong to no pair may have wrapped.
        counts[0] = self.totals[slot(low, high)].into();
    }
}

/// The number of runouts in each bin.
pub(super) struct Histograms {
    bins: usize,
    bin_of_value: Vec<u16>,
    grid: Box<Grid>,
    counts: Vec<u16>,
    /// Runouts that hold a card of a pair are counted as if its value were 0; this many.
    blocked: u16,
}

impl Histograms {
    pub(super) fn new(bins: Bins) -> Self {
        let counts = vec![0; SLOTS * bins.n()];
        Self { bins: bins.n(), bin_of_value: bins.table(), grid: Box::new([0; SLOTS]), counts, blocked: 0 }
    }
}

impl Sweep for Histograms {
    fn begin(&mut self, board: &[u8]) {
        self.counts.fill(0);
        // Of 49 cards two at a time, or of 48, those that hold one of two.
        self.blocked = match board.len() {
            3 => 1176 - 1081,
            4 => 48 - 46,
            _ => 0,
        };
    }

    fn add(&mut self, board: [u8; 5], dealt: &[u8]) -> Result<()> {
        let bin = |value: u16| self.bin_of_value[usize::from(value)];
        pattern_values().of_board(&board).spread(&mut self.grid, bin);
        for &card in dealt {
            clear_card(&mut self.grid, card);
        }
        for (counts, &bin) in self.counts.chunks_exact_mut(self.bins).zip(&*self.grid) {
            counts[usize::from(bin)] += 1;
        }
        Ok(())
    }

    fn row(&self, low: u8, high: u8, counts: &mut [u64]) {
        let row = &self.counts[slot(low, high) * self.bins..][..self.bins];
        counts.iter_mut().zip(row).for_each(|(to, &from)| *to = from.into());
        counts[0] -= u64::from(self.blocked);
    }
}
