//! Ranges of few hands: every deal of hands is counted by itself, exactly.
//!
//! Before the flop a few dozen deals take less time than one sweep over two million boards, and the number of players does
//! not matter. Deals that only suits tell apart have the same showdowns; the first of them is counted.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, SuitPermutation, combo_id};
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::equity::given::two_cards::Counter;
use crate::equity::ranges::Ranges;
use crate::error::Result;
use crate::memory::{try_collect, try_push};
use crate::runtime::Run;
use crate::runtime::progress::Phase;
use crate::showdown::situation::Situation;

/// Deals that are counted together before they are summed, in the order of the list.
const BATCH: usize = 4096;
/// Deals that a thread counts at a time.
const CHUNK: usize = 16;
/// The number of missing board cards from which on a deal takes longer to count than to compare with those in other suits.
pub(crate) const CANONICAL_FROM: usize = 2;

/// Wins and shared pots of every combo with a weight against the ranges of the other players, deal by deal, beside the hands
/// of folded ranges. Floats are summed in the same order on any number of threads.
pub(crate) fn count<W: Amount>(ranges: &Ranges<'_, W>, run: &mut Run<'_>) -> Result<Vec<ComboCounts<W>>> {
    let Ranges { rules, weights, folded, situation, .. } = *ranges;
    // The first of them contest the pot.
    let (ranges, contesting) = (&[weights, folded].concat()[..], weights.len());
    let counter = Counter::new(rules, contesting)?;
    let held = try_collect(ranges.iter().map(|weights| Ok(held_combos(weights))))?;
    let mut sums = try_collect(weights.iter().map(|_| ComboCounts::new(contesting - 1)))?;
    let suits = suits_that_fix(situation);
    for_each_batch(&held, BATCH, run, |batch, run| {
        if suits.len() == 1 || situation.missing() < CANONICAL_FROM {
            let counted = count_all(counter, batch, [contesting, ranges.len()], situation, run)?;
            for (hands, counts) in batch.chunks_exact(ranges.len()).zip(&counted) {
                add(hands, counts, ranges, &mut sums);
            }
            return Ok(());
        }
        let mut firsts = vec![];
        for deal in batch.chunks_exact(ranges.len()).filter(|deal| is_first(deal, &suits, ranges)) {
            deal.iter().try_for_each(|&hand| try_push(&mut firsts, hand))?;
        }
        let counted = count_all(counter, &firsts, [contesting, ranges.len()], situation, run)?;
        for (first, counts) in firsts.chunks_exact(ranges.len()).zip(&counted) {
            for (at, suits_of_deal) in suits.iter().enumerate() {
                let deal = image(first, *suits_of_deal);
                let is_new = suits[..at].iter().all(|&suits| image(first, suits) != deal);
                if is_new && is_dealt(&deal, ranges) {
                    add(&deal[..ranges.len()], counts, ranges, &mut sums);
                }
            }
        }
        Ok(())
    })?;
    Ok(sums)
}

/// The suit permutations that change no known card.
fn suits_that_fix(situation: &Situation) -> Vec<SuitPermutation> {
    let known = [situation.board_set(), situation.dead()];
    SuitPermutation::all().filter(|suits| known.iter().all(|&cards| suits.cards(cards) == cards)).collect()
}

/// The hands of a deal in other suits; no cards for further players.
#[inline(never)]
fn image(deal: &[[u8; 2]], suits: SuitPermutation) -> [[u8; 2]; MAX_PLAYERS] {
    let mut hands = [[0; 2]; MAX_PLAYERS];
    for (image, hand) in hands.iter_mut().zip(deal) {
        let [a, b] = hand.map(|card| suits.card(card));
        *image = [a.min(b), a.max(b)];
    }
    hands
}

