//! Trees that are refused, a known equilibrium, and values added up hand by hand. Linear programmes and a slow solver are in
//! the tests of the Python package.

use super::{Buckets, Endgame, Node, Response, Tree, cfr_plus, gain};
use crate::cards::{COMBO_COUNT, COMBOS, PerCombo, parse_cards};
use crate::error::Error;
use crate::evaluator::evaluate_ids;
use crate::runtime::Run;

const CHECK: Node = Node::Showdown { stake: 1.0 };

/// Player 0 checks or bets the pot of 2, player 1 folds or calls.
fn one_bet() -> Tree {
    Tree::new(vec![
        Node::Decision { player: 0, first: 1, n_actions: 2 },
        CHECK,
        Node::Decision { player: 1, first: 3, n_actions: 2 },
        Node::Fold { player: 1, stake: 1.0 },
        Node::Showdown { stake: 3.0 },
    ])
    .unwrap()
}

fn ids(cards: &str) -> Vec<u8> {
    parse_cards(cards).unwrap().iter().map(|card| card.id()).collect()
}

fn weights(hands: &[(&str, f64)]) -> PerCombo<f64> {
    let mut weights = [0.0; COMBO_COUNT];
    for &(hand, weight) in hands {
        let mut cards = ids(hand);
        cards.sort_unstable();
        weights[COMBOS.iter().position(|combo| combo == &cards[..]).unwrap()] = weight;
    }
    weights
}

/// Buckets of one hand each, on the boards of every street.
fn every_hand(game: &Endgame) -> Buckets {
    let of = |street, player| (0..(game.n_boards(street) * game.combos(player).len()) as u32).collect::<Vec<_>>();
    let all: Vec<[Vec<u32>; 2]> = (0..game.n_streets()).map(|street| [of(street, 0), of(street, 1)]).collect();
    let all: Vec<[&[u32]; 2]> = all.iter().map(|[first, second]| [&first[..], &second[..]]).collect();
    Buckets::new(game, &all).unwrap()
}

#[test]
fn trees_are_checked() {
    let decision = |first, n_actions| Node::Decision { player: 0, first, n_actions };
    let deal = |child| Node::Deal { child };
    for (nodes, text) in [
        (vec![], "node 0 of the tree: a tree has a node"),
        (vec![decision(1, 0)], "node 0 of the tree: Decision { player: 0, first: 1, n_actions: 0 }"),
        (vec![decision(1, 2), CHECK], "node 0 of the tree: its child 2 is no later node, or that of another node"),
        (vec![decision(usize::MAX, 2)], "is no later node"),
        (vec![deal(usize::MAX)], "is no later node"),
        (vec![decision(0, 1)], "its child 0 is no later node"),
        (vec![decision(1, 2), decision(2, 1), CHECK], "node 1 of the tree: its child 2 is no later node"),
        (vec![CHECK, CHECK], "node 1 of the tree: it is the child of no earlier node"),
        (vec![Node::Decision { player: 2, first: 1, n_actions: 1 }, CHECK], "player: 2"),
        (vec![Node::Fold { player: 2, stake: 1.0 }], "player: 2"),
        (vec![Node::Showdown { stake: f64::NAN }], "stake: NaN"),
        (vec![Node::Showdown { stake: 0.0 }], "stake: 0.0"),
        (vec![Node::Fold { player: 0, stake: f64::INFINITY }], "stake: inf"),
        (vec![deal(1), deal(2), CHECK], "node 1 of the tree: Deal { child: 2 }"),
        (vec![decision(1, 2), deal(3), CHECK, CHECK], "node 2 of the tree: a showdown before the river card"),
    ] {
        let found = Tree::new(nodes).unwrap_err().to_string();
        assert!(found.contains(text), "{found}");
    }
    let tree = Tree::new(vec![deal(1), CHECK]).unwrap();
    assert_eq!((tree.n_streets(), tree.nodes().len(), one_bet().n_streets()), (2, 2, 1));
}

#[test]
fn nuts_and_bluffs_against_a_bluff_catcher() {
    let run = &mut Run::new(2);
    let hero = weights(&[("AsAc", 1.0), ("9d8d", 0.75), ("9s8s", 0.75)]);
    let game = Endgame::new(&ids("AhKd7c4s2h"), [&hero, &weights(&[("KsQs", 0.5)])], &one_bet(), run).unwrap();
    let buckets = every_hand(&game);
    assert_eq!((game.combos(0).len(), game.combos(1).len(), buckets.n_numbers()), (3, 1, 8));
    let (mut regrets, mut sums) = ([0.0; 8], [0.0; 8]);
    for done in [0, 500] {
        cfr_plus(&game, &buckets, done, 500, &mut regrets, &mut sums, run).unwrap();
    }
    let mut value = |player, response| gain(&game, &buckets, &sums, player, response, run).unwrap();
    // The best hand of 2.5 wins a pot of 2, and half a pot more by bets that are called.
    let expected = (1.0 + 0.5) * 2.0 / 2.5 - 1.0;
    assert!((value(0, Response::Same) - expected).abs() < 1e-3);
    assert!((value(1, Response::Same) + expected).abs() < 1e-3);
    let best = [value(0, Response::Best), value(1, Response::Best)];
    assert!(best[0] >= expected - 1e-12 && best[1] >= -expected - 1e-12);
    assert!(best[0] + best[1] < 2e-3);
    // At once, and on one thread, the numbers are the same.
    let (mut again, mut all) = ([0.0; 8], [0.0; 8]);
    cfr_plus(&game, &buckets, 0, 1000, &mut again, &mut all, &mut Run::new(1)).unwrap();
    assert_eq!((again, all), (regrets, sums));
}

