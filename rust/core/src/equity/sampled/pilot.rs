//! The choice between samples of boards and of deals, for two and three ranges.
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
use super::{FIRST_ROUND, LEAST_PART, Sampler, StopRule, holdem_deals::HoldemDeals};
use crate::equity::costs::{SECONDS_PER_BOARD_OF_DEAL, SECONDS_PER_HAND_OF_DEAL};
use crate::error::Result;
use crate::runtime::rng::Philox;

/// Upper bound of the variance of a share of the pot.
const MOST_VARIANCE: f64 = 0.25;
/// The pilot boards that estimate the variances, and their stream.
const PILOT_BOARDS: u64 = 32;
const PILOT_STREAM: u64 = 4;

/// The costs of boards and deals.
pub(crate) struct SampleCosts {
    /// Seconds for one board, and for one deal.
    of_board: f64,
    of_deal: f64,
    /// The requested standard error.
    std_error: f64,
}

impl SampleCosts {
    /// The choice that the stop rule leaves; `None` if deals are sampled in any case.
    pub(crate) fn new(players: usize, of_board: f64, stop: StopRule) -> Option<Self> {
        let of_deal = SECONDS_PER_BOARD_OF_DEAL + SECONDS_PER_HAND_OF_DEAL * players as f64;
        let choice = Self { of_board, of_deal, std_error: stop.std_error.filter(|_| !stop.is_number)? };
        (choice.by_boards(0.0) < choice.by_deals(MOST_VARIANCE)).then_some(choice)
    }

    fn by_boards(&self, variance: f64) -> f64 {
        self.seconds(BoardSampler::<&super::AllDeals>::BATCH, variance, self.of_board)
    }

    fn by_deals(&self, variance: f64) -> f64 {
        self.seconds(HoldemDeals::BATCH, variance, self.of_deal)
    }

    fn seconds(&self, batch: u64, variance: f64, each: f64) -> f64 {
        (variance / (self.std_error * self.std_error)).max((FIRST_ROUND * batch) as f64) * each
    }
}

/// Whether boards reach the standard error sooner, or may be sampled at all, if there is no `choice`.
pub(crate) fn are_boards_better<S: BoardSweep>(
    boards: &BoardSampler<S>,
    supports: &[Support<WeightedCombo>],
    choice: Option<&SampleCosts>,
) -> Result<bool> {
    let n = if choice.is_some() { PILOT_BOARDS } else { 1 };
    let mut sums = RatioEstimator::new(supports.len());
    boards.sample(n, &mut Philox::new([0; 2], [0, 0, PILOT_STREAM, 0]), &mut boards.memory()?, &mut sums)?;
    let total = |player: &Support<WeightedCombo>| player.hands.iter().map(|hole| hole.weight).sum::<f64>();
    if sums.weight() < LEAST_PART * n as f64 * supports.iter().map(total).product::<f64>() {
        return Ok(false);
    }
    let Some(choice) = choice else { return Ok(true) };
    let of_board = sums.largest_error().powi(2) * n as f64;
    let of_deal = sums.won().map(variance_of_deals).fold(0.0, f64::max);
    Ok(of_board.is_finite() && choice.by_boards(of_board) < choice.by_deals(of_deal))
}

/// The variance of the share of a pot between deals, if the share is the same in all shared pots.
fn variance_of_deals(of_deal: Payoff) -> f64 {
    let Payoff { win, tie, share } = of_deal;
    let of_ties = if tie > 0.0 { (share - win).powi(2) / tie } else { 0.0 };
    win + of_ties - share * share
}

#[cfg(test)]
mod tests {
    use super::super::all_deals::{self, AllDeals};
    use super::super::support::tests::supports;
    use super::*;
    use crate::cards::CardSet;
    use crate::equity::costs::SECONDS_PER_SAMPLED_BOARD;
    use crate::equity::plan;
    use crate::ranges::{ComboSet, Range};
    use crate::runtime::cpu::proven;
    use crate::showdown::situation::Situation;

    #[test]
    fn boards_are_sampled_where_they_take_less_time() {
        let sweeps = |ranges: &[&str], board: &str, n_samples: Option<u64>, std_error: Option<f64>| {
            let cards: CardSet = board.parse().unwrap();
            let situation = Situation::new(&[], &cards.ids().collect::<Vec<_>>(), CardSet::EMPTY).unwrap();
            let stop = StopRule { most: n_samples.unwrap_or(u64::MAX), is_number: n_samples.is_some(), std_error };
            let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
            let supports = supports(&ranges, situation.left()).unwrap();
            let is_whole = situation.missing() == 0;
            let weights = all_deals::weights(&supports).unwrap();
            let held: Vec<_> = weights.iter().map(ComboSet::held).collect();
            let of_board = if ranges.len() == 2 { SECONDS_PER_SAMPLED_BOARD } else { plan::of_three(&held) };
            let choice = SampleCosts::new(ranges.len(), of_board, stop).filter(|_| !is_whole);
            if choice.is_none() && !is_whole {
                return false;
            }
            let all_deals = AllDeals::new(&weights, situation.left(), proven()).unwrap();
            let boards = BoardSampler::new(&situation, &supports, &all_deals);
            are_boards_better(&boards, &supports, choice.as_ref()).unwrap()
        };
        let (small, large) = (Some(1e-4), Some(1e-2));
        let alike = ["TT+, AQs+", "TT+, AQs+", "TT+, 0.9:AQs, AKs"];
        for ranges in [&["22+, A2s+"; 3][..], &["random"; 3], &alike, &["random"; 2], &["22+, A2s+", "22+, 0.9:A2s+"]] {
            assert!(sweeps(ranges, "", None, small), "{ranges:?}");
            assert!(!sweeps(ranges, "", None, large));
            assert!(!sweeps(ranges, "", Some(1 << 40), small));
            assert!(sweeps(ranges, "Qs7h2c3dKd", Some(10), None));
        }
        for ranges in
            [&["AA", "KK", "AKs"][..], &["AA", "random", "random"], &["22+, A2s+", "A2s+", "random"], &["AA", "KK"]]
        {
            assert!(!sweeps(ranges, "", None, small), "{ranges:?}");
            assert!(sweeps(ranges, "Qs7h2c3dKd", None, large));
        }
        // All but few deals conflict: sums over a board would be differences of nearly equal numbers.
        let needed = ["AsKs, 0.0000001:QQ", "AsKs, 0.0000001:JJ", "AsKs, 0.0000001:TT"];
        assert!(!sweeps(&needed, "", None, small) && !sweeps(&needed, "2s7h2c3d4d", None, small));
    }
}
