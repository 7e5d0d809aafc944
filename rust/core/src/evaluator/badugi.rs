//! Badugi: four cards, of which only cards of different rank and suit count.
//!
//! A hand with more such cards is better. Among equal numbers, the lower hand wins: cards are compared from the highest
//! down, with the ace below the deuce. The best choice of cards counts. All 270,725 hands are evaluated once, at the first
//! use, into a table by the colex number of the cards.

use std::ops::Range;

use super::batch::check_lengths;
use crate::cards::{DECK, RANKS, SUITS};
use crate::combinatorics::{choose_small, colex_rank, pascal};
use crate::error::{Error, Result, Row};
use crate::memory::try_with_capacity;
use crate::runtime::Run;
use crate::runtime::lazy::Lazy;

/// Cards in a hand.
const CARDS: usize = 4;
/// The expected number of cards, for errors.
const HAND_SIZE: &str = "4";
/// The largest strength, of A-2-3-4 in four suits.
pub(super) const MAX_STRENGTH: u16 = strengths_with(CARDS).end - 1;

/// Hands that one thread takes at a time.
const CHUNK: usize = 16_384;

/// The strengths of hands with `n` cards that count.
const fn strengths_with(n: usize) -> Range<u16> {
    let (mut first, mut fewer) = (1, 1);
    while fewer < n {
        first += choose_small(RANKS as usize, fewer) as u16;
        fewer += 1;
    }
    first..first + choose_small(RANKS as usize, n) as u16
}

/// The strengths of one to four cards that count, by their set of ranks; bit 0 is the ace.
fn strengths_of_ranks() -> impl Iterator<Item = u16> {
    (0..1 << RANKS).map(|ranks: u32| match ranks.count_ones() as usize {
        // Among equal sizes, the set with the lower highest difference wins: the reversed order of the colex numbers.
        n @ 1..=CARDS => strengths_with(n).end - 1 - colex_rank(ranks) as u16,
        _ => 0,
    })
}

/// The ranks that count in hands of a strength, highest first, 0 for the deuce to 12 for the ace; `None` if there is no such
/// hand.
pub fn badugi_ranks(strength: u16) -> Option<Vec<u8>> {
    let ranks = strengths_of_ranks().position(|of_set| of_set == strength && strength > 0)?;
    Some((0..RANKS).rev().filter(|bit| ranks >> bit & 1 != 0).map(|bit| (bit + RANKS - 1) % RANKS).collect())
}

/// A hand of a strength, as card ids, the cards that count first; `None` if there is no such hand.
pub fn badugi_example(strength: u16) -> Option<[u8; CARDS]> {
    let card = |rank: u8, suit: u8| 4 * rank + SUITS - 1 - suit;
    Some(match badugi_ranks(strength)?[..] {
        [a, b, c, d] => [card(a, 0), card(b, 1), card(c, 2), card(d, 3)],
        // A card that does not count has the rank of one that does and the suit of another.
        [a, b, c] => [card(a, 0), card(b, 1), card(c, 2), card(b, 0)],
        [a, b] => [card(a, 0), card(b, 1), card(b, 0), card(a, 1)],
        [a] => [card(a, 0), card(a, 1), card(a, 2), card(a, 3)],
        _ => return None,
    })
}

/// The strength of four different cards: the best choice of cards that differ in rank and in suit.
fn best_choice(cards: [u8; CARDS], of_ranks: &[u16]) -> u16 {
    let choices = (1..1usize << CARDS).filter_map(|choice| {
        let (mut ranks, mut suits) = (0usize, 0u8);
        for (_, card) in cards.iter().enumerate().filter(|(i, _)| choice >> i & 1 != 0) {
            let (rank, suit) = (1 << ((card / 4 + 1) % RANKS), 1 << (card % 4));
            if ranks & rank != 0 || suits & suit != 0 {
                return None;
            }
            ranks |= rank;
            suits |= suit;
        }
        Some(of_ranks[ranks])
    });
    choices.max().unwrap_or(0)
}

/// The strength of every hand, at its colex number.
fn strengths() -> Result<&'static [u16]> {
    static STRENGTHS: Lazy<Vec<u16>> = Lazy::new();
    let strengths = STRENGTHS.get_or_try_init(|| {
        let mut strengths = try_with_capacity(choose_small(DECK.into(), CARDS) as usize)?;
        let mut of_ranks = try_with_capacity(1 << RANKS)?;
        of_ranks.extend(strengths_of_ranks());
        for d in 3..DECK {
            for c in 2..d {
                for b in 1..c {
                    (0..b).for_each(|a| strengths.push(best_choice([a, b, c, d], &of_ranks)));
                }
            }
        }
        Ok(strengths)
    })?;
    Ok(strengths)
}

