//! Ranks all combos of each board once for all ranges. Running sums in the order of strength are the weights that combos
//! beat and tie with.

use crate::cards::{COMBO_COUNT, DECK, PerCombo, combo_id};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::recount::{is_barely, unblocked_weight_one_by_one};
use crate::equity::ranges::symmetrize::symmetrize;
use crate::error::Result;
use crate::memory::{try_collect, try_vec, try_zeros};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::showdown::boards::Boards;
use crate::showdown::ranked_board::BoardOrder;

/// Wins and shared pots of every combo against each of the ranges, summed over the boards. The total of deals is left
/// out.
pub(crate) fn sums<W: Amount>(
    boards: &Boards,
    ranges: &[&PerCombo<W>],
    run: &mut Run<'_>,
) -> Result<Vec<ComboCounts<W>>> {
    let level = run.level();
    let zeros = || try_zeros(COMBO_COUNT);
    let new =
        || try_collect(ranges.iter().map(|_| Ok(ComboCounts { shares: vec![zeros()?, zeros()?], total: vec![] })));
    // The sums of each chunk are added in order, so that floats are the same on any number of threads.
    let mut chunks = try_vec(vec![], boards.chunks())?;
    run.for_each(chunks.iter_mut().enumerate(), boards.chunks(), |(chunk, sums)| {
        *sums = new()?;
        let (mut order, mut of_board) = (None, None);
        for (board, times) in boards.chunk(chunk) {
            let is_first = order.is_none();
            let ranked = BoardOrder::after(order, board)?;
            for (sums, range) in sums.iter_mut().zip(ranges) {
                if is_first
                    && times == 1
                    && let [win, tie] = &mut sums.shares[..]
                    && let (Ok(win), Ok(tie)) = (win.as_mut_slice().try_into(), tie.as_mut_slice().try_into())
                {
                    // A river has no other board.
                    ranked.outcomes(range, win, tie, level);
                    continue;
                }
                let [win, tie] = of_board.get_or_insert([[W::default(); COMBO_COUNT]; 2]);
                ranked.outcomes(range, win, tie, level);
                for (sums, found) in sums.shares.iter_mut().zip([win, tie]) {
                    add(sums, found, times);
                }
            }
            order = Some(ranked);
        }
        Ok(())
    })?;
    let mut chunks = chunks.into_iter();
    let mut found = chunks.next().map_or_else(new, Ok)?;
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
pub(crate) fn unblocked_weights<W: Amount>(weights: &PerCombo<W>, level: Proven) -> Result<Vec<W>> {
    let mut unblocked = try_zeros(COMBO_COUNT)?;
    // As in `BoardOrder::outcomes`.
    let level = if size_of::<W>() > size_of::<u64>() { Proven::Baseline } else { level };
    let all = level.run(Unblocked { weights, unblocked: &mut unblocked });
    if !W::IS_EXACT {
        for (combo, weight) in unblocked.iter_mut().enumerate() {
            if is_barely(*weight, all) {
                *weight = unblocked_weight_one_by_one(weights, combo);
            }
        }
    }
    Ok(unblocked)
}

/// Takes from the weight of all combos, which is returned, that of the combos with a card of each combo.
struct Unblocked<'a, W> {
    weights: &'a PerCombo<W>,
    unblocked: &'a mut [W],
}

impl<W: Amount> Kernel for Unblocked<'_, W> {
    type Output = W;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> W {
        let mut all = W::default();
        let mut with = [W::default(); DECK as usize];
        // The combos of a card with each lower one follow each other.
        for high in 1..DECK {
            let n = usize::from(high);
            let row = &self.weights[usize::from(combo_id(0, high))..][..n];
            let mut sum = W::default();
            for low in 0..n {
                sum = sum + row[low];
                with[low] = with[low] + row[low];
            }
            with[n] = sum;
            all = all + sum;
        }
        for high in 1..DECK {
            let (first, n) = (usize::from(combo_id(0, high)), usize::from(high));
            let (row, unblocked) = (&self.weights[first..][..n], &mut self.unblocked[first..][..n]);
            let of_high = with[n];
            for low in 0..n {
                unblocked[low] = all + row[low] - with[low] - of_high;
            }
        }
        all
    }
}

/// Leaves the sums of combos with a weight, if they are positive; the others become 0.
pub(crate) struct OnlyHeld<'a, W> {
    pub(crate) sums: &'a mut [W],
    pub(crate) own: &'a PerCombo<W>,
}

impl<W: Amount> Kernel for OnlyHeld<'_, W> {
    type Output = ();

    #[inline(always)]
    // Without a branch: it would be unpredictable, and vectors have none.
    #[allow(clippy::needless_bitwise_bool)]
    fn run<I: Isa>(self, _: I) {
        let none = W::default();
        for (sum, &own) in self.sums.iter_mut().zip(self.own) {
            *sum = if (own > none) & (*sum > none) { *sum } else { none };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBOS, share_a_card};
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_level_takes_the_combos_with_a_shared_card() {
        let mut rng = Philox::new([50, 1], [0; 4]);
        for few in [1, 3, 400] {
            let weights: PerCombo<u64> =
                std::array::from_fn(|_| if rng.below(few) == 0 { rng.below(1 << 40) } else { 0 });
            let floats = weights.map(|weight| weight as f64);
            let of = |combo: usize| {
                let others = COMBOS.iter().zip(&weights).filter(|&(&other, _)| !share_a_card(COMBOS[combo], other));
                others.map(|(_, weight)| weight).sum::<u64>()
            };
            let expected: Vec<u64> = (0..COMBO_COUNT).map(of).collect();
            let of_floats: Vec<f64> = expected.iter().map(|&sum| sum as f64).collect();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                assert_eq!(unblocked_weights(&weights, level).unwrap(), expected, "{level}");
                assert_eq!(unblocked_weights(&floats, level).unwrap(), of_floats, "{level}");
            }
        }
    }

    #[test]
    fn every_level_leaves_positive_sums_of_held_combos() {
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            let own: PerCombo<f64> = std::array::from_fn(|combo| [0.0, 0.5, 1.0][combo % 3]);
            let mut sums: Vec<f64> =
                (0..COMBO_COUNT).map(|combo| [-1e-17, 0.0, 7.0, 1e-300, -0.0][combo % 5]).collect();
            let is_left = |combo: usize| own[combo] > 0.0 && [2, 3].contains(&(combo % 5));
            let left = |sums: &[f64]| sums.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>();
            let zero_or = |combo: usize| if is_left(combo) { sums[combo].to_bits() } else { 0 };
            let expected: Vec<u64> = (0..COMBO_COUNT).map(zero_or).collect();
            level.run(OnlyHeld { sums: &mut sums, own: &own });
            assert_eq!(left(&sums), expected, "{level}");
            let mut sums: Vec<u64> = (0..COMBO_COUNT as u64).map(|combo| combo << 50).collect();
            let own: PerCombo<u64> = std::array::from_fn(|combo| (combo as u64 % 3) << 62);
            level.run(OnlyHeld { sums: &mut sums, own: &own });
            assert!((0..COMBO_COUNT).all(|combo| sums[combo] == if own[combo] > 0 { (combo as u64) << 50 } else { 0 }));
        }
    }
}