#[test]
fn a_deal_is_the_mean_of_the_rivers_that_both_can_see() {
    let run = &mut Run::new(1);
    let hands = [[("AhKh", 1.0), ("QsQd", 0.25)], [("KsKd", 0.5), ("AhTh", 1.0)]];
    let (board, tree) = (ids("Kc9h5h2s"), Tree::new(vec![Node::Deal { child: 1 }, CHECK]).unwrap());
    let game = Endgame::new(&board, [&weights(&hands[0]), &weights(&hands[1])], &tree, run).unwrap();
    assert_eq!((game.rivers().len(), game.n_boards(0), game.n_boards(1)), (48, 1, 48));
    let (mut sum, mut deals) = (0.0, 0.0);
    for (ours, weight) in hands[0].map(|(hand, weight)| (ids(hand), weight)) {
        for (theirs, other) in hands[1].map(|(hand, weight)| (ids(hand), weight)) {
            if ours.iter().any(|card| theirs.contains(card)) {
                continue;
            }
            deals += weight * other;
            for river in (0..52).filter(|card| ![&board, &ours, &theirs].iter().any(|cards| cards.contains(card))) {
                let strength = |hand: &[u8]| evaluate_ids(&[hand, &board, &[river]].concat()).unwrap();
                sum += weight * other / 44.0 * f64::from(strength(&ours).cmp(&strength(&theirs)) as i8);
            }
        }
    }
    let buckets = every_hand(&game);
    let value = gain(&game, &buckets, &[], 0, Response::Same, run).unwrap();
    assert!((value - sum / deals).abs() < 1e-12, "{value} {}", sum / deals);
}

#[test]
fn bad_arguments_are_refused() {
    let run = &mut Run::new(1);
    let (hero, villain) = (weights(&[("AsAc", 1.0)]), weights(&[("KsQs", 1.0)]));
    let mut made = |board: &str, hero: &PerCombo<f64>, villain: &PerCombo<f64>| {
        Endgame::new(&ids(board), [hero, villain], &one_bet(), run).map(drop).unwrap_err().to_string()
    };
    assert_eq!(made("AhKd7c4s", &hero, &villain), "board: expected 5 cards, found 4");
    assert_eq!(made("AhKd7c4s4s", &hero, &villain), "card 4s (id 11) appears more than once");
    assert_eq!(made("AcKd7c4s2h", &hero, &villain), "player 1: the board blocks every hand of the range");
    assert_eq!(made("AhKd7c4s2h", &hero, &hero), "every hand of one player shares a card with every hand of the other");
    let mut wrong = villain;
    wrong[7] = f64::NAN;
    assert!(made("AhKd7c4s2h", &hero, &wrong).contains("the weight of combo 7 "));
    let game = Endgame::new(&ids("AhKd7c4s2h"), [&hero, &villain], &one_bet(), run).unwrap();
    for streets in [&[][..], &[[&[0][..], &[]]], &[[&[0], &[0, 1]]], &[[&[0], &[0]], [&[0], &[0]]]] {
        assert!(matches!(Buckets::new(&game, streets), Err(Error::InvalidArgument(_))));
    }
    assert!(matches!(Buckets::new(&game, &[[&[1], &[0]]]), Err(Error::InvalidArgument(_))));
    let buckets = every_hand(&game);
    for numbers in [&mut [0.0; 3][..], &mut [0.0, 0.0, -1.0, 0.0], &mut [f64::INFINITY, 0.0, 0.0, 0.0]] {
        let mut right = [0.0; 4];
        assert!(cfr_plus(&game, &buckets, 0, 1, numbers, &mut right, run).is_err());
        assert!(cfr_plus(&game, &buckets, 0, 1, &mut right, numbers, run).is_err());
        assert!(gain(&game, &buckets, numbers, 0, Response::Best, run).is_err());
    }
    assert!(gain(&game, &buckets, &[0.0; 4], 2, Response::Best, run).is_err());
    // Buckets of another game do not fit, and numbers beyond doubles are no regrets.
    let two = weights(&[("KsQs", 1.0), ("KsJs", 1.0)]);
    let other = Endgame::new(&ids("AhKd7c4s2h"), [&hero, &two], &one_bet(), run).unwrap();
    let found = cfr_plus(&other, &buckets, 0, 1, &mut [0.0; 4], &mut [0.0; 4], run).unwrap_err().to_string();
    assert_eq!(found, "the buckets are those of another game");
    assert!(gain(&other, &buckets, &[0.0; 4], 0, Response::Best, run).is_err());
    let huge = Tree::new(vec![
        Node::Decision { player: 0, first: 1, n_actions: 2 },
        Node::Showdown { stake: f64::MAX },
        Node::Fold { player: 0, stake: f64::MAX },
    ])
    .unwrap();
    let game = Endgame::new(&ids("AhKd7c4s2h"), [&hero, &weights(&[("KsQs", 8.0)])], &huge, run).unwrap();
    let buckets = every_hand(&game);
    let (mut regrets, mut sums) = ([0.0; 2], [0.0; 2]);
    let found = cfr_plus(&game, &buckets, 0, 2, &mut regrets, &mut sums, run).unwrap_err().to_string();
    assert_eq!(found, "weights and stakes are too large: their products are no finite numbers");
    assert_eq!((regrets, sums), ([0.0; 2], [0.0; 2]));
}
