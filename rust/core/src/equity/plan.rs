//! Chooses the fastest strategy that counts the deals of a spot exactly, and estimates its time in advance.

use super::combo_counts::{Amount, ComboCounts, scale_to_one};
use super::costs::*;
use super::outcomes::{Outcomes, SpotEquity};
use super::ranges::omaha::sorted_sweep::without_pairs;
use super::ranges::pairwise::is_hand_by_hand;
use super::ranges::three::OPEN;
use super::ranges::{Ranges, completions, deals, folded, many, omaha, table, two};
use super::spot::{Hands, Integers, Spot, Supports, integers, without_blocked};
use crate::cards::{COMBO_COUNT, COMBOS, DECK, PerCombo, SuitPermutation, combo_bits, share_a_card};
use crate::combinatorics::{choose, sort_few};
use crate::error::{Error, Result};
use crate::evaluator::Rules;
use crate::memory::try_collect;
use crate::ranges::ComboSet;
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::showdown::ranked_board::COMBOS_OFF_BOARD;
use crate::showdown::situation::Situation;

/// Largest total weight of a player's opponents. It is also summed in floats, which hold integers below 2^53 and their
/// differences exactly.
const MOST_OF_OTHERS: u128 = 1 << 52;

/// The ways to count hands of two cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RangeStrategy {
    /// No deal gives everybody a hand.
    NoDeal,
    /// Two ranges before the flop: the table of all matchups.
    Table,
    /// Two ranges, board by board: every hand against every other.
    Pairwise,
    /// Two ranges, board by board: a sorted sweep over all hands.
    SortedSweep,
    /// Three ranges or more, board by board, for every choice of the hands of all but three.
    Many,
    /// Two ranges beside one or two folded ones, board by board.
    Folded,
    /// Every deal of the hands by itself, on all boards at once.
    Deals,
}

/// The ways to count hands of more cards.
#[derive(Debug, Clone, Copy)]
enum HandStrategy {
    /// A range and any hand before the flop: the table of all hands.
    Table,
    /// Before the flop, two ranges of four cards, by the ranks of boards: the range of this player names ranks only.
    Ranks(usize),
    /// Every deal of the hands by itself, on all boards at once.
    Deals,
    /// Every board by itself, with all deals.
    Boards,
    /// Without a board: all hands that the players can complete.
    Completions,
}

/// A plan of the count of a spot. It can be run several times.
///
/// ```
/// use pokerbits::{Game, Run, cards::CardSet, equity::{Plan, Player, Spot}};
/// let spot = Spot::new(Game::omaha(4, false)?, &[Player::Any; 2], &[], CardSet::EMPTY)?;
/// assert!(Plan::new(&spot, &mut Run::new(1))?.seconds() < 0.1);
/// # Ok::<(), pokerbits::Error>(())
/// ```
#[derive(Debug)]
pub struct Plan<'a> {
    spot: &'a Spot<'a>,
    supports: Weighed<'a>,
    /// The suit permutations that fix the spot.
    symmetry: Vec<SuitPermutation>,
    seconds: f64,
}

/// The hands of the players, in the form in which they are counted, and the strategy.
#[derive(Debug)]
enum Weighed<'a> {
    /// Hands of two cards, with weights that are short decimals. The sets are of the hands with a weight.
    Exact(Integers, Vec<ComboSet>, RangeStrategy),
    /// Hands of two cards, with weights that are multiplied by a scale for each player. The order of the players depends on
    /// their weights only, so that the last bit of a sum does not depend on the order of the arguments.
    Rounded {
        weights: Vec<Box<PerCombo<f64>>>,
        scales: Vec<f64>,
        order: Vec<usize>,
        held_in_order: Vec<ComboSet>,
        strategy: RangeStrategy,
    },
    /// Hands of more cards, without weights.
    Hands(&'a [Hands<'a>], HandStrategy),
}

