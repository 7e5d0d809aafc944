//! The hand indexer, one thread, random hands; items a second are hands (pairs for boards).

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::indexer::{HandIndexer, STATE_WORDS};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::Level;

#[path = "../tests/common/mod.rs"]
mod common;
use common::random_hands;

fn main() {
    divan::main();
}

const HANDS: usize = 100_000;
const KEY: [u64; 2] = [20_130_101, 52];

/// What is measured: cards per round, and the checksum of the last round's indices of [`random_hands`].
const GAMES: [(&[usize], u64); 2] = [(&[2, 3, 1, 1], 119_099_419_778_598), (&[4, 3, 1, 1], 19_452_470_684_211_235)];

const CASES: [(usize, Level); 6] =
    [(0, Level::Baseline), (0, Level::V3), (0, Level::V4), (1, Level::Baseline), (1, Level::V3), (1, Level::V4)];

struct Case {
    indexer: HandIndexer,
    level: Level,
    width: usize,
    hands: Vec<u8>,
    indices: Vec<u64>,
}

/// The case, after its indices have been checked; `None` where the CPU lacks the level.
fn prepare((game, level): (usize, Level)) -> Option<Case> {
    let (rounds, checksum) = GAMES[game];
    if !level.is_supported() {
        return None;
    }
    let indexer = HandIndexer::new(rounds).unwrap();
    let last = rounds.len() - 1;
    let width = indexer.cards_through(last).unwrap();
    let hands = random_hands(HANDS, width, KEY);
    let mut indices = vec![0; HANDS];
    indexer.index_rows_at(level, last, &hands, &mut indices, &mut Run::new(1)).unwrap();
    assert_eq!(indices.iter().fold(0, |sum: u64, i| sum.wrapping_add(*i)), checksum);
    Some(Case { indexer, level, width, hands, indices })
}

#[divan::bench(args = CASES)]
fn index(bencher: Bencher, case: (usize, Level)) {
    let Some(Case { indexer, level, hands, mut indices, .. }) = prepare(case) else { return };
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.index_rows_at(level, 3, black_box(&hands), &mut indices, &mut Run::new(1)).unwrap();
    });
}

#[divan::bench(args = CASES)]
fn index_all(bencher: Bencher, case: (usize, Level)) {
    let Some(Case { indexer, level, hands, indices, .. }) = prepare(case) else { return };
    let mut all = vec![0; HANDS * 4];
    indexer.index_all_rows_at(level, &hands, &mut all, &mut Run::new(1)).unwrap();
    assert!(all.chunks(4).zip(&indices).all(|(all, &last)| all[3] == last));
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.index_all_rows_at(level, black_box(&hands), &mut all, &mut Run::new(1)).unwrap();
    });
}

/// The last round only.
#[divan::bench(args = CASES)]
fn extend(bencher: Bencher, case: (usize, Level)) {
    let Some(Case { indexer, level, width, hands, indices }) = prepare(case) else { return };
    let run = &mut Run::new(1);
    let mut states = vec![0; HANDS * STATE_WORDS];
    let mut out = vec![0; HANDS];
    indexer.start(&mut states).unwrap();
    let mut from = 0;
    let mut extended = states.clone();
    for round in 0..4 {
        let to = indexer.cards_through(round).unwrap();
        let cards: Vec<u8> = hands.chunks(width).flat_map(|hand| hand[from..to].to_vec()).collect();
        indexer.extend_at(level, round, &states, &cards, &mut extended, &mut out, run).unwrap();
        if round < 3 {
            states.copy_from_slice(&extended);
        }
        from = to;
    }
    assert_eq!(out, indices);
    let cards: Vec<u8> = hands.chunks(width).map(|hand| hand[width - 1]).collect();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.extend_at(level, 3, black_box(&states), &cards, &mut extended, &mut out, run).unwrap();
    });
}

#[divan::bench(args = CASES)]
fn unindex(bencher: Bencher, case: (usize, Level)) {
    let Some(Case { indexer, level, hands, indices, .. }) = prepare(case) else { return };
    let run = &mut Run::new(1);
    let mut cards = vec![0; hands.len()];
    let mut back = vec![0; HANDS];
    indexer.unindex_rows_at(level, 3, &indices, &mut cards, run).unwrap();
    indexer.index_rows_at(level, 3, &cards, &mut back, run).unwrap();
    assert_eq!(back, indices);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.unindex_rows_at(level, 3, black_box(&indices), &mut cards, run).unwrap();
    });
}

/// Consecutive indices; on average as far from the next configuration as random ones.
#[divan::bench(args = CASES)]
fn unindex_sorted(bencher: Bencher, case: (usize, Level)) {
    let Some(Case { indexer, level, hands, .. }) = prepare(case) else { return };
    let run = &mut Run::new(1);
    let (size, runs) = (indexer.size(3).unwrap(), 10);
    let starts = (0..runs).map(|k| size / runs * k + size / 20);
    let indices: Vec<u64> = starts.flat_map(|start| start..start + HANDS as u64 / runs).collect();
    let (mut cards, mut one_by_one) = (vec![0; hands.len()], vec![0; hands.len()]);
    indexer.unindex_rows_at(level, 3, &indices, &mut cards, run).unwrap();
    for (&index, out) in indices.iter().zip(one_by_one.chunks_mut(hands.len() / HANDS)) {
        indexer.unindex(3, index, out).unwrap();
    }
    assert!(cards == one_by_one);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.unindex_rows_at(level, 3, black_box(&indices), &mut cards, run).unwrap();
    });
}

/// All 1,081 hole pairs of river boards, a pair an item.
#[divan::bench(args = [Level::Baseline, Level::V3, Level::V4])]
fn board(bencher: Bencher, level: Level) {
    const BOARDS: usize = 200;
    if !level.is_supported() {
        return;
    }
    let indexer = HandIndexer::new(&[2, 5]).unwrap();
    let boards = random_hands(BOARDS, 5, KEY);
    let mut out = vec![0; BOARDS * 1081];
    let run = &mut Run::new(1);
    indexer.index_boards_at(level, 1, &boards, &mut out, run).unwrap();
    let hands: Vec<u8> = boards
        .chunks(5)
        .flat_map(|board| indexer.hole_pairs(board).unwrap().into_iter().flat_map(|hole| [&hole[..], board].concat()))
        .collect();
    let mut one_by_one = vec![0; out.len()];
    indexer.index_rows_at(level, 1, &hands, &mut one_by_one, run).unwrap();
    assert_eq!(out, one_by_one);
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        indexer.index_boards_at(level, 1, black_box(&boards), &mut out, run).unwrap();
    });
}

/// Hold'em, four-card and six-card Omaha, and their rivers' hands as Burnside's lemma counts them.
#[divan::bench(args = [(2, 2_428_287_420), (4, 389_802_959_832), (6, 23_315_726_533_528)])]
fn create(bencher: Bencher, (hole, size): (usize, u64)) {
    let indexer = HandIndexer::new(&[hole, 3, 1, 1]).unwrap();
    assert_eq!(indexer.size(3).unwrap(), size);
    assert!(indexer.table_bytes() < 200 << 10, "{indexer:?}: {} bytes", indexer.table_bytes());
    bencher.bench_local(|| HandIndexer::new(black_box(&[hole, 3, 1, 1])).unwrap());
}
