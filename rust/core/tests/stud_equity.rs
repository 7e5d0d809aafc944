//! Exact and sampled equities of games without a board (stud, razz and draws), and of hands of which some cards are known, against dealing every
//! card.

use std::collections::BTreeMap;

use pokerbits::cards::CardSet;
use pokerbits::equity::{Outcomes, Plan, Player, Sampling, Spot, exact_counts, sampled_equity};
use pokerbits::evaluator::Rules;
use pokerbits::runtime::rng::Philox;
use pokerbits::{Game, Run};

mod common;
use common::oracle::for_each_completion;

const GAMES: [Game; 6] =
    [Game::STUD, Game::STUD_HILO, Game::RAZZ, Game::FIVE_CARD_DRAW, Game::DEUCE_TO_SEVEN, Game::BADUGI];

fn set(cards: &[u8]) -> CardSet {
    CardSet::from_ids(cards).unwrap()
}

/// Sets of winners of the high and the low half, and the number of deals.
type ByWinners = BTreeMap<(u32, u32), u64>;

fn counted(game: Game, players: &[Player<'_>], dead: CardSet, threads: usize) -> ByWinners {
    let spot = Spot::new(game, players, &[], dead).unwrap();
    let run = &mut Run::new(threads);
    let Outcomes::ByWinners(counts) = Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes else {
        panic!("hands of seven cards")
    };
    counts.by_high_and_low().map(|(high, low, n)| ((high, low), n)).collect()
}

fn winners(of: &[u16]) -> u32 {
    let best = *of.iter().max().unwrap();
    (0..).zip(of).fold(0, |set, (player, &own)| set | u32::from(own == best && best > 0) << player)
}

/// Deals all missing cards to one player after the other.
fn dealt(game: Game, known: &[Vec<u8>], left: &[u8], hands: &mut Vec<Vec<u8>>, found: &mut ByWinners) {
    let Some(own) = known.get(hands.len()) else {
        let by =
            |rules: Rules| winners(&hands.iter().map(|hand| rules.evaluate_ids(hand).unwrap()).collect::<Vec<_>>());
        let low = if game.has_low() { by(Rules::EightOrBetter) } else { 0 };
        *found.entry((by(game.rules()), low)).or_default() += 1;
        return;
    };
    for_each_completion(left, game.hole_cards() - own.len(), &mut Vec::new(), &mut |more| {
        let rest: Vec<u8> = left.iter().copied().filter(|card| !more.contains(card)).collect();
        hands.push([own, more].concat());
        dealt(game, known, &rest, hands, found);
        hands.pop();
    });
}

/// A spot: the known cards of every player, and the cards that are left.
fn spot(game: Game, case: usize, rng: &mut Philox) -> (Vec<Vec<u8>>, Vec<u8>) {
    let to_come: &[usize] = [
        &[0, 0][..],
        &[1, 0],
        &[1, 1],
        &[2, 1],
        &[2, 2],
        &[3, 1],
        &[3, 3],
        &[0, 3],
        &[4, 2],
        &[1, 1, 1],
        &[0, 2, 1],
        &[1, 0, 1, 1],
        &[2, 2, 1],
    ][case % 13];
    let mut deck: Vec<u8> = (0..52).collect();
    for i in 0..51 {
        let j = i + rng.below((52 - i) as u64) as usize;
        deck.swap(i, j);
    }
    match case % 4 {
        // Flushes, and lows.
        0 => deck.sort_by_key(|card| card % 4 != 0),
        1 => deck.sort_by_key(|card| (card / 4 + 1) % 13 > 7),
        // Equal hands, and equal cards to come.
        2 => deck.sort_by_key(|card| card / 4 % 4 > 0),
        _ => {}
    }
    let mut rest = &deck[..];
    let known = to_come.iter().map(|more| {
        let (hand, after) = rest.split_at(game.hole_cards() - more);
        rest = after;
        hand.to_vec()
    });
    let known = known.collect();
    (known, rest[..rest.len().min(to_come.iter().sum::<usize>() + 3)].to_vec())
}

#[test]
fn counts_are_those_of_dealing_every_card() {
    let mut rng = Philox::new([26, 5], [0; 4]);
    let mut lows = 0;
    for case in 0..104 {
        for game in GAMES {
            let (known, left) = spot(game, case, &mut rng);
            let mut expected = ByWinners::new();
            dealt(game, &known, &left, &mut Vec::new(), &mut expected);
            let dead = !(set(&left) | set(&known.concat()));
            let players: Vec<Player<'_>> = known.iter().map(|cards| Player::With(set(cards))).collect();
            assert_eq!(counted(game, &players, dead, 1 + case % 2), expected, "{game:?} {known:?} {left:?}");
            lows += expected.keys().filter(|(_, low)| *low > 0).count();
        }
    }
    assert!(lows > 100, "{lows}");
}

/// A player may hold one of some hands, also if hands share cards or come twice.
#[test]
fn lists_of_hands_are_dealt_as_they_are() {
    let hands = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<CardSet>>();
    let first = hands(&["AsAdAhKsKdQh2c", "AsAdAhKsKdQh3c", "AsAdAhKsKdQh2c", "AsAdAhKsTdQh2c"]);
    let second = hands(&["9s9d9h8s8d7h2c", "9s9d9h8s8d7h4c", "9s9d9h8s8d7hTd"]);
    for game in [Game::STUD, Game::STUD_HILO, Game::RAZZ] {
        let mut expected = ByWinners::new();
        for &own in &first {
            for &other in second.iter().filter(|&&other| (own & other).is_empty()) {
                let ids = [own, other].map(|hand| hand.ids().collect::<Vec<_>>());
                let one = exact_counts(game, &ids, &[], CardSet::EMPTY).unwrap();
                one.by_high_and_low().for_each(|(high, low, n)| *expected.entry((high, low)).or_default() += n);
            }
        }
        let players = [Player::Among(&first), Player::Among(&second)];
        assert_eq!(counted(game, &players, CardSet::EMPTY, 2), expected);
        assert_eq!(counted(game, &[Player::Hand(first[0]), Player::Hand(second[1])], CardSet::EMPTY, 1).len(), 1);
    }
}

#[test]
fn samples_are_within_their_errors() {
    let mut rng = Philox::new([26, 6], [0; 4]);
    for case in [2, 4, 6, 7, 8, 9, 10] {
        for game in GAMES {
            let (known, left) = spot(game, case, &mut rng);
            let dead = !(set(&left) | set(&known.concat()));
            let players: Vec<Player<'_>> = known.iter().map(|cards| Player::With(set(cards))).collect();
            let exact = counted(game, &players, dead, 1);
            let deals = exact.values().sum::<u64>() as f64;
            let spot = Spot::new(game, &players, &[], dead).unwrap();
            let sampling = Sampling { key: [9, case as u64], n_samples: Some(20_000), std_error: None };
            let samples = |threads| sampled_equity(&spot, &sampling, &mut Run::new(threads)).unwrap();
            let found = samples(2);
            assert_eq!(found, samples(1));
            for player in 0..known.len() {
                let part = |winners: u32| f64::from(winners >> player & 1) / f64::from(winners.count_ones().max(1));
                let share = |&(high, low): &(u32, u32)| {
                    if low > 0 { f64::midpoint(part(high), part(low)) } else { part(high) }
                };
                let expected = exact.iter().map(|(won, &n)| share(won) * n as f64).sum::<f64>() / deals;
                let error = (found.equity[player] - expected).abs();
                assert!(error <= 4.0 * found.std_error[player] + 1e-12, "{game:?} {case} {error}");
            }
        }
    }
}

/// Hands of which some cards are known, in games with a board: the same as all hands with these cards.
#[test]
fn some_cards_of_a_hand_are_all_hands_with_them() {
    let with: CardSet = "AsKd".parse().unwrap();
    let river = [0, 5, 10, 15, 20];
    let other: CardSet = "QhQdJhTc".parse().unwrap();
    let left: Vec<u8> = (!(with | set(&river) | other)).ids().collect();
    let mut hands = Vec::new();
    for_each_completion(&left, 2, &mut Vec::new(), &mut |more| hands.push(with | set(more)));
    let game = Game::omaha(4, true).unwrap();
    let equity = |player: Player<'_>| {
        let spot = Spot::new(game, &[player, Player::Hand(other)], &river, CardSet::EMPTY).unwrap();
        let run = &mut Run::new(1);
        let exact = Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes;
        let sampling = Sampling { key: [1, 1], n_samples: Some(20_000), std_error: None };
        (exact, sampled_equity(&spot, &sampling, run).unwrap())
    };
    let ((known, sampled), (listed, of_list)) = (equity(Player::With(with)), equity(Player::Among(&hands)));
    assert_eq!(known, listed);
    assert!((sampled.equity[0] - of_list.equity[0]).abs() < 4.0 * (sampled.std_error[0] + of_list.std_error[0]));
    let ace: CardSet = "As".parse().unwrap();
    let pair: CardSet = "8c8d".parse().unwrap();
    let hands: Vec<CardSet> = (!(ace | pair | set(&river))).ids().map(|card| ace | set(&[card])).collect();
    let equity = |player: Player<'_>| {
        let spot = Spot::new(Game::HOLDEM, &[player, Player::Hand(pair)], &river, CardSet::EMPTY).unwrap();
        let run = &mut Run::new(1);
        Plan::new(&spot, run).unwrap().run(run).unwrap().outcomes
    };
    let found = equity(Player::With(ace));
    assert!(found == equity(Player::Among(&hands)));
    let Outcomes::Exact(counts, _) = found else { panic!("integers") };
    assert_eq!(counts[0].iter().sum::<u128>(), 44);
}