impl<'a> Plan<'a> {
    /// Finds the fastest strategy.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for weighted hands of more than two cards: they are sampled, or counted one weight at a
    /// time. [`Error::Cancelled`], [`Error::OutOfMemory`].
    pub fn new(spot: &'a Spot<'a>, run: &mut Run<'_>) -> Result<Self> {
        let (situation, game) = (spot.situation(), spot.game());
        if spot.is_weighted() {
            return Err(Error::InvalidArgument("hands of more than two cards are counted without weights".into()));
        }
        let ranges = match spot.supports() {
            Supports::Hands(hands) => {
                let symmetry = run.prepare(|run| omaha::symmetry(hands, situation, run))?;
                let (strategy, seconds) = plan_hands(spot, hands, symmetry.len())?;
                return Ok(Self { spot, supports: Weighed::Hands(hands, strategy), symmetry, seconds });
            }
            Supports::Ranges(ranges) => ranges,
        };
        let boards = choose(situation.left().len().into(), situation.missing() as u64).unwrap_or(u128::MAX);
        let (players, ranges) = (ranges.len(), ranges.iter().chain(spot.folded()));
        let weights: Vec<_> = ranges.clone().map(|range| range.weights()).collect();
        let level = run.level();
        if let Some(found) = integers(&weights, spot.known(), boards, MOST_OF_OTHERS, level)? {
            let weights: Vec<_> = found.0.iter().map(|of| &**of).collect();
            let held = all_held(&weights, level);
            let (symmetry, strategy, seconds) = plan_ranges(game.rules(), &weights, &held, players, situation);
            return Ok(Self { spot, supports: Weighed::Exact(found, held, strategy), symmetry, seconds });
        }
        let mut weights = try_collect(ranges.map(|range| without_blocked(range.weights(), spot.known())))?;
        let scales = weights.iter_mut().map(|weights| scale_to_one(&mut weights[..])).collect();
        // Weights are not negative: floats have the order of their bits.
        let bits = |player: usize| weights[player].iter().map(|weight| weight.to_bits());
        let mut order: Vec<usize> = (0..weights.len()).collect();
        let (contesting, folded) = order.split_at_mut(players);
        for of in [contesting, folded] {
            sort_few(of, &|&a, &b| bits(a).lt(bits(b)));
        }
        let ordered = in_order(&weights, &order);
        let held_in_order = all_held(&ordered, level);
        let (symmetry, strategy, seconds) = plan_ranges(game.rules(), &ordered, &held_in_order, players, situation);
        let supports = Weighed::Rounded { weights, scales, order, held_in_order, strategy };
        Ok(Self { spot, supports, symmetry, seconds })
    }

    /// The estimated time on one thread, in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Counts all deals, each with the product of its weights. If there is no deal, all outcomes are 0.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for weights whose products underflow;
    /// [`Error::Overflow`] for more than `2^64` deals in games of more than two hole cards;
    /// [`Error::OutOfMemory`], [`Error::Cancelled`].
    pub fn run(&self, run: &mut Run<'_>) -> Result<SpotEquity> {
        match &self.supports {
            Weighed::Exact(found, held, strategy) => {
                let weights: Vec<_> = found.0.iter().map(|of| &**of).collect();
                if *strategy == RangeStrategy::Pairwise
                    && let Some(counts) = two::count_held(&self.ranges(&weights, held), run)?
                {
                    return SpotEquity::of_held(&counts, found);
                }
                SpotEquity::exact(&self.combo_counts(*strategy, &weights, held, run)?, found, held)
            }
            Weighed::Rounded { weights, scales, order, held_in_order, strategy } => {
                let counts = self.combo_counts(*strategy, &in_order(weights, order), held_in_order, run)?;
                // Players with equal ranges have equal results.
                let first_of = |player: usize| {
                    order.iter().position(|&other| weights[other] == weights[player]).unwrap_or_default()
                };
                let counts: Vec<_> = (0..counts.len()).map(|player| counts[first_of(player)].clone()).collect();
                SpotEquity::rounded(&counts, weights, scales, run.level())
            }
            Weighed::Hands(hands, strategy) => {
                let spot = omaha::HandSpot { game: self.spot.game(), hands, situation: self.spot.situation() };
                let counts = match *strategy {
                    HandStrategy::Table => omaha::by_table(&spot, run),
                    HandStrategy::Ranks(player) => omaha::by_ranks(&spot, player, run),
                    HandStrategy::Deals => omaha::by_deals(&spot, run),
                    HandStrategy::Boards => omaha::by_boards(&spot, &self.symmetry, run),
                    HandStrategy::Completions => completions::count(&spot, run),
                }?;
                Ok(SpotEquity { outcomes: Outcomes::ByWinners(counts), of_combos: vec![] })
            }
        }
    }

