//! Odds against random opponents, on one thread; all starting hands on two, too. Answers are compared before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::{CardSet, hand_class};
use pokerbits::odds::{Method, OpponentCounts, odds_rows, odds_vs_random, preflop_odds};
use pokerbits::runtime::Run;

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    divan::main();
}

/// Random hands on random boards of `size` cards.
fn deals(rows: usize, size: usize) -> (Vec<[u8; 2]>, Vec<u8>) {
    let deals = common::random_hands(rows, 2 + size, [1, 2]);
    let rows = deals.chunks(2 + size);
    (rows.clone().map(|deal| [deal[0], deal[1]]).collect(), rows.flat_map(|deal| deal[2..].to_vec()).collect())
}

fn one_to(k: u32) -> Vec<u32> {
    (1..=k).collect()
}

fn rows(bencher: Bencher, count: usize, size: usize, k: u32) {
    let (holes, boards) = deals(count, size);
    let odds = |ks: &[u32]| odds_rows(&holes, &boards, size, CardSet::EMPTY, ks, &mut Run::new(1)).unwrap();
    check(&holes, &boards, size, &odds(&one_to(k)));
    bencher.counter(ItemsCount::new(count)).bench_local(|| odds(black_box(&one_to(k))));
}

/// The first rows equal the plain method's for one opponent, and no deal is counted twice.
fn check(holes: &[[u8; 2]], boards: &[u8], size: usize, odds: &[Vec<OpponentCounts>]) {
    for ((&hole, board), row) in holes.iter().zip(boards.chunks(size)).zip(odds).take(10) {
        let plain = odds_vs_random(hole, board, CardSet::EMPTY, &[1], Method::Cliques, &mut Run::new(1)).unwrap();
        assert_eq!(plain[0], row[0]);
    }
    assert!(odds.iter().flatten().all(|of_k| of_k.win() + of_k.tie() <= of_k.total));
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
    let (holes, boards) = deals(20, 5);
    let odds = |method| {
        let rows = holes.iter().zip(boards.chunks(5));
        rows.map(|(&hole, board)| odds_vs_random(hole, board, CardSet::EMPTY, &[k], method, &mut Run::new(1)).unwrap())
            .collect::<Vec<_>>()
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

/// Opponents and threads. Each takes seconds: where only the answers matter, one is enough.
fn all_starting_hands_args() -> Vec<(u32, usize)> {
    let all = [(8, 2), (8, 1), (22, 2), (22, 1)];
    let quick = std::env::args().any(|arg| arg == "--test");
    all[..if quick { 1 } else { 4 }].to_vec()
}

#[divan::bench(args = all_starting_hands_args(), sample_count = 3)]
fn all_starting_hands(bencher: Bencher, (k, threads): (u32, usize)) {
    bencher.bench_local(|| {
        let odds = preflop_odds(&one_to(k), &mut Run::new(threads)).unwrap();
        assert_eq!(odds[hand_class(50, 51) as usize][7].win(), 955_211_551_555_474_938_158_586);
    });
}
