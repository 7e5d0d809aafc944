//! One hand: add its keys, then one look into a table for the ranks and, for one hand in 33, one for the flush.

use super::keys::{CARD_KEYS, SUIT_BITS, SUIT_MASK};
use super::tables::{FLUSH, RankTable, flush_suit_table};
use crate::cards::{CardSet, DECK};
use crate::error::{Error, Result, Row};

/// What an error calls the right number of cards.
pub(super) const HAND_SIZES: &str = "5, 6 or 7";

/// The strength, 1..=7462, of the best five of five to seven different cards.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::evaluator::evaluate;
/// assert_eq!(evaluate(&[51, 47, 43, 39, 35]), Ok(7462)); // AsKsQsJsTs
/// assert_eq!(evaluate(&[0, 4, 8, 12, 21, 1, 2]), Ok(5004)); // 2c3c4c5c7d2d2h: three deuces
/// # assert!(evaluate(&[0, 4, 8, 12, 21, 1, 1]).is_err());
/// ```
pub fn evaluate(cards: &[u8]) -> Result<u16> {
    match cards.len() {
        5 => evaluate_checked::<5>(cards),
        6 => evaluate_checked::<6>(cards),
        7 => evaluate_checked::<7>(cards),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

/// The strength, 1..=7462, of the best five of a set of five to seven cards.
///
/// # Errors
/// [`Error::CardCount`].
///
/// ```
/// use pokerbits::{cards::CardSet, evaluator::evaluate_set};
/// assert_eq!(evaluate_set(CardSet::from_ids(&[51, 47, 43, 39, 35, 0, 1])?), Ok(7462));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate_set(set: CardSet) -> Result<u16> {
    match set.len() {
        5 => Ok(set_strength::<5>(set.bits())),
        6 => Ok(set_strength::<6>(set.bits())),
        7 => Ok(set_strength::<7>(set.bits())),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found: found as usize }),
    }
}

/// Checks `N` cards, then evaluates them.
#[inline(always)]
pub(super) fn evaluate_checked<const N: usize>(cards: &[u8]) -> Result<u16> {
    let mut seen = 0u64;
    for &card in cards {
        if card >= DECK {
            return Err(Error::CardOutOfRange { row: Row(None), card: card.into(), last: DECK - 1 });
        }
        if seen >> card & 1 != 0 {
            return Err(Error::DuplicateCard { row: Row(None), card });
        }
        seen |= 1 << card;
    }
    let sum = cards.iter().map(|&card| CARD_KEYS[card as usize]).sum();
    Ok(strength_of::<N>(sum, seen))
}

/// The strength of the `N` cards `set` whose keys sum to `sum`.
#[inline(always)]
pub(super) fn strength_of<const N: usize>(sum: u32, set: u64) -> u16 {
    match flush_suit_table(N)[(sum & SUIT_MASK) as usize] {
        0 => RankTable::of_size(N).strength(sum),
        suit => flush_strength(set, suit - 1),
    }
}

/// The strength of the ranks of seven cards, given the sum of their rank keys, flushes aside. Whatever the sum, the
/// answer is some strength or 0.
#[inline(always)]
pub(crate) fn rank_strength_of_7(rank_key_sum: u32) -> u16 {
    RankTable::of_size(7).strength(rank_key_sum << SUIT_BITS)
}

/// The strength of the flush with this 13-bit set of ranks, 0 for fewer than five.
#[inline(always)]
pub(crate) fn flush_strength_of_ranks(ranks: u16) -> u16 {
    FLUSH[(ranks & 0x1fff) as usize]
}

/// The strength of the flush of `set` in `suit`, 0 if there is none.
#[inline(always)]
pub(super) fn flush_strength(set: u64, suit: u8) -> u16 {
    FLUSH[CardSet::new(set).unwrap_or_default().ranks_of_suit(suit) as usize]
}

/// The strength of a set of `N` cards.
#[inline(always)]
pub(super) fn set_strength<const N: usize>(set: u64) -> u16 {
    strength_of::<N>(key_sum(set), set)
}

/// The sum of the keys of a set of cards, eight cards at a time.
#[inline(always)]
pub(super) fn key_sum(set: u64) -> u32 {
    let mut sum = 0u32;
    for (eighth, keys) in OCTET_KEYS.iter().enumerate() {
        sum = sum.wrapping_add(keys[(set >> (8 * eighth) & 0xff) as usize]);
    }
    sum
}

/// The key sum of every subset of every eight cards in a row.
static OCTET_KEYS: [[u32; 256]; 7] = {
    let mut table = [[0u32; 256]; 7];
    let mut octet = 0;
    while octet < 7 {
        let mut subset = 1usize;
        while subset < 256 {
            let low = subset & (subset - 1);
            let card = 8 * octet + (subset ^ low).trailing_zeros() as usize;
            // Bits 52 to 55 are no cards.
            let key = if card < CARD_KEYS.len() { CARD_KEYS[card] } else { 0 };
            table[octet][subset] = table[octet][low].wrapping_add(key);
            subset += 1;
        }
        octet += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::oracle;
    use proptest::prelude::*;

    #[test]
    fn wrong_hands_are_refused() {
        assert!(matches!(evaluate(&[1, 2, 3, 4]), Err(Error::CardCount { found: 4, .. })));
        assert!(matches!(evaluate(&[0; 8]), Err(Error::CardCount { found: 8, .. })));
        assert!(matches!(evaluate(&[1, 2, 3, 4, 52]), Err(Error::CardOutOfRange { card: 52, .. })));
        assert!(matches!(evaluate(&[1, 2, 3, 4, 1]), Err(Error::DuplicateCard { card: 1, .. })));
        assert!(matches!(evaluate_set(CardSet::EMPTY), Err(Error::CardCount { found: 0, .. })));
        assert!(matches!(evaluate_set(CardSet::FULL), Err(Error::CardCount { found: 52, .. })));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn larger_hands_have_their_best_five(deck in Just((0..52u8).collect::<Vec<_>>()).prop_shuffle(), size in 5usize..=7) {
            let hand = &deck[..size];
            let strength = evaluate(hand).unwrap();
            prop_assert_eq!(strength, oracle::best_of_fives(hand));
            prop_assert_eq!(evaluate_set(CardSet::from_ids(hand).unwrap()).unwrap(), strength);
        }
    }
}