/// Whether every player has a weight for the hand of a deal.
fn is_dealt<W: Amount>(deal: &[[u8; 2]], ranges: &[&[W; COMBO_COUNT]]) -> bool {
    deal.iter().zip(ranges).all(|(&[a, b], weights)| weights[usize::from(combo_id(a, b))] > W::default())
}

/// Whether a deal is the least of those that it becomes in other suits.
fn is_first<W: Amount>(deal: &[[u8; 2]], suits: &[SuitPermutation], ranges: &[&[W; COMBO_COUNT]]) -> bool {
    suits.iter().all(|&suits| {
        let other = image(deal, suits);
        other[..deal.len()] >= *deal || !is_dealt(&other, ranges)
    })
}

/// The showdowns of each of the deals in a batch, whose first players contest the pot.
fn count_all(
    counter: Counter,
    batch: &[[u8; 2]],
    [contesting, players]: [usize; 2],
    situation: &Situation,
    run: &mut Run<'_>,
) -> Result<Vec<ShowdownCounts>> {
    let deals = batch.len() / players;
    let mut counted = try_collect((0..deals).map(|_| ShowdownCounts::new(contesting, false)))?;
    let chunks = batch.chunks(CHUNK * players).zip(counted.chunks_mut(CHUNK));
    run.for_each(chunks, deals.div_ceil(CHUNK), |(hands, counts)| {
        for (hands, counts) in hands.chunks_exact(players).zip(counts) {
            counter.add(&hands[..contesting], &situation.with_held(CardSet::from_ids(hands.as_flattened())?), counts);
        }
        Ok(())
    })?;
    Ok(counted)
}

/// Adds a deal to the sums of its combos.
fn add<W: Amount>(
    hands: &[[u8; 2]],
    counts: &ShowdownCounts,
    ranges: &[&[W; COMBO_COUNT]],
    sums: &mut [ComboCounts<W>],
) {
    let combo = |[a, b]: [u8; 2]| usize::from(combo_id(a, b));
    let showdowns = counts.total();
    for (player, (sums, &hand)) in sums.iter_mut().zip(hands).enumerate() {
        let others = hands.iter().zip(ranges).enumerate().filter(|&(other, _)| other != player);
        let Some(weight) = others.map(|(_, (&hand, weights))| weights[combo(hand)]).reduce(W::by) else { continue };
        let at = combo(hand);
        sums.total[at] = sums.total[at] + weight.times(showdowns);
        for (sum, &n) in sums.shares.iter_mut().zip(&counts.shares_of(player)[1..]) {
            sum[at] = sum[at] + weight.times(n);
        }
    }
}

/// The combos with a weight.
fn held_combos<W: Amount>(weights: &[W; COMBO_COUNT]) -> Vec<(CardSet, [u8; 2])> {
    let set = |combo: [u8; 2]| CardSet::from_ids(&combo).unwrap_or_default();
    let combos = COMBOS.iter().zip(weights).filter(|&(_, &weight)| weight > W::default());
    combos.map(|(&combo, _)| (set(combo), combo)).collect()
}

/// Shows `see` all deals of hands that each player can hold, `most` at a time: sets of cards, and the hands as their caller has
/// them.
pub(crate) fn for_each_batch<H: Copy>(
    held: &[Vec<(CardSet, H)>],
    most: usize,
    run: &mut Run<'_>,
    mut see: impl FnMut(&[H], &mut Run<'_>) -> Result<()>,
) -> Result<()> {
    let total = held.iter().fold(1u64, |n, hands| n.saturating_mul(hands.len() as u64));
    let (mut deals, mut before) = (DealList::new(held), 0);
    loop {
        let batch = deals.next_batch(most)?;
        if batch.is_empty() {
            return Ok(());
        }
        let passed = deals.passed.min(total);
        run.enter_phase(Phase { before, steps: passed - before, total });
        before = passed;
        see(&batch, run)?;
    }
}

/// All ways to give each player one of the hands that it can hold.
struct DealList<'a, H> {
    held: &'a [Vec<(CardSet, H)>],
    /// The next hand of each player; `None` after the last deal.
    next: Option<Vec<usize>>,
    /// Combinations of hands that have been looked at, possible or not.
    passed: u64,
}