/// The place of four cards in the table; `None` if they are not four different cards.
#[inline(always)]
fn place(&[a, b, c, d]: &[u8; CARDS]) -> Option<usize> {
    static CHOOSE: [[u32; CARDS + 1]; DECK as usize] = pascal();
    let ((a, b), (c, d)) = ((a.min(b), a.max(b)), (c.min(d), c.max(d)));
    let (first, second, third, last) = (a.min(c), a.max(c), b.min(d), b.max(d));
    let (second, third) = (second.min(third), second.max(third));
    if first < second && second < third && third < last && last < DECK {
        let of = |card: u8, k: usize| CHOOSE[usize::from(card)][k];
        return Some((of(first, 1) + of(second, 2) + of(third, 3) + of(last, 4)) as usize);
    }
    None
}

/// The strength of four card ids.
pub(super) fn evaluate_ids(cards: &[u8]) -> Result<u16> {
    let Ok(hand) = <&[u8; CARDS]>::try_from(cards) else {
        return Err(Error::CardCount { row: Row(None), expected: HAND_SIZE, found: cards.len() });
    };
    evaluate(strengths()?, *hand)
}

/// The strength of a copy of four card ids, or its error.
#[inline(always)]
fn evaluate(strengths: &[u16], cards: [u8; CARDS]) -> Result<u16> {
    match place(&cards).and_then(|place| strengths.get(place)) {
        Some(&strength) => Ok(strength),
        None => Err(wrong(cards)),
    }
}

/// The error of four cards that are not four different cards.
#[cold]
fn wrong(cards: [u8; CARDS]) -> Error {
    for (i, &card) in cards.iter().enumerate() {
        if card >= DECK {
            return Error::CardOutOfRange { row: Row(None), card: card.into(), last: DECK - 1 };
        }
        if cards[..i].contains(&card) {
            return Error::DuplicateCard { row: Row(None), card };
        }
    }
    Error::CardCount { row: Row(None), expected: HAND_SIZE, found: cards.len() }
}

/// The strengths of rows of four card ids.
pub(super) fn evaluate_rows(cards: &[u8], hand_size: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    if hand_size != CARDS {
        return Err(Error::CardCount { row: Row(None), expected: HAND_SIZE, found: hand_size });
    }
    check_lengths(cards.len(), CARDS, out.len())?;
    let strengths = strengths()?;
    let chunks = cards.chunks(CHUNK * CARDS).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * CARDS), |(chunk, (cards, out))| {
        for ((row, hand), out) in (chunk * CHUNK..).zip(cards.as_chunks().0).zip(out) {
            *out = evaluate(strengths, *hand).map_err(|e| e.at_row(row))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_has_1092_strengths() {
        let sizes: Vec<_> = (1..=CARDS).map(|n| strengths_with(n).len()).collect();
        assert_eq!((sizes, MAX_STRENGTH), (vec![13, 78, 286, 715], 1092));
        assert_eq!(badugi_ranks(1092), Some(vec![2, 1, 0, 12]));
        assert_eq!(badugi_ranks(378), Some(vec![11, 10, 9, 8]));
        assert_eq!(badugi_ranks(377), Some(vec![1, 0, 12]));
        assert_eq!((badugi_ranks(13), badugi_ranks(1)), (Some(vec![12]), Some(vec![11])));
        assert_eq!((badugi_ranks(0), badugi_ranks(1093)), (None, None));
        assert_eq!((badugi_example(0), badugi_example(1093)), (None, None));
        for strength in 1..=MAX_STRENGTH {
            assert_eq!(evaluate_ids(&badugi_example(strength).unwrap()), Ok(strength));
        }
    }

    #[test]
    fn all_hands_have_the_published_numbers_of_cards() {
        let mut hands = [0; CARDS];
        for &strength in strengths().unwrap() {
            hands[badugi_ranks(strength).map_or(0, |ranks| ranks.len()) - 1] += 1;
        }
        assert_eq!(hands[3], 13 * 12 * 11 * 10);
        assert_eq!(hands, [2873, 96_252, 154_440, 17_160]);
    }
}
