//! The exact equity of weighted ranges: which way of counting costs least, and what the players win and share in all.

use std::ops::Deref;

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK};
use crate::combinatorics::choose;
use crate::equity::combo_counts::{Amount, ComboCounts, scale_to_one};
use crate::equity::counts::MAX_PLAYERS;
use crate::equity::given::two_cards::{check_rules, known};
use crate::equity::plan::{Strategy, plan};
use crate::equity::ranges::deals::by_deals;
use crate::equity::ranges::many::many_ranges;
use crate::equity::ranges::table::preflop_two_ranges;
use crate::equity::ranges::two::{remove_blocked, two_ranges, without_blocked};
use crate::error::{Error, Result};
use crate::evaluator::Rules;
use crate::memory::{try_collect, try_vec};
use crate::ranges::{ComboSet, Range};
use crate::runtime::Run;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;

/// What players with ranges win and share.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeEquity {
    /// The deals of all players.
    pub outcomes: Outcomes,
    /// For every player the share of the pot that each combo can expect; NaN for those that it does not hold, and for
    /// those that no deal has.
    pub of_combos: Vec<Vec<f64>>,
}

/// For every player the weight of the deals that it wins alone, shares with one other, with two, ... with all others, and
/// at last of those that it loses.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes {
    /// Integers, over the product of these denominators: one for each player.
    Exact(Vec<Vec<u128>>, Vec<u64>),
    /// Floats, where weights are no decimals that 64 bits hold. They do not depend on the order of the players.
    Rounded(Vec<Vec<f64>>),
}

/// The exact equity of two to ten ranges on all completions of a board, each deal with the product of its weights, by the
/// rules of hold'em or of the short deck, whose 36 cards are all there are then: hands with others are never dealt.
///
/// # Errors
/// [`Error::InvalidArgument`] for another number of ranges and for other rules; of board and dead cards as
/// [`exact_counts_by`](super::exact_counts_by); [`Error::Cancelled`]. Without any deal all outcomes are 0.
///
/// ```
/// use pokerbits::{Run, cards::CardSet};
/// use pokerbits::equity::{Outcomes, range_equity};
/// use pokerbits::evaluator::Rules;
/// let found = range_equity(Rules::Standard, &["AhAd".parse()?, "0.5:KsKh".parse()?], &[], CardSet::EMPTY, &mut Run::new(1))?;
/// let Outcomes::Exact(counts, denominators) = found.outcomes else { unreachable!() };
/// assert_eq!((&counts[0][..], &denominators[..]), (&[1_399_204, 7_923, 305_177][..], &[1, 2][..]));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn range_equity(
    rules: Rules,
    ranges: &[Range],
    board: &[u8],
    dead: CardSet,
    run: &mut Run<'_>,
) -> Result<RangeEquity> {
    check_players(ranges)?;
    check_rules(rules)?;
    let known = known(rules, &[], board, dead)?;
    let taken = known.board_set() | known.dead();
    let boards = choose(u64::from(known.left().len()), known.missing() as u64).unwrap_or(u128::MAX);
    if let Some((weights, denominators)) = integers(ranges, taken, boards) {
        let shares = shares_of(rules, &weights.iter().map(|of| &**of).collect::<Vec<_>>(), &known, run)?;
        let counts = try_collect(shares.iter().zip(&weights).map(|(shares, own)| exact(shares, own)))?;
        return Ok(RangeEquity {
            outcomes: Outcomes::Exact(counts, denominators),
            of_combos: of_combos(&shares, &weights)?,
        });
    }
    let mut weights = try_collect(ranges.iter().map(|range| without_blocked(range.weights(), taken)))?;
    let scales = weights.iter_mut().map(|weights| scale_to_one(&mut weights[..])).collect::<Vec<_>>();
    let shares = in_one_order(&weights, |weights| shares_of(rules, weights, &known, run))?;
    let sums = try_collect(shares.iter().zip(&weights).map(|(shares, own)| Ok(rounded(shares, own))))?;
    Ok(RangeEquity { outcomes: Outcomes::Rounded(unscaled(sums, &scales)?), of_combos: of_combos(&shares, &weights)? })
}

