//! Exact equities of Omaha, of its high and low halves, and of the short deck, against dealing every board.

use std::collections::HashMap;

use pokerbits::Game;
use pokerbits::cards::{CardSet, parse_cards};
use pokerbits::equity::exact_counts;
use pokerbits::evaluator::{Rules, evaluate_ids, low_of_ranks};
use pokerbits::runtime::rng::Philox;

mod common;
use common::oracle::{for_each_completion, omaha_fives};

fn ids(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(pokerbits::cards::Card::id).collect()
}

fn set(cards: &[u8]) -> CardSet {
    CardSet::from_ids(cards).unwrap()
}

/// The best by `value` of all hands of two hole cards and three board cards.
fn best<T: Ord>(hole: &[u8], board: &[u8], value: impl Fn(&[u8; 5]) -> T) -> T {
    omaha_fives(hole, board).iter().map(value).max().unwrap()
}

fn winners<T: Ord + Copy + Default>(of: &[T], least: T) -> u32 {
    let best = *of.iter().max().unwrap();
    if best < least {
        return 0;
    }
    of.iter().enumerate().fold(0, |set, (player, &of)| set | u32::from(of == best) << player)
}

/// A shuffled deck; of every third some suit comes first, so that hands and boards have flushes of every kind.
fn shuffled(mut deck: Vec<u8>, case: usize, known: usize, rng: &mut Philox) -> Vec<u8> {
    for i in 0..deck.len() - 1 {
        let j = i + rng.below((deck.len() - i) as u64) as usize;
        deck.swap(i, j);
    }
    match case % 3 {
        0 => {
            deck.sort_by_key(|card| card % 4 != 0);
            deck[..known].rotate_left(case % 7);
        }
        // And low cards for lows.
        1 => deck.sort_by_key(|card| (card / 4 + 1) % 13 > 7),
        _ => {}
    }
    deck
}

#[test]
fn omaha_equals_dealing() {
    let mut rng = Philox::new([15, 0], [0; 4]);
    let mut lows = 0;
    for case in 0..240 {
        let size = 4 + case % 3;
        let players = 2 + case / 3 % 3;
        let board_cards = [3, 4, 0, 5, 3, 0][case % 6];
        let known = size * players + board_cards;
        let deck = shuffled((0..52).collect(), case, known, &mut rng);
        // Dead cards leave few boards to deal before the flop.
        let left = if board_cards == 0 { 10 } else { 17 };
        let (holes, rest) = deck[..deck.len() - (case % 2)].split_at(size * players);
        let (board, rest) = rest.split_at(board_cards);
        let (left, dead) = rest.split_at(left.min(rest.len()));
        let dead: CardSet = set(dead) | set(&deck[deck.len() - (case % 2)..]);

        let mut expected: HashMap<(u32, u32), u64> = HashMap::new();
        for_each_completion(left, 5 - board_cards, &mut Vec::new(), &mut |more| {
            let board = [board, more].concat();
            let hands = || holes.chunks(size);
            let high: Vec<u16> = hands().map(|h| best(h, &board, |five| evaluate_ids(five).unwrap())).collect();
            let ranks = |five: &[u8; 5]| five.iter().fold(0, |ranks, card| ranks | 1 << (card / 4));
            let low: Vec<u8> = hands().map(|h| best(h, &board, |five| low_of_ranks(ranks(five)))).collect();
            *expected.entry((winners(&high, 0), winners(&low, 1))).or_default() += 1;
        });

        let hands: Vec<&[u8]> = holes.chunks(size).collect();
        let counts = |has_low| exact_counts(Game::omaha(size, has_low).unwrap(), &hands, board, dead).unwrap();
        let found = counts(true);
        let by_winners: HashMap<_, _> = found.by_high_and_low().map(|(high, low, n)| ((high, low), n)).collect();
        assert_eq!(by_winners, expected, "{hands:?} {board:?} {dead}");
        assert_eq!(found.total(), expected.values().sum::<u64>());
        lows += found.by_high_and_low().filter(|&(_, low, _)| low > 0).count();

        let high_only = counts(false);
        for (winners, &count) in (0..).zip(high_only.by_winners()) {
            let of = |((high, _), n): (&(u32, u32), &u64)| if *high == winners { *n } else { 0 };
            assert_eq!(count, expected.iter().map(of).sum(), "{hands:?} {board:?} {dead}");
        }
    }
    assert!(lows > 100, "{lows}");
}

