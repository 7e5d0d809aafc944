//! Which way of counting the deals of ranges costs least, and how long it takes, before it is begun.
//!
//! Seconds are those of one thread, measured on a machine of 2023: right to within a factor of two or three.

use super::combo_shares::Amount;
use super::disjoint_pairs::OPEN;
use crate::cards::{COMBO_COUNT, COMBOS, SuitPermutation};
use crate::combinatorics::choose;
use crate::evaluator::Rules;
use crate::ranges::ComboSet;
use crate::showdown::ranked_board::COMBOS_OFF_BOARD;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;

/// The ways to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The table of all match-ups of two hands before the flop.
    Table,
    /// Two ranges, board by board.
    TwoRanges,
    /// Three ranges, board by board, for every choice of the hands of all others.
    ManyRanges,
    /// Every joint deal of the hands by itself.
    Deals,
}

/// The whole table, for both ranges.
const TABLE: f64 = 3e-3;
/// To rank the hands of a board.
const BOARD: f64 = 6e-6;
/// What all hands of a board meet of two ranges side by side.
const OF_ALL: f64 = 8e-6;
/// To compare two hands on a board.
const OF_PAIR: f64 = 0.25e-9;
/// What a hand meets of two other players.
const OF_TWO: f64 = 85e-9;
/// To take the cards of enumerated hands out of the other ranges.
const FIX: f64 = 3e-6;

/// From so many seconds on deals are counted, unless that takes more steps, and how long that takes.
const COUNTED_FROM: f64 = 0.1;
const MOST_STEPS: u64 = 1 << 20;
const OF_COUNT: f64 = 5e-3;

/// The way that costs least, and how many seconds it takes.
pub(super) fn plan<W: Amount>(rules: Rules, weights: &[&OfCombos<W>], known: &Situation) -> (Way, f64) {
    let mut held: Vec<ComboSet> = weights.iter().map(|weights| ComboSet::held(weights)).collect();
    held.sort_by_key(ComboSet::len);
    let sizes: Vec<f64> = held.iter().map(|of| of.len() as f64).collect();
    let mut deals = (Way::Deals, sizes.iter().product::<f64>() * of_deal(sizes.len(), known.missing()));
    // Where players need the same cards there are fewer.
    if deals.1 > COUNTED_FROM
        && let Some(found) = count_deals(weights)
    {
        deals.1 = found as f64 * of_deal(sizes.len(), known.missing()) + OF_COUNT;
    }
    if rules != Rules::Standard {
        // Tables and sweeps are of hold'em.
        return deals;
    }
    let other = match sizes[..] {
        [_, _] if known.missing() == 5 && known.dead().is_empty() => (Way::Table, TABLE),
        [a, b] => (Way::TwoRanges, boards(weights, known) * (a * b * OF_PAIR).min(BOARD + OF_ALL)),
        _ => (Way::ManyRanges, boards(weights, known) * of_many(&held)),
    };
    if deals.1 < other.1 { deals } else { other }
}

/// How many deals there are of the hands of all players; nothing if that takes too long to find.
fn count_deals<W: Amount>(weights: &[&OfCombos<W>]) -> Option<u64> {
    let set = |combo: usize| COMBOS[combo].iter().fold(0, |set, card| set | 1u64 << card);
    let held: Vec<Vec<u64>> = weights.iter().map(|weights| ComboSet::held(weights).iter().map(set).collect()).collect();
    let mut steps = 0;
    count_rest(&held, 0, &mut steps)
}

/// The deals of `players` without the `used` cards.
fn count_rest(players: &[Vec<u64>], used: u64, steps: &mut u64) -> Option<u64> {
    let Some((first, rest)) = players.split_first() else { return Some(1) };
    *steps += first.len() as u64;
    if *steps > MOST_STEPS {
        return None;
    }
    let free = first.iter().filter(|&set| set & used == 0);
    if rest.is_empty() {
        return Some(free.count() as u64);
    }
    free.map(|set| count_rest(rest, used | set, steps)).sum()
}

/// Seconds for one deal of given hands.
fn of_deal(players: usize, missing: usize) -> f64 {
    let (two, more) = match missing {
        0 | 1 => (0.1e-6, 0.05e-6),
        2 => (1e-6, 0.3e-6),
        _ => (300e-6, 100e-6),
    };
    two + more * players.saturating_sub(2) as f64
}

