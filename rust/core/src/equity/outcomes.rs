//! Wins, shared pots and losses of the players of a spot, over all deals and hand by hand.

use super::combo_counts::{Amount, ComboCounts, equity_of_two};
use super::counts::ShowdownCounts;
use super::ranges::pairwise::HeldCounts;
use super::spot::Integers;
use crate::cards::COMBO_COUNT;
use crate::cards::PerCombo;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_push, try_vec};
use crate::ranges::ComboSet;
use crate::runtime::cpu::Proven;

/// The exact equity of a spot.
#[derive(Debug, Clone, PartialEq)]
pub struct SpotEquity {
    /// The outcomes of all deals, by player.
    pub outcomes: Outcomes,
    /// In games of two hole cards, the expected share of the pot of each combo, for every player; NaN for combos that the
    /// player does not hold, and for those that are in no deal. Empty in other games.
    pub of_combos: Vec<Vec<f64>>,
}

/// How the deals of a spot end. `Exact` and `Rounded` have one list for every player: the weight of the deals that it wins
/// alone, shares with one other, with two, ... with all others, and last of those that it loses.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes {
    /// Integers, divided by the product of these denominators, one for each player and each folded range.
    Exact(Vec<Vec<u128>>, Vec<u64>),
    /// Floats, for weights that are not decimals of 64 bits. They do not depend on the order of the players.
    Rounded(Vec<Vec<f64>>),
    /// The number of deals by their winners, in games of more than two hole cards, whose hands are equally likely here.
    ByWinners(ShowdownCounts),
}

impl SpotEquity {
    /// The outcomes of combos with integer weights: of the players with counts, before folded ranges.
    pub(crate) fn exact(
        counts: &[ComboCounts<u64>],
        (weights, denominators): &Integers,
        held: &[ComboSet],
    ) -> Result<Self> {
        let players = counts.iter().zip(weights).zip(held);
        let of_players = try_collect(players.map(|((counts, own), held)| exact(counts, own, held)))?;
        let of_combos = of_combos(counts, held)?;
        Ok(Self { outcomes: Outcomes::Exact(of_players, denominators.clone()), of_combos })
    }

    /// [`exact`](Self::exact) for two players whose combos without weight are left out of the counts.
    pub(crate) fn of_held(counts: &[HeldCounts<u64>; 2], (weights, denominators): &Integers) -> Result<Self> {
        let (mut of_players, mut of_combos) = (Vec::with_capacity(2), Vec::with_capacity(2));
        for (counts, own) in counts.iter().zip(weights) {
            let mut equities = try_vec(f64::NAN, COMBO_COUNT)?;
            let [mut won, mut tied, mut total] = [0; 3];
            for (combo, [win, tie], all) in counts.iter() {
                let product = |of: u64| u128::from(of) * u128::from(own[combo]);
                won += product(win);
                tied += product(tie);
                total += product(all);
                equities[combo] = equity_of_two(win, tie, all);
            }
            of_players.push(vec![won, tied, total - won - tied]);
            of_combos.push(equities);
        }
        Ok(Self { outcomes: Outcomes::Exact(of_players, denominators.clone()), of_combos })
    }

    /// The outcomes of combos whose weights were multiplied by a scale for each player and folded range.
    pub(crate) fn rounded(
        counts: &[ComboCounts<f64>],
        weights: &[Box<PerCombo<f64>>],
        scales: &[f64],
        level: Proven,
    ) -> Result<Self> {
        let sums = try_collect(counts.iter().zip(weights).map(|(counts, own)| Ok(rounded(counts, own))))?;
        let held: Vec<_> = weights.iter().map(|own| ComboSet::held(own, level)).collect();
        Ok(Self { outcomes: Outcomes::Rounded(unscaled(sums, scales)?), of_combos: of_combos(counts, &held)? })
    }
}

/// Divides sums of products of weights by the scales of the players.
fn unscaled(mut sums: Vec<Vec<f64>>, scales: &[f64]) -> Result<Vec<Vec<f64>>> {
    let total = |sums: &[Vec<f64>]| sums.iter().flatten().sum::<f64>();
    let has_deals = total(&sums) > 0.0;
    sums.iter_mut().flatten().for_each(|sum| *sum = scales.iter().fold(*sum, |sum, scale| sum / scale));
    if has_deals && !total(&sums).is_normal() {
        let why = "the weights are so small that no float holds their products: multiply each range's, so that its largest is 1";
        return Err(Error::InvalidArgument(why.into()));
    }
    Ok(sums)
}

/// The weight of the deals that a player wins, shares and loses.
fn exact(shares: &ComboCounts<u64>, own: &PerCombo<u64>, held: &ComboSet) -> Result<Vec<u128>> {
    let product = |of: &[u64], combo: usize| u128::from(of[combo]) * u128::from(own[combo]);
    let mut counts = try_vec(0, shares.shares.len())?;
    let mut total = 0;
    held.iter().for_each(|combo| {
        counts.iter_mut().zip(&shares.shares).for_each(|(sum, of)| *sum += product(of, combo));
        total += product(&shares.total, combo);
    });
    let won = counts.iter().sum::<u128>();
    try_push(&mut counts, total - won)?;
    Ok(counts)
}

fn rounded(shares: &ComboCounts<f64>, own: &PerCombo<f64>) -> Vec<f64> {
    let sum = |of: &[f64]| of.iter().zip(own).map(|(&deals, &weight)| deals * weight).sum::<f64>();
    let mut counts: Vec<f64> = shares.shares.iter().map(|of| sum(of)).collect();
    counts.push((sum(&shares.total) - counts.iter().sum::<f64>()).max(0.0));
    counts
}

