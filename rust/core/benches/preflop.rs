//! Two ranges before the flop. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::cards::{COMBO_COUNT, COMBOS};
use pokerbits::equity::preflop::{matchup, preflop_class_equities, preflop_two_ranges};
use pokerbits::equity::{Amount, ComboCounts};

fn main() {
    divan::main();
}

/// What a player's hands win, tie and lose, all together.
fn sums<W: Amount>(range: &[W; COMBO_COUNT], shares: &ComboCounts<W>) -> [f64; 3] {
    [&shares.shares[0], &shares.shares[1], &shares.total]
        .map(|of| range.iter().zip(of).map(|(weight, of)| weight.float() * of.float()).sum())
}

/// What one of two players wins, ties and plays for, checked against the other's.
fn checked<W: Amount>(ranges: [&[W; COMBO_COUNT]; 2], [first, second]: &[ComboCounts<W>; 2]) -> [f64; 3] {
    let [ours, theirs] = [sums(ranges[0], first), sums(ranges[1], second)];
    let all = ours[2];
    assert!((ours[0] + ours[1] + theirs[0] - all).abs() <= 1e-9 * all, "{ours:?} {theirs:?}");
    ours
}

/// The hands of a pair of this rank.
fn pair(rank: u8) -> [u64; COMBO_COUNT] {
    COMBOS.map(|[low, high]| u64::from(low / 4 == rank && high / 4 == rank))
}

#[divan::bench]
fn aces_against_kings(bencher: Bencher) {
    let ranges = [&pair(12), &pair(11)];
    let run = || preflop_two_ranges(black_box(ranges)).unwrap();
    let [wins, ties, of] = checked(ranges, &run());
    assert_eq!((wins, ties, of), (50_371_344.0, 285_228.0, 36.0 * 1_712_304.0));
    bencher.bench(run);
}

#[divan::bench]
fn random_against_random_exact(bencher: Bencher) {
    let ranges = [&[3u64; COMBO_COUNT], &[2; COMBO_COUNT]];
    let run = || preflop_two_ranges(black_box(ranges)).unwrap();
    let [wins, ties, of] = checked(ranges, &run());
    assert!((2.0 * wins + ties - of).abs() <= 1e-12 * of);
    bencher.bench(run);
}

#[divan::bench]
fn random_against_random_floats(bencher: Bencher) {
    let weights: [f64; COMBO_COUNT] = std::array::from_fn(|combo| 1.0 / (combo + 1) as f64);
    let ranges = [&weights, &weights];
    let run = || preflop_two_ranges(black_box(ranges)).unwrap();
    let [wins, ties, of] = checked(ranges, &run());
    assert!((2.0 * wins + ties - of).abs() <= 1e-12 * of);
    bencher.bench(run);
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