/// Seconds for one board of three ranges and more, the smallest first.
fn of_many(held: &[ComboSet]) -> f64 {
    let (fixed, open) = held.split_at(held.len().saturating_sub(OPEN));
    if fixed.is_empty() {
        return of_three(open);
    }
    let choices: f64 = fixed.iter().map(off_board).product();
    // Beside each choice of hands those of the others that are no weaker, and once more those of one range that are no
    // stronger: about half of each.
    let half = (off_board(&united(open)) + open.first().map_or(0.0, off_board)) * 0.5;
    BOARD + choices * (FIX + half * OF_TWO)
}

/// Seconds for one board of three ranges: hands that several have are met at once.
pub(super) fn of_three(held: &[ComboSet]) -> f64 {
    BOARD + off_board(&united(held)) * OF_TWO
}

fn united(held: &[ComboSet]) -> ComboSet {
    held.iter().fold(ComboSet::default(), |mut all, of| {
        all.add(of);
        all
    })
}

/// How many combos have no card of a board, more or less.
fn off_board(held: &ComboSet) -> f64 {
    held.len() as f64 * COMBOS_OFF_BOARD as f64 / COMBO_COUNT as f64
}

/// Boards that are looked at: one of those that renamings of the suits turn into each other where nothing given changes.
fn boards<W: Amount>(weights: &[&OfCombos<W>], known: &Situation) -> f64 {
    let all = choose(u64::from(known.left().len()), known.missing() as u64).unwrap_or(u128::MAX) as f64;
    if known.missing() < 5 {
        return all;
    }
    // Some boards are their own mirror images.
    all / SuitPermutation::fixing(&[known.dead()], weights).len() as f64 * 1.25
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{CardSet, parse_cards};

    fn planned(sizes: &[usize], board: &str, dead: &str) -> (Way, f64) {
        let of = |&n: &usize| std::array::from_fn(|combo| u64::from(combo < n));
        let weights: Vec<OfCombos<u64>> = sizes.iter().map(of).collect();
        let ids = |text: &str| parse_cards(text).unwrap().into_iter().collect::<CardSet>();
        let board: Vec<u8> = ids(board).ids().collect();
        plan(Rules::Standard, &weights.iter().collect::<Vec<_>>(), &Situation::new(&[], &board, ids(dead)).unwrap())
    }

    #[test]
    fn the_way_fits_the_ranges() {
        assert_eq!(planned(&[1326, 1326], "", "").0, Way::Table);
        assert_eq!(planned(&[2, 3], "", "").0, Way::Deals);
        assert_eq!(planned(&[2, 3], "", "As").0, Way::Deals);
        assert_eq!(planned(&[1326, 1326], "", "As").0, Way::TwoRanges);
        assert_eq!(planned(&[100, 22], "AsKsQs", "").0, Way::TwoRanges);
        assert_eq!(planned(&[100, 200, 300], "AsKsQs", "").0, Way::ManyRanges);
        assert_eq!(planned(&[6, 6, 6, 6], "", "").0, Way::Deals);
    }

    #[test]
    fn deals_are_counted_where_players_need_the_same_cards() {
        let pairs = ["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"];
        let ranges: Vec<OfCombos<f64>> =
            pairs.iter().map(|pair| *pair.parse::<crate::ranges::Range>().unwrap().weights()).collect();
        let ranges: Vec<_> = ranges.iter().collect();
        // Six pairs, beside each of which one is left.
        assert_eq!(count_deals(&ranges), Some(6u64.pow(4)));
        let (way, seconds) = plan(Rules::Standard, &ranges, &Situation::new(&[], &[], CardSet::EMPTY).unwrap());
        assert_eq!(way, Way::Deals);
        assert!(0.1 < seconds && seconds < 10.0, "{seconds}");
        assert_eq!(count_deals(&[&[1.0; COMBO_COUNT]; 3]), None);
    }

    #[test]
    fn more_costs_more() {
        for sizes in [&[20, 100][..], &[20, 300, 1326], &[5, 20, 100, 1326], &[20, 20, 20, 50, 100, 1326]] {
            let cost = |board, dead| planned(sizes, board, dead).1;
            assert!(0.0 < cost("AsKsQs2c2d", "") && cost("AsKsQs2c2d", "") < cost("AsKsQs2c", ""));
            assert!(cost("AsKsQs2c", "") < cost("AsKsQs", "") && cost("AsKsQs", "") < cost("", "As"));
            assert!(cost("AsKsQs", "") < planned(&[sizes, &[5]].concat(), "AsKsQs", "").1);
            let reversed: Vec<usize> = sizes.iter().rev().copied().collect();
            assert_eq!(cost("AsKsQs", "").to_bits(), planned(&reversed, "AsKsQs", "").1.to_bits());
        }
        assert!(planned(&[1326; 10], "", "").1 > 1e9);
    }
}
