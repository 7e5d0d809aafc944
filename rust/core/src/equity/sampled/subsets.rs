//! Random sets of cards, and the cards at places of a deck without some others.

use std::hint::select_unpredictable;

use crate::cards::DECK;
use crate::runtime::numbers::SmallNumbers;

/// The places of a deck, as sets of one card.
pub(crate) const PLACES: [u64; DECK as usize] = {
    let mut places = [0; DECK as usize];
    let mut at = 0;
    while at < places.len() {
        places[at] = 1 << at;
        at += 1;
    }
    places
};

/// A set of `n` of the cards of `deck`, which holds sets of one card; every set has the same probability (Floyd;
/// Bentley, "A sample of brilliance", 1987). `ways` are [`arrangements`] of the same numbers.
#[inline(always)]
pub(crate) fn subset(numbers: &mut SmallNumbers<'_>, deck: &[u64], n: usize, ways: u64) -> u64 {
    numbers.reserve(ways);
    let (mut set, mut bound) = (0, deck.len() - n);
    for &last in &deck[bound..] {
        bound += 1;
        let card = deck[numbers.below(bound)];
        // The last card is not in the set: it could not be drawn before.
        set |= select_unpredictable(set & card == 0, card, last);
    }
    set
}

/// The number of ways to deal `n` cards of a deck one after the other.
pub(crate) fn arrangements(deck: usize, n: usize) -> u64 {
    (deck - n + 1..=deck).map(|left| left as u64).product()
}

/// The cards at places of the deck without the cards of `others`.
#[inline(always)]
pub(crate) fn past(others: u64, places: u64) -> u64 {
    let (mut set, mut others) = (places, others);
    while others != 0 {
        // All from the lowest of the others upwards move by one.
        let lowest = others & others.wrapping_neg();
        set += set & lowest.wrapping_neg();
        others ^= lowest;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;
    use crate::runtime::numbers::tests::check_even;
    use crate::runtime::rng::Philox;

    #[test]
    fn every_set_has_the_same_probability() {
        let deck: Vec<u64> = [3, 8, 20, 33, 34, 51].map(|card| 1 << card).to_vec();
        for n in 1..=4 {
            let sets: Vec<u64> = (0..64u64)
                .filter(|places| places.count_ones() as usize == n)
                .map(|places| (0..6).filter(|at| places >> at & 1 != 0).map(|at| deck[at]).sum())
                .collect();
            check_even(sets.len(), 60_000, |rng| {
                let mut numbers = SmallNumbers::new(rng);
                let set = subset(&mut numbers, &deck, n, arrangements(6, n));
                sets.iter().position(|&other| other == set).unwrap()
            });
        }
        let rng = &mut Philox::new([0; 2], [0; 4]);
        assert_eq!(subset(&mut SmallNumbers::new(rng), &deck, 0, arrangements(6, 0)), 0);
        assert_eq!(subset(&mut SmallNumbers::new(rng), &deck, 6, arrangements(6, 6)), deck.iter().sum::<u64>());
    }

    #[test]
    fn places_become_cards_beside_the_others() {
        let rng = &mut Philox::new([1, 7], [0; 4]);
        for _ in 0..2000 {
            let others = rng.next_u64() & rng.next_u64() & CardSet::FULL.bits();
            let left: Vec<u64> = PLACES.into_iter().filter(|card| others & card == 0).collect();
            let places = rng.next_u64() & ((1 << left.len()) - 1);
            let cards: u64 =
                left.iter().enumerate().filter(|&(at, _)| places >> at & 1 != 0).map(|(_, card)| card).sum();
            assert_eq!(past(others, places), cards);
        }
    }
}
