//! The hands that have a different card for each slot of a pattern.

use super::hand_bits::Matcher;

/// Maximum number of cards of a hand.
pub(super) const MOST_CARDS: usize = 6;

/// A pattern of slots without letters for suits: `AsK` is the slots {As} and {Kc, Kd, Kh, Ks}.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slots {
    /// The cards that each slot takes; unused slots take all.
    cards: [u64; MOST_CARDS],
    count: usize,
}

impl Slots {
    /// The pattern of these slots, at most six. Patterns with the same slots in any order are equal.
    pub(super) fn new(slots: impl Iterator<Item = u64>) -> Self {
        let mut all = Self { cards: [u64::MAX; MOST_CARDS], count: 0 };
        for (place, cards) in all.cards.iter_mut().zip(slots) {
            *place = cards;
            all.count += 1;
        }
        all.cards[..all.count].sort_unstable();
        all
    }

    pub(super) fn matcher(&self) -> SlotMatcher {
        let lacking = std::array::from_fn(|slot| {
            let sets = (0..64u64).filter(|set| set >> slot & 1 == 0 && set >> self.count == 0);
            sets.fold(0, |all, set| all | 1 << set)
        });
        let enough = std::array::from_fn(|left| {
            let sets = (0..64u64).filter(|set| set.count_ones() as usize + left >= self.count);
            sets.fold(0, |all, set| all | 1 << set)
        });
        let reachable = std::array::from_fn(|card| {
            let is_refused = |slot: &usize| self.cards[*slot] & ((1 << card) - 1) == 0;
            (0..self.count).filter(is_refused).fold(u64::MAX, |all, slot| all & !lacking[slot])
        });
        SlotMatcher { slots: *self, lacking, enough, reachable }
    }
}

/// Tries all ways at once to put the cards of a hand into slots. Its state is the family of sets of slots that can be
/// filled; each set is a number of six bits, and has one bit of the state.
pub(super) struct SlotMatcher {
    slots: Slots,
    /// The sets that lack a slot.
    lacking: [u64; MOST_CARDS],
    /// The sets that can be completed with a number of further cards.
    enough: [u64; MOST_CARDS],
    /// The sets that contain every slot which takes none of the cards below this one.
    reachable: [u64; 52],
}

impl SlotMatcher {
    fn whole(&self) -> usize {
        (1 << self.slots.count) - 1
    }
}

impl Matcher for SlotMatcher {
    type State = u64;

    fn start(&self) -> u64 {
        1
    }

    #[inline]
    fn next(&self, state: u64, card: usize, left: usize) -> Option<u64> {
        let mut sets = state;
        for slot in 0..self.slots.count {
            if self.slots.cards[slot] >> card & 1 != 0 {
                sets |= (state & self.lacking[slot]) << (1 << slot);
            }
        }
        sets &= self.enough[left] & self.reachable[card];
        (sets != 0).then_some(sets)
    }

    #[inline]
    fn last(&self, state: u64) -> u64 {
        let whole = self.whole();
        (0..self.slots.count)
            .filter(|slot| state >> (whole ^ 1 << slot) & 1 != 0)
            .fold(0, |cards, slot| cards | self.slots.cards[slot])
    }

    #[inline]
    fn is_certain(&self, state: u64) -> bool {
        state >> self.whole() & 1 != 0
    }
}
