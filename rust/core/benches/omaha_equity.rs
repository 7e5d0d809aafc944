//! Exact equity of specific hands in Omaha and in the short deck, one thread. Answers are compared before they count.

use divan::{Bencher, black_box};
use pokerbits::Game;
use pokerbits::cards::CardSet;
use pokerbits::equity::exact_counts;
use pokerbits::evaluator::{evaluate_omaha, omaha_low};

#[path = "../tests/common/mod.rs"]
mod common;
use common::for_each_runout;

fn main() {
    divan::main();
}

const HANDS: [(&str, &[&str]); 4] = [
    ("omaha", &["AsKsQhJh", "7c7d8h9h"]),
    ("omaha5", &["AsKsQhJhTc", "7c7d8h9h2s"]),
    ("omaha6", &["AsKsQhJhTcTd", "7c7d8h9h2s2d"]),
    ("omaha, six players", &["AsKsQhJh", "7c7d8h9h", "AcAd2s3s", "TsTdJs9s", "KcKh4c4d", "6h5h4h3h"]),
];
const STREETS: [(&str, &str); 3] = [("before the flop", ""), ("flop", "Kd 7s 2c"), ("turn", "Kd 7s 2c 9c")];

fn cases() -> impl Iterator<Item = Case> {
    HANDS.into_iter().flat_map(|(game, hands)| STREETS.map(|(street, board)| Case { game, hands, street, board }))
}

struct Case {
    game: &'static str,
    hands: &'static [&'static str],
    street: &'static str,
    board: &'static str,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.game, self.street)
    }
}

impl Case {
    fn hands(&self) -> Vec<CardSet> {
        self.hands.iter().map(|hand| hand.parse().unwrap()).collect()
    }

    fn ids(&self) -> Vec<Vec<u8>> {
        self.hands().into_iter().map(|hand| hand.ids().collect()).collect()
    }

    fn game(&self, has_low: bool) -> Game {
        Game::omaha(self.ids()[0].len(), has_low).unwrap()
    }

    fn board(&self) -> Vec<u8> {
        self.board.parse::<CardSet>().unwrap().ids().collect()
    }
}

/// One board after the other; before the flop the cards below the nine are dead.
fn dead(case: &Case) -> CardSet {
    let known = case.hands().into_iter().fold(CardSet::EMPTY, |all, hand| all | hand);
    let low = CardSet::new((1 << 28) - 1).unwrap();
    if case.board.is_empty() { low - known } else { CardSet::EMPTY }
}

fn dealt(case: &Case, dead: CardSet, mut see: impl FnMut(&[u16], &[u8])) {
    let (hands, board) = (case.hands(), case.board());
    let known = hands.iter().fold(CardSet::from_ids(&board).unwrap() | dead, |all, &hand| all | hand);
    for_each_runout(&board, !known, &mut |_, board| {
        let high: Vec<u16> = hands.iter().map(|&hand| evaluate_omaha(hand, board).unwrap()).collect();
        let low: Vec<u8> = hands.iter().map(|&hand| omaha_low(hand, board).unwrap()).collect();
        see(&high, &low);
    });
}

fn winners<T: Ord + Copy>(of: &[T]) -> usize {
    let best = of.iter().max().unwrap();
    of.iter().enumerate().fold(0, |set, (player, of)| set | usize::from(of == best) << player)
}

#[divan::bench(args = cases())]
fn high(bencher: Bencher, case: &Case) {
    let (hands, board, dead) = (case.ids(), case.board(), dead(case));
    let mut expected = vec![0; 1 << hands.len()];
    dealt(case, dead, |high, _| expected[winners(high)] += 1);
    let game = case.game(false);
    assert_eq!(exact_counts(game, &hands, &board, dead).unwrap().by_winners(), expected);
    bencher.bench_local(|| exact_counts(game, black_box(&hands), black_box(&board), CardSet::EMPTY).unwrap());
}

#[divan::bench(args = cases())]
fn high_low(bencher: Bencher, case: &Case) {
    let (hands, board, dead) = (case.ids(), case.board(), dead(case));
    let mut expected = vec![0; 1 << (2 * hands.len())];
    dealt(case, dead, |high, low| {
        let of_low = if low.iter().all(|&low| low == 0) { 0 } else { winners(low) };
        expected[of_low << hands.len() | winners(high)] += 1;
    });
    let game = case.game(true);
    assert_eq!(exact_counts(game, &hands, &board, dead).unwrap().by_winners(), expected);
    bencher.bench_local(|| exact_counts(game, black_box(&hands), black_box(&board), CardSet::EMPTY).unwrap());
}

#[divan::bench(args = ["", "Kd 7s 6c", "Kd 7s 6c 9c"])]
fn short_deck(bencher: Bencher, board: &str) {
    let hands = [[51, 50], [34, 30]];
    let board: Vec<u8> = board.parse::<CardSet>().unwrap().ids().collect();
    let game = Game::SHORT_DECK;
    let mut expected = vec![0; 4];
    let known = [&hands.concat()[..], &board].concat();
    let left = game.deck() - CardSet::from_ids(&known).unwrap();
    for_each_runout(&board, left, &mut |board, _| {
        let hand = |hole: &[u8; 2]| game.rules().evaluate_ids(&[&hole[..], board].concat()).unwrap();
        expected[winners(&hands.each_ref().map(hand))] += 1;
    });
    let run = || exact_counts(game, black_box(&hands), black_box(&board), CardSet::EMPTY).unwrap();
    assert_eq!(run().by_winners(), expected);
    bencher.bench_local(run);
}
