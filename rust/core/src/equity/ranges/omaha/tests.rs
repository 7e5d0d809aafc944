//! Ranges against the sums of all their deals, and samples against exact answers.

use std::collections::HashMap;

use super::{HandSpot, by_boards, by_deals, player_of_ranks, symmetry};
use crate::cards::{CardSet, parse_cards};
use crate::equity::spot::Supports;
use crate::equity::{Estimate, Outcomes, Plan, Player, Sampling, ShowdownCounts, Spot, exact_counts, sampled_equity};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::ranges::OmahaRange;
use crate::runtime::Run;
use crate::runtime::rng::Philox;
use crate::testing::shuffle_front;

/// The deals of a spot, counted by the strategy of the plan.
fn planned(spot: &Spot<'_>, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    match Plan::new(spot, run)?.run(run)?.outcomes {
        Outcomes::ByWinners(counts) => Ok(counts),
        other => panic!("{other:?}"),
    }
}

/// The deals of a spot, counted deal by deal and board by board.
fn both_ways(spot: &Spot<'_>, threads: usize) -> [ShowdownCounts; 2] {
    let Supports::Hands(hands) = spot.supports() else { panic!("hands of two cards") };
    let run = &mut Run::new(threads);
    let symmetry = symmetry(hands, spot.situation(), run).unwrap();
    let spot = HandSpot { game: spot.game(), hands, situation: spot.situation() };
    [by_deals(&spot, run).unwrap(), by_boards(&spot, &symmetry, run).unwrap()]
}

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn sets(hands: &[&str]) -> Vec<CardSet> {
    hands.iter().map(|hand| set(hand)).collect()
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

type HighLowCounts = HashMap<(u32, u32), u64>;

fn by_winners(counts: &ShowdownCounts) -> HighLowCounts {
    counts.by_high_and_low().map(|(high, low, n)| ((high, low), n)).collect()
}

/// The sum over all deals, each counted as specific hands.
fn naive(ranges: &[Vec<CardSet>], dealt: &[CardSet], game: Game, board: &[u8], dead: CardSet, sum: &mut HighLowCounts) {
    let held = dealt.iter().fold(dead | CardSet::from_ids(board).unwrap(), |all, &hand| all | hand);
    let Some(next) = ranges.get(dealt.len()) else {
        let hands: Vec<Vec<u8>> = dealt.iter().map(|hand| hand.ids().collect()).collect();
        let counts = exact_counts(game, &hands, board, dead).unwrap();
        counts.by_high_and_low().for_each(|(high, low, n)| *sum.entry((high, low)).or_default() += n);
        return;
    };
    for &hand in next.iter().filter(|&&hand| (hand & held).is_empty()) {
        naive(ranges, &[dealt, &[hand]].concat(), game, board, dead, sum);
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
        let hands: Vec<_> = ranges.iter().map(|of| Player::Among(of)).collect();
        let dead = if case % 2 == 0 { CardSet::EMPTY } else { set("Jd 5h") };
        let game = Game::omaha(hole_cards, case % 4 < 2).unwrap();
        let mut expected = HighLowCounts::new();
        naive(&ranges, &[], game, &board, dead, &mut expected);

        let spot = Spot::new(game, &hands, &board, dead).unwrap();
        for threads in [1, 2] {
            let [deals, boards] = both_ways(&spot, threads);
            for found in [deals, boards, planned(&spot, &mut Run::new(threads)).unwrap()] {
                assert_eq!(by_winners(&found), expected, "{case}");
            }
        }
    }
}

/// Suit-symmetric ranges before the flop: suit permutations map deals to each other. Few cards are left.
#[test]
fn before_the_flop_both_ways_agree() {
    let hands = |ranks: &str| -> Vec<CardSet> {
        let [a, b, c, d]: [char; 4] = ranks.chars().collect::<Vec<_>>().try_into().unwrap();
        let suits = |n: u32| ["c", "d", "h", "s"][n as usize % 4];
        let of = |n: u32| format!("{a}{}{b}{}{c}{}{d}{}", suits(n), suits(n / 4), suits(n / 16), suits(n / 64));
        (0..256).step_by(7).map(|n| set(&of(n))).collect()
    };
    let ranges = [hands("AKQJ"), hands("T987")];
    let players = ranges.each_ref().map(|of| Player::Among(of));
    // Players hold eight of 36 cards: C(28, 5) boards per deal.
    let dead = set("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s");
    for has_low in [false, true] {
        let spot = Spot::new(Game::omaha(4, has_low).unwrap(), &players, &[], dead).unwrap();
        let [deals, boards] = both_ways(&spot, 2);
        assert_eq!(deals, boards);
        assert!(boards.total() > 100_000);
    }
}

/// Ranges, flops and dead cards that permutations of some suits, of all or of none fix: one board of each orbit is
/// evaluated.
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
        // Before the flop, all cards of some ranks are dead: few boards are left.
        let dead = if board.is_empty() { by_ranks(dead) } else { set(dead) };
        let players = players.map(|of| Player::Among(of));
        let [deals, boards] = both_ways(&Spot::new(Game::omaha(4, false).unwrap(), &players, &board, dead).unwrap(), 2);
        assert_eq!(deals, boards);
        assert!(deals.total() > 0);
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
    let spot = |players: &[Player<'_>]| -> (ShowdownCounts, u64) {
        let spot = Spot::new(Game::omaha(4, false).unwrap(), players, &board, CardSet::EMPTY).unwrap();
        let plan = Plan::new(&spot, &mut Run::new(1)).unwrap();
        (planned(&spot, &mut Run::new(2)).unwrap(), plan.seconds().to_bits())
    };
    let players = [Player::Any; 2];
    let of_any = Spot::new(Game::omaha(4, false).unwrap(), &players, &board, CardSet::EMPTY).unwrap();
    let Supports::Hands(hands) = of_any.supports() else { panic!("hands of two cards") };
    let every = hands[0].list(4, !set("Qs Jh Td 2c")).unwrap();
    assert_eq!(every.len(), 194_580);
    assert_eq!(spot(&[Player::Among(&aces), Player::Any]), spot(&[Player::Among(&aces), Player::Among(&every)]));
    // A hand is a list of one.
    assert_eq!(spot(&[Player::Hand(aces[0]), Player::Any]), spot(&[Player::Among(&aces[..1]), Player::Any]));
}

