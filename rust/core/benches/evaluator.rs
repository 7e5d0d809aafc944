//! The evaluator beside `aya_poker`: random hands, one thread, every CPU level. Answers are compared before they count.

use aya_poker::base::{CARDS, Hand};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::{COMBOS, CardSet};
use pokerbits::evaluator::{Rules, category_census, evaluate_combos_rows, evaluate_rows, evaluate_sets};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::{Level, Proven};
use pokerbits::runtime::rng::Philox;

#[path = "../tests/common/mod.rs"]
mod common;
use common::{oracle, random_hands, shuffle_front};

fn main() {
    divan::main();
}

const HANDS: usize = 1_000_000;
const KEY: [u64; 2] = [1, 2];

fn levels() -> impl Iterator<Item = Proven> {
    Level::ALL.into_iter().filter_map(Level::prove)
}

/// The rival's rank of a hand given as bytes: its own card type is built on the way, as a caller must.
fn aya(hand: &[u8]) -> u16 {
    let mut cards = Hand::new();
    for &card in hand {
        cards.insert_unchecked(&CARDS[card as usize]);
    }
    aya_poker::poker_rank(&cards).0
}

/// Same order: whenever we say stronger, the rival says stronger.
fn check(hands: &[u8], size: usize, ours: &[u16]) {
    let mut seen = vec![None; 7463];
    for (hand, &strength) in hands.chunks(size).zip(ours) {
        let rank = aya(hand);
        assert_eq!(*seen[strength as usize].get_or_insert(rank), rank);
    }
    assert!(seen.iter().flatten().is_sorted());
}

#[divan::bench(args = levels())]
fn rows_7(bencher: Bencher, level: Proven) {
    let hands = random_hands(HANDS, 7, KEY);
    let mut out = vec![0; HANDS];
    evaluate_rows(&hands, 7, &mut out, &mut Run::new(1).at(level)).unwrap();
    check(&hands, 7, &out);
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_rows(black_box(&hands), 7, &mut out, &mut Run::new(1).at(level)));
}

#[divan::bench(args = levels())]
fn rows_5(bencher: Bencher, level: Proven) {
    let hands = random_hands(HANDS, 5, KEY);
    let mut out = vec![0; HANDS];
    evaluate_rows(&hands, 5, &mut out, &mut Run::new(1).at(level)).unwrap();
    check(&hands, 5, &out);
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_rows(black_box(&hands), 5, &mut out, &mut Run::new(1).at(level)).unwrap());
}

#[divan::bench(args = levels())]
fn sets_7(bencher: Bencher, level: Proven) {
    let hands = random_hands(HANDS, 7, KEY);
    let sets: Vec<u64> = hands.chunks(7).map(|h| CardSet::from_ids(h).unwrap().bits()).collect();
    let mut out = vec![0; HANDS];
    evaluate_sets(&sets, 7, &mut out, &mut Run::new(1).at(level)).unwrap();
    check(&hands, 7, &out);
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_sets(black_box(&sets), 7, &mut out, &mut Run::new(1).at(level)));
}

/// Rows of seven cards, of four under badugi, under the rules of other games.
#[divan::bench(args = &Rules::ALL[1..])]
fn rows_by_rules(bencher: Bencher, rules: Rules) {
    let size = if rules == Rules::Badugi { 4 } else { 7 };
    let mut hands = random_hands(HANDS, 7, KEY);
    if matches!(rules, Rules::ShortDeck | Rules::ShortDeckTrips) {
        hands = of_the_short_deck(HANDS, 7);
    }
    let hands: Vec<u8> = hands.chunks(7).flat_map(|hand| &hand[..size]).copied().collect();
    let mut out = vec![0; HANDS];
    rules.evaluate_rows(&hands, size, &mut out, &mut Run::new(1)).unwrap();
    for (hand, &strength) in hands.chunks(size).zip(&out).take(10_000) {
        let mut best = if size == 4 { rules.evaluate_ids(hand).unwrap() } else { 0 };
        oracle::for_each_five(if size == 4 { 0 } else { 7 }, &mut [0; 5], &mut |five| {
            best = best.max(rules.evaluate_ids(&five.map(|i| hand[usize::from(i)])).unwrap());
        });
        assert_eq!(strength, best);
    }
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| rules.evaluate_rows(black_box(&hands), size, &mut out, &mut Run::new(1)).unwrap());
}

/// Random hands without cards below the six, back to back.
fn of_the_short_deck(n: usize, size: usize) -> Vec<u8> {
    let mut rng = Philox::new(KEY, [0; 4]);
    let mut cards: Vec<u8> = (16..52).collect();
    let mut hands = Vec::with_capacity(n * size);
    for _ in 0..n {
        shuffle_front(&mut rng, &mut cards, size);
        hands.extend_from_slice(&cards[..size]);
    }
    hands
}

#[divan::bench]
fn rows_7_aya_poker(bencher: Bencher) {
    let hands = random_hands(HANDS, 7, KEY);
    let mut ours = vec![0; HANDS];
    evaluate_rows(&hands, 7, &mut ours, &mut Run::new(1).at(Proven::Baseline)).unwrap();
    check(&hands, 7, &ours);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        black_box(&hands).chunks_exact(7).fold(0u32, |sum, hand| sum.wrapping_add(u32::from(aya(hand))))
    });
}

#[divan::bench(args = levels(), sample_count = 5)]
fn all_seven_card_hands(bencher: Bencher, level: Proven) {
    bencher.counter(ItemsCount::new(133_784_560usize)).bench_local(|| {
        let counts = category_census(7, &mut Run::new(1).at(level)).unwrap();
        // Published counts, high card first.
        assert_eq!(
            counts,
            [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
        );
    });
}

#[divan::bench]
fn combos(bencher: Bencher) {
    const BOARDS: usize = 1000;
    let boards = &random_hands(BOARDS, 5, KEY);
    let mut out = vec![[0; 1326]; BOARDS];
    evaluate_combos_rows(boards, &mut out, &mut Run::new(1)).unwrap();
    // The same hands one by one; a pair that shares a card with the board is none.
    let (mut hands, mut expected) = (Vec::new(), Vec::new());
    for (board, strengths) in boards.chunks(5).zip(&out) {
        for (pair, &strength) in COMBOS.iter().zip(strengths) {
            if pair.iter().any(|card| board.contains(card)) {
                assert_eq!(strength, 0);
            } else {
                hands.extend([board, &pair[..]].concat());
                expected.push(strength);
            }
        }
    }
    assert_eq!(expected.len(), 1081 * BOARDS);
    let mut one_by_one = vec![0; expected.len()];
    evaluate_rows(&hands, 7, &mut one_by_one, &mut Run::new(1).at(Proven::Baseline)).unwrap();
    assert!(one_by_one == expected);
    bencher
        .counter(ItemsCount::new(1081 * BOARDS))
        .bench_local(|| evaluate_combos_rows(black_box(boards), &mut out, &mut Run::new(1)).unwrap());
}
