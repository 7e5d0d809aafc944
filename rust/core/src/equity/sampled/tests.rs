//! Estimates against exact equities, and rejected arguments.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::ratio::Payoff;
use super::*;
use crate::cards::{COMBO_COUNT, COMBOS, CardSet};
use crate::equity::{Player, exact_counts};
use crate::evaluator::evaluate_ids;
use crate::ranges::Range;
use crate::showdown::runouts::for_each_runout;

const NONE: CardSet = CardSet::EMPTY;

fn ids(text: &str) -> Vec<u8> {
    crate::cards::parse_cards(text).unwrap().into_iter().map(crate::cards::Card::id).collect()
}

fn sampled(ranges: &[Range], board: &[u8], dead: CardSet, sampling: &Sampling, run: &mut Run<'_>) -> Result<Estimate> {
    let players: Vec<_> = ranges.iter().map(Player::Range).collect();
    sampled_equity(&Spot::new(Game::HOLDEM, &players, board, dead)?, sampling, run)
}

fn estimate(ranges: &[&str], board: &str, sampling: Sampling, threads: usize) -> Result<Estimate> {
    let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
    sampled(&ranges, &ids(board), NONE, &sampling, &mut Run::new(threads))
}

fn n_samples(key: u64, n: u64) -> Sampling {
    Sampling { key: [key, 77], n_samples: Some(n), std_error: None }
}

/// Win, tie and equity of every player, by every deal and every runout.
fn exact(ranges: &[&str], board: &str) -> Vec<[f64; 3]> {
    let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
    let board = ids(board);
    let known = CardSet::from_ids(&board).unwrap();
    let mut deals = vec![(vec![], known, 1.0)];
    for range in &ranges {
        deals = deals
            .iter()
            .flat_map(|(hands, used, weight): &(Vec<[u8; 2]>, CardSet, f64)| {
                COMBOS.iter().zip(range.weights()).filter_map(move |(hand, own)| {
                    let set = CardSet::from_ids(hand).unwrap();
                    let is_free = *own > 0.0 && (set & *used).is_empty();
                    is_free.then(|| ([&hands[..], &[*hand]].concat(), *used | set, weight * own))
                })
            })
            .collect();
    }
    let mut won = vec![[0.0; 3]; ranges.len()];
    let mut total = 0.0;
    for (hands, used, weight) in deals {
        // Integers by set of winners: from the kernel of specific hands before the flop, else one by one.
        let mut by_winners = vec![0u64; 1 << hands.len()];
        if board.is_empty() {
            by_winners.copy_from_slice(exact_counts(Game::HOLDEM, &hands, &[], NONE).unwrap().by_winners());
        } else {
            for_each_runout(&board, !used, |cards, _| {
                let strengths: Vec<_> =
                    hands.iter().map(|hand| evaluate_ids(&[&hand[..], cards].concat()).unwrap()).collect();
                let best = strengths.iter().max().unwrap();
                let winners = strengths.iter().enumerate().filter(|(_, s)| *s == best);
                by_winners[winners.fold(0, |set, (i, _)| set | 1 << i)] += 1;
                Ok::<(), Error>(())
            })
            .unwrap();
        }
        for (winners, &boards) in by_winners.iter().enumerate() {
            let (weight, sharing) = (weight * boards as f64, winners.count_ones());
            total += weight;
            for (_, won) in won.iter_mut().enumerate().filter(|(player, _)| winners >> player & 1 != 0) {
                won[usize::from(sharing > 1)] += weight;
                won[2] += weight / f64::from(sharing);
            }
        }
    }
    won.iter().map(|won| won.map(|part| part / total)).collect()
}

/// An estimate by units of deals: of hold'em, or by the sampler of all games.
fn in_units(ranges: &[&str], board: &str, sampling: Sampling, is_holdem: bool) -> Estimate {
    let ranges: Vec<_> = ranges.iter().map(|range| range.parse::<Range>().unwrap()).collect();
    let players: Vec<_> = ranges.iter().map(Player::Range).collect();
    let spot = Spot::new(Game::HOLDEM, &players, &ids(board), NONE).unwrap();
    let supports = support::of_ranges(&ranges.iter().map(Cow::Borrowed).collect::<Vec<_>>(), &spot).unwrap();
    let (run, stop) = (&mut Run::new(1), StopRule::new(&sampling).unwrap());
    let sums = if is_holdem {
        let deals = HoldemDeals::new(&spot, &supports, sampling.key, true, run.level()).unwrap();
        sample(&deals, ranges.len(), sampling.key, stop, run)
    } else {
        let deals = DealSampler::new(&spot, &supports, sampling.key, true, run.level()).unwrap();
        sample(&deals, ranges.len(), sampling.key, stop, run)
    };
    let sums = sums.unwrap();
    assert!(sums.effective_independent() < 100.0);
    Estimate::from(&sums)
}

