//! Ranks all combos of each board once for all ranges. Running sums in the order of strength are the weights that combos
//! beat and tie with.

use crate::cards::{COMBO_COUNT, COMBOS, DECK, PerCombo};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::recount::{is_barely, unblocked_weight_one_by_one};
use crate::equity::ranges::symmetrize::symmetrize;
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::boards::Boards;
use crate::showdown::ranked_board::BoardOrder;

/// Wins and shared pots of every combo against each of the ranges, summed over the boards. The total of deals is left at 0.
pub(crate) fn sums<W: Amount>(
    boards: &Boards,
    ranges: &[&PerCombo<W>],
    run: &mut Run<'_>,
) -> Result<Vec<ComboCounts<W>>> {
    let new = || (0..ranges.len()).map(|_| ComboCounts::new(1)).collect::<Result<Vec<_>>>();
    // The sums of each chunk are added in order, so that floats are the same on any number of threads.
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

/// Adds `times` times `more`.
#[inline]
pub(crate) fn add<W: Amount>(sums: &mut [W], more: &PerCombo<W>, times: u64) {
    let cells = sums.iter_mut().zip(more);
    if times == 1 {
        cells.for_each(|(sum, &more)| *sum = *sum + more);
    } else {
        cells.for_each(|(sum, &more)| *sum = *sum + more.times(times));
    }
}

/// For every combo, the weight of the combos that share no card with it; exactly 0 without such combos.
pub(crate) fn unblocked_weights<W: Amount>(weights: &PerCombo<W>) -> Result<Vec<W>> {
    let mut all = W::default();
    let mut with = [W::default(); DECK as usize];
    for (combo, &weight) in COMBOS.iter().zip(weights).filter(|&(_, &weight)| weight > W::default()) {
        all = all + weight;
        for card in combo.map(usize::from) {
            with[card] = with[card] + weight;
        }
    }
    let mut unblocked = try_vec(W::default(), COMBO_COUNT)?;
    for (combo, weight) in unblocked.iter_mut().enumerate() {
        let [low, high] = COMBOS[combo].map(|card| with[usize::from(card)]);
        *weight = all + weights[combo] - low - high;
        if is_barely(*weight, all) {
            *weight = unblocked_weight_one_by_one(weights, combo);
        }
    }
    Ok(unblocked)
}
