//! Two ranges before the flop. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::cards::{COMBO_COUNT, CardSet};
use pokerbits::equity::{Outcomes, Plan, Player, Spot, matchup, preflop_class_equities};
use pokerbits::ranges::Range;
use pokerbits::{Game, Run};

fn main() {
    divan::main();
}

fn outcomes(ranges: &[Range; 2]) -> Outcomes {
    let players = ranges.each_ref().map(Player::Range);
    let spot = Spot::new(Game::HOLDEM, &players, &[], CardSet::EMPTY).unwrap();
    let run = &mut Run::new(1);
    Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes
}

/// Wins, shared pots and losses of the first of two players, checked against the other's.
fn checked(ranges: &[Range; 2]) -> [f64; 3] {
    let of_both: [Vec<f64>; 2] = match outcomes(ranges) {
        Outcomes::Exact(counts, _) => [0, 1].map(|player| counts[player].iter().map(|&n| n as f64).collect()),
        Outcomes::Rounded(sums) => [0, 1].map(|player| sums[player].clone()),
        Outcomes::ByWinners(counts) => panic!("{counts:?} of hands of two cards"),
    };
    let all: f64 = of_both[0].iter().sum();
    for (own, other) in [(0, 2), (1, 1), (2, 0)] {
        assert!((of_both[0][own] - of_both[1][other]).abs() <= 1e-9 * all, "{of_both:?}");
    }
    [of_both[0][0], of_both[0][1], of_both[0][2]]
}

#[divan::bench]
fn aces_against_kings(bencher: Bencher) {
    let ranges = ["AA", "KK"].map(|text| text.parse().unwrap());
    let expected = [50_371_344.0, 285_228.0, 36.0 * 1_712_304.0 - 50_371_344.0 - 285_228.0];
    assert_eq!(checked(&ranges).map(f64::to_bits), expected.map(f64::to_bits));
    bencher.bench(|| outcomes(black_box(&ranges)));
}

#[divan::bench]
fn random_against_random_exact(bencher: Bencher) {
    let ranges = ["random", "0.5:random"].map(|text| text.parse().unwrap());
    let [wins, _, losses] = checked(&ranges);
    assert_eq!(wins.to_bits(), losses.to_bits());
    bencher.bench(|| outcomes(black_box(&ranges)));
}

#[divan::bench]
fn random_against_random_floats(bencher: Bencher) {
    let weights: [f64; COMBO_COUNT] = std::array::from_fn(|combo| 1.0 / (combo + 1) as f64);
    let ranges = [(); 2].map(|()| Range::from_weights(&weights).unwrap());
    let [wins, _, losses] = checked(&ranges);
    assert!((wins - losses).abs() <= 1e-12 * wins);
    bencher.bench(|| outcomes(black_box(&ranges)));
}

#[divan::bench]
fn two_hands(bencher: Bencher) {
    let run = || matchup(black_box([50, 49]), black_box([47, 46])).unwrap();
    assert_eq!(run().wins(), 1_399_204);
    bencher.bench(run);
}

#[divan::bench]
fn matrix_of_classes(bencher: Bencher) {
    let row = || preflop_class_equities().unwrap();
    assert_eq!(row().len(), 169);
    bencher.bench(row);
}

/// The first of all, in the order of the names: the call that writes out the table.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn a_first_call(bencher: Bencher) {
    let run = || matchup(black_box([50, 49]), black_box([47, 46])).unwrap();
    bencher.bench(run);
    assert_eq!(run().wins(), 1_399_204);
}