    /// The weights of players and folded ranges, and their hands with a weight.
    fn ranges<'b, W>(&'b self, weights: &'b [&'b PerCombo<W>], held: &'b [ComboSet]) -> Ranges<'b, W> {
        let Self { spot, symmetry, .. } = self;
        let ((weights, folded), held) = (weights.split_at(spot.players()), &held[..spot.players()]);
        Ranges { rules: spot.game().rules(), weights, held, folded, situation: spot.situation(), symmetry }
    }

    fn combo_counts<W: Amount>(
        &self,
        strategy: RangeStrategy,
        weights: &[&PerCombo<W>],
        held: &[ComboSet],
        run: &mut Run<'_>,
    ) -> Result<Vec<ComboCounts<W>>> {
        let ranges = self.ranges(weights, held);
        match strategy {
            RangeStrategy::NoDeal => {
                ranges.weights.iter().map(|_| ComboCounts::new(ranges.weights.len() - 1)).collect()
            }
            RangeStrategy::Table => table::count(&ranges),
            RangeStrategy::Pairwise => two::count_pairwise(&ranges, run),
            RangeStrategy::SortedSweep => two::count_by_sweeps(&ranges, run),
            RangeStrategy::Many => many::count(&ranges, run),
            RangeStrategy::Folded => folded::count(&ranges, run),
            RangeStrategy::Deals => deals::count(&ranges, run),
        }
    }
}

/// The combos of each player and folded range.
fn all_held<W: Amount>(weights: &[&PerCombo<W>], level: Proven) -> Vec<ComboSet> {
    weights.iter().map(|weights| ComboSet::held(weights, level)).collect()
}

fn in_order<'a>(weights: &'a [Box<PerCombo<f64>>], order: &[usize]) -> Vec<&'a PerCombo<f64>> {
    order.iter().map(|&player| &*weights[player]).collect()
}

/// Deals are counted if listing them would take this many seconds, unless counting takes more steps.
const COUNTED_FROM: f64 = 0.1;
const MOST_STEPS: u64 = 1 << 20;
/// More hands than this have the same ranks and flushes as others.
const MOST_HANDS_BESIDE_RANKS: f64 = 150_000.0;

