//! Shared helpers of tests and benchmarks: random deals that are the same on every machine, and the oracle of the evaluator.
//! The unit tests of the crate include this file as `crate::testing`.
#![allow(dead_code)] // each test uses a part

pub mod oracle;

use pokerbits::cards::{CardSet, Deck};
use pokerbits::indexer::HandIndexer;
use pokerbits::runtime::{Run, rng::Philox};

/// Brings `n` of the cards, chosen at random, to the front: the first steps of a shuffle.
pub fn shuffle_front(rng: &mut Philox, cards: &mut [u8], n: usize) {
    for k in 0..n {
        let j = k + rng.below((cards.len() - k) as u64) as usize;
        cards.swap(k, j);
    }
}

/// `n` different random cards of `deck`.
pub fn deal(rng: &mut Philox, deck: Deck, n: usize) -> Vec<u8> {
    let mut cards: Vec<u8> = deck.cards().ids().collect();
    shuffle_front(rng, &mut cards, n);
    cards.truncate(n);
    cards
}

/// `n` random hands of `size` different cards each, back to back, the same for the same key.
pub fn random_hands(n: usize, size: usize, key: [u64; 2]) -> Vec<u8> {
    let mut rng = Philox::new(key, [0; 4]);
    let mut cards: Vec<u8> = Deck::STANDARD.cards().ids().collect();
    let mut hands = Vec::with_capacity(n * size);
    for _ in 0..n {
        shuffle_front(&mut rng, &mut cards, size);
        hands.extend_from_slice(&cards[..size]);
    }
    hands
}

/// Shows `see` every board of five that cards of `left` make of `board`: as cards, `board` first, and as a set.
pub fn for_each_runout(board: &[u8], left: CardSet, see: &mut impl FnMut(&[u8; 5], CardSet)) {
    fn deal(cards: &mut Vec<u8>, left: &[u8], see: &mut impl FnMut(&[u8; 5], CardSet)) {
        if let Ok(board) = cards[..].try_into() {
            see(board, CardSet::from_ids(cards).unwrap());
            return;
        }
        for (at, &card) in left.iter().enumerate() {
            cards.push(card);
            deal(cards, &left[at + 1..], see);
            cards.pop();
        }
    }
    let left: Vec<u8> = left.ids().collect();
    deal(&mut board.to_vec(), &left, see);
}

/// The canonical boards of `size` cards, one after the other.
pub fn canonical_boards(size: usize) -> Vec<u8> {
    let indexer = HandIndexer::new(&[size]).unwrap();
    let n = indexer.size(0).unwrap();
    let mut boards = vec![0; n as usize * size];
    indexer.unindex_range(0, 0..n, &mut boards, &mut Run::new(2)).unwrap();
    boards
}
