//! Three ranges: all deals on a sampled board, and the choice between samples of boards and of deals.
//!
//! A board often gives as much information as a hundred deals, but takes as long as hundreds. With equal ranges it gives
//! much more: boards hardly affect their equities. So boards are sampled if ranges are similar, and deals otherwise. A few
//! pilot boards, the same for every key, estimate both variances: of equities between boards, and of shares between deals.
//! The times of both are compared, from the remaining variance, the requested standard error, the cost of a sample, and the
//! minimum number of samples. If only a number of samples is given, deals are sampled: the time should not depend on the
//! similarity of ranges.

use super::boards::{BoardSampler, BoardSweep};
use super::draws::WeightedCombo;
use super::ratio::{Payoff, RatioEstimator};
use super::support::Support;
use super::{FIRST_ROUND, LEAST_PART, Sampler, StopRule, deals::DealSampler};
use crate::cards::{COMBO_COUNT, CardSet};
use crate::equity::plan;
use crate::equity::ranges::many::{Players, RangeWorker};
use crate::error::Result;
use crate::memory::try_vec;
use crate::ranges::ComboSet;
use crate::runtime::cpu::Proven;
use crate::runtime::rng::Philox;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// Seconds for one deal, on the machine of [`plan`].
const DEAL: f64 = 110e-9;
/// Upper bound of the variance of a share of the pot.
const MOST_VARIANCE: f64 = 0.25;
/// The pilot boards that estimate the variances, and their stream.
const PILOT_BOARDS: u64 = 32;
const PILOT_STREAM: u64 = 4;

/// Three ranges on any board.
pub(crate) struct ThreeRanges {
    level: Proven,
    players: Players<f64>,
}

/// The weights of all combos.
pub(crate) fn weights(supports: &[Support<WeightedCombo>]) -> Result<Vec<OfCombos<f64>>> {
    let mut weights = try_vec([0.0; COMBO_COUNT], supports.len())?;
    for (weights, supports) in weights.iter_mut().zip(supports) {
        supports.by_combo().for_each(|(combo, weight)| weights[combo] = weight);
    }
    Ok(weights)
}

impl ThreeRanges {
    pub(crate) fn new(weights: &[OfCombos<f64>], left: CardSet, level: Proven) -> Result<Self> {
        Ok(Self { level, players: Players::new(&weights.iter().collect::<Vec<_>>(), left)? })
    }

    /// Three ranges if boards reach the stop rule sooner than deals; always on a whole board.
    pub(crate) fn if_better(
        situation: &Situation,
        supports: &[Support<WeightedCombo>],
        stop: StopRule,
        level: Proven,
    ) -> Result<Option<Self>> {
        let is_whole = situation.missing() == 0;
        if supports.len() != 3 || stop.is_number && !is_whole {
            return Ok(None);
        }
        let weights = weights(supports)?;
        let held: Vec<ComboSet> = weights.iter().map(ComboSet::held).collect();
        let seconds = |batch: u64, variance: f64, each: f64| {
            let needed = stop.std_error.map_or(0.0, |error| variance / (error * error));
            needed.max((FIRST_ROUND * batch) as f64) * each
        };
        let boards = |variance| seconds(BoardSampler::<&Self>::BATCH, variance, plan::of_three(&held));
        let deals = |variance| seconds(DealSampler::<WeightedCombo>::BATCH, variance, DEAL);
        if !is_whole && boards(0.0) >= deals(MOST_VARIANCE) {
            return Ok(None);
        }

        let found = Self::new(&weights, situation.left(), level)?;
        let pilot = BoardSampler::new(situation, supports, &found);
        let mut sums = RatioEstimator::new(supports.len());
        let n = if is_whole { 1 } else { PILOT_BOARDS };
        pilot.sample(n, &mut Philox::new([0; 2], [0, 0, PILOT_STREAM, 0]), &mut pilot.memory()?, &mut sums)?;
        let total =
            |player: &Support<WeightedCombo>| player.hands.iter().map(|hole: &WeightedCombo| hole.weight).sum::<f64>();
        if sums.weight() < LEAST_PART * n as f64 * supports.iter().map(total).product::<f64>() {
            return Ok(None);
        }
        let of_board = sums.largest_error().powi(2) * n as f64;
        let of_deal = sums.won().map(variance_of_deals).fold(0.0, f64::max);
        let is_sooner = of_board.is_finite() && boards(of_board) < deals(of_deal);
        Ok((is_whole || is_sooner).then_some(found))
    }
}

/// The variance of the share of a pot between deals, if the share is the same in all shared pots.
fn variance_of_deals(of_deal: Payoff) -> f64 {
    let Payoff { win, tie, share } = of_deal;
    let of_ties = if tie > 0.0 { (share - win).powi(2) / tie } else { 0.0 };
    win + of_ties - share * share
}

