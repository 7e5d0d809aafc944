//! Exact equity of given hands. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::cards::{CardSet, parse_cards};
use pokerbits::equity::exact_counts;

fn main() {
    divan::main();
}

fn ids(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(pokerbits::cards::Card::id).collect()
}

fn bench(bencher: Bencher, hands: &[&str], board: &str, first_wins: u64) {
    let hands: Vec<[u8; 2]> = hands.iter().map(|t| ids(t).try_into().unwrap()).collect();
    let board = ids(board);
    let run = || exact_counts(black_box(&hands), black_box(&board), CardSet::EMPTY).unwrap();
    assert_eq!(run().by_winners()[1], first_wins);
    bencher.bench(run);
}

#[divan::bench]
fn two_hands_preflop(bencher: Bencher) {
    bench(bencher, &["AhAd", "KsKh"], "", 1_399_204);
}

#[divan::bench]
fn six_hands_preflop(bencher: Bencher) {
    bench(bencher, &["AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h"], "", 142_164);
}

#[divan::bench]
fn two_hands_flop(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d"], "Qh7h2c", 545);
}

#[divan::bench]
fn three_hands_flop(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d", "TsJs"], "Qh7h2c", 501);
}

#[divan::bench]
fn six_hands_flop(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d", "TsJs", "AcAd", "7c7d", "4h3h"], "Qh7h2c", 148);
}
