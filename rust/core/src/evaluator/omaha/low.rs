//! Eight-or-better lows of exactly two hole cards and three board cards.

use crate::cards::DECK;
use crate::error::Result;
use crate::evaluator::eight_or_better::{low_of_ranks, low_ranks};
use crate::memory::try_vec;
use crate::runtime::lazy::Lazy;

/// For every byte that is a card, its bit in a set of cards and, from bit [`LOW`] on, its bit among the eight low ranks, the
/// ace the lowest; 0 for other bytes.
static CARDS: [u64; 256] = {
    let mut cards = [0; 256];
    let mut card = 0;
    while card < DECK as usize {
        cards[card] = 1 << card | (low_ranks(1 << (card / 4)) as u64) << LOW;
        card += 1;
    }
    cards
};
const LOW: u8 = DECK;

/// Cards, and their low ranks.
#[derive(Clone, Copy)]
pub(super) struct LowCards(u64);

impl LowCards {
    #[inline(always)]
    pub(super) fn of(cards: impl IntoIterator<Item = u8>) -> Self {
        let mut all = 0;
        for card in cards {
            all |= CARDS[usize::from(card)];
        }
        Self(all)
    }

    /// The low ranks, as eight bits.
    #[inline(always)]
    pub(super) const fn ranks(self) -> u8 {
        (self.0 >> LOW) as u8
    }

    /// Number of different cards in two sets.
    #[inline(always)]
    pub(super) const fn count_with(self, other: Self) -> u32 {
        ((self.0 | other.0) & ((1 << DECK) - 1)).count_ones()
    }
}

/// The best low of every set of low ranks on the board and every such set in the hand, 64 KB.
pub(in crate::evaluator) struct Lows(Vec<u8>);

impl Lows {
    /// The table, built at the first call.
    pub(in crate::evaluator) fn get() -> Result<&'static Self> {
        static LOWS: Lazy<Lows> = Lazy::new();
        LOWS.get_or_try_init(Self::build)
    }

    /// The low, 1 to 56, or 0.
    #[inline(always)]
    pub(super) fn strength(&self, board: u8, hole: u8) -> u8 {
        self.0[place(board, hole)]
    }

    fn build() -> Result<Self> {
        let mut lows = try_vec(0, 1 << 16)?;
        for three in sets(3) {
            for two in sets(2).filter(|two| two & three == 0) {
                // The ace is the lowest of eight ranks here, and the highest of 13 there.
                let five = u16::from(three | two);
                lows[place(three, two)] = low_of_ranks(five >> 1 | (five & 1) << 12);
            }
        }
        // With more ranks the best low is the best of those with fewer ranks: rank by rank.
        for rank in 0..16 {
            for ranks in (0..lows.len()).filter(|ranks| ranks >> rank & 1 != 0) {
                lows[ranks] = lows[ranks].max(lows[ranks ^ 1 << rank]);
            }
        }
        Ok(Self(lows))
    }
}

/// The place of the low ranks of a board and of a hand: both sets side by side.
#[inline(always)]
fn place(board: u8, hole: u8) -> usize {
    usize::from(board) << 8 | usize::from(hole)
}

/// The sets of `size` low ranks.
fn sets(size: u32) -> impl Iterator<Item = u8> {
    (0..=255u8).filter(move |set| set.count_ones() == size)
}
