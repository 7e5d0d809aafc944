//! Ranges against the sums of all their deals, and samples against exact answers.

use std::collections::HashMap;

use super::ranges::{by_boards, by_deals, omaha_range_counts, symmetry};
use super::{OmahaHands, OmahaPlan, OmahaSpot, omaha_counts, omaha_high_low_counts, sampled_omaha_equity};
use crate::cards::{CardSet, SuitPermutation, parse_cards};
use crate::equity::{Estimate, Sampling};
use crate::error::Error;
use crate::ranges::OmahaRange;
use crate::runtime::Run;
use crate::runtime::rng::Philox;
use crate::showdown::situation::Situation;
use crate::testing::shuffle_front;

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn sets(hands: &[&str]) -> Vec<CardSet> {
    hands.iter().map(|hand| set(hand)).collect()
}

fn symmetry_of(spot: &OmahaSpot<'_>, situation: &Situation) -> Vec<SuitPermutation> {
    symmetry(spot, situation, &mut Run::new(1)).unwrap()
}

fn random_hands(rng: &mut Philox, size: usize, n: usize) -> Vec<CardSet> {
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hand = || {
        shuffle_front(rng, &mut deck, size);
        CardSet::from_ids(&deck[..size]).unwrap()
    };
    let mut hands: Vec<CardSet> = (0..n).map(|_| hand()).collect();
    hands.sort_by_key(|hand| hand.bits());
    hands
}

type ByWinners = HashMap<(u32, u32), u64>;

/// The sum over all deals, each counted as given hands.
fn naive(ranges: &[Vec<CardSet>], dealt: &[CardSet], spot: &OmahaSpot<'_>, sum: &mut ByWinners) {
    let held = dealt.iter().fold(spot.dead | CardSet::from_ids(spot.board).unwrap(), |all, &hand| all | hand);
    let Some(next) = ranges.get(dealt.len()) else {
        if spot.high_low {
            let counts = omaha_high_low_counts(dealt, spot.board, spot.dead).unwrap();
            counts.by_winners().for_each(|(high, low, n)| *sum.entry((high, low)).or_default() += n);
        } else {
            let counts = omaha_counts(dealt, spot.board, spot.dead).unwrap();
            let with_counts = (0..).zip(counts.by_winners()).filter(|&(_, &n)| n > 0);
            with_counts.for_each(|(high, &n)| *sum.entry((high, 0)).or_default() += n);
        }
        return;
    };
    for &hand in next.iter().filter(|&&hand| (hand & held).is_empty()) {
        naive(ranges, &[dealt, &[hand]].concat(), spot, sum);
    }
}

#[test]
fn ranges_are_the_sums_of_their_deals() {
    let mut rng = Philox::new([16, 0], [0; 4]);
    for case in 0..24 {
        let (hole_cards, players) = (4 + case % 3, 2 + case / 3 % 3);
        let board: Vec<u8> =
            parse_cards(["Kd7s2c3c", "AsKs4s", "AhTh9h8h2d"][case % 3]).unwrap().iter().map(|c| c.id()).collect();
        let ranges: Vec<_> = (0..players).map(|_| random_hands(&mut rng, hole_cards, 5)).collect();
        let hands: Vec<_> = ranges.iter().map(|of| OmahaHands::Among(of)).collect();
        let dead = if case % 2 == 0 { CardSet::EMPTY } else { set("Jd 5h") };
        let spot = OmahaSpot { hole_cards, players: &hands, board: &board, dead, high_low: case % 4 < 2 };
        let mut expected = ByWinners::new();
        naive(&ranges, &[], &spot, &mut expected);

        let situation = spot.check().unwrap();
        let held: Vec<_> = (0..players).map(|player| spot.hands(player, situation.left()).unwrap()).collect();
        for threads in [1, 2] {
            let run = || Run::new(threads);
            for found in [
                by_deals(&spot, &situation, &held, &mut run()).unwrap(),
                by_boards(&spot, &situation, &held, &symmetry_of(&spot, &situation), &mut run()).unwrap(),
                omaha_range_counts(&spot, &mut run()).unwrap(),
            ] {
                let found: ByWinners = found.by_winners().map(|(high, low, n)| ((high, low), n)).collect();
                assert_eq!(found, expected, "{case}");
            }
        }
    }
}

