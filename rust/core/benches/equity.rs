//! Exact equity of specific hands, and river boards that are ranked once. Answers are checked before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::{COMBO_COUNT, COMBOS, CardSet, parse_cards};
use pokerbits::equity::{
    EquityRows, Outcomes, Plan, Player, Spot, SpotEquity, combo_equity, equity_rows, exact_counts,
};
use pokerbits::evaluator::evaluate_ids;
use pokerbits::ranges::Range;
use pokerbits::runtime::rng::Philox;
use pokerbits::showdown::{Float, Pairing, RankedBoards};
use pokerbits::{Game, Run};

mod common;
#[path = "../tests/common/mod.rs"]
mod common_to_tests;
use common::only_checks;
use common_to_tests::canonical_boards;

fn main() {
    divan::main();
}

fn ids(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(pokerbits::cards::Card::id).collect()
}

fn bench(bencher: Bencher, hands: &[&str], board: &str, first_wins: u64) {
    let hands: Vec<[u8; 2]> = hands.iter().map(|t| ids(t).try_into().unwrap()).collect();
    let board = ids(board);
    let run = || exact_counts(Game::HOLDEM, black_box(&hands), black_box(&board), CardSet::EMPTY).unwrap();
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

#[divan::bench]
fn six_hands_rainbow_flop(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d", "TsJs", "AcAd", "7c7d", "4h3h"], "Qh8s2c", 35);
}

#[divan::bench]
fn six_hands_turn(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d", "TsJs", "AcAd", "7c7d", "4h3h"], "Qh8s2cKd", 2);
}

#[divan::bench]
fn six_hands_river(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d", "TsJs", "AcAd", "7c7d", "4h3h"], "Qh8s2cKdKs", 1);
}

#[divan::bench]
fn two_hands_river(bencher: Bencher) {
    bench(bencher, &["AhKh", "9c9d"], "Qh8s2cKdKs", 1);
}

/// Random rows of `width` different cards.
fn random_rows(rows: usize, width: usize) -> Vec<u8> {
    let mut rng = Philox::new([2, 6], [0; 4]);
    let mut cards = vec![];
    for _ in 0..rows {
        let first = cards.len();
        while cards.len() < first + width {
            let card = rng.below(52) as u8;
            if !cards[first..].contains(&card) {
                cards.push(card);
            }
        }
    }
    cards
}

/// Spots of two players on one thread: a row each.
#[divan::bench(args = [3, 4, 5])]
fn rows_of_two_hands(bencher: Bencher, board_cards: usize) {
    const ROWS: usize = 1_000;
    let spots = random_rows(ROWS, 4 + board_cards);
    let (mut shares, mut equities) = (vec![0; 4 * ROWS], vec![0.0; 2 * ROWS]);
    let run = |shares: &mut [u32], equities: &mut [f64]| {
        equity_rows(black_box(&spots), 2, board_cards, EquityRows { shares, equities }, &mut Run::new(1)).unwrap();
    };
    run(&mut shares, &mut equities);
    for (row, spot) in spots.chunks(4 + board_cards).enumerate() {
        let counts =
            exact_counts(Game::HOLDEM, &[[spot[0], spot[1]], [spot[2], spot[3]]], &spot[4..], CardSet::EMPTY).unwrap();
        let expected = [0, 1].map(|player| counts.shares(player).unwrap()).map(|of| [of[1], of[2]].map(|n| n as u32));
        assert_eq!(shares[4 * row..][..4], *expected.as_flattened());
    }
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| run(&mut shares, &mut equities));
}

const BOARDS: usize = 100;

/// A hundred random boards on one thread.
#[divan::bench]
fn rank_boards(bencher: Bencher) {
    let cards = random_rows(BOARDS, 5);
    let run = || RankedBoards::new(black_box(&cards), &mut Run::new(1)).unwrap();
    for (board, strengths) in cards.chunks(5).zip(run().strengths()).step_by(10) {
        for (combo, &strength) in COMBOS.iter().zip(strengths) {
            assert_eq!(evaluate_ids(&[combo, board].concat()).unwrap_or(0), strength);
        }
    }
    bencher.counter(ItemsCount::new(BOARDS)).bench(run);
}

