//! Exact equities of three and more ranges on one thread. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::cards::{COMBO_COUNT, COMBOS, CardSet};
use pokerbits::equity::{Outcomes, Plan, Player, Spot, SpotEquity};
use pokerbits::evaluator::evaluate_combos;
use pokerbits::ranges::Range;
use pokerbits::runtime::rng::Philox;
use pokerbits::{Game, Run};

#[path = "../tests/common/mod.rs"]
mod common;
use common::for_each_runout;

fn main() {
    divan::main();
}

fn parsed(text: &str) -> Range {
    text.parse().unwrap()
}

/// This many combos of weight a quarter to three quarters.
fn random(combos: usize, rng: &mut Philox) -> Range {
    let mut weights = [0.0; COMBO_COUNT];
    for _ in 0..combos {
        let mut free = std::iter::repeat_with(|| rng.below(COMBO_COUNT as u64) as usize);
        let combo = free.find(|&combo| weights[combo] <= 0.0).unwrap();
        weights[combo] = (1 + rng.below(3)) as f64 / 4.0;
    }
    Range::from_weights(&weights).unwrap()
}

fn solve(ranges: &[Range], board: &str) -> SpotEquity {
    let board: CardSet = board.parse().unwrap();
    let board: Vec<u8> = board.ids().collect();
    let players: Vec<_> = black_box(ranges).iter().map(Player::Range).collect();
    let spot = Spot::new(Game::HOLDEM, &players, &board, CardSet::EMPTY).unwrap();
    let run = &mut Run::new(1);
    Plan::new(&spot, run).unwrap().run(run).unwrap()
}

/// Pots of all showdowns, times what all numbers of sharers divide, add up to the showdowns.
fn check_pots(found: &SpotEquity) {
    let Outcomes::Exact(counts, _) = &found.outcomes else { panic!("weights are decimals") };
    let pots = |counts: &Vec<u128>| -> u128 {
        (1u128..).zip(&counts[..counts.len() - 1]).map(|(sharers, of)| of * 2520 / sharers).sum()
    };
    let won: u128 = counts.iter().map(pots).sum();
    assert!(counts.iter().all(|counts| counts.iter().sum::<u128>() * 2520 == won && won > 0));
}

fn bench(bencher: Bencher, ranges: &[Range], board: &str) {
    bencher.bench(|| {
        let found = solve(ranges, board);
        check_pots(&found);
        found
    });
}

/// Every triple that the first combo with weight is in.
fn check_triples(ranges: &[Range], board: &str, found: &SpotEquity) {
    let board: CardSet = board.parse().unwrap();
    let masks = COMBOS.map(|[a, b]| 1u64 << a | 1 << b);
    let is_free = |combo: &usize| masks[*combo] & board.bits() == 0;
    let held = |player: usize| {
        (0..COMBO_COUNT).filter(is_free).filter(|&c| ranges[player].weights()[c] > 0.0).collect::<Vec<_>>()
    };
    let (first, second, third) = (held(0)[0], held(1), held(2));
    let mut expected = [0.0; 4];
    let ids: Vec<u8> = board.ids().collect();
    for_each_runout(&ids, !board, &mut |_, board| {
        let strengths = evaluate_combos(board).unwrap();
        let free = |of: &[usize]| of.iter().copied().filter(|&c| strengths[c] > 0).collect::<Vec<_>>();
        let (own, second, third) = (strengths[first], free(&second), free(&third));
        for &x in second.iter().filter(|&&x| own > 0 && masks[first] & masks[x] == 0) {
            for &y in third.iter().filter(|&&y| (masks[first] | masks[x]) & masks[y] == 0) {
                let weight = ranges[1].weights()[x] * ranges[2].weights()[y];
                expected[3] += weight;
                let [x, y] = [x, y].map(|combo| strengths[combo]);
                if own >= x.max(y) {
                    expected[usize::from(own == x) + usize::from(own == y)] += weight;
                }
            }
        }
    });
    let [alone, two, three, all] = expected;
    let equity = (alone + two / 2.0 + three / 3.0) / all;
    assert!((found.of_combos[0][first] - equity).abs() < 1e-12);
}

#[divan::bench(args = [200, 1326], sample_count = 5, sample_size = 1)]
fn three_ranges_flop(bencher: Bencher, combos: usize) {
    let mut rng = Philox::new([13, 3], [0; 4]);
    let ranges = [(); 3].map(|()| random(combos, &mut rng));
    check_triples(&ranges, "Qh7h2c", &solve(&ranges, "Qh7h2c"));
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