/// What `shares` says of players, asked in an order of their own: the last bit of a float depends on who holds what, not
/// on who is named first. Players of the same range get the same.
fn in_one_order(
    weights: &[Box<OfCombos<f64>>],
    shares: impl FnOnce(&[&OfCombos<f64>]) -> Result<Vec<ComboCounts<f64>>>,
) -> Result<Vec<ComboCounts<f64>>> {
    // Weights are not negative: their bits are in their order.
    let bits = |player: usize| weights[player].iter().map(|weight| weight.to_bits());
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| bits(a).cmp(bits(b)));
    let found = shares(&order.iter().map(|&player| &*weights[player]).collect::<Vec<_>>())?;
    let first_of =
        |player: usize| order.iter().position(|&other| weights[other] == weights[player]).unwrap_or_default();
    Ok((0..weights.len()).map(|player| found[first_of(player)].clone()).collect())
}

/// Sums of products of weights as they were before each player's were multiplied by a scale.
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

fn check_players(ranges: &[Range]) -> Result<()> {
    if (2..=MAX_PLAYERS).contains(&ranges.len()) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} players, found {}", ranges.len())))
}

/// The integer weights of a range.
type Numerators = Box<[u64; COMBO_COUNT]>;

/// What an answer would take on one thread, in seconds: an estimate from the number of hands and boards, for the cheapest
/// way.
///
/// # Errors
/// Of the number of ranges, of rules, board and dead cards as [`range_equity`].
pub fn exact_cost(rules: Rules, ranges: &[Range], board: &[u8], dead: CardSet) -> Result<f64> {
    check_players(ranges)?;
    check_rules(rules)?;
    let known = known(rules, &[], board, dead)?;
    let taken = known.board_set() | known.dead();
    let weights = try_collect(ranges.iter().map(|range| without_blocked(range.weights(), taken)))?;
    if cannot_meet(&weights) {
        return Ok(0.0);
    }
    Ok(plan(rules, &weights.iter().map(|of| &**of).collect::<Vec<_>>(), &known).1)
}

fn shares_of<W: Amount>(
    rules: Rules,
    weights: &[&[W; COMBO_COUNT]],
    known: &Situation,
    run: &mut Run<'_>,
) -> Result<Vec<ComboCounts<W>>> {
    if cannot_meet(weights) {
        return (0..weights.len()).map(|_| ComboCounts::new(weights.len() - 1)).collect();
    }
    let two = || [weights[0], weights[weights.len() - 1]];
    match plan(rules, weights, known).0 {
        Strategy::Table => Ok(preflop_two_ranges(two())?.into()),
        Strategy::TwoRanges => Ok(two_ranges(two(), known.board(), known.dead(), run)?.into()),
        Strategy::ManyRanges => many_ranges(weights, known.board(), known.dead(), run),
        Strategy::Deals => by_deals(rules, weights, known.board(), known.dead() & rules.deck(), run),
    }
}

/// Whether there is no deal since somebody has no hand, or two need the same cards.
fn cannot_meet<W: Amount>(weights: &[impl Deref<Target = [W; COMBO_COUNT]>]) -> bool {
    // Hands of which any two have a card in common are not many: all with one card, or those of three cards.
    let few = |of: &[W; COMBO_COUNT]| ComboSet::held(of).iter().take(usize::from(DECK)).collect::<Vec<_>>();
    let hands: Vec<_> = weights.iter().map(|of| few(of)).collect();
    let share_a_card = |ours: usize, theirs: usize| COMBOS[ours].iter().any(|card| COMBOS[theirs].contains(card));
    hands.iter().enumerate().any(|(player, ours)| {
        let mut others = hands[..player].iter().filter(|theirs| ours.len().max(theirs.len()) < usize::from(DECK));
        ours.is_empty()
            || others.any(|theirs| ours.iter().all(|&ours| theirs.iter().all(|&theirs| share_a_card(ours, theirs))))
    })
}