fn of_combos<W: Amount>(shares: &[ComboCounts<W>], held: &[ComboSet]) -> Result<Vec<Vec<f64>>> {
    try_collect(shares.iter().zip(held).map(|(shares, held)| {
        let mut equities = try_vec(f64::NAN, COMBO_COUNT)?;
        held.iter().for_each(|combo| equities[combo] = shares.equity(combo));
        Ok(equities)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, CardSet, parse_cards};
    use crate::equity::ranges::testing::{counted, exact_equity};
    use crate::equity::ranges::two::count_by_sweeps;
    use crate::equity::spot::integers;
    use crate::ranges::Range;
    use crate::runtime::Run;

    fn found(ranges: &[&str], board: &str, dead: &str) -> SpotEquity {
        let ranges: Vec<Range> = ranges.iter().map(|text| text.parse().unwrap()).collect();
        let ids = |text: &str| -> Vec<u8> { parse_cards(text).unwrap().into_iter().map(Card::id).collect() };
        let dead = CardSet::from_ids(&ids(dead)).unwrap();
        exact_equity(&ranges, &ids(board), dead, &mut Run::new(2)).unwrap()
    }

    #[test]
    fn weights_are_multiplied_and_their_denominators_kept() {
        let Outcomes::Exact(counts, denominators) = found(&["0.5:AA, KK", "0.25:QQ, JhTh"], "Qh7h2c", "As").outcomes
        else {
            panic!("decimals are exact")
        };
        assert_eq!(denominators, [2, 4]);
        let totals: Vec<u128> = counts.iter().map(|counts| counts.iter().sum()).collect();
        // 990 runouts without the dead card: 44 cards; 3 and 6 hands of the first player, 3 and 1 of the second.
        assert_eq!(totals, [946 * (3 + 2 * 6) * (3 + 4); 2]);
        assert_eq!(counts[0][0], counts[1][2]);
        assert_eq!(counts[0][1], counts[1][1]);
    }

    /// Few hands are compared pair by pair, and only those with a weight are counted.
    #[test]
    fn counts_of_held_combos_are_those_of_all() {
        for (hero, board) in
            [("0.5:AhKh, 0.25:QQ, 72s", "Qh7h2c3d4s"), ("JhTh", "Qh7h2c3d"), ("0.1:JhTh", "9h8h7h6h2c")]
        {
            let ranges = [hero, "22+, 0.3:A2s+, KTo+"].map(|text| text.parse::<Range>().unwrap());
            let board: CardSet = parse_cards(board).unwrap().into_iter().collect();
            let (ids, run) = (board.ids().collect::<Vec<_>>(), &mut Run::new(2));
            let found = exact_equity(&ranges, &ids, CardSet::EMPTY, run).unwrap();
            let weights = ranges.each_ref().map(Range::weights);
            let exact = integers(&weights, board, 48, 1 << 52, Proven::Baseline).unwrap().unwrap();
            let weights = [&*exact.0[0], &*exact.0[1]];
            let counts = counted(count_by_sweeps, &weights, &ids, CardSet::EMPTY, run);
            let held = weights.map(|of| ComboSet::held(of, Proven::Baseline));
            let expected = SpotEquity::exact(&counts, &exact, &held).unwrap();
            assert_eq!(found.outcomes, expected.outcomes);
            let bits = |of: &SpotEquity| of.of_combos.iter().flatten().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&found), bits(&expected));
            assert!(found.of_combos.iter().all(|of| of.iter().any(|equity| equity.is_finite())));
        }
    }

    #[test]
    fn weights_without_end_are_floats() {
        let thirds =
            |text: &str| Range::from_weights(&text.parse::<Range>().unwrap().weights().map(|w| w / 3e9)).unwrap();
        let run = &mut Run::new(1);
        let ranges = [thirds("AA, KK"), thirds("QQ")];
        let found = exact_equity(&ranges, &[0, 17, 34], CardSet::EMPTY, run).unwrap();
        let Outcomes::Rounded(sums) = found.outcomes else { panic!("no decimals") };
        let ranges = ["AA, KK".parse().unwrap(), "QQ".parse().unwrap()];
        let whole = exact_equity(&ranges, &[0, 17, 34], CardSet::EMPTY, run).unwrap();
        let Outcomes::Exact(counts, _) = whole.outcomes else { panic!("integers") };
        for (sums, counts) in sums.iter().zip(&counts) {
            for (&sum, &count) in sums.iter().zip(counts) {
                assert!((sum * 9e18 / count.max(1) as f64 - f64::from(count > 0)).abs() < 1e-12);
            }
        }
        for (of, whole) in found.of_combos.iter().flatten().zip(whole.of_combos.iter().flatten()) {
            assert!((of.is_nan() && whole.is_nan()) || (of - whole).abs() < 1e-12);
        }
    }

    #[test]
    fn nothing_is_dealt_where_all_need_the_same_cards() {
        let none = found(&["AsAh", "AsAd"], "2c3c4c", "");
        assert_eq!(none.outcomes, Outcomes::Exact(vec![vec![0; 3]; 2], vec![1, 1]));
        assert!(none.of_combos.iter().flatten().all(|equity| equity.is_nan()));
        let blocked = found(&["AA", "KK"], "AsAhAd", "");
        assert_eq!(blocked.outcomes, Outcomes::Exact(vec![vec![0; 3]; 2], vec![1, 1]));
    }
}