impl<'a> BoardSweep for &'a ThreeRanges {
    type Memory = (RangeWorker<'a, f64>, Vec<f64>);

    fn players(&self) -> usize {
        3
    }

    fn memory(&self) -> Result<Self::Memory> {
        Ok((RangeWorker::new(&self.players, self.level)?, Vec::new()))
    }

    fn sweep(&self, board: [u8; BOARD_CARDS], memory: &mut Self::Memory, won: &mut [Payoff]) -> Result<f64> {
        let (worker, sums) = memory;
        let by_sharers = worker.by_sharers(CardSet::from_ids(&board)?, sums)?;
        // In sixths, which are integers if the weights are.
        let mut all = 0.0;
        for (won, [alone, two, three, ..]) in won.iter_mut().zip(by_sharers) {
            let share = 6.0 * alone + 3.0 * two + 2.0 * three;
            *won = Payoff { win: alone, tie: two + three, share: share / 6.0 };
            all += share;
        }
        Ok(all / 6.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::tests::supports;
    use super::*;
    use crate::evaluator::evaluate_ids;
    use crate::random_hands::deal_to_front;
    use crate::runtime::cpu::{Level, proven};

    fn held(ranges: [&str; 3], left: CardSet) -> Vec<Support<WeightedCombo>> {
        supports(&ranges.map(|range| range.parse().unwrap()), left).unwrap()
    }

    /// Every triple of hands on a board.
    fn naive(supports: &[Support<WeightedCombo>], board: [u8; 5]) -> (f64, [Payoff; 3]) {
        let (mut all, mut won) = (0.0, [Payoff::default(); 3]);
        let set = CardSet::from_ids(&board).unwrap().bits();
        let strength = |hole: &WeightedCombo| evaluate_ids(&[&hole.cards[..], &board].concat()).unwrap();
        let free = |player: usize| supports[player].hands.iter().filter(|hole| hole.set & set == 0);
        for a in free(0) {
            for b in free(1).filter(|b| a.set & b.set == 0) {
                for c in free(2).filter(|c| (a.set | b.set) & c.set == 0) {
                    let weight = a.weight * b.weight * c.weight;
                    let strengths = [a, b, c].map(strength);
                    let best = strengths.into_iter().max().unwrap();
                    let winners = strengths.iter().filter(|&&strength| strength == best).count();
                    for (won, _) in won.iter_mut().zip(strengths).filter(|(_, strength)| *strength == best) {
                        *(if winners == 1 { &mut won.win } else { &mut won.tie }) += weight;
                        won.share += weight / winners as f64;
                    }
                    all += weight;
                }
            }
        }
        (all, won)
    }

    #[test]
    fn a_sweep_compares_every_triple_of_hands() {
        let mut rng = Philox::new([4, 5], [0; 4]);
        let mut deck: Vec<u8> = (0..52).collect();
        // Weights are eighths: no sum is rounded.
        for ranges in
            [["AA", "KK", "AKs"], ["QQ+, 0.5:KQo", "TT+, 0.125:AKs", "0.25:A5s, 76s, KQs"], ["22+", "A2s+", "22+"]]
        {
            let supports = held(ranges, CardSet::FULL);
            let weights = weights(&supports).unwrap();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let three = &ThreeRanges::new(&weights, CardSet::FULL, level).unwrap();
                let mut memory = three.memory().unwrap();
                for _ in 0..10 {
                    deal_to_front(&mut rng, &mut deck, 5);
                    let board = deck[..5].try_into().unwrap();
                    let mut found = [Payoff::default(); 3];
                    let weight = three.sweep(board, &mut memory, &mut found).unwrap();
                    let (all, expected) = naive(&supports, board);
                    assert_eq!(weight.to_bits(), all.to_bits());
                    for (found, expected) in found.iter().zip(expected) {
                        assert_eq!((found.win, found.tie), (expected.win, expected.tie));
                        assert!((found.share - expected.share).abs() <= 1e-12 * all);
                    }
                }
            }
        }
    }

    #[test]
    fn boards_are_sampled_where_they_take_less_time() {
        let sweeps = |ranges: [&str; 3], board: &str, n_samples: Option<u64>, std_error: Option<f64>| {
            let cards: CardSet = board.parse().unwrap();
            let situation = Situation::new(&[], &cards.ids().collect::<Vec<_>>(), CardSet::EMPTY).unwrap();
            let stop = StopRule { most: n_samples.unwrap_or(u64::MAX), is_number: n_samples.is_some(), std_error };
            let supports = held(ranges, situation.left());
            ThreeRanges::if_better(&situation, &supports, stop, proven()).unwrap().is_some()
        };
        let (small, large) = (Some(1e-4), Some(1e-2));
        let alike = ["TT+, AQs+", "TT+, AQs+", "TT+, 0.9:AQs, AKs"];
        for ranges in [["22+, A2s+"; 3], ["random"; 3], alike] {
            assert!(sweeps(ranges, "", None, small));
            assert!(!sweeps(ranges, "", None, large));
            assert!(!sweeps(ranges, "", Some(1 << 40), small));
            assert!(sweeps(ranges, "Qs7h2c3dKd", Some(10), None));
        }
        for ranges in [["AA", "KK", "AKs"], ["AA", "random", "random"], ["22+, A2s+", "A2s+", "random"]] {
            assert!(!sweeps(ranges, "", None, small));
            assert!(sweeps(ranges, "Qs7h2c3dKd", None, large));
        }
        // All but few deals conflict: sums over a board would be differences of nearly equal numbers.
        let needed = ["AsKs, 0.0000001:QQ", "AsKs, 0.0000001:JJ", "AsKs, 0.0000001:TT"];
        assert!(!sweeps(needed, "", None, small) && !sweeps(needed, "2s7h2c3d4d", None, small));
    }
}
