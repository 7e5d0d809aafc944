//! Whole boards against opponents one by one.

use super::cards::{self, AgainstRange};
use super::every_hand::omaha_hand_equity;
use super::kinds::{self, AgainstRandom, flush_suit};
use super::weights::{OMAHA_HANDS, OmahaWeights};
use crate::cards::{CardSet, SuitPermutation};
use crate::combinatorics::{choose, subsets};
use crate::equity::subset_sums::{SetPlaces, for_each_three};
use crate::error::Error;
use crate::evaluator::{OmahaBoards, OmahaHole, evaluate_omaha};
use crate::ranges::omaha_odds;
use crate::runtime::Run;
use crate::runtime::rng::Philox;
use crate::showdown::runouts::for_each_runout;
use crate::testing::shuffle_front;

/// `2 * wins + ties` of a hand against all hands of the cards left, or against those of a range.
fn one_by_one(hand: CardSet, board: CardSet, left: CardSet, range: Option<&[u64]>) -> u64 {
    let own = evaluate_omaha(hand, board).unwrap();
    let on = OmahaBoards::get().unwrap().of(board);
    let others: Vec<u8> = (left - hand).ids().collect();
    let mut sum = 0;
    for (d, &first) in others.iter().enumerate() {
        for (c, &second) in others[..d].iter().enumerate() {
            for (b, &third) in others[..c].iter().enumerate() {
                for &fourth in &others[..b] {
                    let other = CardSet::from_ids(&[first, second, third, fourth]).unwrap();
                    let weight = range.map_or(1, |range| range[SetPlaces::of(0).hand([fourth, third, second, first])]);
                    let strength = on.strength(&OmahaHole::of(other));
                    sum += weight * (u64::from(own > strength) + u64::from(own >= strength));
                }
            }
        }
    }
    sum
}

/// A random board, and some cards that are left beside it.
fn deal(rng: &mut Philox, deck: &mut [u8], left: usize) -> (CardSet, CardSet) {
    shuffle_front(rng, deck, 5 + left);
    (CardSet::from_ids(&deck[..5]).unwrap(), CardSet::from_ids(&deck[5..5 + left]).unwrap())
}

/// A random hand of some cards.
fn hand_of(rng: &mut Philox, cards: CardSet) -> CardSet {
    let mut cards: Vec<u8> = cards.ids().collect();
    shuffle_front(rng, &mut cards, 4);
    CardSet::from_ids(&cards[..4]).unwrap()
}

fn place(hand: CardSet) -> usize {
    SetPlaces::of(0).hand(super::weights::hand_of(hand))
}

