//! Types of cards: what a board lets one tell apart, with the strength of every pair of types.
//!
//! On a board without three cards of a suit only ranks matter: thirteen plain types. Otherwise a card also either has
//! the flush suit or has not: thirteen more types, of one card each.

use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength_of_7};

/// Thirteen plain types, then thirteen of the flush suit.
pub(super) const TYPES: usize = 26;

/// The types of one board.
pub(super) struct TypeTable {
    /// Whether the board has a flush suit; if not, only the plain types count.
    pub(super) has_flush_suit: bool,
    /// Cards of each type that are neither on the board nor dead. The hero's are still among them.
    pub(super) copies: [u8; TYPES],
    strengths: [[u16; TYPES]; TYPES],
}

impl TypeTable {
    /// The table of a board with these counts of ranks and, if it has one, these ranks of its flush suit.
    pub(super) fn new(counts: &[u8; 13], flush_ranks: Option<u16>, copies: [u8; TYPES]) -> Self {
        let mut strengths = [[0; TYPES]; TYPES];
        let board: u32 = counts.iter().zip(&RANK_KEYS_7).map(|(&n, &key)| u32::from(n) * key).sum();
        for x in 0..13 {
            for y in 0..=x {
                // Five of a rank get some answer, too: no card will ask for it.
                let strength = rank_strength_of_7(board + RANK_KEYS_7[x] + RANK_KEYS_7[y]);
                strengths[x][y] = strength;
                strengths[y][x] = strength;
            }
        }
        let Some(suited) = flush_ranks else {
            return Self { has_flush_suit: false, copies, strengths };
        };
        let (plain, flush) = (0, 13);
        let alone = flush_strength_of_ranks(suited);
        let with_one: [u16; 13] = std::array::from_fn(|x| flush_strength_of_ranks(suited | 1 << x));
        for x in 0..13 {
            for y in 0..13 {
                let ranks = strengths[plain + x][plain + y];
                let both = flush_strength_of_ranks(suited | 1 << x | 1 << y);
                strengths[flush + x][flush + y] = ranks.max(both);
                strengths[flush + x][plain + y] = ranks.max(with_one[x]);
                strengths[plain + y][flush + x] = ranks.max(with_one[x]);
            }
        }
        if alone > 0 {
            for row in &mut strengths[..13] {
                row[..13].iter_mut().for_each(|s| *s = alone.max(*s));
            }
        }
        Self { has_flush_suit: true, copies, strengths }
    }

    /// The strength of a hand of two types.
    pub(super) fn strength(&self, hand: [u8; 2]) -> u16 {
        self.strengths[hand[0] as usize][hand[1] as usize]
    }

    /// How many types there are.
    pub(super) fn len(&self) -> usize {
        if self.has_flush_suit { TYPES } else { TYPES / 2 }
    }

    /// The types that `hero` leaves stronger hands with (`loss`) or equal ones (`tie`), as rows of bits.
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
