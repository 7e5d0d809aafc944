//! Omaha: random deals and deals that share a board, one thread, every CPU level. Answers are compared before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::evaluator::{evaluate_ids, evaluate_omaha_ids, evaluate_omaha_rows, low_of_ranks, omaha_low_rows};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::{Level, Proven};

#[path = "../tests/common/mod.rs"]
mod common;
use common::oracle::omaha_fives;
use common::random_hands;

fn main() {
    divan::main();
}

const DEALS: usize = 200_000;
const BOARD: usize = 5;
const SIZES: [usize; 3] = [4, 5, 6];

fn levels_and_sizes() -> impl Iterator<Item = (Proven, usize)> {
    Level::ALL.into_iter().filter_map(Level::prove).flat_map(|level| SIZES.map(|hole| (level, hole)))
}

fn deals(hole: usize) -> Vec<u8> {
    random_hands(DEALS, hole + BOARD, [1, hole as u64])
}

/// The best of all hands of two hole cards and three board cards, by `value`.
fn best<T: Ord>(hole: &[u8], board: &[u8], value: impl Fn(&[u8; 5]) -> T) -> T {
    omaha_fives(hole, board).iter().map(value).max().unwrap()
}

fn check(cards: &[u8], hole: usize, strengths: &[u16]) {
    for (deal, &strength) in cards.chunks(hole + BOARD).zip(strengths).step_by(20) {
        let (hole, board) = deal.split_at(hole);
        assert_eq!(strength, best(hole, board, |five| evaluate_ids(five).unwrap()));
    }
}

#[divan::bench(args = levels_and_sizes().map(Case))]
fn random_deals(bencher: Bencher, Case((level, hole)): Case) {
    measure(bencher, level, hole, &deals(hole));
}

/// Every hand on the board Ks Th 7d 4c 2c.
#[divan::bench(args = levels_and_sizes().map(Case))]
fn one_board(bencher: Bencher, Case((level, hole)): Case) {
    const SHARED: [u8; BOARD] = [47, 34, 21, 8, 0];
    let mut cards = deals(hole);
    for deal in cards.chunks_mut(hole + BOARD) {
        let mut off_board = deal.to_vec();
        off_board.retain(|card| !SHARED.contains(card));
        deal[..hole].copy_from_slice(&off_board[..hole.min(off_board.len())]);
        deal[hole..].copy_from_slice(&SHARED);
    }
    measure(bencher, level, hole, &cards);
}

fn measure(bencher: Bencher, level: Proven, hole: usize, cards: &[u8]) {
    let mut out = vec![0; DEALS];
    evaluate_omaha_rows(cards, hole, BOARD, &mut out, &mut Run::new(1).at(level)).unwrap();
    check(cards, hole, &out);
    bencher.counter(ItemsCount::new(DEALS)).bench_local(|| {
        evaluate_omaha_rows(black_box(cards), hole, BOARD, &mut out, &mut Run::new(1).at(level)).unwrap();
    });
}

#[divan::bench(args = SIZES)]
fn lows(bencher: Bencher, hole: usize) {
    let cards = deals(hole);
    let mut out = vec![0; DEALS];
    omaha_low_rows(&cards, hole, BOARD, &mut out, &mut Run::new(1)).unwrap();
    for (deal, &low) in cards.chunks(hole + BOARD).zip(&out).step_by(20) {
        let (hole, board) = deal.split_at(hole);
        let low_of = |five: &[u8; 5]| low_of_ranks(five.iter().fold(0, |ranks, card| ranks | 1 << (card / 4)));
        assert_eq!(low, best(hole, board, low_of));
    }
    bencher
        .counter(ItemsCount::new(DEALS))
        .bench_local(|| omaha_low_rows(black_box(&cards), hole, BOARD, &mut out, &mut Run::new(1)).unwrap());
}

#[divan::bench(args = SIZES)]
fn one_by_one(bencher: Bencher, hole: usize) {
    let cards = deals(hole);
    let sum = || -> u64 {
        let both = black_box(&cards).chunks(hole + BOARD).map(|deal| deal.split_at(hole));
        both.map(|(hole, board)| u64::from(evaluate_omaha_ids(hole, board).unwrap())).sum()
    };
    let mut out = vec![0; DEALS];
    evaluate_omaha_rows(&cards, hole, BOARD, &mut out, &mut Run::new(1)).unwrap();
    assert_eq!(sum(), out.iter().map(|&strength| u64::from(strength)).sum());
    bencher.counter(ItemsCount::new(DEALS)).bench_local(sum);
}

/// A level and a number of hole cards, printed side by side.
#[derive(Clone, Copy)]
struct Case((Proven, usize));

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.0, self.0.1)
    }
}
