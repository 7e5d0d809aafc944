//! What tests and benchmarks share: random deals that are the same on every machine, and the oracle of the evaluator.
//! The unit tests of the crate include this file as `crate::testing`.
#![allow(dead_code)] // each test uses a part

pub mod oracle;

use pokerbits::cards::Deck;
use pokerbits::runtime::rng::Philox;

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
