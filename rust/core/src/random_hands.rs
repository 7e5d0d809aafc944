//! Random hands: different cards of a deck, uniform and independent from hand to hand.
//!
//! Each block of [`BLOCK`] hands has its own stream, so that hands do not depend on the number of threads, and fewer hands
//! are a prefix of more. One random word deals up to `CARDS_PER_WORD` cards (`SmallNumbers`). The streams are stable: the same
//! key will always give the same hands.

use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::runtime::Run;
use crate::runtime::numbers::SmallNumbers;
use crate::runtime::rng::Philox;

/// Hands that one stream deals.
pub const BLOCK: usize = 1024;
/// Number of cards from one word, which has enough results for their arrangements.
const CARDS_PER_WORD: usize = 8;
/// Blocks that one thread takes at a time.
const BLOCKS_PER_ITEM: usize = 16;

/// Hands of `size` different cards of `deck` until `out` is full, in the order in which they are dealt.
///
/// # Errors
/// [`Error::InvalidArgument`] if the size is not from 1 to the number of cards of the deck, or does not divide the length of
/// `out`;
/// [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{CardSet, Run, random_hands};
/// let mut hands = [0; 2 * 7];
/// random_hands([1, 2], CardSet::FULL, 7, &mut hands, &mut Run::new(1))?;
/// assert!(hands.chunks(7).all(|hand| CardSet::from_ids(hand).is_ok()));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn random_hands(key: [u64; 2], deck: CardSet, size: usize, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
    let left = deck.len() as usize;
    if size == 0 || size > left {
        return Err(Error::InvalidArgument(format!("size = {size}: 1 to {left} cards can be dealt")));
    }
    if !out.len().is_multiple_of(size) {
        return Err(Error::InvalidArgument(format!("{} cards are no hands of {size}", out.len())));
    }
    let mut cards = [0; 52];
    for (place, card) in cards.iter_mut().zip(deck.ids()) {
        *place = card;
    }
    let per_item = BLOCKS_PER_ITEM * BLOCK * size;
    let total = out.len().div_ceil(per_item);
    run.for_each(out.chunks_mut(per_item).enumerate(), total, |(item, hands)| {
        for (block, hands) in hands.chunks_mut(BLOCK * size).enumerate() {
            let number = (item * BLOCKS_PER_ITEM + block) as u64;
            let mut deck = cards;
            deal(&mut Philox::new(key, [0, number, 0, 0]), &mut deck[..left], size, hands);
        }
        Ok(())
    })
}

/// The first cards of a shuffled deck that are not `held`, until `cards` is full. The order of the deck before the shuffle
/// does not matter.
#[inline(always)]
pub(crate) fn deal_others(rng: &mut Philox, deck: &mut [u8], held: u64, cards: &mut [u8]) {
    let (mut found, mut seen) = (0, 0);
    while found < cards.len() && seen < deck.len() {
        let n = CARDS_PER_WORD.min(deck.len() - seen);
        deal_by_one_word(rng, &mut deck[seen..], n);
        for &card in &deck[seen..seen + n] {
            if found < cards.len() {
                cards[found] = card;
                found += usize::from(held >> card & 1 == 0);
            }
        }
        seen += n;
    }
}

/// Deals hands one after the other from the front of `deck`, and shuffles only the cards that a hand needs.
fn deal(rng: &mut Philox, deck: &mut [u8], size: usize, hands: &mut [u8]) {
    for hand in hands.chunks_exact_mut(size) {
        deal_to_front(rng, deck, size);
        hand.copy_from_slice(&deck[..size]);
    }
}

/// Moves `n` cards to the front of `deck`; every arrangement has the same probability.
#[inline(always)]
fn deal_to_front(rng: &mut Philox, deck: &mut [u8], n: usize) {
    let mut dealt = 0;
    while dealt < n {
        let more = CARDS_PER_WORD.min(n - dealt);
        deal_by_one_word(rng, &mut deck[dealt..], more);
        dealt += more;
    }
}

/// [`deal_to_front`] of at most [`CARDS_PER_WORD`] cards.
#[inline(always)]
fn deal_by_one_word(rng: &mut Philox, deck: &mut [u8], n: usize) {
    let ways: u64 = (0..n).map(|k| (deck.len() - k) as u64).product();
    let mut places = [0; CARDS_PER_WORD];
    loop {
        let mut numbers = SmallNumbers::reserved(rng, ways);
        for (k, place) in places[..n].iter_mut().enumerate() {
            *place = k + numbers.below(deck.len() - k);
        }
        if numbers.are_even() {
            break;
        }
    }
    for (k, &place) in places[..n].iter().enumerate() {
        deck.swap(k, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands(key: [u64; 2], deck: CardSet, size: usize, n: usize, threads: usize) -> Vec<u8> {
        let mut out = vec![0; n * size];
        random_hands(key, deck, size, &mut out, &mut Run::new(threads)).unwrap();
        out
    }

    #[test]
    fn threads_change_no_hand_and_fewer_hands_begin_more() {
        let n = 3 * BLOCKS_PER_ITEM * BLOCK + 5;
        let one = hands([3, 4], CardSet::FULL, 2, n, 1);
        assert_eq!(hands([3, 4], CardSet::FULL, 2, n, 3), one);
        assert_eq!(hands([3, 4], CardSet::FULL, 2, BLOCK + 1, 1), one[..2 * (BLOCK + 1)]);
        assert_ne!(hands([4, 3], CardSet::FULL, 2, n, 1), one);
    }

    #[test]
    fn hands_are_different_cards_of_the_deck() {
        let deck = CardSet::new(0xf_ffff_0f0f_0fff).unwrap();
        for size in 1..=deck.len() as usize {
            for hand in hands([1, 1], deck, size, 100, 1).chunks(size) {
                let dealt = CardSet::from_ids(hand).unwrap();
                assert_eq!(dealt.bits() & !deck.bits(), 0);
            }
        }
    }

    #[test]
    fn every_arrangement_of_a_small_deck_is_as_likely() {
        // Three of five cards: 60 arrangements, 59 degrees of freedom.
        let deck = CardSet::new(0b11111).unwrap();
        let mut counts = [0f64; 125];
        let n = 600_000;
        for hand in hands([9, 9], deck, 3, n, 1).chunks(3) {
            counts[hand.iter().fold(0, |at, &card| at * 5 + usize::from(card))] += 1.0;
        }
        let mean = n as f64 / 60.0;
        assert_eq!(counts.iter().filter(|&&count| count > 0.0).count(), 60);
        let chi2: f64 = counts.iter().filter(|&&count| count > 0.0).map(|count| (count - mean).powi(2) / mean).sum();
        // Beyond these a uniform source falls once in 10,000 times on either side.
        assert!((25.0..110.0).contains(&chi2), "{chi2}");
    }

    #[test]
    fn what_cannot_be_dealt_is_refused() {
        let run = &mut Run::new(1);
        assert!(random_hands([0, 0], CardSet::FULL, 0, &mut [], run).is_err());
        assert!(random_hands([0, 0], CardSet::FULL, 53, &mut [0; 53], run).is_err());
        assert!(random_hands([0, 0], CardSet::EMPTY, 1, &mut [0], run).is_err());
        assert!(random_hands([0, 0], CardSet::FULL, 2, &mut [0; 3], run).is_err());
        assert!(random_hands([0, 0], CardSet::FULL, 2, &mut [], run).is_ok());
    }
}