/// Ranges of ranks before the flop: pairs, three of a kind, ranks of the hands that they meet, and no pair.
#[test]
fn a_range_of_ranks_is_counted_deal_by_deal_or_by_ranks() {
    let omaha = Game::omaha(4, false).unwrap();
    let own = sets(&["2h2s7c7d", "6h7h8s9s", "2s6cAhAs", "QcQdQhQs", "9d9sKdTd"]);
    for text in ["AA22", "AAAK, 7777", "QQQQ, 2222", "6789"] {
        let ranks = OmahaRange::parse(text, 4).unwrap().into_hands();
        for players in [[&own, &ranks], [&ranks, &own]] {
            let players = players.map(|hands| Player::Among(hands));
            let spot = Spot::new(omaha, &players, &[], CardSet::EMPTY).unwrap();
            let Supports::Hands(hands) = spot.supports() else { panic!("hands of two cards") };
            let player = player_of_ranks(omaha, hands, spot.situation()).unwrap().unwrap();
            let spot = HandSpot { game: omaha, hands, situation: spot.situation() };
            let run = &mut Run::new(2);
            let found = by_winners(&super::by_ranks(&spot, player, run).unwrap());
            assert_eq!(found, by_winners(&by_deals(&spot, run).unwrap()), "{text}");
        }
    }
}

#[test]
fn suits_make_a_range_one_of_more_than_ranks() {
    let player = |first: &[CardSet], second: &[CardSet], game: Game, dead: &str| {
        let players = [Player::Among(first), Player::Among(second)];
        let spot = Spot::new(game, &players, &[], set(dead)).unwrap();
        let Supports::Hands(hands) = spot.supports() else { panic!("hands of two cards") };
        player_of_ranks(game, hands, spot.situation()).unwrap()
    };
    let range = |text: &str| OmahaRange::parse(text, 4).unwrap().into_hands();
    let (omaha, high_low) = (Game::omaha(4, false).unwrap(), Game::omaha(4, true).unwrap());
    let (aces, suited) = (range("AA"), range("AA$ds"));
    assert_eq!(player(&aces, &suited, omaha, ""), Some(0));
    assert_eq!(player(&suited, &aces, omaha, ""), Some(1));
    assert_eq!(player(&suited, &aces[1..], omaha, ""), None);
    assert_eq!(player(&suited, &[&aces[..1], &aces].concat(), omaha, ""), None);
    assert_eq!(player(&suited, &[&aces[1..], &aces[..1]].concat(), omaha, ""), None);
    assert_eq!(player(&suited, &aces, omaha, "2c"), None);
    assert_eq!(player(&suited, &aces, high_low, ""), None);
}

