//! The types of cards on one board, with the strength of every pair of types.

use crate::cards::CardSet;
pub(super) use crate::showdown::board_view::TYPES;
use crate::showdown::board_view::{BoardView, TypeStrengths};

/// The types of one board.
pub(super) struct TypeTable {
    len: usize,
    /// Cards of each type that are neither on the board nor dead. The hero's are still among them.
    pub(super) copies: [u8; TYPES],
    strengths: TypeStrengths,
}

impl TypeTable {
    /// The types of cards on a board, without `dead` cards.
    pub(super) fn new(view: &BoardView, dead: CardSet) -> Self {
        Self { len: view.types(), copies: view.copies(dead), strengths: view.strengths() }
    }

    /// The types of a board of any deck: the cards that it leaves of each, and the strengths of their pairs.
    #[cfg(any(feature = "binding", test))]
    pub(super) fn of_strengths(copies: [u8; TYPES], strengths: &TypeStrengths) -> Self {
        Self { len: TYPES, copies, strengths: *strengths }
    }

    /// The strength of a hand of two types.
    pub(super) fn strength(&self, hand: [u8; 2]) -> u16 {
        self.strengths[hand[0] as usize][hand[1] as usize]
    }

    /// Number of types.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The types with which a card makes a stronger hand than the hero's (`loss`) or an equal one (`tie`), as rows of bits.
    pub(super) fn compare(&self, hero: u16, loss: &mut [u32; TYPES], tie: &mut [u32; TYPES]) {
        for x in 0..self.len() {
            let (mut stronger, mut equal) = (0, 0);
            for (y, &strength) in self.strengths[x][..self.len()].iter().enumerate() {
                stronger |= u32::from(strength > hero) << y;
                equal |= u32::from(strength == hero) << y;
            }
            (loss[x], tie[x]) = (stronger, equal);
        }
    }
}
