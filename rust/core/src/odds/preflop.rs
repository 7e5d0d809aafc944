//! Odds before the flop: many starting hands at once, summed over all boards.
//!
//! The 2,598,960 boards have 42,783 patterns: the ranks and, if a suit has three cards or more, the ranks of this suit. A
//! first loop over the patterns finds the class graphs of all hands, with the number of boards on which each hand has each
//! graph. A second loop counts every distinct graph once. The 169 hand classes have 10,033,062 pairs of a pattern and the
//! types of the hero's cards, but only about 130,000 distinct graphs.

use std::sync::{Mutex, PoisonError};

use super::counts::OpponentCounts;
use super::deal::HeroDeal;
use super::matchings::{DealSums, DistinctGraphs, Hero, Solver, ThreadGraphs, add_heroes};
use super::one_opponent::{self, OutcomeSums};
use super::types::TypeTable;
use crate::cards::{COMBOS, CardSet, HAND_CLASS_COUNT, SUITS, hand_class};
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec, try_with_capacity};
use crate::runtime::progress::Phase;
use crate::runtime::{Run, lock};
use crate::showdown::board_pattern::{CardsLeft, RankMultiset, rank_multisets};
use crate::showdown::board_view::BoardView;
use crate::showdown::street::BOARD_CARDS;

/// Hands that one pair of loops counts together. Every distinct graph keeps a number of boards for each of them.
const BATCH: usize = HAND_CLASS_COUNT;
/// Rank multisets that one thread takes at a time.
const MULTISETS: usize = 16;
/// Graphs that one thread takes at a time.
const GRAPHS: usize = 512;

/// The exact odds of all 169 starting hands against each number of opponents: row i is hand class i.
///
/// # Errors
/// [`Error::InvalidArgument`](crate::Error::InvalidArgument) without numbers of opponents or for one that is not 1 to 22;
/// [`Error::Cancelled`](crate::Error::Cancelled).
///
/// ```no_run
/// use pokerbits::{cards::class_of, odds::preflop_odds, runtime::Run};
/// let odds = preflop_odds(&[1, 2], &mut Run::new(2))?;
/// let aces = &odds[class_of([50, 51])? as usize];
/// assert_eq!((aces[0].win(), aces[0].tie()), (1_781_508_418, 11_402_312));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn preflop_odds(opponents: &[u32], run: &mut Run<'_>) -> Result<Vec<Vec<OpponentCounts>>> {
    let mut hands = [[0; 2]; HAND_CLASS_COUNT];
    for &[low, high] in &COMBOS {
        hands[hand_class(low, high) as usize] = [low, high];
    }
    starting_hands(&hands, CardSet::EMPTY, opponents, run)
}