fn sampled(spot: &Spot<'_>, key: u64, threads: usize) -> Estimate {
    let sampling = Sampling { key: [key, 15], n_samples: Some(20_000), std_error: None };
    sampled_equity(spot, &sampling, &mut Run::new(threads)).unwrap()
}

/// Games with and without a low, ranges and any hands: within some standard errors of the exact answer.
#[test]
fn samples_are_about_the_exact_answer() {
    let mut rng = Philox::new([16, 1], [0; 4]);
    let (few, more) = ([random_hands(&mut rng, 4, 6), random_hands(&mut rng, 4, 8)], random_hands(&mut rng, 4, 300));
    let two = few.each_ref().map(|of| Player::Among(of));
    let many = [Player::Among(&few[0]), Player::Among(&more)];
    let three = [Player::Among(&few[0]), Player::Among(&few[1]), Player::Among(&more[..9])];
    let aces = sets(&["AsKs2h3h", "AsKs2d4d", "AsQs2h3h", "AhKh5c5d"]);
    // Nearly all pairs of hands need the same cards.
    let needed: Vec<CardSet> =
        (0..1000).map(|i| (set("AsKs2h3h") - set(["3h", "2h"][i % 2])) | set(["Tc", "9c", "8c"][i % 3])).collect();
    let with_another = [&needed[..999], &sets(&["AhKh5c5d"])].concat();
    let in_turn = [Player::Among(&needed), Player::Among(&with_another)];
    let any = [Player::Among(&aces), Player::Any];
    let board = [43, 38, 4, 9]; // Qs Jh 3c 4d
    for (case, players) in [&two[..], &many, &three, &in_turn, &any].into_iter().enumerate() {
        for high_low in [false, true] {
            let board = if case == 4 { &[43, 38, 4, 9, 14][..] } else { &board[..] };
            let game = Game::omaha(4, high_low).unwrap();
            let spot = Spot::new(game, players, board, CardSet::EMPTY).unwrap();
            let exact = planned(&spot, &mut Run::new(2)).unwrap();
            let total = exact.total() as f64;
            for key in 0..2 {
                let found = sampled(&spot, key, 1);
                assert_eq!(found, sampled(&spot, key, 2));
                assert!((found.equity.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for player in 0..players.len() {
                    let mut expected = 0.0;
                    for (high, low, n) in exact.by_high_and_low() {
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
    let refused = |hole_cards, players: &[Player<'_>], board: &[u8], dead| {
        let found = Game::omaha(hole_cards, false)
            .and_then(|game| Spot::new(game, players, board, set(dead)))
            .and_then(|spot| sampled_equity(&spot, &sampling, &mut Run::new(1)));
        found.unwrap_err().to_string()
    };
    let (aces, any) = (Player::Among(&aces), Player::Any);
    assert_eq!(refused(4, &[any], &[], ""), "expected 2 to 10 players, found 1");
    assert_eq!(refused(6, &[any; 9], &[], ""), "52 cards are left, 9 hands and the board need 59");
    assert_eq!(refused(3, &[any, any], &[], ""), "expected 4, 5 or 6 hole cards, found 3");
    assert_eq!(refused(5, &[aces, any], &[], ""), "hands of other than 5 hole cards: KhKsAhAs");
    let range = "AA".parse().unwrap();
    let of_two = "player 2: a range of two cards, where the game deals 4";
    assert_eq!(refused(4, &[aces, Player::Range(&range)], &[], ""), of_two);
    assert_eq!(refused(4, &[any, any], &[1, 2, 3, 4, 5, 6], ""), "expected 0 to 5 board cards, found 6");
    assert_eq!(
        refused(4, &[any, aces], &[], "As"),
        "player 2: no hand of the range is left beside the board and the dead cards"
    );
    assert_eq!(refused(4, &[aces, aces], &[], ""), "there is no deal: the players need the same cards");
    let cancelled = &mut |_, _| std::ops::ControlFlow::Break(());
    let (game, players) = (Game::omaha(4, true).unwrap(), [any; 2]);
    let spot = Spot::new(game, &players, &[], CardSet::EMPTY).unwrap();
    let endless = Sampling { key: [1, 2], n_samples: None, std_error: Some(1e-9) };
    let run = &mut Run::new(2).watched(cancelled);
    assert_eq!(sampled_equity(&spot, &endless, run), Err(Error::Cancelled));
    let run = &mut Run::new(2).watched(cancelled);
    let few = Spot::new(game, &players, &[43, 38, 4, 9], CardSet::EMPTY).unwrap();
    assert_eq!(planned(&few, run), Err(Error::Cancelled));
}
