//! Before the flop: many starting hands over all boards at once.
//!
//! Boards come as patterns. Each pattern's types are compared once for all the heroes; the graphs that they meet are
//! counted first, then each different graph is solved once. All 169 hands meet 10,033,062 graphs on 42,783 patterns, of
//! which about 130,000 differ.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::counts::OpponentCounts;
use super::deal::Deal;
use super::heroes::{Hero, tally_heroes};
use super::memo::{Census, Tally};
use super::solver::Solver;
use super::steps::{self, Steps};
use super::sums::Sums;
use super::types::TypeTable;
use crate::cards::{COMBOS, CardSet, HAND_CLASS_COUNT, SUITS, hand_class};
use crate::error::Result;
use crate::runtime::Run;
use crate::showdown::board_pattern::{CardsLeft, RankMultiset, rank_multisets};
use crate::showdown::board_view::BoardView;

/// Hands whose graphs are kept at once, for the memory that they take.
const BATCH: usize = HAND_CLASS_COUNT;
/// Rank multisets that one thread takes at a time.
const MULTISETS: usize = 16;
/// Graphs that one thread takes at a time.
const GRAPHS: usize = 512;

/// The exact odds of all 169 starting hands against each number of opponents: row i is hand class i.
///
/// # Errors
/// [`Error::InvalidArgument`](crate::Error::InvalidArgument) for no number of opponents or one outside 1..=22;
/// [`Error::Cancelled`](crate::Error::Cancelled).
///
/// ```no_run
/// use pokerbits::{cards::hand_class, odds::preflop_odds, runtime::Run};
/// let odds = preflop_odds(&[1, 2], &mut Run::new(2))?;
/// let aces = &odds[hand_class(50, 51) as usize];
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