/// Before the flop, all boards: counted by pattern as by dealing flop after flop.
#[test]
fn omaha_before_the_flop_is_the_sum_of_its_flops() {
    for hands in [["AsKsQhJh", "7c7d8h9h"], ["As2s3h4d", "AdAcKcQd"], ["As2s3h4dKd", "AdAcKcQdJd"]] {
        let hands = hands.map(ids);
        let game = Game::omaha(hands[0].len(), true).unwrap();
        // Each board comes once as a flop of its three lowest cards and two higher ones: those below are dead.
        let left: Vec<u8> = (!set(&hands.concat())).ids().collect();
        let mut sum: HashMap<(u32, u32), u64> = HashMap::new();
        let (n, mut boards) = (left.len(), 0);
        for k in 2..n {
            let below = set(&left[..k]);
            for j in 1..k {
                for i in 0..j {
                    let flop = [left[i], left[j], left[k]];
                    if n - 1 - k >= 2 {
                        let found = exact_counts(game, &hands, &flop, below - set(&flop)).unwrap();
                        boards += found.total();
                        found.by_high_and_low().for_each(|(high, low, n)| *sum.entry((high, low)).or_default() += n);
                    }
                }
            }
        }
        let found = exact_counts(game, &hands, &[], CardSet::EMPTY).unwrap();
        assert_eq!(boards, found.total());
        assert_eq!(found.by_high_and_low().map(|(high, low, n)| ((high, low), n)).collect::<HashMap<_, _>>(), sum);
    }
}

#[test]
fn short_deck_equals_dealing() {
    let mut rng = Philox::new([15, 1], [0; 4]);
    for case in 0..240 {
        let rules = [Rules::ShortDeck, Rules::ShortDeckTrips][case % 2];
        let players = 2 + case % 5;
        let board_cards = [3, 4, 0, 5, 3][case % 5];
        let deck = shuffled((16..52).collect(), case, 2 * players + board_cards, &mut rng);
        let (holes, rest) = deck.split_at(2 * players);
        let (board, rest) = rest.split_at(board_cards);
        let (left, dead) = rest.split_at(rest.len().min(16));

        let mut expected = vec![0u64; 1 << players];
        for_each_completion(left, 5 - board_cards, &mut Vec::new(), &mut |more| {
            let hand = |hole: &[u8]| rules.evaluate_ids(&[hole, board, more].concat()).unwrap();
            let strengths: Vec<u16> = holes.chunks(2).map(hand).collect();
            expected[winners(&strengths, 0) as usize] += 1;
        });
        let hands: Vec<[u8; 2]> = holes.chunks(2).map(|hole| [hole[0], hole[1]]).collect();
        let found = exact_counts(Game::holdem_by(rules).unwrap(), &hands, board, set(dead)).unwrap();
        assert_eq!(found.by_winners(), expected, "{rules} {hands:?} {board:?} {dead:?}");
    }
}

#[test]
fn wrong_hands_are_refused() {
    let omaha = |hands: &[&str], board: &str, dead: &str| {
        let hands: Vec<Vec<u8>> = hands.iter().map(|hand| ids(hand)).collect();
        let game = Game::omaha(hands[0].len(), false).unwrap();
        exact_counts(game, &hands, &ids(board), set(&ids(dead))).unwrap_err().to_string()
    };
    assert_eq!(omaha(&["AsKsQhJh"], "", ""), "expected 2 to 10 players, found 1");
    assert_eq!(omaha(&["AsKsQhJh"; 11], "", ""), "expected 2 to 10 players, found 11");
    assert_eq!(omaha(&["AsKsQhJh", "7c7d8h"], "", ""), "expected 4 hole cards, found 3");
    assert_eq!(omaha(&["AsKsQhJh", "7c7d8hAs"], "", ""), "card As (id 51) appears more than once");
    assert_eq!(omaha(&["AsKsQhJh", "7c7d8h9h"], "7c2d3d", ""), "card 7c (id 20) appears more than once");
    assert_eq!(omaha(&["AsKsQhJh", "7c7d8h9h"], "", "Jh"), "card Jh (id 38) appears more than once");
    assert_eq!(omaha(&["AsKsQhJh", "7c7d8h9h"], "2d3d4d5d6d7d", ""), "expected 0 to 5 board cards, found 6");
    let nine = ["2c2d2h2s3c", "3d3h3s4c4d", "4h4s5c5d5h", "5s6c6d6h6s", "7c7d7h7s8c", "8d8h8s9c9d", "9h9sTcTdTh"];
    let nine = [&nine[..], &["TsJcJdJhJs", "QcQdQhQsKc"]].concat();
    assert_eq!(omaha(&nine, "", "KdKhKs"), "4 cards are left, the board needs 5 more");

    let short = |hands: &[[u8; 2]], board: &str, dead: &str| {
        exact_counts(Game::SHORT_DECK, hands, &ids(board), set(&ids(dead))).unwrap_err().to_string()
    };
    let five = "card 5s (id 15) is not in the short deck: it has no cards below the six";
    assert_eq!(short(&[[51, 50], [15, 47]], "", ""), five);
    assert_eq!(short(&[[51, 50], [46, 47]], "5s6s7s", ""), five);
    assert_eq!(short(&[[51, 50], [46, 47]], "", "5s"), five);
    assert_eq!(short(&[[51, 50], [46, 52]], "", ""), "card id 52 is outside the deck (0 to 51)");
    let low = Game::holdem_by(Rules::AceToFive).unwrap_err().to_string();
    assert_eq!(low, "rules \"ace_to_five\": there is no game of two hole cards with these rules");
}
