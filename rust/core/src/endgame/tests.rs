//! Trees that are refused, a known equilibrium, and values added up hand by hand. Linear programmes and a slow solver are in
//! the tests of the Python package.

use std::sync::Arc;

use super::{Algorithm, Buckets, Endgame, Learnt, Node, Response, Seen, Solver, Storage, Tree};
use crate::cards::{COMBO_COUNT, COMBOS, PerCombo, parse_cards};
use crate::combinatorics::choose_small;
use crate::equity::subset_sums::SetPlaces;
use crate::error::Error;
use crate::evaluator::{evaluate_ids, evaluate_omaha_ids, omaha_low_ids};
use crate::runtime::Run;
use crate::runtime::cpu::Level;

const CHECK: Node = Node::Showdown { stake: 1.0, rake: 0.0 };

/// Player 0 checks or bets the pot of 2, player 1 folds or calls.
fn one_bet() -> Tree {
    Tree::new(vec![
        Node::Decision { player: 0, first: 1, n_actions: 2 },
        CHECK,
        Node::Decision { player: 1, first: 3, n_actions: 2 },
        Node::Fold { player: 1, stake: 1.0, rake: 0.0 },
        Node::Showdown { stake: 3.0, rake: 0.0 },
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

/// Player 0 checks or bets on the first street; then all cards are dealt. If `acts`, player 0 then has one action: the values
/// are the same, but nobody is all in.
fn chain(streets: usize, acts: bool) -> Tree {
    let mut nodes = vec![Node::Decision { player: 0, first: 1, n_actions: 2 }];
    let mut later = vec![];
    let first_later = 5;
    let rest = |later: &mut Vec<Node>, stake: f64| {
        // All deals but the first, then the showdown.
        for _ in 1..streets.saturating_sub(1) {
            let child = first_later + later.len() + 1;
            later.push(Node::Deal { child });
        }
        if acts {
            later.push(Node::Decision { player: 0, first: first_later + later.len() + 1, n_actions: 1 });
        }
        // A bet pays a rake.
        later.push(Node::Showdown { stake, rake: (stake - 1.0) / 8.0 });
    };
    let ends = |later: &mut Vec<Node>, stake: f64| {
        if streets == 1 {
            return Node::Showdown { stake, rake: 0.0 };
        }
        let child = first_later + later.len();
        rest(later, stake);
        Node::Deal { child }
    };
    nodes.push(ends(&mut later, 1.0));
    nodes.push(Node::Decision { player: 1, first: 3, n_actions: 2 });
    nodes.push(Node::Fold { player: 1, stake: 1.0, rake: 0.0 });
    nodes.push(ends(&mut later, 3.0));
    nodes.extend(later);
    Tree::new(nodes).unwrap()
}

fn game(board: &str, hands: [&[f64]; 2], tree: &Tree, isomorphic: bool) -> Arc<Endgame> {
    Arc::new(Endgame::new(&ids(board), hands, tree, isomorphic, false).unwrap())
}

fn solver(game: &Arc<Endgame>) -> Solver {
    Solver::new(Arc::clone(game), [None, None], Algorithm::Discounted, Storage::Single).unwrap()
}

#[test]
fn trees_are_checked() {
    let decision = |first, n_actions| Node::Decision { player: 0, first, n_actions };
    let deal = |child| Node::Deal { child };
    let leaf = |n_deals, stake| Node::Leaf { n_deals, stake };
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
        (vec![Node::Fold { player: 2, stake: 1.0, rake: 0.0 }], "player: 2"),
        (vec![Node::Showdown { stake: f64::NAN, rake: 0.0 }], "stake: NaN"),
        (vec![Node::Showdown { stake: 0.0, rake: 0.0 }], "stake: 0.0"),
        (vec![Node::Fold { player: 0, stake: f64::INFINITY, rake: 0.0 }], "stake: inf"),
        (vec![Node::Showdown { stake: 1.0, rake: 2.5 }], "rake: 2.5"),
        (vec![Node::Showdown { stake: 1.0, rake: f64::NAN }], "rake: NaN"),
        (vec![deal(1), deal(2), deal(3), CHECK], "node 2 of the tree: Deal { child: 3 }"),
        (vec![decision(1, 2), deal(3), CHECK, CHECK], "node 2 of the tree: a showdown before the last card"),
        (vec![decision(1, 2), leaf(1, 1.0), CHECK], "node 2 of the tree: a showdown before the last card"),
        (vec![deal(1), leaf(0, 1.0)], "node 1 of the tree: Leaf { n_deals: 0, stake: 1.0 }"),
        (vec![leaf(3, 1.0)], "node 0 of the tree: Leaf { n_deals: 3, stake: 1.0 }"),
        (vec![leaf(1, f64::NAN)], "stake: NaN"),
        (vec![leaf(1, 0.0)], "stake: 0.0"),
    ] {
        let found = Tree::new(nodes).unwrap_err().to_string();
        assert!(found.contains(text), "{found}");
    }
    let tree = Tree::new(vec![deal(1), CHECK]).unwrap();
    assert_eq!((tree.n_streets(), tree.nodes().len(), one_bet().n_streets()), (2, 2, 1));
    assert_eq!([1, 2, 3].map(|n| chain(n, false).n_streets()), [1, 2, 3]);
}

#[test]
fn nuts_and_bluffs_against_a_bluff_catcher() {
    let run = &mut Run::new(2);
    let hero = weights(&[("AsAc", 1.0), ("9d8d", 0.75), ("9s8s", 0.75)]);
    let game = game("AhKd7c4s2h", [&hero, &weights(&[("KsQs", 0.5)])], &one_bet(), true);
    assert_eq!((game.hands(0).len(), game.hands(1).len()), (3, 1));
    for algorithm in [Algorithm::Discounted, Algorithm::Plus] {
        let mut solver = Solver::new(Arc::clone(&game), [None, None], algorithm, Storage::Single).unwrap();
        for _ in 0..2 {
            solver.run(500, run).unwrap();
        }
        assert_eq!(solver.iterations(), 1000);
        let value = |player, response| solver.gain(player, response, &mut Run::new(1)).unwrap();
        // The best hand of 2.5 wins a pot of 2, and half a pot more by bets that are called.
        let expected = (1.0 + 0.5) * 2.0 / 2.5 - 1.0;
        assert!((value(0, Response::Same) - expected).abs() < 1e-3);
        assert!((value(1, Response::Same) + expected).abs() < 1e-3);
        let best = [value(0, Response::Best), value(1, Response::Best)];
        assert!(best[0] >= expected - 1e-12 && best[1] >= -expected - 1e-12);
        assert!(best[0] + best[1] < 2e-3);
        // Half of the bets are called.
        let called = solver.strategy(1).unwrap();
        assert!((called[0] - 0.5).abs() < 0.02 && (called[0] + called[1] - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_deal_is_the_mean_of_the_cards_that_both_can_see() {
    let run = &mut Run::new(2);
    let hands = [[("AhKh", 1.0), ("QsQd", 0.25)], [("KsKd", 0.5), ("AhTh", 1.0)]];
    for (board, acts) in [("Kc9h5h2s", true), ("Kc9h5h", true), ("Kc9h5h2s", false), ("Kc9h5h", false)] {
        let n_dealt = 5 - board.len() / 2;
        let (cards, mut nodes) = (ids(board), vec![]);
        nodes.extend((1..=n_dealt).map(|child| Node::Deal { child }));
        if acts {
            // Else both are all in.
            nodes.push(Node::Decision { player: 1, first: n_dealt + 1, n_actions: 1 });
        }
        nodes.push(CHECK);
        let tree = Tree::new(nodes).unwrap();
        let [first, second] = hands.map(|hands| Box::new(weights(&hands)));
        let game = game(board, [&*first, &*second], &tree, false);
        assert_eq!(game.n_boards(1), if n_dealt == 1 { 48 } else { 49 });
        let (mut sum, mut deals) = (0.0, 0.0);
        for (ours, weight) in hands[0].map(|(hand, weight)| (ids(hand), weight)) {
            for (theirs, other) in hands[1].map(|(hand, weight)| (ids(hand), weight)) {
                if ours.iter().any(|card| theirs.contains(card)) {
                    continue;
                }
                deals += weight * other;
                let left: Vec<u8> =
                    (0..52).filter(|card| ![&cards, &ours, &theirs].iter().any(|cards| cards.contains(card))).collect();
                let strength = |hand: &[u8], dealt: &[u8]| evaluate_ids(&[hand, &cards, dealt].concat()).unwrap();
                let (mut won, mut n) = (0.0, 0.0);
                for (at, &card) in left.iter().enumerate() {
                    let more = if n_dealt == 1 { &[card][..] } else { &left[..at] };
                    for &last in more {
                        let dealt = if n_dealt == 1 { vec![card] } else { vec![card, last] };
                        won += f64::from(strength(&ours, &dealt).cmp(&strength(&theirs, &dealt)) as i8);
                        n += 1.0;
                    }
                }
                sum += weight * other * won / n;
            }
        }
        let value = solver(&game).gain(0, Response::Same, run).unwrap();
        assert!((value - sum / deals).abs() < 1e-12, "{value} {}", sum / deals);
    }
}

/// Ranges that a swap of hearts and diamonds leaves unchanged.
fn symmetric() -> [Box<PerCombo<f64>>; 2] {
    let hero = [("AhAd", 1.0), ("KhKd", 0.5), ("QhJh", 0.75), ("QdJd", 0.75), ("7h6h", 1.0), ("7d6d", 1.0)];
    let villain = [("AsKs", 1.0), ("QsQc", 1.0), ("ThTd", 0.5), ("9h8h", 0.25), ("9d8d", 0.25)];
    [Box::new(weights(&hero)), Box::new(weights(&villain))]
}

#[test]
fn boards_that_are_alike_are_solved_once() {
    let run = &mut Run::new(2);
    let [hero, villain] = symmetric();
    let of_flop = [[1, 36, 1429], [1, 49, 2352]];
    let of_turn = [[1, 35, 0], [1, 48, 0]];
    for (board, expected, acts) in [("Ac5c2s", of_flop, true), ("Ac5c2sKc", of_turn, true), ("Ac5c2s", of_flop, false)]
    {
        let tree = chain(6 - board.len() / 2, acts);
        let games = [true, false].map(|isomorphic| game(board, [&*hero, &*villain], &tree, isomorphic));
        for (game, expected) in games.iter().zip(expected) {
            for (street, expected) in expected.into_iter().enumerate().take(game.n_streets()) {
                assert_eq!(game.n_boards(street), expected, "{board} {street}");
                assert_eq!(game.as_dealt(street).len(), games[1].n_boards(street));
            }
        }
        let mut solvers = games.each_ref().map(solver);
        for solver in &mut solvers {
            solver.run(20, run).unwrap();
        }
        let gains = solvers.each_ref().map(|solver| solver.gain(0, Response::Same, &mut Run::new(1)).unwrap());
        assert!((gains[0] - gains[1]).abs() < 1e-6, "{gains:?}");
        let best = solvers.each_ref().map(|solver| solver.gain(1, Response::Best, &mut Run::new(1)).unwrap());
        assert!((best[0] - best[1]).abs() < 1e-6, "{best:?}");
        // Hands that are alike play alike, to the last bit.
        let strategy = solvers[0].strategy(0).unwrap();
        let images = (0..2).map(|at| games[0].images(at, 0)).collect::<Vec<_>>();
        for (hand, &image) in images[1].iter().enumerate() {
            assert_eq!(strategy[hand].to_bits(), strategy[image as usize].to_bits());
        }
        assert_eq!(images[0], (0..6).collect::<Vec<u32>>());
    }
}

#[test]
fn levels_and_threads_learn_the_same() {
    let [hero, villain] = symmetric();
    for (storage, acts) in [(Storage::Single, true), (Storage::Short, true), (Storage::Single, false)] {
        let game = game("Ac5c2s9h", [&*hero, &*villain], &chain(2, acts), true);
        let mut found = vec![];
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            for threads in [1, 3] {
                let run = &mut Run::new(threads).at(level);
                let made = Solver::new(Arc::clone(&game), [None, None], Algorithm::Discounted, storage);
                let mut solver = made.unwrap();
                solver.run(17, run).unwrap();
                let mut bits = vec![];
                for decision in 0..2 {
                    bits.extend(solver.strategy(decision).unwrap().iter().map(|share| share.to_bits()));
                    for what in [Seen::Values, Seen::Reach, Seen::Best] {
                        bits.extend(solver.seen(0, decision, what, run).unwrap().iter().map(|number| number.to_bits()));
                    }
                }
                found.push(bits);
            }
        }
        assert!(found.iter().all(|bits| *bits == found[0]));
    }
}

#[test]
fn players_who_are_all_in_win_what_deals_would_bring() {
    let run = &mut Run::new(2);
    let [hero, villain] = symmetric();
    for (board, isomorphic) in [("Ac5c2s", true), ("Ac5c2sKc", true), ("Ac5c2s9h", false)] {
        let trees = [true, false].map(|acts| chain(6 - board.len() / 2, acts));
        let games = trees.each_ref().map(|tree| game(board, [&*hero, &*villain], tree, isomorphic));
        assert!(games[0].all_in.is_none() && games[1].all_in.is_some());
        let mut solvers = games.each_ref().map(solver);
        // Before it learns, a solver plays all actions alike.
        let [dealt, all_in] = solvers.each_ref().map(|solver| {
            let mut found: Vec<f64> = (0..2).map(|player| solver.gain(player, Response::Best, run).unwrap()).collect();
            for (player, decision) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                found.extend(solver.seen(player, decision, Seen::Values, run).unwrap());
            }
            found
        });
        assert_eq!(dealt.len(), all_in.len());
        for (dealt, all_in) in dealt.iter().zip(&all_in) {
            assert!((dealt - all_in).abs() < 1e-12, "{board}: {dealt} {all_in}");
        }
        let [dealt, all_in] = solvers.each_mut().map(|solver| {
            solver.run(10, run).unwrap();
            solver.gain(0, Response::Same, run).unwrap()
        });
        assert!((dealt - all_in).abs() < 1e-5, "{board}: {dealt} {all_in}");
    }
}

#[test]
fn a_strategy_is_given_to_hands_that_are_alike() {
    let [hero, villain] = symmetric();
    let (hands, tree) = ([&hero[..], &villain[..]], chain(2, true));
    let [folded, one_by_one] = [true, false].map(|isomorphic| game("Ac5c2sKc", hands, &tree, isomorphic));
    let n = folded.hands(0).len();
    let mut strategy = vec![0.5; 2 * n];
    assert!(solver(&folded).give(0, &strategy).is_ok());
    // One of two hands that a swap of hearts and diamonds maps onto each other.
    let hand = (0..n).find(|&hand| folded.images(1, 0)[hand] as usize != hand).unwrap();
    [strategy[hand], strategy[n + hand]] = [1.0, 0.0];
    let found = solver(&folded).give(0, &strategy).unwrap_err().to_string();
    assert_eq!(found, "strategy: hands that are alike up to suits need the same probabilities");
    let mut solver = solver(&one_by_one);
    solver.give(0, &strategy).unwrap();
    solver.run(5, &mut Run::new(1)).unwrap();
    assert_eq!(solver.strategy(0).unwrap(), strategy);
}

#[test]
fn a_given_strategy_stays() {
    let run = &mut Run::new(1);
    let hero = weights(&[("AsAc", 1.0), ("9d8d", 1.0)]);
    let game = game("AhKd7c4s2h", [&hero, &weights(&[("KsQs", 1.0)])], &one_bet(), true);
    let mut solver = solver(&game);
    // Villain folds to every bet: hero bets everything, and wins the pot of 2.
    solver.give(1, &[1.0, 0.0]).unwrap();
    solver.run(100, run).unwrap();
    assert_eq!(solver.strategy(1).unwrap(), [1.0, 0.0]);
    assert!((solver.gain(0, Response::Best, run).unwrap() - 1.0).abs() < 1e-12);
    for wrong in [&[1.0][..], &[-1.0, 2.0], &[f64::NAN, 1.0]] {
        assert!(matches!(solver.give(1, wrong), Err(Error::InvalidArgument(_))));
    }
    assert!(solver.give(2, &[1.0, 0.0]).is_err() && solver.strategy(2).is_err());
    assert!(solver.gain(2, Response::Best, run).is_err() && solver.seen(0, 2, Seen::Reach, run).is_err());
}

#[test]
fn another_solver_goes_on_from_what_was_learnt() {
    let run = &mut Run::new(1);
    let [hero, villain] = symmetric();
    let game = game("Ac5c2sKc", [&*hero, &*villain], &chain(2, false), true);
    let one_bucket = || {
        let streets: Vec<_> = (0..2).map(|street| vec![0; game.n_boards(street) * game.hands(0).len()]).collect();
        Buckets::new(&game, 0, &[&streets[0], &streets[1]]).unwrap()
    };
    for (buckets, storage) in [(false, Storage::Single), (false, Storage::Short), (true, Storage::Single)] {
        let of_player = || [buckets.then(one_bucket), None];
        let new = || Solver::new(Arc::clone(&game), of_player(), Algorithm::Discounted, storage).unwrap();
        let (mut solver, mut other) = (new(), new());
        solver.run(5, run).unwrap();
        let learnt = solver.learnt(0).unwrap();
        assert_eq!(learnt.len(), 2 * 2 * if buckets { 1 } else { game.hands(0).len() });
        for decision in 0..2 {
            other.relearn(decision, &solver.learnt(decision).unwrap()).unwrap();
        }
        other.resume(5, solver.given()).unwrap();
        assert_eq!(other.learnt(0).unwrap(), learnt);
        solver.run(3, run).unwrap();
        other.run(3, run).unwrap();
        assert_eq!((other.iterations(), other.strategy(0)), (8, solver.strategy(0)));
        let n = learnt.len();
        for (at, wrong) in [(0, f32::NAN), (0, 1e16), (n - 1, -1.0), (n - 1, f32::INFINITY)] {
            let mut numbers = learnt.clone();
            numbers[at] = wrong;
            assert!(matches!(other.relearn(0, &numbers), Err(Error::InvalidArgument(_))));
        }
        assert!(other.relearn(0, &learnt[1..]).is_err() && other.relearn(2, &learnt).is_err());
        assert!(other.resume(1, &[]).is_err() && other.learnt(2).is_err());
        assert_eq!(other.strategy(0), solver.strategy(0));
    }
}

#[test]
fn leaves_are_worth_what_is_said_of_them() {
    let tree = Tree::new(vec![
        Node::Decision { player: 0, first: 1, n_actions: 2 },
        Node::Leaf { n_deals: 1, stake: 1.0 },
        Node::Decision { player: 1, first: 3, n_actions: 2 },
        Node::Fold { player: 1, stake: 1.0, rake: 0.0 },
        Node::Leaf { n_deals: 1, stake: 3.0 },
    ])
    .unwrap();
    let (hero, villain) = (weights(&[("AsAc", 1.0), ("QdJd", 0.5)]), weights(&[("KsQs", 1.0)]));
    let game = game("AhKd7c4s", [&hero, &villain], &tree, false);
    assert_eq!((game.n_streets(), game.n_leaves(), game.hands(0).len()), (2, 2, 2));
    // The bet gains 2 with one hand of hero and loses 3 with the other; villain gains 1.5 from a call of either.
    let of_hero = [0.5, 0.5, -3.0, 2.0];
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        let mut solver = solver(&game);
        solver.value_leaves(0, &of_hero).unwrap();
        solver.value_leaves(1, &[-0.5, 1.5]).unwrap();
        let run = &mut Run::new(1).at(level);
        assert_eq!(solver.leaf_reach(0, Learnt::Current, run).unwrap(), [0.25, 0.5, 0.25, 0.5]);
        assert_eq!(solver.leaf_reach(1, Learnt::Current, run).unwrap(), [1.0, 0.5]);
        solver.run(500, run).unwrap();
        let bets = solver.strategy(0).unwrap()[2..].to_vec();
        assert!(bets[0] < 0.01 && bets[1] > 0.99, "{bets:?}");
        assert!(solver.strategy(1).unwrap()[1] > 0.99);
        let gain = solver.gain(0, Response::Best, run).unwrap();
        assert!((gain - (0.5 * 0.5 + 2.0) / 1.5).abs() < 0.01, "{gain}");
        let reach = solver.leaf_reach(0, Learnt::Average, run).unwrap();
        assert!((reach[0] - 0.5).abs() < 0.01 && (reach[3] - 1.0).abs() < 0.01, "{reach:?}");
        for wrong in [&of_hero[1..], &[0.0, f64::NAN, 0.0, 0.0]] {
            assert!(matches!(solver.value_leaves(0, wrong), Err(Error::InvalidArgument(_))));
        }
        assert!(solver.value_leaves(2, &of_hero).is_err());
    }
}

#[test]
fn bad_arguments_are_refused() {
    let (hero, villain) = (weights(&[("AsAc", 1.0)]), weights(&[("KsQs", 1.0)]));
    let made = |board: &str, hero: &PerCombo<f64>, villain: &PerCombo<f64>| {
        Endgame::new(&ids(board), [hero, villain], &one_bet(), true, false).map(drop).unwrap_err().to_string()
    };
    assert_eq!(made("AhKd7c4s", &hero, &villain), "board: expected 5 cards, found 4");
    assert_eq!(made("AhKd7c4s4s", &hero, &villain), "card 4s (id 11) appears more than once");
    assert_eq!(made("AcKd7c4s2h", &hero, &villain), "player 1: the board blocks every hand of the range");
    assert_eq!(made("AhKd7c4s2h", &hero, &hero), "every hand of one player shares a card with every hand of the other");
    let mut wrong = villain;
    wrong[7] = f64::NAN;
    assert!(made("AhKd7c4s2h", &hero, &wrong).contains("the weight of combo 7 "));
    let game = game("AhKd7c4s2h", [&hero, &villain], &one_bet(), false);
    for streets in [&[][..], &[&[][..]], &[&[0, 1]], &[&[0], &[0]]] {
        assert!(matches!(Buckets::new(&game, 0, streets), Err(Error::InvalidArgument(_))));
    }
    assert!(matches!(Buckets::new(&game, 0, &[&[1]]), Err(Error::InvalidArgument(_))));
    let buckets = Buckets::new(&game, 1, &[&[0]]).unwrap();
    assert_eq!((buckets.n_numbers(), buckets.count(0)), (2, 1));
    let mut solver = Solver::new(game, [None, Some(buckets)], Algorithm::Plus, Storage::Single).unwrap();
    let found = solver.give(1, &[1.0, 0.0]).unwrap_err().to_string();
    assert_eq!(found, "a strategy is given by hand, but the player sees buckets");
}

/// A weight for each hand of `K` cards.
fn omaha_weights<const K: usize>(hands: &[(&str, f64)]) -> Vec<f64> {
    let mut weights = vec![0.0; choose_small(52, K) as usize];
    for &(hand, weight) in hands {
        let mut cards: [u8; K] = ids(hand).try_into().unwrap();
        cards.sort_unstable();
        weights[SetPlaces::of(0).hand(cards)] = weight;
    }
    weights
}

/// Hands of Omaha, some of which share cards; a swap of hearts and diamonds leaves them unchanged.
const OMAHA: [&[(&str, f64)]; 2] = [
    &[("AhAdKhKd", 1.0), ("KsQsJhJd", 0.5), ("Th9h8s7s", 0.75), ("Td9d8s7s", 0.75), ("AsAcQhQd", 0.25)],
    &[("AhAdQsQc", 1.0), ("KsKcTsTc", 0.5), ("AsJsTh9h", 0.25), ("AsJsTd9d", 0.25), ("8c7c6c5c", 1.0)],
];

/// Hands of five cards, some of which share cards.
const FIVE: [&[(&str, f64)]; 2] = [
    &[("AhAdKhKd3s", 1.0), ("KsQsJhJd8c", 0.5), ("Th9h8s7s4d", 0.75), ("AsAcQhQd3h", 0.25), ("Ac3d7h8hTd", 1.0)],
    &[("AhAdQsQc4h", 1.0), ("KsKcTsTc3c", 0.5), ("AsJsTh9h3s", 0.25), ("8c7c6c5c4s", 1.0), ("As3h7d8dTc", 0.5)],
];

fn check_values<const K: usize>(hands: [&[(&str, f64)]; 2], high_low: bool) {
    let run = &mut Run::new(2);
    let weights = hands.map(omaha_weights::<K>);
    for board in ["Qs9c5d2s6h", "Qs9c5c2c", "KhKc4c4d7s"] {
        let n_dealt = 5 - board.len() / 2;
        let mut nodes: Vec<_> = (1..=n_dealt).map(|child| Node::Deal { child }).collect();
        nodes.push(CHECK);
        let tree = Tree::new(nodes).unwrap();
        let game = Endgame::new(&ids(board), [&weights[0], &weights[1]], &tree, true, high_low).unwrap();
        let (cards, mut sum, mut deals) = (ids(board), 0.0, 0.0);
        for (ours, weight) in hands[0].iter().map(|&(hand, weight)| (ids(hand), weight)) {
            for (theirs, other) in hands[1].iter().map(|&(hand, weight)| (ids(hand), weight)) {
                let known = [&cards[..], &ours, &theirs].concat();
                if (0..52).any(|card| known.iter().filter(|&&of| of == card).count() > 1) {
                    continue;
                }
                let won = |dealt: &[u8]| {
                    let board = [&cards, dealt].concat();
                    let highs = [&ours, &theirs].map(|hand| evaluate_omaha_ids(hand, &board).unwrap());
                    let whole = f64::from(highs[0].cmp(&highs[1]) as i8);
                    let lows = [&ours, &theirs].map(|hand| omaha_low_ids(hand, &board).unwrap());
                    if high_low && lows != [0, 0] {
                        return whole.midpoint(f64::from(lows[0].cmp(&lows[1]) as i8));
                    }
                    whole
                };
                let left: Vec<u8> = (0..52).filter(|card| !known.contains(card)).collect();
                let runouts: Vec<&[u8]> = if n_dealt == 0 { vec![&[]] } else { left.chunks(1).collect() };
                deals += weight * other;
                sum += weight * other * runouts.iter().map(|dealt| won(dealt)).sum::<f64>() / runouts.len() as f64;
            }
        }
        assert!(deals > 0.0);
        let value = solver(&Arc::new(game)).gain(0, Response::Same, run).unwrap();
        assert!((value - sum / deals).abs() < 1e-12, "{board} {value} {}", sum / deals);
    }
}

#[test]
fn omaha_hands_win_what_comparisons_say() {
    check_values::<4>(OMAHA, false);
    check_values::<5>(FIVE, false);
}

#[test]
fn high_and_low_hands_share_the_pot() {
    check_values::<4>(OMAHA, true);
    check_values::<5>(FIVE, true);
}

#[test]
fn omaha_is_learnt_alike_on_every_level() {
    let weights = OMAHA.map(omaha_weights::<4>);
    let mut found = vec![];
    for level in Level::ALL.into_iter().filter_map(Level::prove) {
        for threads in [1, 2] {
            let run = &mut Run::new(threads).at(level);
            let game = game("Qs9c5s2c", [&weights[0], &weights[1]], &chain(2, false), true);
            // The two red cards of a rank are alike: the deck has 13 fewer rivers.
            assert_eq!((game.n_boards(0), game.n_boards(1)), (1, 48 - 13));
            let mut solver = solver(&game);
            solver.run(200, run).unwrap();
            let gains = [0, 1].map(|player| solver.gain(player, Response::Best, run).unwrap());
            assert!(gains[0] + gains[1] < 0.01, "{gains:?}");
            let bits: Vec<_> = solver.strategy(0).unwrap().iter().map(|share| share.to_bits()).collect();
            found.push((bits, gains.map(f64::to_bits)));
        }
    }
    assert!(found.iter().all(|bits| *bits == found[0]));
}

#[test]
fn games_of_two_and_of_four_cards_are_told_apart() {
    let two = weights(&[("AsAc", 1.0)]);
    let [four, mut wrong] = OMAHA.map(omaha_weights::<4>);
    let made = |weights: [&[f64]; 2]| {
        Endgame::new(&ids("Qs9c5d2s6h"), weights, &one_bet(), true, false).map(drop).unwrap_err().to_string()
    };
    assert_eq!(made([&two, &four]), "the players have different numbers of hole cards");
    assert_eq!(made([&four, &four[1..]]), "expected 1326, 270725 or 2598960 weights, found 270724");
    wrong[4] = -1.0;
    assert!(
        made([&four, &wrong]).contains("the weight of hand 4 (3c2s2h2d) is -1: expected"),
        "{}",
        made([&four, &wrong])
    );
    wrong[4] = 1e308;
    wrong[5] = 1e308;
    assert_eq!(made([&wrong, &four]), "the weights add up to more than a float can hold");
}