/// Win and tie weights of all combos against weights of its own for each of a hundred boards, on one thread. The boards
/// have `suited` cards of one suit at most; 0 for any boards.
#[divan::bench(types = [f64, f32], args = [0, 2, 3, 4])]
fn outcomes<F: Float + Sync>(bencher: Bencher, suited: usize) {
    let most = |board: &[u8]| (0..4).map(|suit| board.iter().filter(|&card| card % 4 == suit).count()).max();
    let cards = random_rows(100 * BOARDS, 5);
    let wanted = cards.chunks(5).filter(|board| suited == 0 || most(board) == Some(suited));
    let cards = wanted.take(BOARDS).flatten().copied().collect::<Vec<_>>();
    let ranked = RankedBoards::new(&cards, &mut Run::new(1)).unwrap();
    let mut rng = Philox::new([2, 7], [0; 4]);
    // Integers, of which sums are exact in double precision.
    let weights: Vec<[F; COMBO_COUNT]> =
        (0..BOARDS).map(|_| std::array::from_fn(|_| F::nearest(rng.below(1_000) as f64))).collect();
    let pairings: Vec<_> = (0..BOARDS).map(|i| Pairing { board: i, weights: i }).collect();
    let none = || vec![[F::default(); COMBO_COUNT]; BOARDS];
    let (mut win, mut tie) = (none(), none());
    let run = |win: &mut [[F; COMBO_COUNT]], tie: &mut [[F; COMBO_COUNT]]| {
        ranked.outcomes(black_box(&weights), &pairings, win, tie, &mut Run::new(1)).unwrap();
    };
    run(&mut win, &mut tie);
    for (i, strengths) in ranked.strengths().enumerate() {
        for (combo, own) in COMBOS.iter().enumerate().skip(i).step_by(97) {
            let ours = strengths[combo];
            let mut expected = [0.0f64; 2];
            for (other, theirs) in COMBOS.iter().enumerate().filter(|_| ours > 0) {
                let strength = strengths[other];
                if strength > 0 && strength <= ours && !theirs.iter().any(|card| own.contains(card)) {
                    expected[usize::from(strength == ours)] += weights[i][other].into();
                }
            }
            let found = [win[i][combo], tie[i][combo]].map(|sum| sum.into().to_bits());
            assert_eq!(found, expected.map(f64::to_bits));
        }
    }
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| run(&mut win, &mut tie));
}

/// Two ranges on a flop on one thread: what each hand of both wins is in the answer.
#[divan::bench(args = [
    ("QQ+, AKs", "22+, A2s+", "Ah7d2c"),
    ("22+, A2s+, KTs+, AJo+", "22+, A2s+, KTs+, AJo+", "Ah7d2c"),
    ("100%", "100%", "Ah7d2c"),
    ("100%", "100%", "Ah7h2h"),
    ("100%", "22+, A2s+", "Ah7d2c"),
    ("100%", "22+, A2s+, KTs+, AJo+", "Ah7d2c"),
    ("22+, A2s+", "22+, A2s+, KTs+, AJo+, A2o+, K2s+, Q2s+, K7o+", "Ah7d2c"),
])]
fn ranges_on_a_flop(bencher: Bencher, (first, second, board): (&str, &str, &str)) {
    let ranges: [Range; 2] = [first, second].map(|text| text.parse().unwrap());
    let board = ids(board);
    // What one wins the other loses.
    let Outcomes::Exact(counts, _) = counted(&ranges, &board).outcomes else { panic!("weights are integers") };
    assert!(counts[0].iter().eq(counts[1].iter().rev()));
    bencher.bench(|| counted(black_box(&ranges), &board));
}

fn counted(ranges: &[Range; 2], board: &[u8]) -> SpotEquity {
    let players = ranges.each_ref().map(Player::Range);
    let spot = Spot::new(Game::HOLDEM, &players, board, CardSet::EMPTY).unwrap();
    let run = &mut Run::new(1);
    Plan::new(&spot, run).unwrap().run(run).unwrap()
}

/// A hand against a range on a river: what is no counting.
#[divan::bench]
fn hand_against_range_on_a_river(bencher: Bencher) {
    let ranges: [Range; 2] = ["AhAd", "22+, A2s+"].map(|text| text.parse().unwrap());
    let board = ids("Kd7c2s9h3h");
    let run = || counted(black_box(&ranges), &board);
    let Outcomes::Exact(counts, _) = run().outcomes else { panic!("weights are integers") };
    let strength = |hand: [u8; 2]| evaluate_ids(&[&hand[..], &board].concat());
    let aces = strength([50, 49]).unwrap();
    let met = COMBOS.iter().zip(ranges[1].weights()).filter(|(hand, weight)| **weight > 0.0 && !hand.contains(&50));
    let met = met.filter(|(hand, _)| !hand.contains(&49)).filter_map(|(&hand, _)| strength(hand).ok());
    let won = met.map(|strength| u128::from(strength < aces)).sum();
    assert_eq!(counts[0][0], won);
    bencher.bench(run);
}

/// Every combo against a range on the 1,755 flops, on one thread: the answers are those of flops alone.
#[divan::bench(args = ["22+, A2s+", "22+, A2s+, AhKd", "AKs", "JsTs"], sample_count = 3, sample_size = 1)]
fn every_combo_on_every_flop(bencher: Bencher, range: &str) {
    let range: Range = range.parse().unwrap();
    let mut flops = canonical_boards(3);
    flops.truncate(3 * if only_checks() { 100 } else { 1755 });
    let equities = |boards: &[u8]| {
        let mut out = vec![[0.0; COMBO_COUNT]; boards.len() / 3];
        combo_equity(range.weights(), boards, 3, CardSet::EMPTY, &mut out, &mut Run::new(1)).unwrap();
        out
    };
    let all = equities(&flops);
    for (board, found) in flops.chunks(3).zip(&all).step_by(500) {
        assert_eq!(equities(board)[0].map(f64::to_bits), found.map(f64::to_bits));
    }
    bencher.counter(ItemsCount::new(flops.len())).bench_local(|| equities(&flops));
}