/// The symmetry of two-card ranges, the fastest strategy, and its time in seconds. The ranges after those of the `players` are
/// folded.
fn plan_ranges<W: Amount>(
    rules: Rules,
    weights: &[&PerCombo<W>],
    of_each: &[ComboSet],
    players: usize,
    known: &Situation,
) -> (Vec<SuitPermutation>, RangeStrategy, f64) {
    if has_no_deal(of_each) {
        return (vec![], RangeStrategy::NoDeal, 0.0);
    }
    let mut held = of_each.to_vec();
    sort_few(&mut held, &|a, b| a.len() < b.len());
    let sizes: Vec<f64> = held.iter().map(|of| of.len() as f64).collect();
    let of_deal = of_deal(players, known.missing());
    let mut deals = sizes.iter().product::<f64>() * of_deal;
    // An upper bound: players who need the same cards have fewer deals.
    if deals > COUNTED_FROM
        && let Some(found) = count_deals(of_each)
    {
        deals = found as f64 * of_deal + SECONDS_PER_DEAL_COUNT;
    }
    if rules != Rules::Standard {
        // Tables and sweeps exist for hold'em only.
        return (vec![], RangeStrategy::Deals, deals);
    }
    let n_folded = weights.len() - players;
    if sizes.len() == 2 && n_folded == 0 && known.missing() == 5 && known.dead().is_empty() {
        let strategy = if deals < SECONDS_PER_TABLE { RangeStrategy::Deals } else { RangeStrategy::Table };
        return (vec![], strategy, deals.min(SECONDS_PER_TABLE));
    }
    let symmetry = SuitPermutation::fixing(&[known.board_set(), known.dead()], weights);
    if known.missing() >= deals::CANONICAL_FROM {
        deals = orbits(deals, symmetry.len());
    }
    let boards = if known.missing() < 5 { all_boards(known) } else { orbits(all_boards(known), symmetry.len()) };
    let (strategy, seconds) = match sizes[..] {
        _ if n_folded > 0 => match weights[..] {
            [a, b, ..] if players == 2 && n_folded <= folded::MOST_FOLDED => {
                (RangeStrategy::Folded, folded::seconds([a, b], [&of_each[0], &of_each[1]], n_folded, boards))
            }
            _ => (RangeStrategy::Deals, f64::INFINITY),
        },
        [a, b] => {
            let of_boards = if is_hand_by_hand([held[0].len(), held[1].len()], known.missing()) {
                a.min(b) * all_boards(known) * SECONDS_PER_RUNOUT_OF_ONE_HAND
            } else {
                a * b * boards * SECONDS_PER_PAIR
            };
            let pairwise = of_boards + a * b * SECONDS_PER_WEIGHED_PAIR;
            let sweeps = boards * (SECONDS_PER_RANKED_BOARD + SECONDS_PER_SUMMED_BOARD) + SECONDS_PER_SORTED_SWEEP;
            if pairwise <= sweeps { (RangeStrategy::Pairwise, pairwise) } else { (RangeStrategy::SortedSweep, sweeps) }
        }
        _ => (RangeStrategy::Many, boards * of_many(&held)),
    };
    if deals < seconds { (symmetry, RangeStrategy::Deals, deals) } else { (symmetry, strategy, seconds) }
}

/// The fastest strategy for hands of more than two cards, and its time in seconds. `symmetry` is the number of suit
/// permutations that fix the spot.
fn plan_hands(spot: &Spot<'_>, hands: &[Hands<'_>], symmetry: usize) -> Result<(HandStrategy, f64)> {
    let (game, situation) = (spot.game(), spot.situation());
    if game.board_cards() == 0 {
        return Ok((HandStrategy::Completions, completions::seconds(&omaha::HandSpot { game, hands, situation })));
    }
    let sizes: Vec<f64> = hands.iter().map(|of| of.count(game.hole_cards(), situation.left())).collect();
    if omaha::has_table(game, hands, situation) {
        return Ok((HandStrategy::Table, sizes.iter().sum::<f64>() * SECONDS_PER_LOOKED_UP_HAND));
    }
    let of_ranks = omaha::player_of_ranks(game, hands, situation)?;
    let hands = sizes.iter().sum::<f64>();
    // An upper bound: hands with a common card make fewer deals.
    let deals = sizes.iter().product::<f64>();
    let of_deal = match situation.missing() {
        0 => 0.1e-6,
        1 => 2e-6,
        2 => 12e-6,
        3 => 2e-3,
        4 => 20e-3,
        _ => 1.5e-3,
    };
    let with_lows = if game.has_low() { 2.0 } else { 1.0 };
    // One board of each orbit is evaluated.
    let boards = orbits(all_boards(situation), symmetry);
    let by_pairs = deals * SECONDS_PER_OMAHA_PAIR * if sizes.len() == 2 { with_lows } else { 3.0 };
    let (of_hand, of_board) = without_pairs(game.hole_cards());
    let otherwise = if sizes.len() == 2 && !game.has_low() { hands * of_hand + of_board } else { f64::INFINITY };
    let of_board = hands * SECONDS_PER_OMAHA_HAND + by_pairs.min(otherwise);
    let (by_deals, by_boards) = (deals * of_deal * with_lows, boards * of_board);
    let found = if by_deals < by_boards { (HandStrategy::Deals, by_deals) } else { (HandStrategy::Boards, by_boards) };
    let by_ranks = SECONDS_PER_RANGE_OF_RANKS + hands.min(MOST_HANDS_BESIDE_RANKS) * SECONDS_PER_HAND_BESIDE_RANKS;
    Ok(of_ranks.filter(|_| by_ranks < found.1).map_or(found, |player| (HandStrategy::Ranks(player), by_ranks)))
}

