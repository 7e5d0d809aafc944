//! Eight-or-better lows of exactly two hole cards and three board cards.

use crate::error::Result;
use crate::evaluator::eight_or_better::{low_of_ranks, low_ranks};
use crate::memory::try_vec;
use crate::runtime::lazy::Lazy;

/// The low bit of every byte that is a card of a low rank, none for the others: the ace is the lowest of eight bits.
static BITS: [u8; 256] = {
    let mut bits = [0; 256];
    let mut card = 0;
    while card < 52 {
        bits[card] = low_ranks(1 << (card / 4));
        card += 1;
    }
    bits
};

/// The low ranks among cards, as eight bits.
#[inline(always)]
pub(super) fn low_ranks_of(cards: impl Iterator<Item = u8>) -> u8 {
    cards.fold(0, |ranks, card| ranks | BITS[usize::from(card)])
}

/// The best low of every set of low ranks on the board and every such set in the hand, 64 KB.
pub(in crate::evaluator) struct Lows(Box<[[u8; 256]]>);

impl Lows {
    /// The table, built at the first call.
    pub(in crate::evaluator) fn get() -> Result<&'static Self> {
        static LOWS: Lazy<Lows> = Lazy::new();
        LOWS.get_or_try_init(Self::build)
    }

    /// 1..=56, 0 where there is no low.
    #[inline(always)]
    pub(super) fn strength(&self, board: u8, hole: u8) -> u8 {
        self.0[usize::from(board)][usize::from(hole)]
    }

    fn build() -> Result<Self> {
        let mut lows = try_vec([0; 256], 256)?;
        for three in sets(3) {
            for two in sets(2).filter(|two| two & three == 0) {
                // Seven low ranks in a row, from the deuce on; the ace is the highest of 13.
                let five = u16::from(three | two);
                lows[usize::from(three)][usize::from(two)] = low_of_ranks(five >> 1 | (five & 1) << 12);
            }
        }
        // Of a larger set the best is that of the set itself or of one with a rank less.
        for board in 0..=255u8 {
            for hole in 0..=255u8 {
                let smaller_boards = without_one(board).map(|board| (board, hole));
                let smaller_hands = without_one(hole).map(|hole| (board, hole));
                for (smaller_board, smaller_hole) in smaller_boards.chain(smaller_hands) {
                    let smaller = lows[usize::from(smaller_board)][usize::from(smaller_hole)];
                    let best = &mut lows[usize::from(board)][usize::from(hole)];
                    *best = smaller.max(*best);
                }
            }
        }
        Ok(Self(lows.into_boxed_slice()))
    }
}

/// The sets of `size` low ranks.
fn sets(size: u32) -> impl Iterator<Item = u8> {
    (0..=255u8).filter(move |set| set.count_ones() == size)
}

/// The sets with one element less.
fn without_one(set: u8) -> impl Iterator<Item = u8> {
    (0..8).map(move |at| set & !(1 << at)).filter(move |&smaller| smaller != set)
}
