//! Ranks all combos of each board, and lets one walk over them serve ranges side by side.

use std::ops::{Add, Sub};

use super::boards::Boards;
use super::suits::even_out;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK};
use crate::equity::combo_shares::{Amount, ComboShares};
use crate::error::Result;
use crate::memory::{try_boxed, try_vec};
use crate::runtime::Run;
use crate::showdown::ranked_board::RankedBoard;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::street::BOARD_CARDS;

/// The weights that several ranges give one combo.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Side<W, const N: usize>([W; N]);

impl<W: Amount, const N: usize> Default for Side<W, N> {
    fn default() -> Self {
        Self([W::default(); N])
    }
}

impl<W: Amount, const N: usize> Add for Side<W, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<W: Amount, const N: usize> Sub for Side<W, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

/// The cards of a set of five.
#[inline]
pub(crate) fn five(board: CardSet) -> [u8; BOARD_CARDS] {
    let mut cards = [0; BOARD_CARDS];
    cards.iter_mut().zip(board.ids()).for_each(|(to, id)| *to = id);
    cards
}

/// What every combo wins and shares against each of the ranges, summed over the boards. What is met is left open.
pub(crate) fn sums<W: Amount, const N: usize>(
    boards: &Boards,
    ranges: [&OfCombos<W>; N],
    run: &mut Run<'_>,
) -> Result<[ComboShares<W>; N]> {
    let mut weights = try_boxed::<_, COMBO_COUNT>(Side::<W, N>::default())?;
    for (combo, side) in weights.iter_mut().enumerate() {
        *side = Side(ranges.map(|range| range[combo]));
    }
    // Sums of a chunk each, added in their order: floats come out the same on any number of threads.
    let mut chunks = try_vec([vec![], vec![]], boards.chunks())?;
    run.for_each(chunks.iter_mut().enumerate(), boards.chunks(), |(chunk, sums)| {
        let none = || try_vec(Side::<W, N>::default(), COMBO_COUNT);
        *sums = [none()?, none()?];
        let [mut win, mut tie] = [(); 2].map(|()| [Side::<W, N>::default(); COMBO_COUNT]);
        for (board, times) in boards.chunk(chunk) {
            RankedBoard::new(&five(board))?.outcomes(&weights, &mut win, &mut tie);
            for (sums, found) in sums.iter_mut().zip([&win, &tie]) {
                let cells = sums.iter_mut().zip(found);
                if times == 1 {
                    cells.for_each(|(sum, &more)| *sum = *sum + more);
                } else {
                    cells.for_each(|(sum, more)| *sum = *sum + Side(more.0.map(|more| more.times(times))));
                }
            }
        }
        Ok(())
    })?;
    let mut found = (0..N).map(|_| ComboShares::new(1)).collect::<Result<Vec<_>>>()?;
    for sums in chunks {
        for (shares, sums) in sums.iter().enumerate() {
            for (lane, found) in found.iter_mut().enumerate() {
                let cells = found.shares[shares].iter_mut().zip(sums);
                cells.for_each(|(sum, more)| *sum = *sum + more.0[lane]);
            }
        }
    }
    for sums in found.iter_mut().flat_map(|found| &mut found.shares) {
        even_out(sums, boards.symmetry())?;
    }
    let mut found = found.into_iter();
    Ok(std::array::from_fn(|_| found.next().unwrap_or_else(|| ComboShares { shares: vec![], total: vec![] })))
}

/// For every combo what the combos weigh that share no card with it; exactly nothing where there are none.
pub(crate) fn met<W: Amount>(weights: &OfCombos<W>) -> Result<Vec<W>> {
    let others = |all: W, [a, b]: [W; 2], own: W| if a + b > all + own { W::default() } else { all + own - a - b };
    let mut all = (W::default(), 0u64);
    let mut with = [(W::default(), 0u64); DECK as usize];
    for (combo, &weight) in COMBOS.iter().zip(weights).filter(|&(_, &weight)| weight > W::default()) {
        all = (all.0 + weight, all.1 + 1);
        for card in combo.map(usize::from) {
            with[card] = (with[card].0 + weight, with[card].1 + 1);
        }
    }
    let mut met = try_vec(W::default(), COMBO_COUNT)?;
    for ((combo, &own), met) in COMBOS.iter().zip(weights).zip(&mut met) {
        let [a, b] = combo.map(|card| with[usize::from(card)]);
        if all.1 + u64::from(own > W::default()) > a.1 + b.1 {
            *met = others(all.0, [a.0, b.0], own);
        }
    }
    Ok(met)
}
