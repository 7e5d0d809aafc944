//! The hole cards of one player, prepared for all boards.

use super::flush::flush_strength;
use super::low::LowCards;
use super::rows::{LookupRow, pair_place};
use crate::cards::CardSet;

/// The most pairs of hole cards.
const PAIRS: usize = 15;

/// Two to six hole cards, prepared once for all boards.
#[derive(Clone, Copy)]
pub(crate) struct OmahaHole {
    /// The places of the different pairs of their ranks in a row; the first `len` count.
    places: [u8; PAIRS],
    len: u8,
    /// Their ranks by suit.
    suits: [u16; 4],
    /// Their low ranks.
    pub(super) low: u8,
}

impl OmahaHole {
    /// The pairs of hole cards; only some of them if there are more than six cards.
    #[inline]
    pub(crate) fn of(cards: CardSet) -> Self {
        let suits = [0, 1, 2, 3].map(|suit| cards.ranks_of_suit(suit));
        let mut hole = Self { places: [0; PAIRS], len: 0, suits, low: LowCards::of(cards.ids()).ranks() };
        for high in cards.ids() {
            let below = CardSet::new(cards.bits() & ((1 << high) - 1)).unwrap_or_default();
            for low in below.ids() {
                hole.add(pair_place(high / 4, low / 4));
            }
        }
        hole
    }

    fn add(&mut self, place: u8) {
        let len = usize::from(self.len);
        if len < PAIRS && !self.places[..len].contains(&place) {
            self.places[len] = place;
            self.len += 1;
        }
    }

    /// The strength with the board of a row, without flushes.
    #[inline(always)]
    pub(crate) fn strength_of_ranks(&self, row: &LookupRow) -> u16 {
        self.places[..usize::from(self.len)].iter().fold(0, |best, &place| best.max(row[usize::from(place)]))
    }

    /// The strength of the best flush in `suit` with the board's `ranks` of it; 0 without a flush.
    #[inline]
    pub(crate) fn flush(&self, suit: usize, ranks: u16) -> u16 {
        flush_strength(ranks, self.suits[suit])
    }

    /// Number of cards of a suit.
    pub(crate) fn count_of_suit(&self, suit: usize) -> u32 {
        self.suits[suit].count_ones()
    }
}