impl<'a, H: Copy> DealList<'a, H> {
    fn new(held: &'a [Vec<(CardSet, H)>]) -> Self {
        let next = held.iter().all(|hands| !hands.is_empty()).then(|| vec![0; held.len()]);
        Self { held, next, passed: 0 }
    }

    /// The hands of the next deals, `most` at most, one after the other.
    fn next_batch(&mut self, most: usize) -> Result<Vec<H>> {
        let players = self.held.len();
        let mut batch = Vec::new();
        while let Some(at) = &mut self.next
            && batch.len() < most * players
        {
            let mut used = CardSet::EMPTY;
            let blocked = self.held.iter().zip(at.iter()).position(|(hands, &i)| {
                let taken = !(hands[i].0 & used).is_empty();
                used = used | hands[i].0;
                taken
            });
            if blocked.is_none() {
                for (hands, &i) in self.held.iter().zip(at.iter()) {
                    try_push(&mut batch, hands[i].1)?;
                }
            }
            // If a hand is blocked, it is blocked for all hands of later players: skip these.
            let turn = blocked.unwrap_or(players - 1);
            self.passed += self.held[turn + 1..].iter().map(|hands| hands.len() as u64).product::<u64>();
            at[turn + 1..].fill(0);
            let advanced = (0..=turn).rev().any(|player| {
                at[player] = (at[player] + 1) % self.held[player].len();
                at[player] != 0
            });
            if !advanced {
                self.next = None;
            }
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, parse_cards};
    use crate::equity::exact_counts;
    use crate::equity::ranges::testing::counted;
    use crate::game::Game;
    use crate::ranges::Range;
    use crate::runtime::rng::Philox;

    /// Weights of a few random combos.
    fn sparse(rng: &mut Philox, combos: usize) -> Box<[u64; COMBO_COUNT]> {
        let mut weights = Box::new([0; COMBO_COUNT]);
        for _ in 0..combos {
            weights[rng.below(COMBO_COUNT as u64) as usize] = 1 + rng.below(5);
        }
        weights
    }

    /// Every deal by itself.
    fn one_by_one(ranges: &[&[u64; COMBO_COUNT]], board: &[u8], dead: CardSet) -> Vec<ComboCounts<u64>> {
        let players = ranges.len();
        let mut expected: Vec<ComboCounts<u64>> =
            ranges.iter().map(|_| ComboCounts::new(players - 1).unwrap()).collect();
        // The next combo with a weight.
        let next = |player: usize, from: usize| (from..COMBO_COUNT).find(|&combo| ranges[player][combo] > 0);
        let mut at: Vec<usize> = (0..players).map(|player| next(player, 0).unwrap()).collect();
        loop {
            let hands: Vec<[u8; 2]> = at.iter().map(|&combo| COMBOS[combo]).collect();
            if let Ok(counts) = exact_counts(Game::HOLDEM, &hands, board, dead) {
                for player in 0..players {
                    let rest = (0..players).filter(|&other| other != player);
                    let weight: u64 = rest.map(|other| ranges[other][at[other]]).product();
                    expected[player].total[at[player]] += weight * counts.total();
                    for (j, n) in counts.shares(player).unwrap().into_iter().enumerate().skip(1) {
                        expected[player].shares[j - 1][at[player]] += weight * n;
                    }
                }
            }
            let Some(turn) = (0..players).rev().find(|&player| next(player, at[player] + 1).is_some()) else {
                return expected;
            };
            at[turn] = next(turn, at[turn] + 1).unwrap();
            (turn + 1..players).for_each(|player| at[player] = next(player, 0).unwrap());
        }
    }

    #[test]
    fn deals_are_all_deals() {
        let mut rng = Philox::new([3, 1], [0; 4]);
        for case in 0..60 {
            let players = 2 + case % 3;
            let board: &[u8] = [&[][..], &[0, 17, 34][..], &[0, 17, 34, 51][..], &[0, 17, 34, 51, 3][..]][case % 4];
            let dead = CardSet::from_ids(&[20, 21][..case % 2 * 2]).unwrap();
            let size = if board.is_empty() { 3 } else { 9 - 2 * (players - 2) };
            let weights: Vec<_> = (0..players).map(|_| sparse(&mut rng, size)).collect();
            let ranges: Vec<_> = weights.iter().map(|weights| &**weights).collect();
            let found = counted(count, &ranges, board, dead, &mut Run::new(1 + case % 3));
            assert!(found == one_by_one(&ranges, board, dead), "case {case}");
        }
    }

    fn weights(text: &str) -> Box<[u64; COMBO_COUNT]> {
        text.parse::<Range>().unwrap().exact().unwrap().unwrap().numerators
    }

    #[test]
    fn deals_that_suits_tell_apart_are_counted_once() {
        for (ranges, board) in [
            (["AA", "0.5:KK, AKs", "AQs"], ""),
            (["AA, 0.5:KhKd", "AKs, QQ", "JTs, AhQd"], "2c7c9c"),
            (["AA, KK", "AKs, QQ", "JTs, 98s"], "2c7c7d"),
        ] {
            let dead = if board.is_empty() { CardSet::EMPTY } else { "8s8h".parse().unwrap() };
            let board: Vec<u8> = parse_cards(board).unwrap().into_iter().map(Card::id).collect();
            let weights = ranges.map(weights);
            let ranges = weights.each_ref().map(|weights| &**weights);
            assert!(counted(count, &ranges, &board, dead, &mut Run::new(2)) == one_by_one(&ranges, &board, dead));
        }
    }

    #[test]
    fn the_first_deals_are_one_of_each_orbit() {
        let situation = Situation::new(&[], &[0, 4, 8], CardSet::EMPTY).unwrap();
        let suits = suits_that_fix(&situation);
        assert_eq!(suits.len(), 6);
        // Not symmetric in the suits.
        let ranges = [weights("QQ+, AKs, AhKd"), weights("JJ, AQs, JsTs, 0.5:7h6h")];
        let ranges = ranges.each_ref().map(|weights| &**weights);
        let combos = |range: usize| COMBOS.iter().zip(ranges[range]).filter(|(_, weight)| **weight > 0).map(|of| *of.0);
        let deals: Vec<_> = combos(0).flat_map(|ours| combos(1).map(move |theirs| [ours, theirs])).collect();
        let mut orbits: Vec<_> = deals
            .iter()
            .map(|deal| {
                let mut orbit: Vec<_> = suits.iter().map(|&suits| image(deal, suits)).collect();
                orbit.retain(|deal| is_dealt(deal, &ranges));
                orbit.sort_unstable();
                orbit.dedup();
                orbit
            })
            .collect();
        let firsts = deals.iter().filter(|deal| is_first(&deal[..], &suits, &ranges)).count();
        orbits.sort_unstable();
        orbits.dedup();
        assert!(firsts == orbits.len() && firsts < deals.len());
    }

    #[test]
    fn more_deals_than_one_batch_are_the_same_on_any_threads() {
        let weights = [1.0 / 3.0; COMBO_COUNT];
        let river = [0, 17, 34, 51, 3];
        let mut few = [0.0; COMBO_COUNT];
        few[125..132].fill(0.1);
        let of = |threads| counted(count, &[&weights, &few], &river, CardSet::EMPTY, &mut Run::new(threads));
        let found = of(1);
        assert!(found == of(3));
        let total: f64 = found[1].total.iter().sum();
        assert!((total - 7.0 * 990.0 / 3.0).abs() < 1e-9, "{total}");
    }
}
