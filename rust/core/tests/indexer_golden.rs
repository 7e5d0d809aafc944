//! The order of the hand index is a promise: these files were written by the C code published with the paper.

use std::fs;
use std::path::PathBuf;

use pokerbits::indexer::{HandIndexer, STATE_WORDS};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::Level;

#[allow(dead_code)]
#[path = "common/indexer_oracle.rs"]
mod oracle;
use oracle::Oracle;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/hand_index")
}

/// The lines of a file below its header, split at commas.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
}

fn numbers<T: std::str::FromStr>(text: &str, separator: char) -> Vec<T> {
    text.split(separator).map(|n| n.parse().ok().unwrap()).collect()
}

/// The files `kind_*.csv` and the indexers of their games.
fn games(kind: &str) -> Vec<(String, HandIndexer)> {
    let names = fs::read_dir(folder()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let games: Vec<_> = names
        .filter(|name| name.starts_with(&format!("{kind}_")))
        .map(|name| {
            let (_, deck_and_rounds) = name.strip_suffix(".csv").unwrap().split_once('_').unwrap();
            let (deck, rounds) = deck_and_rounds.split_once('_').unwrap();
            let (n_ranks, n_suits) = match deck {
                "short36" => (9, 4),
                "deck20" => (5, 4),
                "leduc6" => (3, 2),
                _ => (13, 4),
            };
            let indexer = HandIndexer::with_deck(&numbers(rounds, '-'), n_ranks, n_suits).unwrap();
            (name, indexer)
        })
        .collect();
    assert_eq!(games.len(), 12, "{kind}");
    games
}

#[test]
fn sizes() {
    let mut seen = 0;
    for row in table("sizes.csv") {
        let (_, rounds) = row[0].split_once('_').unwrap();
        let n: Vec<u64> = row[1..8].iter().map(|n| n.parse().unwrap()).collect();
        let game: Vec<usize> = numbers(rounds, '-');
        let indexer = HandIndexer::with_deck(&game, n[0] as usize, n[1] as usize).unwrap();
        let round = n[2] as usize;
        assert_eq!(game[round] as u64, n[3]);
        assert_eq!(indexer.cards_through(round).unwrap() as u64, n[4]);
        assert_eq!(indexer.size(round).unwrap(), n[5], "{row:?}");
        assert_eq!(indexer.configurations(round).unwrap().len() as u64, n[6], "{row:?}");
        // The oracle takes seconds for the longest games.
        if n[6] < 300 {
            let oracle = Oracle::new(&game[..=round], n[0] as usize, n[1] as usize);
            assert_eq!(oracle.size(), u128::from(n[5]));
        }
        seen += 1;
    }
    assert_eq!(seen, 75);
}

#[test]
fn configurations() {
    for (name, indexer) in games("configs") {
        let rows = table(&name);
        let mut rows = rows.iter();
        for round in 0..indexer.n_rounds() {
            for (i, ours) in indexer.configurations(round).unwrap().iter().enumerate() {
                let sizes: Vec<String> = ours.suit_sizes.iter().map(ToString::to_string).collect();
                let line =
                    [round.to_string(), i.to_string(), ours.to_string(), sizes.join("|"), ours.offset.to_string()];
                assert_eq!(rows.next().unwrap(), &line, "{name}");
            }
        }
        assert!(rows.next().is_none(), "{name}");
    }
}

#[test]
fn indices_on_every_path() {
    for (name, indexer) in games("index") {
        let rows = table(&name);
        assert_eq!(rows.len(), 300, "{name}");
        let n_rounds = indexer.n_rounds();
        let cards: Vec<u8> = rows.iter().flat_map(|row| numbers::<u8>(&row[0], ' ')).collect();
        let expected: Vec<u64> = rows.iter().flat_map(|row| row[1..].iter().map(|n| n.parse().unwrap())).collect();
        let width = cards.len() / 300;
        let of_round = |round: usize| -> Vec<u64> { expected.iter().skip(round).step_by(n_rounds).copied().collect() };
        let cut = |from: usize, to: usize| -> Vec<u8> {
            cards.chunks(width).flat_map(|row| row[from..to].iter().copied()).collect()
        };

        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            let run = &mut Run::new(2).at(level);
            let mut all = vec![0; expected.len()];
            indexer.index_all_rows(&cards, &mut all, run).unwrap();
            assert_eq!(all, expected, "{name} at {level}");

            let mut states = vec![0; 300 * STATE_WORDS];
            indexer.start(&mut states).unwrap();
            let mut from = 0;
            for round in 0..n_rounds {
                let to = indexer.cards_through(round).unwrap();
                let mut out = vec![0; 300];
                indexer.index_rows(round, &cut(0, to), &mut out, run).unwrap();
                assert_eq!(out, of_round(round), "{name} round {round} at {level}");

                let mut extended = vec![0; states.len()];
                indexer.extend(round, &states, &cut(from, to), &mut extended, &mut out, run).unwrap();
                assert_eq!(out, of_round(round), "{name} extended to round {round} at {level}");
                states = extended;
                from = to;
            }
        }
        let mut out = vec![0; n_rounds];
        for (hand, expected) in cards.chunks(width).zip(expected.chunks(n_rounds)) {
            indexer.index_all(hand, &mut out).unwrap();
            assert_eq!(out, expected);
        }
        let oracle = Oracle::new(indexer.cards_per_round(), indexer.n_ranks(), indexer.n_suits());
        for (hand, expected) in cards.chunks(width).zip(of_round(n_rounds - 1)).take(20) {
            assert_eq!(oracle.index(hand), u128::from(expected));
        }
    }
}

#[test]
fn canonical_hands() {
    for (name, indexer) in games("unindex") {
        for row in table(&name) {
            let (round, index) = (row[0].parse().unwrap(), row[1].parse().unwrap());
            let expected: Vec<u8> = numbers(&row[2], ' ');
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let mut cards = vec![0; expected.len()];
                indexer.unindex_rows(round, &[index], &mut cards, &mut Run::new(1).at(level)).unwrap();
                assert_eq!(cards, expected, "{name} {round} {index} at {level}");
            }
            let mut cards = vec![0; expected.len()];
            indexer.unindex(round, index, &mut cards).unwrap();
            assert_eq!(cards, expected);
            assert_eq!(indexer.index(round, &expected).unwrap(), index);
        }
    }
}

/// The paper's worked examples, with the numbers that its formulae give.
#[test]
fn worked_examples() {
    let flop = HandIndexer::new(&[2, 3]).unwrap();
    assert_eq!(flop.index(1, &[0, 48, 16, 38, 46]).unwrap(), 1_151_228 + 55_212);
    assert_eq!(flop.index(1, &[17, 32, 36, 21, 46]).unwrap(), 461_032 + 141_090);
    let mut cards = [0; 5];
    flop.unindex(1, 765_232 + 6_220, &mut cards).unwrap();
    assert_eq!(cards, [24, 29, 4, 28, 1]);
    assert_eq!(flop.configurations(1).unwrap()[6].offset, 765_232);
}
