//! Sums over the hands of two cards seen so far: of all, and of those that hold each card. The hands without a card of a hand
//! are all of them, without those with its first card and without those with its second.

use super::outcome::Weight;
use crate::cards::RANKS;

/// The sums. No vector of four lies on two cache lines.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct SeenSums<W> {
    /// The hands that hold each card, the four cards of a rank side by side.
    pub(super) with: [[W; 4]; RANKS as usize],
    pub(super) all: W,
}

impl<W: Weight> Default for SeenSums<W> {
    fn default() -> Self {
        Self { all: W::default(), with: [[W::default(); 4]; RANKS as usize] }
    }
}

impl<W: Weight> SeenSums<W> {
    /// Adds a hand of these cards; or of one card.
    #[inline(always)]
    pub(crate) fn add(&mut self, cards: impl IntoIterator<Item = u8>, weight: W) {
        self.all = self.all + weight;
        for card in cards {
            let with = &mut self.with.as_flattened_mut()[usize::from(card)];
            *with = *with + weight;
        }
    }

    /// The weight of the hands that hold neither card of a hand, which is not among them. A hand of one card has it twice.
    #[inline(always)]
    pub(crate) fn without(&self, [low, high]: [u8; 2]) -> W {
        let with = self.with.as_flattened();
        self.all - with[usize::from(low)] - with[usize::from(high)]
    }

    /// The weight of the hands that hold neither card of a hand, which is among them with weight `own`: it holds both cards, so
    /// it is subtracted twice.
    #[inline(always)]
    pub(crate) fn without_but(&self, [low, high]: [u8; 2], own: W) -> W {
        let with = self.with.as_flattened();
        self.all - with[usize::from(low)] + own - with[usize::from(high)]
    }
}
