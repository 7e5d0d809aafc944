//! The slow, obviously right evaluator that tests compare with: it orders five-card hands by the rules of poker, numbers
//! the distinct ones, and takes the best of all five-card choices. It shares nothing with the tables. And the plainest
//! ways to walk over hands and boards.

// Nothing forks here.
#![allow(clippy::disallowed_types)]

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The order of two five-card hands: category, then ranks by how often they occur and how high they are.
pub type Merit = (u8, Vec<u8>);

/// The merit of five cards.
pub fn merit(cards: &[u8]) -> Merit {
    let mut counts: BTreeMap<u8, u8> = BTreeMap::new();
    for card in cards {
        *counts.entry(card / 4).or_default() += 1;
    }
    let mut groups: Vec<(u8, u8)> = counts.into_iter().map(|(rank, count)| (count, rank)).collect();
    groups.sort_by(|a, b| b.cmp(a));
    let shape: Vec<u8> = groups.iter().map(|g| g.0).collect();
    let mut ranks: Vec<u8> = groups.iter().map(|g| g.1).collect();
    let flush = cards.iter().all(|card| card % 4 == cards[0] % 4);
    let wheel = ranks == [12, 3, 2, 1, 0];
    let straight = shape == [1; 5] && (wheel || ranks[0] - ranks[4] == 4);
    if wheel {
        ranks = vec![3, 2, 1, 0];
    }
    let category = match shape.as_slice() {
        _ if straight && flush => 8,
        [4, 1] => 7,
        [3, 2] => 6,
        _ if flush => 5,
        _ if straight => 4,
        [3, 1, 1] => 3,
        [2, 2, 1] => 2,
        [2, 1, 1, 1] => 1,
        _ => 0,
    };
    (category, ranks)
}

/// The strength of five cards: the place of their merit among the merits of all C(52, 5) hands.
pub fn strength_of_five(cards: &[u8]) -> u16 {
    static PLACES: OnceLock<BTreeMap<Merit, u16>> = OnceLock::new();
    let places = PLACES.get_or_init(|| {
        let mut merits = BTreeMap::new();
        let mut hand = [0u8; 5];
        for_each_five(52, &mut hand, &mut |hand| {
            merits.entry(merit(hand)).or_insert(0);
        });
        for (place, strength) in merits.values_mut().enumerate() {
            *strength = place as u16 + 1;
        }
        merits
    });
    places[&merit(cards)]
}

/// The best strength among all choices of five cards.
pub fn best_of_fives(cards: &[u8]) -> u16 {
    let mut best = 0;
    let mut choice = [0u8; 5];
    for_each_five(cards.len() as u8, &mut choice, &mut |choice| {
        best = best.max(strength_of_five(&choice.map(|i| cards[i as usize])));
    });
    best
}

/// Visits every five out of `0..n`, ascending.
pub fn for_each_five(n: u8, five: &mut [u8; 5], visit: &mut impl FnMut(&[u8; 5])) {
    for a in 4..n {
        for b in 3..a {
            for c in 2..b {
                for d in 1..c {
                    for e in 0..d {
                        *five = [e, d, c, b, a];
                        visit(five);
                    }
                }
            }
        }
    }
}

/// Every hand of two of the hole cards and three of the board: what counts in Omaha.
pub fn omaha_fives(hole: &[u8], board: &[u8]) -> Vec<[u8; 5]> {
    let mut fives = Vec::new();
    for (i, &a) in hole.iter().enumerate() {
        for &b in &hole[..i] {
            for (j, &c) in board.iter().enumerate() {
                for (k, &d) in board[..j].iter().enumerate() {
                    fives.extend(board[..k].iter().map(|&e| [a, b, c, d, e]));
                }
            }
        }
    }
    fives
}

/// Visits every way to complete a board with `missing` of the cards left.
pub fn for_each_completion(left: &[u8], missing: usize, more: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    if missing == 0 {
        return visit(more);
    }
    for (i, &card) in left.iter().enumerate() {
        more.push(card);
        for_each_completion(&left[i + 1..], missing - 1, more, visit);
        more.pop();
    }
}