/// The weights as integers with their denominators, none of those with a card of `taken`, if they are decimals and no sum
/// over deals on so many boards overflows.
fn integers(ranges: &[Range], taken: CardSet, boards: u128) -> Option<(Vec<Numerators>, Vec<u64>)> {
    let mut weights = Vec::with_capacity(ranges.len());
    let mut denominators = Vec::with_capacity(ranges.len());
    for range in ranges {
        let mut exact = range.exact()?;
        remove_blocked(&mut exact.numerators, taken);
        weights.push(exact.numerators);
        denominators.push(exact.denominator);
    }
    let total = |weights: &[u64; COMBO_COUNT]| weights.iter().map(|&weight| u128::from(weight)).sum::<u128>();
    let fits = (0..ranges.len()).all(|player| {
        let others = weights.iter().enumerate().filter(|&(other, _)| other != player);
        let hands = others.map(|(_, weights)| total(weights)).try_fold(1u128, u128::checked_mul);
        // What others hold is summed up in floats too, which hold integers below 2^53, and differences of those.
        let deals = hands.and_then(|hands| hands.checked_mul(boards).filter(|_| hands < 1 << 52));
        deals.is_some_and(|deals| deals < 1 << 63)
    });
    fits.then_some((weights, denominators))
}

/// The deals of a player that it wins, shares and loses.
fn exact(shares: &ComboCounts<u64>, own: &[u64; COMBO_COUNT]) -> Result<Vec<u128>> {
    let sum = |of: &[u64]| ComboSet::held(own).iter().map(|combo| u128::from(of[combo]) * u128::from(own[combo])).sum();
    let mut counts: Vec<u128> = try_collect(shares.shares.iter().map(|of| Ok(sum(of))))?;
    counts.push(sum(&shares.total) - counts.iter().sum::<u128>());
    Ok(counts)
}

fn rounded(shares: &ComboCounts<f64>, own: &[f64; COMBO_COUNT]) -> Vec<f64> {
    let sum = |of: &[f64]| of.iter().zip(own).map(|(&deals, &weight)| deals * weight).sum::<f64>();
    let mut counts: Vec<f64> = shares.shares.iter().map(|of| sum(of)).collect();
    counts.push((sum(&shares.total) - counts.iter().sum::<f64>()).max(0.0));
    counts
}

fn of_combos<W: Amount>(shares: &[ComboCounts<W>], weights: &[Box<[W; COMBO_COUNT]>]) -> Result<Vec<Vec<f64>>> {
    try_collect(shares.iter().zip(weights).map(|(shares, own)| {
        let mut equities = try_vec(f64::NAN, COMBO_COUNT)?;
        ComboSet::held(own).iter().for_each(|combo| equities[combo] = shares.equity(combo));
        Ok(equities)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::cards::parse_cards;

    fn found(ranges: &[&str], board: &str, dead: &str) -> RangeEquity {
        let ranges: Vec<Range> = ranges.iter().map(|text| text.parse().unwrap()).collect();
        let ids = |text: &str| -> Vec<u8> { parse_cards(text).unwrap().into_iter().map(Card::id).collect() };
        let dead = CardSet::from_ids(&ids(dead)).unwrap();
        range_equity(Rules::Standard, &ranges, &ids(board), dead, &mut Run::new(2)).unwrap()
    }

    #[test]
    fn weights_are_multiplied_and_their_denominators_kept() {
        let Outcomes::Exact(counts, denominators) = found(&["0.5:AA, KK", "0.25:QQ, JhTh"], "Qh7h2c", "As").outcomes
        else {
            panic!("decimals are exact")
        };
        assert_eq!(denominators, [2, 4]);
        let totals: Vec<u128> = counts.iter().map(|counts| counts.iter().sum()).collect();
        // 990 runouts, less what the dead card leaves: 44 cards; 3 and 6 hands of the first player, 3 and 1 of the second.
        assert_eq!(totals, [946 * (3 + 2 * 6) * (3 + 4); 2]);
        assert_eq!(counts[0][0], counts[1][2]);
        assert_eq!(counts[0][1], counts[1][1]);
    }

    #[test]
    fn weights_without_end_are_floats() {
        let thirds =
            |text: &str| Range::from_weights(&text.parse::<Range>().unwrap().weights().map(|w| w / 3e9)).unwrap();
        let run = &mut Run::new(1);
        let ranges = [thirds("AA, KK"), thirds("QQ")];
        let found = range_equity(Rules::Standard, &ranges, &[0, 17, 34], CardSet::EMPTY, run).unwrap();
        let Outcomes::Rounded(sums) = found.outcomes else { panic!("no decimals") };
        let ranges = ["AA, KK".parse().unwrap(), "QQ".parse().unwrap()];
        let whole = range_equity(Rules::Standard, &ranges, &[0, 17, 34], CardSet::EMPTY, run).unwrap();
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