/// Whether there is no deal: a player has no hand, or two players need the same cards.
fn has_no_deal(held: &[ComboSet]) -> bool {
    // Sets of hands of which any two share a card are small: all hands with one card, or those of three cards.
    let small = held.iter().filter(|of| of.len() < usize::from(DECK));
    let hands: Vec<Vec<_>> = small.map(|of| of.iter().map(|combo| COMBOS[combo]).collect()).collect();
    hands.iter().enumerate().any(|(player, ours)| {
        let are_blocked =
            |theirs: &Vec<_>| ours.iter().all(|&ours| theirs.iter().all(|&theirs| share_a_card(ours, theirs)));
        ours.is_empty() || hands[..player].iter().any(are_blocked)
    })
}

/// The number of deals of the hands of all players; `None` if the count takes too long.
fn count_deals(held: &[ComboSet]) -> Option<u64> {
    let held: Vec<Vec<u64>> = held.iter().map(|of| of.iter().map(combo_bits).collect()).collect();
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

/// Seconds for one deal of specific hands.
fn of_deal(players: usize, missing: usize) -> f64 {
    let (two, more) = match missing {
        0 | 1 => (0.1e-6, 0.05e-6),
        2 => (1e-6, 0.3e-6),
        3 => (60e-6, 20e-6),
        4 => (1.2e-3, 0.4e-3),
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
    // Each choice of hands needs the hands of the others that are not weaker, and the hands of one range that are not
    // stronger: about half of each.
    let half = (off_board(&united(open)) + open.first().map_or(0.0, off_board)) * 0.5;
    SECONDS_PER_RANKED_BOARD + choices * (SECONDS_PER_ENUMERATED_HAND + half * SECONDS_PER_HAND_OF_THREE)
}

/// Seconds for one board of three ranges. Hands that several players have are processed once.
fn of_three(held: &[ComboSet]) -> f64 {
    SECONDS_PER_RANKED_BOARD + off_board(&united(held)) * SECONDS_PER_HAND_OF_THREE
}

fn united(held: &[ComboSet]) -> ComboSet {
    held.iter().fold(ComboSet::default(), |mut all, of| {
        all.add(of);
        all
    })
}

/// The approximate number of combos without a card of a board.
fn off_board(held: &ComboSet) -> f64 {
    held.len() as f64 * COMBOS_OFF_BOARD as f64 / COMBO_COUNT as f64
}

/// The number of boards from the cards left.
fn all_boards(known: &Situation) -> f64 {
    choose(known.left().len().into(), known.missing() as u64).unwrap_or(u128::MAX) as f64
}

/// The approximate number of orbits under a group of suit permutations: some boards and deals are their own mirror images.
fn orbits(all: f64, symmetry: usize) -> f64 {
    all / (symmetry as f64 / 1.25).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{CardSet, parse_cards};
    use crate::ranges::Range;

    fn planned(sizes: &[usize], board: &str, dead: &str) -> (RangeStrategy, f64) {
        let of = |&n: &usize| std::array::from_fn(|combo| u64::from(combo < n));
        let weights: Vec<PerCombo<u64>> = sizes.iter().map(of).collect();
        let ids = |text: &str| parse_cards(text).unwrap().into_iter().collect::<CardSet>();
        let board: Vec<u8> = ids(board).ids().collect();
        let known = Situation::new(&[], &board, ids(dead)).unwrap();
        let weights: Vec<_> = weights.iter().collect();
        let held = all_held(&weights, Proven::Baseline);
        let (_, strategy, seconds) = plan_ranges(Rules::Standard, &weights, &held, sizes.len(), &known);
        (strategy, seconds)
    }

    #[test]
    fn the_strategy_fits_the_ranges() {
        assert_eq!(planned(&[1326, 1326], "", "").0, RangeStrategy::Table);
        assert_eq!(planned(&[1, 6], "", "").0, RangeStrategy::Deals);
        assert_eq!(planned(&[1, 6], "", "As").0, RangeStrategy::Deals);
        assert_eq!(planned(&[1326, 1326], "", "As").0, RangeStrategy::SortedSweep);
        assert_eq!(planned(&[100, 22], "AsKsQs", "").0, RangeStrategy::Pairwise);
        assert_eq!(planned(&[400, 222], "AsKsQs", "").0, RangeStrategy::SortedSweep);
        assert_eq!(planned(&[400, 0], "AsKsQs", ""), (RangeStrategy::NoDeal, 0.0));
        assert_eq!(planned(&[100, 200, 300], "AsKsQs", "").0, RangeStrategy::Many);
        assert_eq!(planned(&[6, 6, 6, 6], "", "").0, RangeStrategy::Deals);
    }

    #[test]
    fn deals_are_counted_where_players_need_the_same_cards() {
        let pairs = ["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"];
        let ranges: Vec<PerCombo<f64>> = pairs.iter().map(|pair| *pair.parse::<Range>().unwrap().weights()).collect();
        let ranges: Vec<_> = ranges.iter().collect();
        // Six pairs, and one pair remains beside each.
        let held = all_held(&ranges, Proven::Baseline);
        assert_eq!(count_deals(&held), Some(6u64.pow(4)));
        let nothing_known = Situation::new(&[], &[], CardSet::EMPTY).unwrap();
        let (_, strategy, seconds) = plan_ranges(Rules::Standard, &ranges, &held, ranges.len(), &nothing_known);
        assert_eq!(strategy, RangeStrategy::Deals);
        // Most of them are suit-isomorphic.
        assert!(0.01 < seconds && seconds < 1.0, "{seconds}");
        assert_eq!(count_deals(&all_held(&[&[1.0; COMBO_COUNT]; 3], Proven::Baseline)), None);
    }

    /// One hand against the 101 hands that share a card with it, and against these and one more, which comes last.
    #[test]
    fn a_last_hand_without_a_shared_card_makes_a_deal() {
        let ours: PerCombo<u64> = std::array::from_fn(|combo| u64::from(COMBOS[combo] == [0, 1]));
        let blocked = |combo: usize| COMBOS[combo].iter().any(|&card| card < 2);
        let theirs: PerCombo<u64> = std::array::from_fn(|combo| u64::from(blocked(combo) || combo == COMBO_COUNT - 1));
        assert_eq!(theirs.iter().sum::<u64>(), 102);
        let no_deal = |of: [&PerCombo<u64>; 2]| has_no_deal(&all_held(&of, Proven::Baseline));
        assert!(!no_deal([&ours, &theirs]) && !no_deal([&theirs, &ours]));
        assert_eq!(count_deals(&all_held(&[&ours, &theirs], Proven::Baseline)), Some(1));
        let few: PerCombo<u64> = std::array::from_fn(|combo| u64::from(combo < 51 && blocked(combo)));
        assert!(no_deal([&ours, &few]) && no_deal([&few, &ours]));
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
