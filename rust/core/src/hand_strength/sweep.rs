//! One board and all its runouts: what every combo ends up with.

use super::histogram::Bins;
use crate::cards::{CardSet, DECK};
use crate::error::Result;
use crate::showdown::combo_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::pattern_values::{BoardValues, Pattern, PatternValues, RANK_PAIRS, rank_pair, suited_cards};
use crate::showdown::runouts::for_each_runout;
use crate::showdown::street::BOARD_CARDS;

/// Something that is summed over the runouts of a board for every combo at once.
pub(super) trait Sweep {
    /// Forgets the board before and takes one of three to five cards through every runout.
    fn take(&mut self, board: &[u8]) -> Result<()>;
    /// The counts of a combo, `low < high`, that holds no card of the board.
    fn row(&mut self, low: u8, high: u8, counts: &mut [u64]);
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
    values: &'static PatternValues<BOARD_CARDS>,
    square: bool,
    grid: Box<Grid>,
    totals: Box<[u32; SLOTS]>,
}

impl Sums {
    pub(super) fn new(values: &'static PatternValues<BOARD_CARDS>, square: bool) -> Self {
        Self { values, square, grid: Box::new([0; SLOTS]), totals: Box::new([0; SLOTS]) }
    }
}

impl Sweep for Sums {
    fn take(&mut self, board: &[u8]) -> Result<()> {
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

    fn row(&mut self, low: u8, high: u8, counts: &mut [u64]) {
        // On the flop: at most 1,081 * 1,980^2 < 2^32. Slots that belong to no combo may have wrapped.
        counts[0] = self.totals[slot(low, high)].into();
    }
}

/// The number of runouts in each bin.
///
/// What a combo is worth on a runout follows from its pair of ranks, or from that and which of its cards are of the flush
/// suit: runouts are counted for these, many of one pattern at a time, as if every combo could be held with every
/// runout. The few combos that hold a card of a runout are counted one by one, to be taken back.
pub(super) struct Histograms {
    values: &'static PatternValues<BOARD_CARDS>,
    bins: usize,
    bin_of_value: Vec<u16>,
    /// The patterns of the runouts.
    patterns: Vec<Pattern>,
    /// Runouts without a flush suit: the bins of each pair of ranks.
    plain: Vec<u16>,
    /// Runouts with each flush suit, if there are any: the bins of each pair of ranks and of which cards are of the suit.
    flush: [Vec<u16>; 4],
    is_met: [bool; 4],
    /// Runouts that hold a card of the combo: the bins of each slot.
    blocked: Vec<u16>,
    row: Vec<u16>,
}

impl Histograms {
    pub(super) fn new(values: &'static PatternValues<BOARD_CARDS>, bins: Bins) -> Self {
        let n = bins.n();
        Self {
            values,
            bins: n,
            bin_of_value: bins.table(),
            patterns: vec![],
            plain: vec![0; RANK_PAIRS * n],
            flush: std::array::from_fn(|_| vec![0; 4 * RANK_PAIRS * n]),
            is_met: [false; 4],
            blocked: vec![0; SLOTS * n],
            row: vec![0; n],
        }
    }

    fn clear(&mut self) {
        self.patterns.clear();
        self.plain.fill(0);
        self.blocked.fill(0);
        for (counts, is_met) in self.flush.iter_mut().zip(&mut self.is_met) {
            if std::mem::take(is_met) {
                counts.fill(0);
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
        for (bins, &value) in counts.chunks_exact_mut(self.bins).zip(values) {
            bins[usize::from(self.bin_of_value[usize::from(value)])] += runouts;
        }
    }

    /// Counts a runout for the combos that hold a card of it, `dealt`.
    fn block(&mut self, values: BoardValues<'_>, dealt: &[u8]) {
        for (k, &card) in dealt.iter().enumerate() {
            for other in (0..DECK).filter(|other| *other != card && !dealt[..k].contains(other)) {
                let (low, high) = (card.min(other), card.max(other));
                let bin = self.bin_of_value[usize::from(values.value(low, high))];
                self.blocked[slot(low, high) * self.bins + usize::from(bin)] += 1;
            }
        }
    }
}

impl Sweep for Histograms {
    fn take(&mut self, board: &[u8]) -> Result<()> {
        self.clear();
        for_each_runout(board, !CardSet::from_ids(board)?, |whole, _| {
            let pattern = PatternValues::pattern(whole);
            self.patterns.push(pattern);
            self.block(self.values.of_pattern(pattern), &whole[board.len()..]);
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

    fn row(&mut self, low: u8, high: u8, counts: &mut [u64]) {
        let pair = rank_pair(usize::from(low >> 2), usize::from(high >> 2));
        let row = &mut self.row;
        let blocked = &self.blocked[slot(low, high) * self.bins..][..self.bins];
        let plain = &self.plain[pair * self.bins..][..self.bins];
        for ((n, all), blocked) in row.iter_mut().zip(plain).zip(blocked) {
            *n = all.wrapping_sub(*blocked);
        }
        for (suit, of_suit) in (0..4).zip(&self.flush).filter(|(suit, _)| self.is_met[usize::from(*suit)]) {
            let more = &of_suit[(4 * pair + suited_cards(suit, low, high)) * self.bins..][..self.bins];
            row.iter_mut().zip(more).for_each(|(n, more)| *n = n.wrapping_add(*more));
        }
        counts.iter_mut().zip(&*row).for_each(|(to, &from)| *to = from.into());
    }
}