/// The odds of each of `hands`, which have the same dead cards.
pub(super) fn starting_hands(
    hands: &[[u8; 2]],
    dead: CardSet,
    opponents: &[u32],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<OpponentCounts>>> {
    let batches = hands.len().div_ceil(BATCH);
    let mut out = Vec::with_capacity(hands.len());
    for (batch, hands) in hands.chunks(BATCH).enumerate() {
        out.append(&mut one_batch(hands, dead, opponents, run, batch, batches)?);
    }
    Ok(out)
}

fn one_batch(
    hands: &[[u8; 2]],
    dead: CardSet,
    opponents: &[u32],
    run: &mut Run<'_>,
    batch: usize,
    batches: usize,
) -> Result<Vec<Vec<OpponentCounts>>> {
    let deals: Vec<Deal> = hands.iter().map(|&hole| Deal::new(hole, &[], dead)).collect::<Result<_>>()?;
    let Some(first) = deals.first() else { return Ok(Vec::new()) };
    let budget = first.check_opponents(opponents)?;
    let unknown = first.situation.left().len() as usize;

    let tallies: Mutex<Vec<Tally>> = Mutex::new(Vec::new());
    let census = Mutex::new(Census::new(hands.len()));
    let seats: Vec<Seat> = deals.iter().map(Seat::new).collect();
    let chunks = rank_multisets().chunks(MULTISETS);
    let n_chunks = chunks.len();
    // How many graphs there are is not known yet: solving them is as many steps as counting them, whatever their number.
    let counting = Steps { before: 2 * batch * n_chunks, here: n_chunks, total: 2 * batches * n_chunks };
    let solving = Steps { before: counting.before + n_chunks, ..counting };
    steps::for_each(run, chunks, n_chunks, counting, |multisets, _| {
        // Whatever a thread has met before is known to it.
        let mut tally = lock(&tallies).pop().unwrap_or_default();
        let mut table = Buckets::default();
        for multiset in multisets {
            tally_multiset(multiset, &seats, dead, &mut table, &mut tally);
        }
        lock(&census).add(&mut tally);
        lock(&tallies).push(tally);
        Ok(())
    })?;

    drop(tallies);
    let census = census.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sums = Mutex::new(Sums::new(hands.len(), budget));
    let graphs: Vec<_> = census.graphs().collect();
    steps::for_each(run, graphs.chunks(GRAPHS), graphs.len().div_ceil(GRAPHS), solving, |graphs, _| {
        let mut solver = Solver::new();
        let mut part = Sums::new(hands.len(), budget);
        for (graph, boards) in graphs {
            part.add(graph, boards, &mut solver);
        }
        lock(&sums).merge(&part);
        Ok(())
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((0..hands.len()).map(|hero| sums.counts(hero, opponents, unknown, 5)).collect())
}

/// Locks what a panicking worker may have left: its panic reaches the caller.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A starting hand and what the deck has left for boards.
struct Seat {
    hole: [u8; 2],
    left: CardsLeft,
    /// Suits whose flush boards look alike to the hand: one of each sort and how many there are.
    suits: Vec<(u8, u32)>,
}

impl Seat {
    fn new(deal: &Deal) -> Self {
        let known = !deal.situation.left();
        let mut suits: Vec<(u8, u32)> = Vec::new();
        for suit in 0..SUITS {
            let alike = |&&mut (other, _): &&mut (u8, u32)| known.ranks_of_suit(other) == known.ranks_of_suit(suit);
            match suits.iter_mut().find(alike) {
                Some((_, number)) => *number += 1,
                None => suits.push((suit, 1)),
            }
        }
        Self { hole: deal.hole, left: CardsLeft::new(deal.situation.left()), suits }
    }
}

/// Heroes by view of one rank multiset: without a flush suit, and by flush suit and ranks.
#[derive(Default)]
struct Buckets {
    plain: Vec<Hero>,
    flush: Vec<(u8, u16, Vec<Hero>)>,
}

/// Counts the graphs of all hands on the boards of one rank multiset.
fn tally_multiset(multiset: &RankMultiset, seats: &[Seat], dead: CardSet, buckets: &mut Buckets, tally: &mut Tally) {
    let plain_view = multiset.view(None);
    buckets.plain.clear();
    buckets.flush.clear();
    // Suits with the same dead cards have the same types; the first of them stands for all.
    let alike = |suit: u8| (0..suit).find(|&s| dead.ranks_of_suit(s) == dead.ranks_of_suit(suit)).unwrap_or(suit);
    for (number, seat) in seats.iter().enumerate() {
        let number = number as u32;
        let mut plain = multiset.boards(&seat.left) as u32;
        for &(suit, copies) in &seat.suits {
            for (ranks, boards) in multiset.flushes(suit.into(), 3, &seat.left) {
                let boards = copies * boards as u32;
                plain -= boards;
                let view = BoardView { flush: Some((suit, ranks)), ..plain_view };
                let hero = Hero { types: seat.hole.map(|card| view.type_of(card)), number, boards };
                let suit = alike(suit);
                match buckets.flush.iter_mut().find(|bucket| (bucket.0, bucket.1) == (suit, ranks)) {
                    Some(bucket) => bucket.2.push(hero),
                    None => buckets.flush.push((suit, ranks, vec![hero])),
                }
            }
        }
        if plain > 0 {
            let types = seat.hole.map(|card| plain_view.type_of(card));
            buckets.plain.push(Hero { types, number, boards: plain });
        }
    }
    if !buckets.plain.is_empty() {
        tally_heroes(&TypeTable::new(&plain_view, dead), &mut buckets.plain, tally);
    }
    for (suit, ranks, heroes) in &mut buckets.flush {
        let view = BoardView { flush: Some((*suit, *ranks)), ..plain_view };
        tally_heroes(&TypeTable::new(&view, dead), heroes, tally);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hand meets every board once, and as many situations as the mathematics says.
    #[test]
    fn weights_sum_to_all_boards() {
        let mut hands = [[0; 2]; HAND_CLASS_COUNT];
        for &[low, high] in &COMBOS {
            hands[hand_class(low, high) as usize] = [low, high];
        }
        let deals: Vec<Deal> = hands.iter().map(|&hole| Deal::new(hole, &[], CardSet::EMPTY).unwrap()).collect();
        let seats: Vec<Seat> = deals.iter().map(Seat::new).collect();
        let mut buckets = Buckets::default();
        let mut tally = Tally::default();
        let mut boards = [0u64; HAND_CLASS_COUNT];
        let (mut plain, mut all) = (0, 0);
        for multiset in rank_multisets() {
            tally_multiset(multiset, &seats, CardSet::EMPTY, &mut buckets, &mut tally);
            // A hand may come twice in a bucket, suited and off-suit hands of two ranks share types.
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
            plain += situations(&buckets.plain);
            all += buckets.flush.iter().map(|(.., heroes)| situations(heroes)).sum::<usize>();
        }
        all += plain;
        assert!(boards.iter().all(|&n| n == 2_118_760));
        assert_eq!((plain, all), (558_883, 10_033_062));
    }
}
