//! Sets of hands of three to six cards, one bit for every hand, at its colexicographic number.
//!
//! In that order the hands ascend by the bits of their cards, and hands that differ only in their lowest card are
//! neighbours. So a set is filled from the highest card down, and the last card of up to 51 hands is one word.

use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::Run;

/// The cards of a deck.
const DECK: usize = crate::cards::DECK as usize;

/// A matcher: it reads the cards of a hand one by one, the highest first, and knows the hands of a set.
pub(super) trait Matcher {
    /// The state after some cards.
    type State: Copy;

    /// The state before the first card.
    fn start(&self) -> Self::State;

    /// The state after `card`, with at least one card, `left`, to follow, all lower; `None` if none of these hands is in the
    /// set.
    fn next(&self, state: Self::State, card: usize, left: usize) -> Option<Self::State>;

    /// The cards that complete a hand of the set. Bits of cards above the last one are arbitrary.
    fn last(&self, state: Self::State) -> u64;

    /// Whether all hands with these first cards are in the set.
    fn is_certain(&self, state: Self::State) -> bool;
}

/// A set of hands of `size` cards.
pub(super) struct HandBits {
    size: usize,
    /// One word more than the hands need, so that the bits of the lowest card can be written as two words.
    words: Vec<u64>,
}

impl HandBits {
    /// The empty set.
    pub(super) fn empty(size: usize) -> Result<Self> {
        Ok(Self { size, words: try_vec(0, choose_small(DECK, size) as usize / 64 + 2)? })
    }

    /// The set of all hands.
    pub(super) fn full(size: usize) -> Result<Self> {
        let mut all = Self::empty(size)?;
        all.insert_neighbours(0, choose_small(DECK, size) as usize);
        Ok(all)
    }

    /// The hands whose numbers are `held`.
    pub(super) fn with(size: usize, held: impl Fn(usize) -> bool) -> Result<Self> {
        let mut some = Self::empty(size)?;
        for hand in (0..choose_small(DECK, size) as usize).filter(|&hand| held(hand)) {
            some.words[hand / 64] |= 1 << (hand % 64);
        }
        Ok(some)
    }

    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    pub(super) fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// Adds the hands of a matcher, and returns whether there are any.
    pub(super) fn insert_all(&mut self, matcher: &impl Matcher, run: &mut Run<'_>) -> Result<bool> {
        let mut found = false;
        for card in self.size - 1..DECK {
            run.checkpoint(0, 1)?;
            found |= self.insert_below(matcher, matcher.start(), card, self.size, 0);
        }
        Ok(found)
    }

    /// Adds the hands whose next card of `left` is `card`; the cards so far have the number `base`.
    fn insert_below<M: Matcher>(
        &mut self,
        matcher: &M,
        state: M::State,
        card: usize,
        left: usize,
        base: usize,
    ) -> bool {
        let Some(state) = matcher.next(state, card, left - 1) else { return false };
        let base = base + choose_small(card, left) as usize;
        if matcher.is_certain(state) {
            self.insert_neighbours(base, choose_small(card, left - 1) as usize);
            return true;
        }
        if left > 2 {
            // A card needs enough lower ones below it.
            return (left - 2..card)
                .fold(false, |found, lower| self.insert_below(matcher, state, lower, left - 1, base) | found);
        }
        let cards = matcher.last(state) & ((1 << card) - 1);
        self.insert_word(base, cards);
        cards != 0
    }

    /// Adds the hands from the number `base` on whose bits are set in a word.
    #[inline]
    fn insert_word(&mut self, base: usize, word: u64) {
        let wide = u128::from(word) << (base % 64);
        self.words[base / 64] |= wide as u64;
        self.words[base / 64 + 1] |= (wide >> 64) as u64;
    }

    fn insert_neighbours(&mut self, mut base: usize, mut count: usize) {
        while count > 0 {
            let step = count.min(64 - base % 64);
            self.words[base / 64] |= u64::MAX >> (64 - step) << (base % 64);
            (base, count) = (base + step, count - step);
        }
    }

    /// The hands, ascending.
    pub(super) fn hands(&self, run: &mut Run<'_>) -> Result<Vec<CardSet>> {
        let mut hands = try_with_capacity(self.len())?;
        let mut at = 0;
        for card in self.size - 1..DECK {
            run.checkpoint(0, 1)?;
            self.list_below(1 << card, card, self.size - 1, &mut at, &mut hands);
        }
        Ok(hands)
    }

    /// Lists the hands of these cards and `left` more below `card`, from the number `at` on.
    fn list_below(&self, cards: u64, card: usize, left: usize, at: &mut usize, hands: &mut Vec<CardSet>) {
        if left > 1 {
            return (left - 1..card).for_each(|next| self.list_below(cards | 1 << next, next, left - 1, at, hands));
        }
        let wide = u128::from(self.words[*at / 64 + 1]) << 64 | u128::from(self.words[*at / 64]);
        let mut word = (wide >> (*at % 64)) as u64 & ((1 << card) - 1);
        while word != 0 {
            hands.push(CardSet::new(cards | word & word.wrapping_neg()).unwrap_or_default());
            word &= word - 1;
        }
        *at += card;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands with this card.
    struct With(usize);

    impl Matcher for With {
        type State = bool;
        fn start(&self) -> bool {
            false
        }
        fn next(&self, state: bool, card: usize, _: usize) -> Option<bool> {
            Some(state || card == self.0)
        }
        fn last(&self, _: bool) -> u64 {
            1 << self.0
        }
        fn is_certain(&self, state: bool) -> bool {
            state
        }
    }

    #[test]
    fn every_hand_is_listed_once_in_order() {
        for (size, count) in [(4, 270_725), (5, 2_598_960)] {
            let all = HandBits::full(size).unwrap();
            let hands = all.hands(&mut Run::new(1)).unwrap();
            assert_eq!((hands.len(), all.len()), (count, count));
            assert!(hands.iter().all(|hand| hand.len() as usize == size));
            assert!(hands.windows(2).all(|pair| pair[0].bits() < pair[1].bits()));
        }
    }

    #[test]
    fn what_a_matcher_knows_is_listed() {
        let all = HandBits::full(4).unwrap().hands(&mut Run::new(1)).unwrap();
        for card in [0, 1, 17, 51] {
            let mut bits = HandBits::empty(4).unwrap();
            assert!(bits.insert_all(&With(card), &mut Run::new(1)).unwrap());
            let expected: Vec<_> = all.iter().copied().filter(|hand| hand.bits() >> card & 1 != 0).collect();
            assert_eq!(bits.hands(&mut Run::new(1)).unwrap(), expected);
            let mut rest = HandBits::full(4).unwrap();
            rest.subtract(&bits);
            assert_eq!(rest.len(), 270_725 - 20_825);
            rest.unite(&bits);
            assert_eq!(rest.len(), 270_725);
            rest.intersect(&bits);
            assert_eq!(rest.len(), 20_825);
        }
    }
}
