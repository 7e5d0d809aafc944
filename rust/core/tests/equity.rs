//! Exact equity against the reference answers and against dealing every board.

use pokerbits::Game;
use pokerbits::cards::{CardSet, parse_cards};
use pokerbits::equity::exact_counts;
use pokerbits::evaluator::evaluate_ids;
use pokerbits::runtime::rng::Philox;

mod common;
use common::oracle::for_each_completion;

fn ids(text: &str) -> Vec<u8> {
    parse_cards(text).unwrap().into_iter().map(pokerbits::cards::Card::id).collect()
}

fn hands(texts: &[&str]) -> Vec<[u8; 2]> {
    texts.iter().map(|t| ids(t).try_into().unwrap()).collect()
}

/// From the reference answers: winners by bit set.
#[test]
fn published_matchups() {
    let two = exact_counts(Game::HOLDEM, &hands(&["AhAd", "KsKh"]), &[], CardSet::EMPTY).unwrap();
    assert_eq!(two.by_winners(), [0, 1_399_204, 305_177, 7_923]);
    assert_eq!(two.shares(0).unwrap(), [305_177, 1_399_204, 7_923]);
    assert_eq!(two.total(), 1_712_304);

    let flop = exact_counts(Game::HOLDEM, &hands(&["AhKh", "9c9d"]), &ids("Qh7h2c"), CardSet::EMPTY).unwrap();
    assert_eq!(flop.by_winners(), [0, 545, 445, 0]);

    let six =
        exact_counts(Game::HOLDEM, &hands(&["AhKh", "QsQd", "7c7d", "JcTc", "4s3s", "9h8h"]), &[], CardSet::EMPTY)
            .unwrap();
    let wins: Vec<u64> = (0..6).map(|p| six.by_winners()[1 << p]).collect();
    assert_eq!(wins, [142_164, 147_356, 85_474, 111_875, 110_902, 59_792]);
    assert_eq!((six.by_winners()[63], six.total()), (445, 658_008));
}

/// Every board dealt and evaluated, for random hands and dead cards.
#[test]
fn counting_by_pattern_equals_dealing() {
    let mut rng = Philox::new([11, 0], [0; 4]);
    for case in 0..400 {
        let players = 2 + case % 5;
        let board_cards = if case < 45 { case / 15 } else { [3, 3, 4, 5][case / 5 % 4] };
        // Many dead cards keep the boards few enough to deal.
        let dead_cards = if board_cards < 3 { 24 } else { case % 7 };
        let mut deck: Vec<u8> = (0..52).collect();
        for i in 0..51 {
            let j = i + rng.below(52 - i as u64) as usize;
            deck.swap(i, j);
        }
        // Hands and boards of one suit and few others have flushes of every kind.
        if case % 3 == 0 {
            deck.sort_by_key(|card| card % 4 != 0);
            deck[..2 * players + board_cards].rotate_left(case % 7);
        }
        let (holes, rest) = deck.split_at(2 * players);
        let (board, rest) = rest.split_at(board_cards);
        let (dead, left) = rest.split_at(dead_cards);
        let hands: Vec<[u8; 2]> = holes.chunks(2).map(|h| [h[0], h[1]]).collect();

        let mut expected = vec![0u64; 1 << players];
        let mut more = Vec::new();
        for_each_completion(left, 5 - board_cards, &mut more, &mut |more| {
            let strength = |hand: &[u8; 2]| evaluate_ids(&[&hand[..], board, more].concat()).unwrap();
            let strengths: Vec<u16> = hands.iter().map(strength).collect();
            let best = strengths.iter().max().unwrap();
            expected[(0..players).filter(|&i| strengths[i] == *best).fold(0, |m, i| m | 1 << i)] += 1;
        });
        let counts = exact_counts(Game::HOLDEM, &hands, board, CardSet::from_ids(dead).unwrap()).unwrap();
        assert_eq!(counts.by_winners(), expected, "{hands:?} {board:?} {dead:?}");
    }
}

#[test]
fn bad_tables_are_refused() {
    let text =
        |hands: &[[u8; 2]], board: &[u8], dead| exact_counts(Game::HOLDEM, hands, board, dead).unwrap_err().to_string();
    let none = CardSet::EMPTY;
    assert_eq!(text(&[[0, 1]], &[], none), "expected 2 to 10 players, found 1");
    assert_eq!(text(&[[0, 1]; 11], &[], none), "expected 2 to 10 players, found 11");
    assert_eq!(text(&[[0, 1], [2, 1]], &[], none), "card 2d (id 1) appears more than once");
    assert_eq!(text(&[[0, 1], [2, 99]], &[], none), "card id 99 is outside the deck (0 to 51)");
    assert_eq!(text(&[[0, 1], [2, 3]], &[4, 5, 6, 7, 8, 9], none), "expected 0 to 5 board cards, found 6");
    assert_eq!(text(&[[0, 1], [2, 3]], &[4, 5, 0], none), "card 2c (id 0) appears more than once");
    let dead = CardSet::from_ids(&[0]).unwrap();
    assert_eq!(text(&[[0, 1], [2, 3]], &[], dead), "card 2c (id 0) appears more than once");
    let dead = CardSet::from_ids(&(4..50).collect::<Vec<_>>()).unwrap();
    assert_eq!(text(&[[0, 1], [2, 3]], &[], dead), "2 cards are left, the board needs 5 more");
}