/// Suit-symmetric ranges before the flop, where renamings turn deals into each other; few cards are left.
#[test]
fn before_the_flop_both_ways_agree() {
    let hands = |ranks: &str| -> Vec<CardSet> {
        let [a, b, c, d]: [char; 4] = ranks.chars().collect::<Vec<_>>().try_into().unwrap();
        let suits = |n: u32| ["c", "d", "h", "s"][n as usize % 4];
        let of = |n: u32| format!("{a}{}{b}{}{c}{}{d}{}", suits(n), suits(n / 4), suits(n / 16), suits(n / 64));
        (0..256).step_by(7).map(|n| set(&of(n))).collect()
    };
    let ranges = [hands("AKQJ"), hands("T987")];
    let players = ranges.each_ref().map(|of| OmahaHands::Among(of));
    // Of 36 cards players hold eight: C(28, 5) boards a deal.
    let dead = set("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s");
    for high_low in [false, true] {
        let spot = OmahaSpot { hole_cards: 4, players: &players, board: &[], dead, high_low };
        let situation = spot.check().unwrap();
        let held = [0, 1].map(|player| spot.hands(player, situation.left()).unwrap());
        let by_boards = by_boards(&spot, &situation, &held, &symmetry_of(&spot, &situation), &mut Run::new(2)).unwrap();
        assert_eq!(by_deals(&spot, &situation, &held, &mut Run::new(2)).unwrap(), by_boards);
        assert!(by_boards.total() > 100_000);
    }
}

/// Ranges, flops and dead cards that renamings of some suits, of all or of none leave as they are: of boards that renamings
/// turn into each other one is looked at.
#[test]
fn boards_of_symmetric_ranges_stand_for_all_their_mirror_images() {
    let all = |text: &str| OmahaRange::parse(text, 4).unwrap().into_hands();
    let [kings, rundown, spades] = ["KKQQ", "JT98:$ds", "AsKsQ:J"].map(all);
    for (players, board, dead) in [
        ([&kings, &rundown], "", "A2345"),
        ([&kings, &spades], "", "2345"),
        ([&kings, &rundown], "7h2h2c", "As"),
        ([&kings, &rundown], "7h6h2h", ""),
        ([&rundown, &spades], "7h6h2h", ""),
    ] {
        let board: Vec<u8> = set(board).ids().collect();
        // Dead cards are given by rank before the flop: few boards are left.
        let dead = if board.is_empty() { by_ranks(dead) } else { set(dead) };
        let held = players.map(|of| OmahaHands::Among(of));
        let spot = OmahaSpot { hole_cards: 4, players: &held, board: &board, dead, high_low: false };
        let situation = spot.check().unwrap();
        let hands = [0, 1].map(|player| spot.hands(player, situation.left()).unwrap());
        let found = by_boards(&spot, &situation, &hands, &symmetry_of(&spot, &situation), &mut Run::new(2)).unwrap();
        assert_eq!(found, by_deals(&spot, &situation, &hands, &mut Run::new(2)).unwrap());
        assert!(found.total() > 0);
    }
}

fn by_ranks(ranks: &str) -> CardSet {
    ranks
        .chars()
        .fold(CardSet::EMPTY, |all, rank| all | set(&["c", "d", "h", "s"].map(|suit| format!("{rank}{suit}")).concat()))
}

#[test]
fn any_hand_is_every_hand() {
    let aces = sets(&["AsAhKsKh", "AsAhKdKc"]);
    let board = [43, 38, 33, 0]; // Qs Jh Td 2c
    let all = |left: CardSet| {
        OmahaSpot {
            hole_cards: 4,
            players: &[OmahaHands::Any, OmahaHands::Any],
            board: &[],
            dead: !left,
            high_low: false,
        }
        .hands(0, left)
        .unwrap()
    };
    let left = !(set("Qs Jh Td 2c"));
    let every = all(left);
    assert_eq!(every.len(), 194_580);
    let (any, among) =
        ([OmahaHands::Among(&aces), OmahaHands::Any], [OmahaHands::Among(&aces), OmahaHands::Among(&every)]);
    let spot = |players| OmahaSpot { hole_cards: 4, players, board: &board, dead: CardSet::EMPTY, high_low: false };
    let count = |spot: &OmahaSpot<'_>| omaha_range_counts(spot, &mut Run::new(2)).unwrap();
    assert_eq!(count(&spot(&any)), count(&spot(&among)));
    let seconds = |players| OmahaPlan::new(spot(players), &mut Run::new(1)).unwrap().seconds();
    assert_eq!(seconds(&any).to_bits(), seconds(&among).to_bits());
}

fn sampled(spot: &OmahaSpot<'_>, key: u64, threads: usize) -> Estimate {
    let sampling = Sampling { key: [key, 15], n_samples: Some(20_000), std_error: None };
    sampled_omaha_equity(spot, &sampling, &mut Run::new(threads)).unwrap()
}

