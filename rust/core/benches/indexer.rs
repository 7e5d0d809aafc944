//! The hand indexer, one thread, random hands; items a second are hands (pairs for boards).

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::indexer::{HandIndexer, STATE_WORDS};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::{Level, Proven};

#[path = "../tests/common/mod.rs"]
mod common;
use common::random_hands;

fn main() {
    divan::main();
}

const HANDS: usize = 100_000;
const KEY: [u64; 2] = [20_130_101, 52];

/// The measured games: cards per round, and the checksum of the last round's indices of [`random_hands`].
const GAMES: [(&[usize], u64); 2] = [(&[2, 3, 1, 1], 119_099_419_778_598), (&[4, 3, 1, 1], 19_452_470_684_211_235)];

fn levels() -> impl Iterator<Item = Proven> {
    Level::ALL.into_iter().filter_map(Level::prove)
}

/// A game and a level, printed side by side.
#[derive(Clone, Copy)]
struct GameAt(usize, Proven);

impl std::fmt::Display for GameAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", GAMES[self.0].0, self.1)
    }
}

fn cases() -> impl Iterator<Item = GameAt> {
    (0..GAMES.len()).flat_map(|game| levels().map(move |level| GameAt(game, level)))
}

struct Case {
    indexer: HandIndexer,
    level: Proven,
    width: usize,
    hands: Vec<u8>,
    indices: Vec<u64>,
}

/// The case, after its indices have been checked.
fn prepare(GameAt(game, level): GameAt) -> Case {
    let (rounds, checksum) = GAMES[game];
    let indexer = HandIndexer::new(rounds).unwrap();
    let last = rounds.len() - 1;
    let width = indexer.cards_through(last).unwrap();
    let hands = random_hands(HANDS, width, KEY);
    let mut indices = vec![0; HANDS];
    indexer.index_rows(last, &hands, &mut indices, &mut Run::new(1).at(level)).unwrap();
    assert_eq!(indices.iter().fold(0, |sum: u64, i| sum.wrapping_add(*i)), checksum);
    Case { indexer, level, width, hands, indices }
}

#[divan::bench(args = cases())]
fn index(bencher: Bencher, case: GameAt) {
    let Case { indexer, level, hands, mut indices, .. } = prepare(case);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.index_rows(3, black_box(&hands), &mut indices, &mut Run::new(1).at(level)).unwrap();
    });
}

#[divan::bench(args = cases())]
fn index_all(bencher: Bencher, case: GameAt) {
    let Case { indexer, level, hands, indices, .. } = prepare(case);
    let mut all = vec![0; HANDS * 4];
    indexer.index_all_rows(&hands, &mut all, &mut Run::new(1).at(level)).unwrap();
    assert!(all.chunks(4).zip(&indices).all(|(all, &last)| all[3] == last));
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.index_all_rows(black_box(&hands), &mut all, &mut Run::new(1).at(level)).unwrap();
    });
}

/// The last round only.
#[divan::bench(args = cases())]
fn extend(bencher: Bencher, case: GameAt) {
    let Case { indexer, level, width, hands, indices } = prepare(case);
    let run = &mut Run::new(1).at(level);
    let mut states = vec![0; HANDS * STATE_WORDS];
    let mut out = vec![0; HANDS];
    indexer.start(&mut states).unwrap();
    let mut from = 0;
    let mut extended = states.clone();
    for round in 0..4 {
        let to = indexer.cards_through(round).unwrap();
        let cards: Vec<u8> = hands.chunks(width).flat_map(|hand| hand[from..to].to_vec()).collect();
        indexer.extend(round, &states, &cards, &mut extended, &mut out, run).unwrap();
        if round < 3 {
            states.copy_from_slice(&extended);
        }
        from = to;
    }
    assert_eq!(out, indices);
    let cards: Vec<u8> = hands.chunks(width).map(|hand| hand[width - 1]).collect();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.extend(3, black_box(&states), &cards, &mut extended, &mut out, run).unwrap();
    });
}

#[divan::bench(args = cases())]
fn unindex_random(bencher: Bencher, case: GameAt) {
    let case = prepare(case);
    let indices = case.indices.clone();
    bench_unindex(bencher, case, &indices);
}

/// The same indices in ascending order, some 20,000 apart: a sample without duplicates.
#[divan::bench(args = cases())]
fn unindex_sorted(bencher: Bencher, case: GameAt) {
    let case = prepare(case);
    let mut indices = case.indices.clone();
    indices.sort_unstable();
    bench_unindex(bencher, case, &indices);
}

#[divan::bench(args = cases())]
fn unindex_every_seventh(bencher: Bencher, case: GameAt) {
    let case = prepare(case);
    let indices = steps(&case, 7);
    bench_unindex(bencher, case, &indices);
}

#[divan::bench(args = cases())]
fn unindex_consecutive(bencher: Bencher, case: GameAt) {
    let case = prepare(case);
    let indices = steps(&case, 1);
    bench_unindex(bencher, case, &indices);
}

/// Indices with equal steps from ten places on; on average as far from the next configuration as random ones.
fn steps(case: &Case, step: u64) -> Vec<u64> {
    let (size, runs) = (case.indexer.size(3).unwrap(), 10);
    let starts = (0..runs).map(|k| size / runs * k + size / 20);
    starts.flat_map(|start| (0..HANDS as u64 / runs).map(move |k| start + k * step)).collect()
}

/// Checks the hands against those that are found one by one, then measures.
fn bench_unindex(bencher: Bencher, case: Case, indices: &[u64]) {
    let Case { indexer, level, hands, .. } = case;
    let run = &mut Run::new(1).at(level);
    let (mut cards, mut one_by_one) = (vec![0; hands.len()], vec![0; hands.len()]);
    indexer.unindex_rows(3, indices, &mut cards, run).unwrap();
    for (&index, out) in indices.iter().zip(one_by_one.chunks_mut(hands.len() / HANDS)) {
        indexer.unindex(3, index, out).unwrap();
    }
    assert!(cards == one_by_one);
    let mut back = vec![0; HANDS];
    indexer.index_rows(3, &cards, &mut back, run).unwrap();
    assert_eq!(back, indices);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        indexer.unindex_rows(3, black_box(indices), &mut cards, run).unwrap();
    });
}

/// All 1,081 hole pairs of river boards, a pair an item.
#[divan::bench(args = levels())]
fn board(bencher: Bencher, level: Proven) {
    const BOARDS: usize = 200;
    let indexer = HandIndexer::new(&[2, 5]).unwrap();
    let boards = random_hands(BOARDS, 5, KEY);
    let mut out = vec![0; BOARDS * 1081];
    let run = &mut Run::new(1).at(level);
    indexer.index_boards(1, &boards, &mut out, run).unwrap();
    let hands: Vec<u8> = boards
        .chunks(5)
        .flat_map(|board| indexer.hole_pairs(board).unwrap().into_iter().flat_map(|hole| [&hole[..], board].concat()))
        .collect();
    let mut one_by_one = vec![0; out.len()];
    indexer.index_rows(1, &hands, &mut one_by_one, run).unwrap();
    assert_eq!(out, one_by_one);
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        indexer.index_boards(1, black_box(&boards), &mut out, run).unwrap();
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
