//! Eight-or-better lows: five different ranks from the ace, which is low, to the eight.
//!
//! Straights and flushes do not count. The low with the lower highest rank wins, then the one with the lower second rank,
//! and so on. There are C(8, 5) = 56; on the scale larger is better: 1 is 8-7-6-5-4, 56 is 5-4-3-2-A.

use crate::combinatorics::choose_small;

/// The largest low strength, of 5-4-3-2-A.
pub const MAX_LOW_STRENGTH: u8 = choose_small(LOW_RANKS, 5) as u8;

/// Ranks that a low may have.
const LOW_RANKS: usize = 8;

/// The best low, 1 to 56, of a set of ranks, given as 13 bits of which bit 12 is the ace; 0 if fewer than five ranks are
/// low.
///
/// ```
/// use pokerbits::evaluator::low_of_ranks;
/// assert_eq!(low_of_ranks(0b1_0000_0000_1111), 56); // A, 2, 3, 4, 5
/// assert_eq!(low_of_ranks(0b0_0000_0111_1100), 1); // 4 to 8
/// assert_eq!(low_of_ranks(0b0_1111_0111_1000), 0);
/// ```
#[inline]
pub const fn low_of_ranks(ranks: u16) -> u8 {
    LOWS[low_ranks(ranks) as usize]
}

/// The low ranks of a 13-bit set, the ace the lowest of eight bits.
#[inline]
pub(super) const fn low_ranks(ranks: u16) -> u8 {
    (ranks << 1 | ranks >> 12 & 1) as u8
}

/// The best low of every set of low ranks.
static LOWS: [u8; 1 << LOW_RANKS] = {
    let mut lows = [0; 1 << LOW_RANKS];
    // Sets ascend as numbers, so 5432A (0b11111) comes before the worse 6432A (0b101111). A set of six, 65432A (0b111111),
    // has the low of a set that came before: the highest rank does not count.
    let mut next = MAX_LOW_STRENGTH;
    let mut set = 0usize;
    while set < lows.len() {
        if set.count_ones() == 5 {
            lows[set] = next;
            next -= 1;
        } else if set.count_ones() > 5 {
            lows[set] = lows[set & !(1 << set.ilog2())];
        }
        set += 1;
    }
    lows
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Low ranks, the ace 1, highest first: what decides between two lows, least first.
    fn merit(ranks: u16) -> Option<Vec<u32>> {
        let mut values: Vec<u32> = (0..13).filter(|r| ranks >> r & 1 != 0).map(|r| (r + 1) % 13 + 1).collect();
        values.sort_unstable();
        values.truncate(5);
        values.reverse();
        (values.len() == 5 && values[0] <= 8).then_some(values)
    }

    #[test]
    fn a_hand_has_the_low_that_the_rule_gives_it() {
        for ranks in (0..1u16 << 13).filter(|ranks| (5..=7).contains(&ranks.count_ones())) {
            let cards: Vec<u8> = (0..13).filter(|rank| ranks >> rank & 1 != 0).map(|rank| 4 * rank).collect();
            let by_rule = crate::evaluator::Rules::EightOrBetter.evaluate_ids(&cards);
            assert_eq!(by_rule, Ok(low_of_ranks(ranks).into()));
        }
    }

    #[test]
    fn every_set_of_ranks_has_the_place_of_its_low() {
        let mut all: Vec<_> = (0..1u16 << 13).filter_map(merit).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), usize::from(MAX_LOW_STRENGTH));
        for ranks in 0..1u16 << 13 {
            let place = merit(ranks).map(|low| all.binary_search(&low).unwrap());
            assert_eq!(low_of_ranks(ranks), place.map_or(0, |place| MAX_LOW_STRENGTH - place as u8));
        }
    }
}
