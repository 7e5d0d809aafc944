//! All deals of two or three ranges on one board.

use std::ops::{Add, Sub};

use super::boards::BoardSweep;
use super::draws::WeightedCombo;
use super::ratio::Payoff;
use super::support::Support;
use crate::cards::{COMBO_COUNT, CardSet, PerCombo};
use crate::equity::ranges::many::{Players, RangeWorker};
use crate::error::Result;
use crate::memory::{try_boxed, try_vec};
use crate::runtime::cpu::Proven;
use crate::showdown::ranked_board::RankedBoard;
use crate::showdown::street::BOARD_CARDS;

/// The ranges.
pub(crate) enum AllDeals {
    /// The weights of both, at every combo.
    OfTwo(Box<[WeightPair; COMBO_COUNT]>),
    OfThree(Players<f64>, Proven),
}

/// The weights of all combos of each player.
pub(crate) fn weights(supports: &[Support<WeightedCombo>]) -> Result<Vec<PerCombo<f64>>> {
    let mut weights = try_vec([0.0; COMBO_COUNT], supports.len())?;
    for (weights, supports) in weights.iter_mut().zip(supports) {
        supports.by_combo().for_each(|(combo, weight)| weights[combo] = weight);
    }
    Ok(weights)
}

impl AllDeals {
    /// The deals of two or three players with these weights.
    pub(crate) fn new(weights: &[PerCombo<f64>], left: CardSet, level: Proven) -> Result<Self> {
        let [first, second] = weights else {
            return Ok(Self::OfThree(Players::new(&weights.iter().collect::<Vec<_>>(), left)?, level));
        };
        let mut pairs = try_boxed(WeightPair::default())?;
        for ((pair, &first), &second) in pairs.iter_mut().zip(first).zip(second) {
            *pair = WeightPair([first, second]);
        }
        Ok(Self::OfTwo(pairs))
    }
}

impl<'a> BoardSweep for &'a AllDeals {
    /// The memory of three ranges.
    type Memory = Option<(RangeWorker<'a, f64>, Vec<f64>)>;

    fn players(&self) -> usize {
        match self {
            AllDeals::OfTwo(_) => 2,
            AllDeals::OfThree(..) => 3,
        }
    }

    fn memory(&self) -> Result<Self::Memory> {
        match self {
            AllDeals::OfTwo(_) => Ok(None),
            AllDeals::OfThree(players, level) => Ok(Some((RangeWorker::new(players, *level)?, Vec::new()))),
        }
    }

    fn sweep(&self, board: [u8; BOARD_CARDS], memory: &mut Self::Memory, won: &mut [Payoff]) -> Result<f64> {
        let (worker, sums) = match (self, memory) {
            (AllDeals::OfThree(..), Some(memory)) => (&mut memory.0, &mut memory.1),
            (AllDeals::OfTwo(weights), _) => return sweep_both(weights, board, won),
            (AllDeals::OfThree(..), None) => return Ok(0.0),
        };
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

/// One sweep over the combos of a board for two ranges.
fn sweep_both(weights: &[WeightPair; COMBO_COUNT], board: [u8; BOARD_CARDS], won: &mut [Payoff]) -> Result<f64> {
    let mut wins = [0.0; 2];
    let mut tie = 0.0;
    RankedBoard::new(&board)?.against(weights, |combo, outcome| {
        let own = weights[usize::from(combo)].0;
        // By rounding, a beaten weight may be negative.
        wins[0] += own[0] * outcome.win.0[1].max(0.0);
        wins[1] += own[1] * outcome.win.0[0].max(0.0);
        tie += own[0] * outcome.tie.0[1].max(0.0);
    });
    for (won, win) in won.iter_mut().zip(wins) {
        *won = Payoff { win, tie, share: win + tie / 2.0 };
    }
    Ok(wins[0] + wins[1] + tie)
}

/// The weights of one combo in both ranges.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WeightPair([f64; 2]);

impl Add for WeightPair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Sub for WeightPair {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::super::support::tests::supports;
    use super::*;
    use crate::evaluator::evaluate_ids;
    use crate::random_hands::deal_to_front;
    use crate::runtime::cpu::Level;
    use crate::runtime::rng::Philox;

    /// Every deal of hands on a board: the weight of all, and the payoffs.
    fn naive(supports: &[Support<WeightedCombo>], board: [u8; 5]) -> (f64, Vec<Payoff>) {
        let (mut all, mut won) = (0.0, vec![Payoff::default(); supports.len()]);
        let mut deals = vec![(CardSet::from_ids(&board).unwrap().bits(), 1.0, vec![])];
        for player in supports {
            let with_each = |(used, weight, strengths): (u64, f64, Vec<u16>)| {
                let free = player.hands.iter().filter(move |hole| hole.set & used == 0);
                free.map(move |hole| {
                    let strength = evaluate_ids(&[&hole.cards[..], &board].concat()).unwrap();
                    (used | hole.set, weight * hole.weight, [&strengths[..], &[strength]].concat())
                })
            };
            deals = deals.into_iter().flat_map(with_each).collect();
        }
        for (_, weight, strengths) in deals {
            let best = strengths.iter().max().unwrap();
            let winners = strengths.iter().filter(|&strength| strength == best).count();
            for (won, _) in won.iter_mut().zip(&strengths).filter(|(_, strength)| *strength == best) {
                *(if winners == 1 { &mut won.win } else { &mut won.tie }) += weight;
                won.share += weight / winners as f64;
            }
            all += weight;
        }
        (all, won)
    }

    #[test]
    fn a_sweep_compares_every_deal_of_hands() {
        let mut rng = Philox::new([4, 5], [0; 4]);
        let mut deck: Vec<u8> = (0..52).collect();
        // Weights are eighths: no sum is rounded.
        for ranges in [
            &["AA", "KK", "AKs"][..],
            &["QQ+, 0.5:KQo", "TT+, 0.125:AKs", "0.25:A5s, 76s, KQs"],
            &["22+", "A2s+", "22+"],
            &["AhAd", "KsKh"],
            &["QQ+, AKs, 0.5:KQo", "22+, 0.125:AKs, A5s"],
            &["random", "22+, A2s+, 0.25:KQo"],
            &["random", "0.75:AA"],
        ] {
            let ranges: Vec<_> = ranges.iter().map(|range| range.parse().unwrap()).collect();
            let supports = supports(&ranges, CardSet::FULL).unwrap();
            let weights = weights(&supports).unwrap();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let sweep = &AllDeals::new(&weights, CardSet::FULL, level).unwrap();
                let mut memory = sweep.memory().unwrap();
                for _ in 0..10 {
                    deal_to_front(&mut rng, &mut deck, 5);
                    let board = deck[..5].try_into().unwrap();
                    let mut found = vec![Payoff::default(); sweep.players()];
                    let weight = sweep.sweep(board, &mut memory, &mut found).unwrap();
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
}
