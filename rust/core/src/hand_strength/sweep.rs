//! One board and all its runouts: what every combo ends up with.

use super::histogram::Bins;
use crate::cards::{CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::showdown::combo_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::pattern_values::pattern_values;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::street::BOARD_CARDS;

/// Something that is summed over the runouts of a board for every combo at once.
pub(super) trait Sweep {
    /// Forgets the board before.
    fn begin(&mut self, board: &[u8]);
    /// Adds one runout: `board` is complete, and `dealt` are its cards that were not on the board to begin with.
    fn add(&mut self, board: [u8; BOARD_CARDS], dealt: &[u8]) -> Result<()>;
    /// The counts of a combo, `low < high`, that holds no card of the board.
    fn row(&self, low: u8, high: u8, counts: &mut [u64]);
}

/// Takes a board of three to five cards through every runout.
pub(super) fn sweep_board(sweep: &mut dyn Sweep, board: &[u8]) -> Result<()> {
    sweep.begin(board);
    for_each_runout(board, !CardSet::from_ids(board)?, |whole, _| sweep.add(*whole, &whole[board.len()..]))
}

/// The combos off a board, `[low, high]`, in the order in which the indexer numbers them.
pub(super) fn combos_off(board: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    let mut left = [0; DECK as usize];
    let mut n = 0;
    for card in (0..DECK).filter(|card| !board.contains(card)) {
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

    fn add(&mut self, board: [u8; BOARD_CARDS], dealt: &[u8]) -> Result<()> {
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
        // On the flop: at most 1,081 * 1,980^2 < 2^32. Slots that belong to no combo may have wrapped.
        counts[0] = self.totals[slot(low, high)].into();
    }
}

/// The number of runouts in each bin.
pub(super) struct Histograms {
    bins: usize,
    bin_of_value: Vec<u16>,
    grid: Box<Grid>,
    counts: Vec<u16>,
    /// Every combo is counted with the value 0 for a runout that has one of its cards; so many runouts have.
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
        let runouts_of = |left: usize| choose_small(left, BOARD_CARDS - board.len());
        let left = usize::from(DECK) - board.len();
        self.blocked = (runouts_of(left) - runouts_of(left - 2)) as u16;
    }

    fn add(&mut self, board: [u8; BOARD_CARDS], dealt: &[u8]) -> Result<()> {
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
