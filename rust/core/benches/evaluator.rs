//! The evaluator beside `aya_poker`: random hands, one thread, every CPU level. Answers are compared before they count.

use aya_poker::base::{CARDS, Hand};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::CardSet;
use pokerbits::evaluator::{Category, category_census_at, evaluate_combos_rows, evaluate_rows_at, evaluate_sets_at};
use pokerbits::runtime::Run;
use pokerbits::runtime::cpu::Level;
use pokerbits::runtime::rng::Philox;

fn main() {
    divan::main();
}

const HANDS: usize = 1_000_000;

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|l| l.is_supported())
}

fn random_hands(size: usize) -> Vec<u8> {
    let mut rng = Philox::new([1, 2], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hands = Vec::with_capacity(HANDS * size);
    for _ in 0..HANDS {
        for i in 0..size {
            let j = i + rng.below(52 - i as u64) as usize;
            deck.swap(i, j);
        }
        hands.extend_from_slice(&deck[..size]);
    }
    hands
}

/// The rival's rank of a hand given as seven bytes: its own card type is built on the way, as a caller must.
fn aya(hand: &[u8]) -> u16 {
    let mut cards = Hand::new();
    for &card in hand {
        cards.insert_unchecked(&CARDS[card as usize]);
    }
    aya_poker::poker_rank(&cards).0
}

/// Same order: whenever we say stronger, the rival says stronger.
fn check(hands: &[u8], ours: &[u16]) {
    let mut seen = vec![None; 7463];
    for (hand, &strength) in hands.chunks(7).zip(ours) {
        let rank = aya(hand);
        assert_eq!(*seen[strength as usize].get_or_insert(rank), rank);
    }
    assert!(seen.iter().flatten().is_sorted());
}

#[divan::bench(args = levels())]
fn rows_7(bencher: Bencher, level: Level) {
    let hands = random_hands(7);
    let mut out = vec![0; HANDS];
    evaluate_rows_at(level, &hands, 7, &mut out, &mut Run::new(1)).unwrap();
    check(&hands, &out);
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_rows_at(level, black_box(&hands), 7, &mut out, &mut Run::new(1)));
}

#[divan::bench(args = levels())]
fn rows_5(bencher: Bencher, level: Level) {
    let hands = random_hands(5);
    let mut out = vec![0; HANDS];
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_rows_at(level, black_box(&hands), 5, &mut out, &mut Run::new(1)).unwrap());
}

#[divan::bench(args = levels())]
fn sets_7(bencher: Bencher, level: Level) {
    let hands = random_hands(7);
    let sets: Vec<u64> = hands.chunks(7).map(|h| CardSet::from_ids(h).unwrap().bits()).collect();
    let mut out = vec![0; HANDS];
    evaluate_sets_at(level, &sets, 7, &mut out, &mut Run::new(1)).unwrap();
    check(&hands, &out);
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| evaluate_sets_at(level, black_box(&sets), 7, &mut out, &mut Run::new(1)));
}

#[divan::bench]
fn rows_7_aya_poker(bencher: Bencher) {
    let hands = random_hands(7);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        black_box(&hands).chunks_exact(7).fold(0u32, |sum, hand| sum.wrapping_add(u32::from(aya(hand))))
    });
}

#[divan::bench(args = levels(), sample_count = 5)]
fn all_seven_card_hands(bencher: Bencher, level: Level) {
    bencher.counter(ItemsCount::new(133_784_560usize)).bench_local(|| {
        let counts = category_census_at(level, 7, &mut Run::new(1)).unwrap();
        assert_eq!(counts[Category::Flush as usize], 4_047_644);
    });
}

#[divan::bench]
fn combos(bencher: Bencher) {
    let boards = &random_hands(5)[..5000];
    let mut out = vec![[0; 1326]; 1000];
    bencher
        .counter(ItemsCount::new(1081 * 1000usize))
        .bench_local(|| evaluate_combos_rows(black_box(boards), &mut out, &mut Run::new(1)).unwrap());
}
