//! A batch of indices in any order gives the hands that its indices give one by one.

use pokerbits::Error;
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::Level;
use pokerbits::runtime::rng::Philox;
use proptest::prelude::*;

#[path = "common/indexer_games.rs"]
mod games;
use games::GAMES;

/// Indices of a batch that is sorted inside, if it is scattered.
const MANY: usize = 300;

fn random(rng: &mut Philox, size: u64, n: usize) -> Vec<u64> {
    (0..n).map(|_| rng.below(size)).collect()
}

/// `n` indices from `start` on in steps, from 0 again at the end.
fn steps(start: u64, step: u64, size: u64, n: usize) -> Vec<u64> {
    let next = |&at: &u64| Some(((u128::from(at) + u128::from(step)) % u128::from(size)) as u64);
    std::iter::successors(Some(start), next).take(n).collect()
}

/// Batches in which hands stay in various ways near the one before, or do not.
fn orders(rng: &mut Philox, size: u64, n: usize) -> Vec<(String, Vec<u64>)> {
    let scattered = random(rng, size, n);
    let mut sorted = scattered.clone();
    sorted.sort_unstable();
    let mut descending = sorted.clone();
    descending.reverse();
    let twice: Vec<u64> = sorted.iter().flat_map(|&index| [index, index]).collect();
    // A sorted batch with an index from elsewhere at times, and pairs of neighbours all over.
    let disturbed = sorted.iter().enumerate().map(|(k, &index)| if k % 9 == 4 { scattered[k] } else { index });
    let pairs = scattered.iter().flat_map(|&index| [index, index.saturating_sub(1)]);
    let mut orders = vec![
        ("disturbed".into(), disturbed.collect()),
        ("pairs".into(), pairs.collect()),
        ("repeated".into(), vec![scattered[0]; n]),
        ("scattered".into(), scattered),
        ("sorted".into(), sorted),
        ("descending".into(), descending),
        ("twice".into(), twice),
    ];
    // The last one goes once through all indices.
    for step in [1, 2, 7, 100, 2400, 1_000_003, size / n as u64] {
        let start = rng.below(size);
        orders.push((format!("steps of {step}"), steps(start, step, size, n)));
        let back = (size - step % size) % size;
        orders.push((format!("steps of -{step}"), steps(start, back, size, n)));
    }
    orders
}

/// Compares batches with hands that are found one by one.
fn check(indexer: &HandIndexer, round: usize, orders: &[(String, Vec<u64>)], run: &mut Run<'_>) {
    let width = indexer.cards_through(round).unwrap();
    for (order, indices) in orders {
        let mut expected = vec![0; indices.len() * width];
        for (&index, out) in indices.iter().zip(expected.chunks_mut(width)) {
            indexer.unindex(round, index, out).unwrap();
        }
        let mut found = vec![0; expected.len()];
        indexer.unindex_rows(round, indices, &mut found, run).unwrap();
        assert!(found == expected, "{indexer:?}, round {round}, {order}");
        indexer.canonical_rows(round, &expected, &mut found, run).unwrap();
        assert!(found == expected, "{indexer:?}, round {round}, {order}, canonical hands");
    }
}

#[test]
fn every_order_in_every_round_of_every_game() {
    let mut rng = Philox::new([24, 1], [0; 4]);
    for (game, n_ranks, n_suits) in GAMES {
        let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
        for round in 0..game.len() {
            let orders = orders(&mut rng, indexer.size(round).unwrap(), MANY);
            check(&indexer, round, &orders, &mut Run::new(1));
        }
    }
}

/// More rows than are sorted together, and than a thread takes at once.
#[test]
fn long_batches_at_every_level_on_threads() {
    let mut rng = Philox::new([24, 2], [0; 4]);
    for game in [&[2, 3, 1, 1][..], &[4, 3, 1, 1], &[2, 5]] {
        let indexer = HandIndexer::new(game).unwrap();
        let round = game.len() - 1;
        let size = indexer.size(round).unwrap();
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            for (n, threads) in [(5000, 1), (20_000, 3)] {
                let mut orders = orders(&mut rng, size, n);
                orders.retain(|(order, _)| ["scattered", "sorted", "pairs", "steps of 7"].contains(&&order[..]));
                assert_eq!(orders.len(), 4);
                check(&indexer, round, &orders, &mut Run::new(threads).at(level));
            }
        }
    }
}

/// The first of several indices that are too large is reported, wherever it stands.
#[test]
fn the_first_bad_index_is_reported() {
    let mut rng = Philox::new([24, 3], [0; 4]);
    let indexer = HandIndexer::new(&[2, 3, 1, 1]).unwrap();
    let size = indexer.size(3).unwrap();
    for n in [20, 300, 20_000] {
        for (order, mut indices) in orders(&mut rng, size, n) {
            let row = rng.below(indices.len() as u64) as usize;
            for (at, index) in indices[row..].iter_mut().enumerate().filter(|(at, _)| at % 50 == 0) {
                *index = size + at as u64;
            }
            let mut out = vec![0; indices.len() * 7];
            let error = indexer.unindex_rows(3, &indices, &mut out, &mut Run::new(2)).unwrap_err();
            let Error::IndexOutOfRange { row: found, index, last, .. } = error else { panic!("{error}") };
            assert_eq!((found.0, index, last), (Some(row), size, size - 1), "{n}, {order}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any game and deck; batches of any length, whose gaps are up to any part of the indices.
    #[test]
    fn any_gaps_in_any_game(
        game in prop::collection::vec(1usize..=6, 1..=6), n_ranks in 1usize..=13, n_suits in 1usize..=4,
        n in 1usize..600, gap: u64, shift in 0u32..64, seed: u64,
    ) {
        if let Ok(indexer) = HandIndexer::with_deck(&game, n_ranks, n_suits) {
            let mut rng = Philox::new([seed, 0], [0; 4]);
            for round in 0..game.len() {
                let size = indexer.size(round).unwrap();
                let gap = (gap >> shift) % size + 1;
                let mut at = rng.below(size);
                let indices = (0..n).map(|_| {
                    at = ((u128::from(at) + u128::from(rng.below(gap))) % u128::from(size)) as u64;
                    at
                });
                check(&indexer, round, &[("gaps".into(), indices.collect())], &mut Run::new(1));
            }
        }
    }
}
