//! Odds against random opponents, on one thread; all starting hands on two, too. Answers are compared before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::{COMBOS, CardSet, class_of};
use pokerbits::odds::{Method, OddsRows, OpponentCounts, odds_rows, odds_vs_random, preflop_odds};
use pokerbits::runtime::Run;

mod common;
#[path = "../tests/common/mod.rs"]
mod common_to_tests;
use common::only_checks;
use common_to_tests::random_hands;

fn main() {
    divan::main();
}

fn one_to(k: u32) -> Vec<u32> {
    (1..=k).collect()
}

/// Rows of hole cards and boards of `size` cards; the first equal the plain method's for one opponent.
fn rows(bencher: Bencher, count: usize, size: usize, k: u32) {
    let count = if only_checks() { 10 } else { count };
    let deals = random_hands(count, 2 + size, [1, 2]);
    let ks = one_to(k);
    let per_row = OddsRows::counts_per_row(&ks);
    let mut counts = vec![[0; 2]; count * per_row];
    let mut probabilities = vec![[0.0; 4]; count * ks.len()];
    let mut odds = || {
        let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
        odds_rows(black_box(&deals), size, CardSet::EMPTY, &ks, out, &mut Run::new(1)).unwrap();
    };
    odds();
    bencher.counter(ItemsCount::new(count)).bench_local(odds);
    for (deal, row) in deals.chunks(2 + size).zip(counts.chunks(per_row)).take(10) {
        let plain = plain(deal);
        assert_eq!(row[..2], [[plain.win() as u64, 0], [plain.tie() as u64, 0]]);
    }
    let sums = |[equity, win, tie, lose]: [f64; 4]| (win + tie + lose - 1.0).abs() < 1e-12 && win <= equity;
    assert!(probabilities.into_iter().all(sums));
}

/// The odds of hole cards and a board against one opponent by the plain method.
fn plain(deal: &[u8]) -> OpponentCounts {
    let hole = [deal[0], deal[1]];
    odds_vs_random(hole, &deal[2..], CardSet::EMPTY, &[1], Method::Cliques, &mut Run::new(1)).unwrap().swap_remove(0)
}

#[divan::bench(args = [1, 8, 22], sample_count = 10)]
fn river(bencher: Bencher, k: u32) {
    rows(bencher, 10_000, 5, k);
}

#[divan::bench(args = [8, 22], sample_count = 10)]
fn turn(bencher: Bencher, k: u32) {
    rows(bencher, 500, 4, k);
}

#[divan::bench(args = [8, 22], sample_count = 10)]
fn flop(bencher: Bencher, k: u32) {
    rows(bencher, 50, 3, k);
}

#[divan::bench(args = [1, 2, 3, 4], sample_count = 5)]
fn river_by_cliques(bencher: Bencher, k: u32) {
    let deals = random_hands(20, 7, [1, 2]);
    let odds = |method| {
        let of = |deal: &[u8]| {
            odds_vs_random([deal[0], deal[1]], &deal[2..], CardSet::EMPTY, &[k], method, &mut Run::new(1)).unwrap()
        };
        deals.chunks(7).map(of).collect::<Vec<_>>()
    };
    assert_eq!(odds(Method::Cliques), odds(Method::Matchings));
    bencher.counter(ItemsCount::new(20usize)).bench_local(|| odds(Method::Cliques));
}

#[divan::bench(sample_count = 5)]
fn one_starting_hand(bencher: Bencher) {
    let odds =
        || odds_vs_random([50, 51], &[], CardSet::EMPTY, &one_to(8), Method::Matchings, &mut Run::new(1)).unwrap();
    assert_eq!(odds()[7].win(), 955_211_551_555_474_938_158_586);
    bencher.bench_local(odds);
}

/// Opponents and threads. More than one opponent takes seconds: where only the answers matter, one is enough.
fn all_starting_hands_args() -> Vec<(u32, usize)> {
    if only_checks() { vec![(1, 2)] } else { vec![(8, 2), (8, 1), (22, 2), (22, 1)] }
}

#[divan::bench(args = all_starting_hands_args(), sample_count = 3)]
fn all_starting_hands(bencher: Bencher, (k, threads): (u32, usize)) {
    bencher.bench_local(|| {
        let odds = preflop_odds(&one_to(k), &mut Run::new(threads)).unwrap();
        let aces = &odds[class_of([50, 51]).unwrap() as usize];
        assert_eq!(aces[0].win(), 1_781_508_418);
        assert!(aces.get(7).is_none_or(|against_eight| against_eight.win() == 955_211_551_555_474_938_158_586));
    });
}

/// Every hand against one opponent alone; the argument is the number of threads.
#[divan::bench(args = [2, 1], sample_count = 5)]
fn all_starting_hands_against_one(bencher: Bencher, threads: usize) {
    bencher.bench_local(|| {
        let odds = preflop_odds(&[1], &mut Run::new(threads)).unwrap();
        let aces = &odds[class_of([50, 51]).unwrap() as usize][0];
        assert_eq!((aces.win(), aces.tie()), (1_781_508_418, 11_402_312));
        // Over all hands as much is won as lost.
        let of = |win: fn(&OpponentCounts) -> u128| {
            COMBOS.iter().map(|&[low, high]| win(&odds[class_of([low, high]).unwrap() as usize][0])).sum::<u128>()
        };
        assert_eq!(of(OpponentCounts::win), of(OpponentCounts::lose));
    });
}