/// High alone and high-low, ranges and any hands: within some standard errors of the exact answer.
#[test]
fn samples_are_about_the_exact_answer() {
    let mut rng = Philox::new([16, 1], [0; 4]);
    let (few, more) = ([random_hands(&mut rng, 4, 6), random_hands(&mut rng, 4, 8)], random_hands(&mut rng, 4, 300));
    let two = few.each_ref().map(|of| OmahaHands::Among(of));
    let many = [OmahaHands::Among(&few[0]), OmahaHands::Among(&more)];
    let three = [OmahaHands::Among(&few[0]), OmahaHands::Among(&few[1]), OmahaHands::Among(&more[..9])];
    let aces = sets(&["AsKs2h3h", "AsKs2d4d", "AsQs2h3h", "AhKh5c5d"]);
    // Nearly all pairs of hands need the same cards.
    let needed: Vec<CardSet> =
        (0..1000).map(|i| (set("AsKs2h3h") - set(["3h", "2h"][i % 2])) | set(["Tc", "9c", "8c"][i % 3])).collect();
    let with_another = [&needed[..999], &sets(&["AhKh5c5d"])].concat();
    let in_turn = [OmahaHands::Among(&needed), OmahaHands::Among(&with_another)];
    let any = [OmahaHands::Among(&aces), OmahaHands::Any];
    let board = [43, 38, 4, 9]; // Qs Jh 3c 4d
    for (case, players) in [&two[..], &many, &three, &in_turn, &any].into_iter().enumerate() {
        for high_low in [false, true] {
            let board = if case == 4 { &[43, 38, 4, 9, 14][..] } else { &board[..] };
            let spot = OmahaSpot { hole_cards: 4, players, board, dead: CardSet::EMPTY, high_low };
            let exact = omaha_range_counts(&spot, &mut Run::new(2)).unwrap();
            let total = exact.total() as f64;
            for key in 0..2 {
                let found = sampled(&spot, key, 1);
                assert_eq!(found, sampled(&spot, key, 2));
                assert!((found.equity.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for player in 0..players.len() {
                    let mut expected = 0.0;
                    for (high, low, n) in exact.by_winners() {
                        let part = |winners: u32| f64::from(winners >> player & 1) / f64::from(winners.count_ones());
                        let share = if low == 0 { part(high) } else { f64::midpoint(part(high), part(low)) };
                        expected += share * n as f64 / total;
                    }
                    let z = (found.equity[player] - expected) / found.std_error[player].max(1e-9);
                    assert!(z.abs() < 4.5, "{case} {high_low} {key} {player}: {z}");
                    let (win, tie, lose) = (found.win[player], found.tie[player], found.lose[player]);
                    assert!((win + tie + lose - 1.0).abs() < 1e-9);
                }
            }
        }
    }
}

#[test]
fn spots_that_cannot_be_are_refused() {
    let aces = sets(&["AsAhKsKh"]);
    let sampling = Sampling { key: [1, 2], n_samples: Some(10), std_error: None };
    let refused = |hole_cards, players: &[OmahaHands<'_>], board: &[u8], dead| {
        let spot = OmahaSpot { hole_cards, players, board, dead: set(dead), high_low: false };
        sampled_omaha_equity(&spot, &sampling, &mut Run::new(1)).unwrap_err().to_string()
    };
    let (aces, any) = (OmahaHands::Among(&aces), OmahaHands::Any);
    assert_eq!(refused(4, &[any], &[], ""), "expected 2 to 10 players, found 1");
    assert_eq!(refused(6, &[any; 9], &[], ""), "52 cards are left, 9 hands and the board need 59");
    assert_eq!(refused(3, &[any, any], &[], ""), "expected 4, 5 or 6 hole cards, found 3");
    assert_eq!(refused(5, &[aces, any], &[], ""), "hands of other than 5 hole cards: KhKsAhAs");
    assert_eq!(refused(4, &[any, any], &[1, 2], ""), "expected 0, 3, 4 or 5 board cards, found 2");
    assert_eq!(
        refused(4, &[any, aces], &[], "As"),
        "player 2: no hand of the range is left beside the board and the dead cards"
    );
    assert_eq!(refused(4, &[aces, aces], &[], ""), "there is no deal: the players need the same cards");
    let cancelled = &mut |_, _| std::ops::ControlFlow::Break(());
    let spot = OmahaSpot { hole_cards: 4, players: &[any; 2], board: &[], dead: CardSet::EMPTY, high_low: true };
    let endless = Sampling { key: [1, 2], n_samples: None, std_error: Some(1e-9) };
    let run = &mut Run::new(2).watched(cancelled);
    assert_eq!(sampled_omaha_equity(&spot, &endless, run), Err(Error::Cancelled));
    let run = &mut Run::new(2).watched(cancelled);
    let few = OmahaSpot { board: &[43, 38, 4, 9], ..spot };
    assert_eq!(omaha_range_counts(&few, run).map(|counts| counts.total()), Err(Error::Cancelled));
}
