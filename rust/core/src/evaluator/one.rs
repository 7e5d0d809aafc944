//! One hand: a sum of its keys, a table look-up for the ranks and, for one hand in 33, one for the flush.

use super::kernels::scalar::{key_sum, row_key};
use super::tables::{Standard, Tables};
use crate::cards::{CardSet, DECK};
use crate::error::{Error, Result, Row};

/// The expected number of cards, for errors.
pub(super) const HAND_SIZES: &str = "5, 6 or 7";

/// The strength, 1 to 7462, of the best five of a set of five to seven cards.
///
/// # Errors
/// [`Error::CardCount`].
///
/// ```
/// use pokerbits::evaluator::evaluate;
/// assert_eq!(evaluate("AsKsQsJsTs 2c2d".parse()?), Ok(7462));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate(hand: CardSet) -> Result<u16> {
    match hand.len() {
        5 => Ok(set_strength::<5>(Standard, hand.bits())),
        6 => Ok(set_strength::<6>(Standard, hand.bits())),
        7 => Ok(set_strength::<7>(Standard, hand.bits())),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found: found as usize }),
    }
}

/// The strength, 1 to 7462, of the best five of five to seven different card ids: [`evaluate`] without a set.
///
/// # Errors
/// [`Error::CardCount`], [`Error::CardOutOfRange`], [`Error::DuplicateCard`].
///
/// ```
/// use pokerbits::evaluator::evaluate_ids;
/// assert_eq!(evaluate_ids(&[51, 47, 43, 39, 35]), Ok(7462)); // AsKsQsJsTs
/// assert_eq!(evaluate_ids(&[0, 4, 8, 12, 21, 1, 2]), Ok(5004)); // 2c3c4c5c7d2d2h: three deuces
/// # assert!(evaluate_ids(&[0, 4, 8, 12, 21, 1, 1]).is_err());
/// ```
#[inline]
pub fn evaluate_ids(cards: &[u8]) -> Result<u16> {
    evaluate_ids_in(Standard, cards)
}

/// [`evaluate_ids`] under the rule of `tables`.
#[inline(always)]
pub(super) fn evaluate_ids_in(tables: impl Tables, cards: &[u8]) -> Result<u16> {
    match cards.len() {
        5 => evaluate_some::<5, _>(tables, cards),
        6 => evaluate_some::<6, _>(tables, cards),
        _ => evaluate_some::<7, _>(tables, cards),
    }
}

/// Evaluates cards, if there are `N`.
#[inline(always)]
fn evaluate_some<const N: usize, T: Tables>(tables: T, cards: &[u8]) -> Result<u16> {
    let wrong = |_| Error::CardCount { row: Row(None), expected: HAND_SIZES, found: cards.len() };
    evaluate_checked::<N, _>(tables, cards.try_into().map_err(wrong)?)
}

/// Checks `N` cards, then evaluates them.
#[inline(always)]
pub(super) fn evaluate_checked<const N: usize, T: Tables>(tables: T, cards: &[u8; N]) -> Result<u16> {
    let (sum, set, error) = row_key(cards);
    // One question about all cards: hands are valid as a rule.
    if error != 0 || set >> DECK != 0 || set & ((1 << T::LOWEST_CARD) - 1) != 0 {
        check::<T>(cards)?;
    }
    Ok(tables.strength::<N>(sum, set))
}

/// The error of the first card that cannot be in a hand with those before it.
#[cold]
fn check<T: Tables>(cards: &[u8]) -> Result<()> {
    let mut seen = 0u64;
    for &card in cards {
        if card >= DECK {
            return Err(Error::CardOutOfRange { row: Row(None), card: card.into(), last: DECK - 1 });
        }
        if card < T::LOWEST_CARD {
            return Err(Error::NotInShortDeck { row: Row(None), card });
        }
        if seen >> card & 1 != 0 {
            return Err(Error::DuplicateCard { row: Row(None), card });
        }
        seen |= 1 << card;
    }
    Ok(())
}

/// The strengths of hands of two cards on a board of five, all of them checked.
#[inline(always)]
pub(crate) fn strengths_on_board<const P: usize, T: Tables>(
    tables: T,
    hands: &[[u8; 2]; P],
    board: CardSet,
) -> [u16; P] {
    let sum = key_sum(board.bits());
    hands.map(|hand| {
        let (own, cards, _) = row_key(&hand);
        tables.strength::<7>(sum + own, board.bits() | cards)
    })
}

/// The strength of the ranks of `N` cards, given the sum of their rank keys, without flushes. Any sum has some strength or
/// 0.
#[inline(always)]
pub(crate) fn rank_strength<const N: usize>(rank_key_sum: u32) -> u16 {
    Standard.rank_strength::<N>(rank_key_sum)
}

/// The strength of the flush with this 13-bit set of ranks, 0 for fewer than five.
#[inline(always)]
pub(crate) fn flush_strength_of_ranks(ranks: u16) -> u16 {
    Standard.flush_of_ranks(ranks)
}

/// The strength of a set of `N` cards.
#[inline(always)]
pub(super) fn set_strength<const N: usize>(tables: impl Tables, set: u64) -> u16 {
    tables.strength::<N>(key_sum(set), set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::oracle;
    use proptest::prelude::*;

    #[test]
    fn wrong_hands_are_refused() {
        assert!(matches!(evaluate_ids(&[1, 2, 3, 4]), Err(Error::CardCount { found: 4, .. })));
        assert!(matches!(evaluate_ids(&[0; 8]), Err(Error::CardCount { found: 8, .. })));
        assert!(matches!(evaluate_ids(&[1, 2, 3, 4, 52]), Err(Error::CardOutOfRange { card: 52, .. })));
        assert!(matches!(evaluate_ids(&[1, 2, 3, 4, 1]), Err(Error::DuplicateCard { card: 1, .. })));
        assert!(matches!(evaluate(CardSet::EMPTY), Err(Error::CardCount { found: 0, .. })));
        assert!(matches!(evaluate(CardSet::FULL), Err(Error::CardCount { found: 52, .. })));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn larger_hands_have_their_best_five(deck in Just((0..52u8).collect::<Vec<_>>()).prop_shuffle(), size in 5usize..=7) {
            let hand = &deck[..size];
            let strength = evaluate_ids(hand).unwrap();
            prop_assert_eq!(strength, oracle::best_of_fives(hand));
            prop_assert_eq!(evaluate(CardSet::from_ids(hand).unwrap()).unwrap(), strength);
        }
    }
}
