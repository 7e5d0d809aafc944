//! Equity by random samples, on one thread. Answers are checked before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::cards::CardSet;
use pokerbits::equity::{Estimate, Player, Sampling, Spot, exact_counts, sampled_equity};
use pokerbits::ranges::Range;
use pokerbits::{Game, Run};

fn main() {
    divan::main();
}

fn sample(ranges: &[Range], n: u64) -> Estimate {
    let players: Vec<_> = black_box(ranges).iter().map(Player::Range).collect();
    let sampling = Sampling { key: [1, 2], n_samples: Some(n), std_error: None };
    let spot = Spot::new(Game::HOLDEM, &players, &[], CardSet::EMPTY).unwrap();
    sampled_equity(&spot, &sampling, &mut Run::new(1)).unwrap()
}

fn is_near(estimate: &Estimate, expected: &[f64]) {
    for ((found, error), expected) in estimate.equity.iter().zip(&estimate.std_error).zip(expected) {
        assert!((found - expected).abs() <= 5.0 * error + 1e-12, "{estimate:?}");
    }
}

const DEALS: u64 = 262_144;

/// Deals of two ranges.
#[divan::bench(args = ["random", "22+, A2s+, K9s+, ATo+, 0.5:KQo", "22+, A2s+, K9s+, ATo+, KQo", "AA, KK", "AhAd"])]
fn deals_of_two_ranges(bencher: Bencher, range: &str) {
    let other = if range == "AhAd" { "AsAc" } else { range };
    let ranges = [range, other].map(|range| range.parse().unwrap());
    is_near(&sample(&ranges, DEALS), &[0.5; 2]);
    bencher.counter(ItemsCount::new(DEALS)).bench(|| sample(&ranges, DEALS));
}

/// Hands shown down by six players who hold ranges.
#[divan::bench(args = ["22+, A2s+, K9s+, ATo+, 0.5:KQo", "22+, A2s+, K9s+, ATo+, KQo", "random"])]
fn hands_of_six_ranges(bencher: Bencher, range: &str) {
    let ranges = [(); 6].map(|()| range.parse().unwrap());
    is_near(&sample(&ranges, DEALS), &[1.0 / 6.0; 6]);
    bencher.counter(ItemsCount::new(6 * DEALS)).bench(|| sample(&ranges, DEALS));
}

/// Hands shown down by six players whose hands are known.
#[divan::bench]
fn hands_of_six_given(bencher: Bencher) {
    let ranges = ["AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h"].map(|hand| hand.parse::<Range>().unwrap());
    let hands = [[50, 46], [43, 41], [20, 21], [36, 32], [11, 7], [30, 26]];
    let counts = exact_counts(Game::HOLDEM, &hands, &[], CardSet::EMPTY).unwrap();
    let equity = |player| {
        let parts = counts.shares(player).unwrap().into_iter().enumerate().skip(1);
        parts.map(|(sharing, n)| n as f64 / sharing as f64).sum::<f64>() / counts.total() as f64
    };
    is_near(&sample(&ranges, DEALS), &[0, 1, 2, 3, 4, 5].map(equity));
    bencher.counter(ItemsCount::new(6 * DEALS)).bench(|| sample(&ranges, DEALS));
}