#[test]
fn wrong_spots_are_refused() {
    let why = |game, players: &[Player<'_>], board: &[u8]| Spot::new(game, players, board, CardSet::EMPTY).unwrap_err();
    let (one, two) = ("As".parse().unwrap(), "Ks".parse().unwrap());
    let players = [Player::With(one), Player::With(two)];
    assert_eq!(why(Game::STUD, &players, &[1, 2, 3]).to_string(), "expected no board cards, found 3");
    let eight = "As2s3s4s5s6s7s8s".parse().unwrap();
    let hands = why(Game::RAZZ, &[Player::With(one), Player::With(eight)], &[]).to_string();
    assert!(hands.starts_with("hands of other than 7 hole cards"), "{hands}");
    let many = why(Game::STUD, &[Player::Any; 8], &[]).to_string();
    assert_eq!(many, "52 cards are left, 8 hands need 56");
    let seven = |hand: &[u8]| exact_counts(Game::STUD, &[hand, &[10, 11, 12, 13, 14, 15, 16]], &[], CardSet::EMPTY);
    assert_eq!(seven(&[0, 1, 2]).unwrap_err().to_string(), "expected 7 cards, found 3");
    // Nobody can hold the other's card.
    let same = [Player::With(one), Player::With(one)];
    assert!(counted(Game::STUD, &same, CardSet::EMPTY, 1).is_empty());
    let spot = Spot::new(Game::STUD, &same, &[], CardSet::EMPTY).unwrap();
    let sampling = Sampling { key: [1, 1], n_samples: Some(10), std_error: None };
    assert!(sampled_equity(&spot, &sampling, &mut Run::new(1)).is_err());
}