/// Many estimates of one spot: errors divided by standard errors are about normal, with mean 0 and deviation 1.
fn calibrate(ranges: &[&str], board: &str, n: u64, runs: u64) {
    calibrate_by(ranges, board, n, runs, |key| estimate(ranges, board, n_samples(key, n), 1).unwrap());
}

fn calibrate_by(ranges: &[&str], board: &str, n: u64, runs: u64, estimate: impl Fn(u64) -> Estimate) {
    let exact = exact(ranges, board);
    let mut z = vec![[(); 4].map(|()| vec![]); ranges.len()];
    for key in 0..runs {
        let found = estimate(key);
        for (player, [win, tie, equity]) in exact.iter().enumerate() {
            assert!(found.std_error[player] > 0.0);
            for (of, (values, errors, expected)) in [
                (&found.equity, &found.std_error, *equity),
                (&found.win, &found.win_std_error, *win),
                (&found.tie, &found.tie_std_error, *tie),
                (&found.lose, &found.lose_std_error, 1.0 - win - tie),
            ]
            .into_iter()
            .enumerate()
            {
                let error = values[player] - expected;
                // Shares vary less than wins and ties: four times the bound for independent samples of 0 or 1, for both.
                assert!(error.abs() < (8.0 / (n as f64).sqrt()).max(8.0 * found.std_error[player]));
                // The counts of rare and of frequent events are skewed: their mean error is not 0 in standard errors.
                let skew = (1.0 - 2.0 * expected) / (expected * (1.0 - expected) * n as f64).sqrt();
                if of == 0 || skew.abs() < 0.1 {
                    z[player][of].push(error / errors[player]);
                }
            }
            assert!((found.win[player] + found.tie[player] + found.lose[player] - 1.0).abs() < 1e-12);
        }
        assert!((found.equity.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(found.samples, n);
    }
    for z in z.as_flattened().iter().filter(|z| !z.is_empty()) {
        let n = runs as f64;
        let mean = z.iter().sum::<f64>() / n;
        let deviation = (z.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        assert!((mean * n.sqrt()).abs() < 3.0, "{ranges:?}: mean {mean}");
        assert!((deviation - 1.0).abs() < 0.1, "{ranges:?}: deviation {deviation}");
    }
}

#[test]
fn errors_of_two_hands_are_as_large_as_they_say() {
    calibrate(&["AhAd", "KsKh"], "", 500, 400);
}

#[test]
fn errors_of_ranges_with_common_cards_are_as_large_as_they_say() {
    calibrate(&["AA, 0.5:AKs, AhQd", "0.25:AA, KQs, AhKd"], "", 500, 400);
}

#[test]
fn errors_of_three_ranges_on_a_flop_are_as_large_as_they_say() {
    calibrate(&["AA, 0.5:AKs", "0.25:KK, AhQh", "QQ, 0.5:AhTh"], "Qs7h2c", 500, 400);
}

#[test]
fn errors_of_units_are_as_large_as_they_say() {
    let ranges = ["AA, AK", "AA, AKs", "AA, 0.5:AKs"];
    for is_holdem in [true, false] {
        let estimate = |key| in_units(&ranges, "Qs7h2c3d", n_samples(key, 20_001), is_holdem);
        calibrate_by(&ranges, "Qs7h2c3d", 20_001, 600, estimate);
    }
}

#[test]
fn errors_of_five_hands_are_as_large_as_they_say() {
    // Among few deals a rare winner wins too seldom: errors divided by standard errors would be skewed.
    calibrate(&["AhKh", "QsQd", "7c7d", "JcTc", "4s3s"], "", 2000, 400);
}

#[test]
fn ten_players_and_random_hands_are_dealt_alike() {
    // By symmetry each wins a tenth, whether hands are drawn together or dealt with the board.
    let mut nearly = vec![1.0; COMBO_COUNT];
    nearly[0] = 0.999;
    for range in [vec![1.0; COMBO_COUNT], nearly] {
        let ranges = vec![Range::from_weights(&range).unwrap(); 10];
        let sampling = n_samples(3, 10_000);
        let found = sampled(&ranges, &ids("Qs7h2c"), NONE, &sampling, &mut Run::new(2)).unwrap();
        for (equity, error) in found.equity.iter().zip(&found.std_error) {
            assert!((equity - 0.1).abs() < 4.5 * error && *error < 0.004);
        }
    }
}

#[test]
fn threads_change_nothing_and_keys_do() {
    for (ranges, n) in [(&["QQ+, 0.3:AKs", "random"][..], 500), (&["22+", "0.7:A2s+", "random"], 10_000)] {
        let one = estimate(ranges, "", n_samples(1, n), 1).unwrap();
        for threads in [2, 3] {
            assert_eq!(estimate(ranges, "", n_samples(1, n), threads).unwrap(), one);
        }
        assert_ne!(estimate(ranges, "", n_samples(2, n), 1).unwrap(), one);
        let stop = Sampling { n_samples: None, std_error: Some(0.01), ..n_samples(1, 1) };
        let until = estimate(ranges, "", stop, 1).unwrap();
        assert_eq!(estimate(ranges, "", stop, 3).unwrap(), until);
    }
}

#[test]
fn samples_stay_what_they_are() {
    let found = [
        &["AA", "KK, QQ"][..],
        &["22+, 0.5:AKs", "random"],
        &["AA, KK", "0.5:KK, QQ", "random"],
        &["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"],
    ]
    .map(|ranges| {
        let found = estimate(ranges, "", n_samples(1, 2000), 1).unwrap();
        found.win.iter().map(|win| format!("{win:.9}")).collect::<Vec<_>>()
    });
    let zero = "0.000000000";
    let expected: [&[&str]; 4] = [
        &["0.802500000", "0.192500000"],
        &["0.686500000", "0.306000000"],
        &["0.659500000", "0.163500000", "0.143000000"],
        &["0.016000000", "0.023000000", zero, zero, zero, zero, zero, "0.000500000"],
    ];
    assert_eq!(found, expected);
}

#[test]
fn samples_end_where_the_first_rule_says_so() {
    let ranges = ["22+, 0.5:AKs", "TT+", "random"];
    let both = |n, error| Sampling { n_samples: Some(n), std_error: Some(error), ..n_samples(1, 1) };
    assert_eq!(estimate(&ranges, "", both(5_000, 1e-9), 1).unwrap().samples, 5_000);
    let loose = estimate(&ranges, "", both(1 << 39, 0.0015), 1).unwrap();
    let errors = [&loose.std_error, &loose.win_std_error, &loose.tie_std_error, &loose.lose_std_error];
    let largest = errors.into_iter().flatten().fold(0.0f64, |a, &b| a.max(b));
    assert!(largest <= 0.0015);
    // The necessary number and a quarter more, at most one round of batches.
    let takes = loose.samples as f64 * (largest / 0.0015).powi(2);
    assert!((loose.samples as f64) < 1.3 * takes + 65_536.0, "{loose:?}");
}

/// Two players who share every pot, or each wins as often as the other: equities do not vary, the other numbers do.
struct EvenPots;

impl Sampler for EvenPots {
    type Memory = ();

    fn memory(&self) -> Result<()> {
        Ok(())
    }

    fn sample(&self, n: u64, rng: &mut Philox, (): &mut (), sums: &mut RatioEstimator) -> Result<()> {
        for _ in 0..n {
            let tie = if rng.below(10) == 0 { 2.0 } else { 0.0 };
            sums.add(2.0, &[Payoff { win: (2.0 - tie) / 2.0, tie, share: 1.0 }; 2]);
        }
        Ok(())
    }
}

#[test]
fn sampling_goes_on_until_wins_and_ties_have_small_errors() {
    let until = |error| StopRule::new(&Sampling { key: [0; 2], n_samples: None, std_error: Some(error) }).unwrap();
    let sums = sample(&EvenPots, 2, [1, 5], until(0.0005), &mut Run::new(1)).unwrap();
    let found = Estimate::from(&sums);
    // A tie is 0.1 of all: 0.09 / 0.0005^2 samples.
    assert!((360_000..460_000).contains(&found.samples), "{}", found.samples);
    for player in 0..2 {
        assert_eq!((found.equity[player], found.std_error[player]), (0.5, 0.0));
        let errors = [&found.win_std_error, &found.tie_std_error, &found.lose_std_error].map(|of| of[player]);
        assert!((errors[1] - 0.0005).abs() < 0.00005 && errors[1] <= 0.0005);
        // Half of the deals without a tie are won, the other half lost.
        assert!((errors[0] - errors[1] / 2.0).abs() < 1e-12 && (errors[2] - errors[1] / 2.0).abs() < 1e-12);
    }
}

/// One sample in a thousand counts for nearly all.
struct Rare;

impl Sampler for Rare {
    type Memory = ();

    fn memory(&self) -> Result<()> {
        Ok(())
    }

    fn sample(&self, n: u64, rng: &mut Philox, (): &mut (), sums: &mut RatioEstimator) -> Result<()> {
        for _ in 0..n {
            let weight = if rng.below(1000) == 0 { 1.0 } else { 1e-6 };
            let share = if rng.below(2) == 0 { weight } else { 0.0 };
            sums.add(weight, &[Payoff { win: share, tie: 0.0, share }]);
        }
        Ok(())
    }
}

#[test]
fn a_standard_error_is_believed_when_enough_samples_are_effective() {
    let loose = StopRule::new(&Sampling { key: [0; 2], n_samples: None, std_error: Some(0.4) }).unwrap();
    for key in 0..20 {
        let sums = sample(&Rare, 1, [key, 5], loose, &mut Run::new(1)).unwrap();
        assert!((200.0..300.0).contains(&sums.effective()), "{}", sums.effective());
        assert!((150_000..400_000).contains(&sums.samples()), "{}", sums.samples());
        let few = StopRule { most: 500, ..loose };
        assert_eq!(sample(&Rare, 1, [key, 5], few, &mut Run::new(1)).unwrap().samples(), 500);
    }
}

#[test]
fn effective_samples_are_all_where_deals_have_no_weights() {
    for ranges in [&["AA, KK", "0.5:KK, QQ", "random"][..], &["AA", "AA", "KK", "KK", "QQ", "QQ", "JJ", "JJ"], &RARE] {
        let found = estimate(ranges, "", n_samples(1, 2000), 1).unwrap();
        assert_eq!((found.samples, found.effective_samples.to_bits()), (2000, 2000.0f64.to_bits()));
    }
    // Deals of players who need every card from ten to ace have weights, which differ little.
    let hard = ["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"; 10];
    let found = estimate(&hard, "2c7d9h", n_samples(1, 100), 1).unwrap();
    assert!((10.0..100.0).contains(&found.effective_samples), "{}", found.effective_samples);
}

/// Two players cannot hold aces beside a third, so one of them has a hand that is rarely drawn by itself.
const RARE: [&str; 3] = ["AA, 0.0001:72o", "AA, 0.0001:KK", "AA, 0.0001:QQ"];

#[test]
fn errors_of_deals_that_are_hard_to_draw_are_as_large_as_they_say() {
    calibrate(&RARE, "2c7d9h", 500, 400);
    calibrate(&["AA, 0.001:55", "AA, 0.001:KK", "AA, 0.002:QQ", "AA, 0.001:JJ"], "2c7d9hTc", 500, 400);
}

#[test]
fn two_ranges_whose_deals_are_rare_are_sampled_by_deals() {
    let ranges = ["AhAd, 0.000000001:KK, 0.000000001:72s", "AhAc, 0.000000001:QQ, 0.0000000003:88"];
    let found = estimate(&ranges, "2c7d9h", n_samples(1, 20_000), 2).unwrap();
    assert_eq!((found.samples, found.effective_samples.to_bits()), (20_000, 20_000.0f64.to_bits()));
    for (player, [_, _, equity]) in exact(&ranges, "2c7d9h").into_iter().enumerate() {
        assert!((found.equity[player] - equity).abs() < 4.0 * found.std_error[player]);
    }
}

#[test]
fn what_does_not_vary_is_exact() {
    // A royal flush on the board, shared by three.
    let shared = estimate(&["AA, KK", "22, 33", "22+"], "AsKsQsJsTs", n_samples(1, 1000), 1).unwrap();
    assert_eq!((&shared.tie[..], &shared.std_error[..]), (&[1.0; 3][..], &[0.0; 3][..]));
    // Nothing varies: the first check ends it.
    let stop = Sampling { n_samples: None, std_error: Some(1e-9), ..n_samples(1, 1) };
    let even = estimate(&["AhAd, AcAs", "KK"], "QsQhQd7s7h", stop, 1).unwrap();
    assert_eq!((even.std_error, even.equity), (vec![0.0; 2], vec![1.0, 0.0]));
    assert_eq!(even.samples, FIRST_ROUND * BATCH);
    assert!(estimate(&["AA", "KK"], "", n_samples(1, 1), 1).unwrap().std_error[0].is_nan());
}

#[test]
fn what_cannot_be_sampled_is_refused() {
    let sampling = n_samples(1, 100);
    let refused = |ranges: &[&str], board, sampling| estimate(ranges, board, sampling, 2).unwrap_err().to_string();
    assert_eq!(refused(&["AA"], "", sampling), "expected 2 to 10 players, found 1");
    assert_eq!(refused(&["AA"; 11], "", sampling), "expected 2 to 10 players, found 11");
    let two = ["AA", "KK"];
    assert_eq!(refused(&two, "As2s3s4s5s6s", sampling), "expected 0 to 5 board cards, found 6");
    assert_eq!(refused(&two, "AsAsKs", sampling), "card As (id 51) appears more than once");
    assert_eq!(
        refused(&two, "AsAhAd", sampling),
        "player 1: no hand of the range is left beside the board and the dead cards"
    );
    assert_eq!(
        refused(&["AhAd", "AhKh"], "", sampling),
        "players 1 and 2 need the same cards: no deal gives both a hand"
    );
    let with = |n_samples, std_error| Sampling { n_samples, std_error, ..sampling };
    assert_eq!(refused(&two, "", with(None, None)), "n_samples, std_error: at least one is needed");
    assert_eq!(refused(&two, "", with(Some(0), None)), "n_samples = 0: expected 1 to 1000000000000");
    let too_many = format!("n_samples = {}: expected 1 to 1000000000000", u64::MAX);
    assert_eq!(refused(&two, "", with(Some(u64::MAX), None)), too_many);
    for (wrong, text) in [(0.0, "0"), (-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        assert_eq!(
            refused(&two, "", with(Some(1), Some(wrong))),
            format!("std_error = {text}: expected a positive number")
        );
    }
    // Ten cards, of which two are dead, and then six.
    let all = Range::full();
    let ten = |dead: CardSet| sampled(&[all.clone(), all.clone()], &[], dead, &sampling, &mut Run::new(1));
    let few = |n: u32| CardSet::new((1 << (52 - n)) - 1).unwrap();
    assert_eq!(ten(few(9)).unwrap().samples, 100);
    assert_eq!(ten(few(8)).unwrap_err().to_string(), "8 cards are left, 2 hands and the board need 9");
    // Aces on every possible board: those that players need.
    let aces = "AsAhAdAcKs".parse::<CardSet>().unwrap();
    let range: Range = "AA".parse().unwrap();
    let dead = !(aces | "KhKdKcQs".parse().unwrap());
    let found = sampled(&[range, all], &[], dead, &sampling, &mut Run::new(1));
    assert_eq!(found.unwrap().samples, 100);
}

#[test]
fn a_watcher_sees_progress_that_never_falls_and_can_stop_it() {
    for stop in [n_samples(1, 400_000), Sampling { std_error: Some(0.0008), n_samples: None, ..n_samples(1, 1) }] {
        for threads in [1, 2] {
            let mut told = vec![];
            let mut watcher = |done: u64, total: u64| {
                told.push((done, total));
                ControlFlow::Continue(())
            };
            let random = vec![Range::full(); 3];
            let run = &mut Run::new(threads).watched(&mut watcher);
            sampled(&random, &[], NONE, &stop, run).unwrap();
            assert!(told.is_sorted() && told.iter().all(|&(done, total)| done <= total && total == WHOLE), "{told:?}");
            let mut watcher = |_: u64, _: u64| ControlFlow::Break(());
            let endless = Sampling { n_samples: None, std_error: Some(1e-9), key: [1, 1] };
            let run = &mut Run::new(threads).watched(&mut watcher);
            assert_eq!(sampled(&random, &[], NONE, &endless, run), Err(Error::Cancelled));
        }
    }
}

#[test]
fn samples_of_the_short_deck_are_about_the_exact_answer() {
    for game in [Game::SHORT_DECK, Game::holdem_by(crate::evaluator::Rules::ShortDeckTrips).unwrap()] {
        let hands = ["AsKs", "QdQc", "9h8h"].map(ids);
        let players = hands.each_ref().map(|hand| Player::Hand(CardSet::from_ids(hand).unwrap()));
        let found = sampled_equity(
            &Spot::new(game, &players, &ids("7hTh6d"), NONE).unwrap(),
            &n_samples(8, 20_000),
            &mut Run::new(1),
        );
        let found = found.unwrap();
        let exact = exact_counts(game, &hands, &ids("7hTh6d"), NONE).unwrap();
        for player in 0..3 {
            let shares = exact.shares(player).unwrap();
            let won: f64 = (1..4).map(|sharers| shares[sharers] as f64 / sharers as f64).sum();
            let z = (found.equity[player] - won / exact.total() as f64) / found.std_error[player];
            assert!(z.abs() < 4.5, "{game:?} {player}: {z}");
        }
    }
}
