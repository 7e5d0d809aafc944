//! Exact equities of three and more ranges on one thread. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::Run;
use pokerbits::cards::{COMBO_COUNT, COMBOS, CardSet};
use pokerbits::equity::{ComboShares, many_ranges};
use pokerbits::evaluator::evaluate_combos;
use pokerbits::ranges::Range;
use pokerbits::runtime::rng::Philox;
use pokerbits::showdown::OfCombos;

type Weights = OfCombos<u64>;

#[path = "../tests/common/mod.rs"]
mod common;
use common::for_each_runout;

fn main() {
    divan::main();
}

fn parsed(text: &str) -> Weights {
    *text.parse::<Range>().unwrap().exact().unwrap().numerators
}

/// `combos` random combos of weight 1 to 3.
fn random(combos: usize, rng: &mut Philox) -> Weights {
    let mut weights = [0; COMBO_COUNT];
    for _ in 0..combos {
        let free = std::iter::repeat_with(|| rng.below(COMBO_COUNT as u64) as usize).find(|&combo| weights[combo] == 0);
        weights[free.unwrap()] = 1 + rng.below(3);
    }
    weights
}

fn solve(ranges: &[Weights], board: &str) -> Vec<ComboShares<u64>> {
    let board: CardSet = board.parse().unwrap();
    let board: Vec<u8> = board.ids().collect();
    let ranges: Vec<&Weights> = black_box(ranges).iter().collect();
    many_ranges(&ranges, &board, CardSet::EMPTY, &mut Run::new(1)).unwrap()
}

/// Pots of all showdowns, times what all numbers of sharers divide, add up to the showdowns.
fn check_pots(ranges: &[Weights], shares: &[ComboShares<u64>]) {
    let (mut pots, mut deals) = (0u128, vec![]);
    for (weights, shares) in ranges.iter().zip(shares) {
        let weighed = |of: &[u64]| of.iter().zip(weights).map(|(&n, &w)| u128::from(n) * u128::from(w)).sum::<u128>();
        pots += (1u128..).zip(&shares.shares).map(|(sharers, of)| weighed(of) * 2520 / sharers).sum::<u128>();
        deals.push(weighed(&shares.total) * 2520);
    }
    assert!(deals.iter().all(|&deals| deals == pots && pots > 0));
}

fn bench(bencher: Bencher, ranges: &[Weights], board: &str) {
    check_pots(ranges, &solve(ranges, board));
    bencher.bench(|| solve(ranges, board));
}

/// Every triple that the first combo with weight is in.
fn check_triples(ranges: &[Weights], board: &str, shares: &[ComboShares<u64>]) {
    let board: CardSet = board.parse().unwrap();
    let masks = COMBOS.map(|[a, b]| 1u64 << a | 1 << b);
    let is_free = |combo: &usize| masks[*combo] & board.bits() == 0;
    let held = |player: usize| (0..COMBO_COUNT).filter(is_free).filter(|&c| ranges[player][c] > 0).collect::<Vec<_>>();
    let (first, second, third) = (held(0)[0], held(1), held(2));
    let mut expected = [0; 4];
    let ids: Vec<u8> = board.ids().collect();
    for_each_runout(&ids, !board, &mut |_, board| {
        let strengths = evaluate_combos(board).unwrap();
        let free = |of: &[usize]| of.iter().copied().filter(|&c| strengths[c] > 0).collect::<Vec<_>>();
        let (own, second, third) = (strengths[first], free(&second), free(&third));
        for &x in second.iter().filter(|&&x| own > 0 && masks[first] & masks[x] == 0) {
            for &y in third.iter().filter(|&&y| (masks[first] | masks[x]) & masks[y] == 0) {
                let weight = ranges[1][x] * ranges[2][y];
                expected[3] += weight;
                let [x, y] = [x, y].map(|combo| strengths[combo]);
                if own >= x.max(y) {
                    expected[usize::from(own == x) + usize::from(own == y)] += weight;
                }
            }
        }
    });
    let of = &shares[0];
    assert_eq!([of.shares[0][first], of.shares[1][first], of.shares[2][first], of.total[first]], expected);
}

#[divan::bench(args = [200, 1326], sample_count = 5, sample_size = 1)]
fn three_ranges_flop(bencher: Bencher, combos: usize) {
    let mut rng = Philox::new([13, 3], [0; 4]);
    let ranges = [(); 3].map(|()| random(combos, &mut rng));
    let shares = solve(&ranges, "Qh7h2c");
    check_triples(&ranges, "Qh7h2c", &shares);
    bench(bencher, &ranges, "Qh7h2c");
}

/// Short enough to be measured on a busy machine.
#[divan::bench(args = [200, 1326])]
fn three_ranges_turn(bencher: Bencher, combos: usize) {
    let mut rng = Philox::new([13, 4], [0; 4]);
    bench(bencher, &[(); 3].map(|()| random(combos, &mut rng)), "Qh7h2cTd");
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn three_ranges_preflop(bencher: Bencher) {
    let text = "22+, A2s+, KTs+, QJs, ATo+, KQo";
    bench(bencher, &[text, "TT+, AQs+, 0.5:AKo", text].map(parsed), "");
}

/// Half a minute: only with `--include-ignored`.
#[divan::bench(ignore, sample_count = 1, sample_size = 1)]
fn three_times_random_preflop(bencher: Bencher) {
    bench(bencher, &["random"; 3].map(parsed), "");
}

#[divan::bench(args = ["2c7d9hJs", "2c7d9hJsQc"], sample_count = 5, sample_size = 1)]
fn four_ranges(bencher: Bencher, board: &str) {
    let texts =
        ["22+, A2s+, KTs+, QJs, ATo+, KQo", "TT+, AQs+, 0.5:AKo", "22+, A2s+, K9s+, QTs+, JTs, T9s", "88+, AJ+"];
    bench(bencher, &texts.map(parsed), board);
}
