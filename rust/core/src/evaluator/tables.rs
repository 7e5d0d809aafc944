//! The tables behind the evaluator: key sum to strength, made by the build script of a rule and its keys.

use super::keys::{SUIT_BITS, SUIT_KEYS_7};
use super::perfect_hash::{Shape, hash};
use crate::cards::CardSet;

/// The tables of the standard rule.
mod standard {
    include!(concat!(env!("OUT_DIR"), "/standard.rs"));
}
pub(super) use standard::FLUSH;

/// From the key sum of a hand of one size to the strength of its ranks.
#[derive(Clone, Copy)]
pub(super) struct RankTable {
    pub(super) shape: Shape,
    pub(super) displacements: &'static [u16],
    pub(super) slots: &'static [u16],
}

impl RankTable {
    /// The table for hands of `size` cards.
    ///
    /// # Panics
    /// When `size` is not 5, 6 or 7.
    #[inline(always)]
    pub(super) const fn of_size(size: usize) -> Self {
        let shape = Shape::of_size(size);
        match size {
            5 => Self { shape, displacements: &standard::DISPLACEMENTS_5, slots: &standard::SLOTS_5 },
            6 => Self { shape, displacements: &standard::DISPLACEMENTS_6, slots: &standard::SLOTS_6 },
            _ => Self { shape, displacements: &standard::DISPLACEMENTS_7, slots: &standard::SLOTS_7 },
        }
    }

    /// The strength of the ranks behind a key sum, flushes aside. Whatever the sum, the answer is some entry.
    #[inline(always)]
    pub(super) fn strength(self, sum: u32) -> u16 {
        let hash = hash(sum >> SUIT_BITS);
        self.slots[self.shape.slot(hash, self.displacements[self.shape.bucket(hash)])]
    }
}

/// For hands of each size: one more than the suit that has five cards, by sum of suit keys; 0 for none.
static FLUSH_SUITS: [[u8; 1 << SUIT_BITS]; 3] = [flush_suits(5), flush_suits(6), flush_suits(7)];

const fn flush_suits(size: u32) -> [u8; 1 << SUIT_BITS] {
    let mut table = [0; 1 << SUIT_BITS];
    // Every way to deal the suits: a, b, c cards of the first three and the rest of the last.
    let mut a = 0;
    while a <= size {
        let mut b = 0;
        while a + b <= size {
            let mut c = 0;
            while a + b + c <= size {
                let counts = [a, b, c, size - a - b - c];
                let mut sum = 0;
                let mut flush = 0;
                let mut suit = 0;
                while suit < 4 {
                    sum += counts[suit] * SUIT_KEYS_7[suit];
                    if counts[suit] >= 5 {
                        flush = suit as u8 + 1;
                    }
                    suit += 1;
                }
                table[sum as usize] = flush;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// One more than the flush suit of hands of `size` cards, by sum of suit keys; 0 for none.
#[inline(always)]
pub(super) const fn flush_suit_table(size: usize) -> &'static [u8; 1 << SUIT_BITS] {
    &FLUSH_SUITS[size - 5]
}

/// The strength of the flush of `set` in `suit`, 0 if there is none.
#[inline(always)]
pub(super) fn flush_strength(set: u64, suit: u8) -> u16 {
    FLUSH[CardSet::new(set).unwrap_or_default().ranks_of_suit(suit) as usize]
}
