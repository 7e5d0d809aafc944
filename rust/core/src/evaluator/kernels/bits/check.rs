//! Checks of all hands of a call, without a branch: bits are collected that tell of a wrong hand.

use crate::runtime::simd::Words;

/// Checks of the hands so far.
pub(super) struct Check<V> {
    /// Bits of all ranks; those above the ace are no cards.
    pub(super) ranks: V,
    /// Where the cards are too few, too many or not different.
    pub(super) wrong: V,
}

impl<V: Copy> Check<V> {
    #[inline(always)]
    pub(super) fn new<W: Words<V = V>>(w: W) -> Self {
        Self { ranks: w.splat(0), wrong: w.splat(0) }
    }

    /// Notes hands that do not have `N` cards.
    #[inline(always)]
    pub(super) fn sizes<const N: usize, W: Words<V = V>>(&mut self, w: W, counts: [V; 4]) {
        let [c, d, h, s] = counts;
        let size = w.add(w.add(c, d), w.add(h, s));
        self.wrong = w.or(self.wrong, w.xor(size, w.splat(N as u16)));
    }

    /// Whether every hand had as many cards of the deck as it should.
    #[inline(always)]
    pub(super) fn passed<W: Words<V = V>>(&self, w: W) -> bool {
        !w.any(w.or(w.without(self.ranks, w.splat(0x1fff)), self.wrong))
    }
}

/// Number of cards of each suit, from its ranks.
#[inline(always)]
pub(super) fn counts<W: Words>(w: W, [c, d, h, s]: [W::V; 4]) -> [W::V; 4] {
    [w.count(c), w.count(d), w.count(h), w.count(s)]
}