/// Boards with and without flushes; few cards left, where hands and kinds run out, and all 47.
#[test]
fn a_board_equals_all_opponents_one_by_one() {
    let boards = OmahaBoards::get().unwrap();
    let mut rng = Philox::new([26, 0], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let (mut against_random, mut narrow, mut wide) = (
        AgainstRandom::<u32, 4>::new().unwrap(),
        AgainstRange::<u32>::new().unwrap(),
        AgainstRange::<u64>::new().unwrap(),
    );
    let weights: Vec<u64> = (0..OMAHA_HANDS).map(|_| rng.below(4).saturating_sub(1)).collect();
    let (few, large): (Vec<u32>, Vec<u64>) = weights.iter().map(|&w| (w as u32, w << 33)).unzip();
    let mut flushes = 0;
    for case in 0..60 {
        let (board, left) = deal(&mut rng, &mut deck, [47, 8, 20, 13][case % 4]);
        let suit = flush_suit(board);
        flushes += u32::from(suit.is_some());
        let hands: Vec<_> = (0..3).map(|_| hand_of(&mut rng, left)).collect();
        let mut sums = vec![0; OMAHA_HANDS];
        let found = narrow.count(&boards.of(board), left, &few).unwrap();
        cards::add_to_hands(found, left, &mut sums);
        let mut large_sums = vec![0; OMAHA_HANDS];
        let found = wide.count(&boards.of(board), left, &large).unwrap();
        cards::add_to_hands(found, left, &mut large_sums);
        let swap = SuitPermutation::swap(suit.unwrap_or(3), 3);
        let (permuted, swapped) = (boards.of(swap.cards(board)), swap.cards(left));
        let found = against_random.count(&permuted, swapped, suit.is_some()).unwrap();
        let mut against_all = vec![0; OMAHA_HANDS];
        kinds::add_to_hands(found, swapped, suit.is_some(), &mut against_all);
        for hand in hands {
            let expected = one_by_one(hand, board, left, Some(&weights));
            assert_eq!(sums[place(hand)], expected, "{hand} {board}");
            assert_eq!(large_sums[place(hand)], expected << 33, "{hand} {board}");
            let expected = one_by_one(hand, board, left, None);
            assert_eq!(against_all[place(swap.cards(hand))], expected, "{hand} {board}");
        }
    }
    assert!(10 < flushes && flushes < 50, "{flushes}");
}

/// Hands of five cards against all others of some cards, on boards with and without flushes.
#[test]
fn five_cards_equal_all_opponents_one_by_one() {
    let boards = OmahaBoards::get().unwrap();
    let mut rng = Philox::new([26, 5], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut counter = AgainstRandom::<u64, 5>::new().unwrap();
    let mut flushes = 0;
    for case in 0..24 {
        let (board, left) = deal(&mut rng, &mut deck, [12, 15, 13][case % 3]);
        let suit = flush_suit(board);
        flushes += u32::from(suit.is_some());
        let swap = SuitPermutation::swap(suit.unwrap_or(3), 3);
        let (board, left) = (boards.of(swap.cards(board)), swap.cards(left));
        let hands: Vec<CardSet> = fives_of(left);
        let listed: Vec<([u8; 5], u32)> = (hands.iter())
            .map(|&hand| kinds::kinds_of(cards_of(hand), suit.is_some()))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .map(|kinds| (kinds, SetPlaces::of(1).hand(kinds) as u32))
            .collect();
        let found = counter.count_listed(&board, left, suit.is_some(), &listed).unwrap();
        for hand in (0..4).map(|_| hands[rng.below(hands.len() as u64) as usize]) {
            let own = board.strength(&OmahaHole::of(hand));
            let others = hands.iter().filter(|&&other| (other & hand).is_empty());
            let (mut below, mut up_to) = (0, 0);
            for strength in others.map(|&other| board.strength(&OmahaHole::of(other))) {
                below += u32::from(strength < own);
                up_to += u32::from(strength <= own);
            }
            let place = SetPlaces::of(1).hand(kinds::kinds_of(cards_of(hand), suit.is_some()));
            assert_eq!(found[place], [below, up_to], "{hand}");
        }
    }
    assert!(4 < flushes && flushes < 20, "{flushes}");
}

/// The hands of five of some cards.
fn fives_of(cards: CardSet) -> Vec<CardSet> {
    let all: Vec<u8> = cards.ids().collect();
    let hand = |set: u32| all.iter().enumerate().filter(move |(at, _)| set >> at & 1 != 0).map(|(_, &card)| card);
    subsets(all.len() as u32, 5).map(|set| CardSet::from_ids(&hand(set).collect::<Vec<_>>()).unwrap()).collect()
}

fn cards_of(hand: CardSet) -> [u8; 5] {
    hand.ids().collect::<Vec<u8>>().try_into().unwrap()
}

/// Turns and flops with few cards left: all runouts one by one, against any hand and against a range.
#[test]
fn boards_to_come_equal_sums_over_runouts() {
    let mut rng = Philox::new([26, 1], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let as_integers: Vec<u64> = (0..OMAHA_HANDS).map(|_| [0, 1, 4, 2][rng.below(4) as usize]).collect();
    let weights: Vec<f64> = as_integers.iter().map(|&weight| weight as f64 / 4.0).collect();
    for (case, board_cards) in [4, 3, 4, 5, 3].into_iter().enumerate() {
        let (board, left) = deal(&mut rng, &mut deck, [13, 11, 16, 12, 10][case]);
        let board: Vec<u8> = board.ids().take(board_cards).collect();
        let known = CardSet::from_ids(&board).unwrap();
        let dead = !(left | known);
        for range in [None, Some(&OmahaWeights::new(&weights).unwrap())] {
            let mut found = vec![0.0; OMAHA_HANDS];
            omaha_hand_equity(range, &board, board_cards, dead, &mut found, &mut Run::new(2)).unwrap();
            let mut again = vec![0.0; OMAHA_HANDS];
            omaha_hand_equity(range, &board, board_cards, dead, &mut again, &mut Run::new(1)).unwrap();
            assert!(found.iter().zip(&again).all(|(a, b)| a.to_bits() == b.to_bits()));
            assert_eq!(
                found.iter().filter(|equity| !equity.is_nan()).count() as u128,
                choose(left.len().into(), 4).unwrap()
            );
            for _ in 0..3 {
                let hand = hand_of(&mut rng, left);
                let (mut won, mut of) = (0, 0);
                for_each_runout(&board, left - hand, |_, all| {
                    let left = left - all;
                    won += one_by_one(hand, all, left, range.map(|_| &as_integers[..]));
                    let others = all_of(left - hand);
                    of += 2 * others.iter().map(|&other| range.map_or(1, |_| as_integers[place(other)])).sum::<u64>();
                    Ok::<_, Error>(())
                })
                .unwrap();
                let expected = won as f64 / of as f64;
                assert_eq!(found[place(hand)].to_bits(), expected.to_bits(), "{hand} {board:?}");
            }
        }
    }
}

/// The hands of some cards.
fn all_of(cards: CardSet) -> Vec<CardSet> {
    let all: Vec<u8> = cards.ids().collect();
    let mut hands = Vec::new();
    for_each_three(all.len(), 0, |[b, c, d], _, lowest| {
        hands.extend((0..lowest).map(|a| CardSet::from_ids(&[a, b, c, d].map(|at| all[at])).unwrap()));
    });
    hands
}

/// Weights of any size have the equities of the integers nearby, and a hand that blocks all of a range has none.
#[test]
fn weights_may_have_any_scale() {
    let mut rng = Philox::new([26, 2], [0; 4]);
    let weights: Vec<f64> = (0..OMAHA_HANDS).map(|_| rng.below(4) as f64).collect();
    let equities = |range: &[f64]| {
        let mut found = vec![0.0; OMAHA_HANDS];
        let range = OmahaWeights::new(range).unwrap();
        omaha_hand_equity(Some(&range), &[43, 39, 35, 0, 5], 5, CardSet::EMPTY, &mut found, &mut Run::new(1)).unwrap();
        found
    };
    let exact = equities(&weights);
    for scale in [1e-200, 1.0 / 3.0, 1e9, 3e200] {
        let scaled: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        for (found, exact) in equities(&scaled).into_iter().zip(&exact) {
            assert!((found.is_nan() && exact.is_nan()) || (found - exact).abs() < 1e-12, "{scale} {found} {exact}");
        }
    }
    let mut one = vec![0.0; OMAHA_HANDS];
    let aces = CardSet::from_ids(&[48, 49, 50, 51]).unwrap();
    one[place(aces)] = 0.5;
    let found = equities(&one);
    assert!(found[place(aces)].is_nan() && found[place(CardSet::from_ids(&[1, 2, 3, 51]).unwrap())].is_nan());
    // Three deuces beat two aces, and two kings do not.
    let equity = |hand: [u8; 4]| found[place(CardSet::from_ids(&hand).unwrap())];
    assert_eq!((equity([1, 2, 46, 47]), equity([6, 9, 45, 46])), (1.0, 0.0));
}

#[test]
fn every_hand_before_the_flop_is_looked_up() {
    let mut found = vec![0.0; OMAHA_HANDS];
    omaha_hand_equity(None, &[], 0, CardSet::EMPTY, &mut found, &mut Run::new(1)).unwrap();
    let mean = found.iter().sum::<f64>() / OMAHA_HANDS as f64;
    assert!((mean - 0.5).abs() < 1e-12);
    let aces = CardSet::from_ids(&[48, 49, 50, 51]).unwrap();
    assert_eq!(found[place(aces)].to_bits(), omaha_odds(aces).unwrap().equity().to_bits());
}

#[test]
fn what_is_no_board_or_range_is_refused() {
    let refused = |range: Option<&[f64]>, board: &[u8], cards: usize, dead: &[u8]| {
        let dead = CardSet::from_ids(dead).unwrap();
        let mut out = vec![0.0; OMAHA_HANDS];
        let range = range.map(OmahaWeights::new).transpose();
        let found =
            range.and_then(|range| omaha_hand_equity(range.as_ref(), board, cards, dead, &mut out, &mut Run::new(1)));
        found.unwrap_err().to_string()
    };
    let board = [43, 39, 35, 0, 5];
    assert!(refused(None, &[43, 39, 35, 0, 5, 6], 6, &[]).contains("board cards"));
    assert!(refused(None, &board, 5, &[43]).contains("more than once"));
    assert!(refused(None, &board, 4, &[]).contains("are not boards of 4"));
    assert!(refused(Some(&[1.0]), &board, 5, &[]).contains("expected 270725 weights, found 1"));
    let mut weights = vec![1.0; OMAHA_HANDS];
    assert!(refused(Some(&weights), &[], 0, &[]).contains("before the flop"));
    assert!(refused(None, &[], 0, &[1]).contains("before the flop"));
    weights[7] = -1.0;
    assert!(refused(Some(&weights), &board, 5, &[]).contains("the weight of hand 7 is -1"));
    assert!(refused(Some(&vec![1e308; OMAHA_HANDS]), &board, 5, &[]).contains("add up to more"));
    let two = CardSet::from_ids(&board[..2]).unwrap();
    assert!(OmahaWeights::from_hands([two], None).unwrap_err().to_string().contains("expected 4 cards, found 2"));
    let more = OmahaWeights::from_hands([], Some(&[1.0])).unwrap_err().to_string();
    assert!(more.contains("expected 0 weights, found 1"), "{more}");
}
