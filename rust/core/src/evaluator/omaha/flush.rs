//! Flushes of exactly two hole cards and three board cards of one suit.

use crate::evaluator::one::flush_strength_of_ranks;

/// The ranks of every straight, the best first.
const STRAIGHTS: [u16; 10] = {
    let mut straights = [0b1_0000_0000_1111; 10];
    let mut i = 0;
    while i < 9 {
        straights[i] = 0b1_1111 << (8 - i);
        i += 1;
    }
    straights
};

/// The strength of the best flush of two of the ranks `hole` and three of the ranks `board`, which are 13-bit sets of one
/// suit and have no rank in common; 0 where there are fewer.
#[inline]
pub(super) fn flush_strength(board: u16, hole: u16) -> u16 {
    let (board, hole) = (u32::from(board), u32::from(hole));
    if board.count_ones() < 3 || hole.count_ones() < 2 {
        return 0;
    }
    // A straight of any of the cards: whether exactly two of them are hole cards is asked then.
    let with_low_ace = (board | hole) << 1 | (board | hole) >> 12;
    let runs = with_low_ace & with_low_ace << 1;
    if runs & runs << 2 & with_low_ace << 4 != 0 {
        let both = |straight: u16| {
            let straight = u32::from(straight);
            (straight & board).count_ones() == 3 && (straight & hole).count_ones() == 2
        };
        if let Some(straight) = STRAIGHTS.into_iter().find(|&straight| both(straight)) {
            return flush_strength_of_ranks(straight);
        }
    }
    // The highest of each: but if these were a straight, it would have been found.
    flush_strength_of_ranks((highest(board, 3) | highest(hole, 2)) as u16)
}

/// The `n` highest elements of a set.
#[inline(always)]
fn highest(mut set: u32, n: u32) -> u32 {
    while set.count_ones() > n {
        set &= set - 1;
    }
    set
}