/// The odds of each of `hands`, all with the same dead cards.
pub(super) fn starting_hands(
    hands: &[[u8; 2]],
    dead: CardSet,
    opponents: &[u32],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<OpponentCounts>>> {
    let batches = hands.len().div_ceil(BATCH);
    let mut out = try_with_capacity(hands.len())?;
    for (batch, hands) in hands.chunks(BATCH).enumerate() {
        out.append(&mut one_batch(hands, dead, opponents, [batch, batches], run)?);
    }
    Ok(out)
}

/// The odds of the hands of one batch, with the number `batch` out of `batches`.
fn one_batch(
    hands: &[[u8; 2]],
    dead: CardSet,
    opponents: &[u32],
    [batch, batches]: [usize; 2],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<OpponentCounts>>> {
    let deals = try_collect(hands.iter().map(|&hole| HeroDeal::new(hole, &[], dead)))?;
    let Some(first) = deals.first() else { return Ok(Vec::new()) };
    let k_max = first.check_opponents(opponents)?;
    let unknown = first.situation.left().len() as usize;

    let starts = try_collect(deals.iter().map(|deal| Ok(StartingHand::new(deal))))?;
    let chunks = rank_multisets().chunks(MULTISETS);
    let n_chunks = chunks.len();
    let steps = n_chunks as u64;
    if k_max == 1 {
        run.enter_phase(Phase { before: batch as u64 * steps, steps, total: batches as u64 * steps });
        let sums = run.reduce(
            chunks,
            n_chunks,
            || try_vec(OutcomeSums::default(), hands.len()),
            |sums, multisets, _| {
                let mut patterns = HeroesByPattern::default();
                for multiset in multisets {
                    patterns.for_each(multiset, &starts, dead, |view, heroes| {
                        one_opponent::add_heroes(view, dead, heroes, sums);
                        Ok(())
                    })?;
                }
                Ok(())
            },
            |all, part| {
                for (sum, more) in all.iter_mut().zip(part) {
                    sum.win += more.win;
                    sum.tie += more.tie;
                }
                Ok(())
            },
        )?;
        let odds = |sum: OutcomeSums| OpponentCounts::of_deal(&[sum.win.into(), sum.tie.into()], unknown, BOARD_CARDS);
        return try_collect(sums.into_iter().map(|sum| try_collect(opponents.iter().map(|_| odds(sum)))));
    }

    // The number of graphs is known only after the first loop. For progress, the second loop has the same number of steps as
    // the first, whatever the number of its items.
    let finding = Phase { before: 2 * batch as u64 * steps, steps, total: 2 * batches as u64 * steps };
    run.enter_phase(finding);
    let distinct = Mutex::new(DistinctGraphs::new(hands.len()));
    // A thread keeps its graphs between chunks: most graphs of the next chunk are among them.
    run.fold(
        chunks,
        n_chunks,
        || Ok(ThreadGraphs::default()),
        |graphs, multisets, _| {
            let mut patterns = HeroesByPattern::default();
            for multiset in multisets {
                patterns.for_each(multiset, &starts, dead, |view, heroes| {
                    add_heroes(&TypeTable::new(view, dead), heroes, graphs)
                })?;
            }
            lock(&distinct).add(graphs)
        },
    )?;

    run.enter_phase(Phase { before: finding.before + steps, ..finding });
    let distinct = distinct.into_inner().unwrap_or_else(PoisonError::into_inner);
    let graphs = try_collect(distinct.iter().map(Ok))?;
    let sums = run.reduce(
        graphs.chunks(GRAPHS),
        graphs.len().div_ceil(GRAPHS),
        || DealSums::new(hands.len(), k_max),
        |sums, graphs, _| {
            let mut solver = Solver::default();
            for (graph, boards) in graphs {
                sums.add(graph, boards, &mut solver)?;
            }
            Ok(())
        },
        |all, part| {
            all.merge(&part);
            Ok(())
        },
    )?;
    let odds = |hero, &k: &u32| OpponentCounts::of_deal(sums.counts(hero, k as usize), unknown, BOARD_CARDS);
    try_collect((0..hands.len()).map(|hero| try_collect(opponents.iter().map(|k| odds(hero, k)))))
}

/// A starting hand, and the cards from which its boards are dealt.
struct StartingHand {
    hole: [u8; 2],
    unknown: CardsLeft,
    /// Suits of one kind have the same ranks among the hole and dead cards, so that their flush boards are equivalent: one
    /// suit of each kind, and the number of suits of this kind.
    suits: Vec<(u8, u32)>,
}

impl StartingHand {
    fn new(deal: &HeroDeal) -> Self {
        let known = !deal.situation.left();
        let mut suits: Vec<(u8, u32)> = Vec::new();
        for suit in 0..SUITS {
            let alike = |&&mut (other, _): &&mut (u8, u32)| known.ranks_of_suit(other) == known.ranks_of_suit(suit);
            match suits.iter_mut().find(alike) {
                Some((_, number)) => *number += 1,
                None => suits.push((suit, 1)),
            }
        }
        Self { hole: deal.hole, unknown: CardsLeft::new(deal.situation.left()), suits }
    }
}

/// The heroes on the boards of one rank multiset, by pattern.
#[derive(Default)]
struct HeroesByPattern {
    /// Boards on which no suit has three cards.
    plain: Vec<Hero>,
    /// Boards with three cards or more of a suit, by suit and its ranks.
    flush: Vec<(u8, u16, Vec<Hero>)>,
}

impl HeroesByPattern {
    /// Finds all `hands` on the boards of one rank multiset, and calls `see` with every pattern and its heroes.
    fn for_each(
        &mut self,
        multiset: &RankMultiset,
        hands: &[StartingHand],
        dead: CardSet,
        mut see: impl FnMut(&BoardView, &mut [Hero]) -> Result<()>,
    ) -> Result<()> {
        let plain_view = multiset.view(None);
        self.plain.clear();
        self.flush.clear();
        // Cards of two suits with the same dead cards have the same types; the lower suit represents both.
        let alike = |suit: u8| (0..suit).find(|&s| dead.ranks_of_suit(s) == dead.ranks_of_suit(suit)).unwrap_or(suit);
        for (number, hand) in (0..).zip(hands) {
            let mut plain = multiset.boards(&hand.unknown) as u32;
            for &(suit, suits) in &hand.suits {
                for (ranks, boards) in multiset.flushes(suit.into(), 3, &hand.unknown) {
                    let boards = suits * boards as u32;
                    plain -= boards;
                    let view = BoardView { flush: Some((suit, ranks)), ..plain_view };
                    let hero = Hero { types: hand.hole.map(|card| view.type_of(card)), number, boards };
                    let suit = alike(suit);
                    match self.flush.iter_mut().find(|pattern| (pattern.0, pattern.1) == (suit, ranks)) {
                        Some(pattern) => try_push(&mut pattern.2, hero)?,
                        None => try_push(&mut self.flush, (suit, ranks, vec![hero]))?,
                    }
                }
            }
            if plain > 0 {
                let types = hand.hole.map(|card| plain_view.type_of(card));
                try_push(&mut self.plain, Hero { types, number, boards: plain })?;
            }
        }
        if !self.plain.is_empty() {
            see(&plain_view, &mut self.plain)?;
        }
        for (suit, ranks, heroes) in &mut self.flush {
            see(&BoardView { flush: Some((*suit, *ranks)), ..plain_view }, heroes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hand has 2,118,760 boards, and all hands together have the known number of situations.
    #[test]
    fn weights_sum_to_all_boards() {
        let mut hands = [[0; 2]; HAND_CLASS_COUNT];
        for &[low, high] in &COMBOS {
            hands[hand_class(low, high) as usize] = [low, high];
        }
        let deals: Vec<HeroDeal> =
            hands.iter().map(|&hole| HeroDeal::new(hole, &[], CardSet::EMPTY).unwrap()).collect();
        let starts: Vec<StartingHand> = deals.iter().map(StartingHand::new).collect();
        let mut patterns = HeroesByPattern::default();
        let mut boards = [0u64; HAND_CLASS_COUNT];
        let (mut plain, mut all) = (0, 0);
        for multiset in rank_multisets() {
            patterns.for_each(multiset, &starts, CardSet::EMPTY, |_, _| Ok(())).unwrap();
            // Without a flush suit the suited and the offsuit hand of two ranks have the same types.
            let mut situations = |heroes: &[Hero]| {
                let mut types: Vec<[u8; 2]> = heroes.iter().map(|hero| hero.types).collect();
                for pair in &mut types {
                    pair.sort_unstable();
                }
                types.sort_unstable();
                types.dedup();
                for hero in heroes {
                    boards[hero.number as usize] += u64::from(hero.boards);
                }
                types.len()
            };
            plain += situations(&patterns.plain);
            all += patterns.flush.iter().map(|(.., heroes)| situations(heroes)).sum::<usize>();
        }
        all += plain;
        assert!(boards.iter().all(|&n| n == 2_118_760));
        assert_eq!((plain, all), (558_883, 10_033_062));
    }
}
