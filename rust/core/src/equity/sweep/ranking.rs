//! Ranks all combos of each board, once for all ranges: running sums along their order are what they beat and tie with.

use super::boards::Boards;
use super::symmetrize::symmetrize;
use crate::cards::{COMBO_COUNT, COMBOS, DECK};
use crate::equity::combo_shares::{Amount, ComboShares};
use crate::equity::recount::{is_barely, met_one_by_one};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::ranked_board::BoardOrder;
use crate::showdown::ranked_boards::OfCombos;

/// What every combo wins and shares against each of the ranges, summed over the boards. What is met is left open.
pub(crate) fn sums<W: Amount>(
    boards: &Boards,
    ranges: &[&OfCombos<W>],
    run: &mut Run<'_>,
) -> Result<Vec<ComboShares<W>>> {
    let new = || (0..ranges.len()).map(|_| ComboShares::new(1)).collect::<Result<Vec<_>>>();
    // Sums of a chunk each, added in their order: floats come out the same on any number of threads.
    let mut chunks = try_vec(vec![], boards.chunks())?;
    run.for_each(chunks.iter_mut().enumerate(), boards.chunks(), |(chunk, sums)| {
        *sums = new()?;
        let [mut win, mut tie] = [[W::default(); COMBO_COUNT]; 2];
        let mut order = None;
        for (board, times) in boards.chunk(chunk) {
            let ranked = BoardOrder::after(order, board)?;
            for (sums, range) in sums.iter_mut().zip(ranges) {
                ranked.outcomes(range, &mut win, &mut tie);
                for (sums, found) in sums.shares.iter_mut().zip([&win, &tie]) {
                    add(sums, found, times);
                }
            }
            order = Some(ranked);
        }
        Ok(())
    })?;
    let mut found = new()?;
    for sums in chunks {
        found.iter_mut().zip(&sums).for_each(|(found, sums)| found.add(sums));
    }
    for sums in found.iter_mut().flat_map(|found| &mut found.shares) {
        symmetrize(sums, boards.symmetry())?;
    }
    Ok(found)
}

/// Adds so many times as much.
#[inline]
pub(crate) fn add<W: Amount>(sums: &mut [W], more: &OfCombos<W>, times: u64) {
    let cells = sums.iter_mut().zip(more);
    if times == 1 {
        cells.for_each(|(sum, &more)| *sum = *sum + more);
    } else {
        cells.for_each(|(sum, &more)| *sum = *sum + more.times(times));
    }
}

/// For every combo what the combos weigh that share no card with it; exactly nothing where there are none.
pub(crate) fn met<W: Amount>(weights: &OfCombos<W>) -> Result<Vec<W>> {
    let mut all = W::default();
    let mut with = [W::default(); DECK as usize];
    for (combo, &weight) in COMBOS.iter().zip(weights).filter(|&(_, &weight)| weight > W::default()) {
        all = all + weight;
        for card in combo.map(usize::from) {
            with[card] = with[card] + weight;
        }
    }
    let mut met = try_vec(W::default(), COMBO_COUNT)?;
    for (combo, met) in met.iter_mut().enumerate() {
        let [low, high] = COMBOS[combo].map(|card| with[usize::from(card)]);
        *met = all + weights[combo] - low - high;
        if is_barely(*met, all) {
            *met = met_one_by_one(weights, combo);
        }
    }
    Ok(met)
}
