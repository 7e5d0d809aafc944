//! The subsets of a small set, one by one.

use crate::cards::{CardSet, DECK};

/// The sets of `k` positions out of the low `n`, 31 at most, in ascending (colexicographic) order.
pub fn subsets(n: u32, k: u32) -> impl Iterator<Item = u32> {
    assert!(n < 32, "positions are bits of a u32");
    subsets_from((1 << k) - 1, n).map(|set| set as u32)
}

/// The sets of the low `n` positions, 63 at most, with as many members as `first`, from it on in ascending order.
pub fn subsets_from(first: u64, n: u32) -> impl Iterator<Item = u64> {
    // Gosper's step to the next integer with as many bits; the empty set has no next.
    let next = |&set: &u64| {
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        Some(ripple | (((set ^ ripple) >> 2) / low.max(1))).filter(|_| set != 0)
    };
    std::iter::successors(Some(first), next).take_while(move |set| set >> n == 0)
}

/// The sets of some of `cards`: [`subsets_from`] of their places, ascending.
pub fn card_subsets(cards: CardSet, first: u64) -> impl Iterator<Item = CardSet> {
    let mut at = [CardSet::EMPTY; DECK as usize];
    at.iter_mut().zip(cards).for_each(|(at, card)| *at = card.into());
    subsets_from(first, cards.len()).map(move |mut places| {
        let mut set = CardSet::EMPTY;
        while places != 0 {
            set = set | at[places.trailing_zeros() as usize];
            places &= places - 1;
        }
        set
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::{choose, colex_rank, for_each_multiset};

    #[test]
    fn multisets_are_the_hands_by_their_ranks() {
        let mut hands = 0;
        for_each_multiset(13, 5, 4, &mut |_| hands += 1);
        assert_eq!(hands, 6175);
    }

    #[test]
    fn subsets_come_in_colex_order() {
        for n in 0..=13 {
            for k in 0..=n {
                let sets: Vec<u32> = subsets(n, k).collect();
                assert_eq!(sets.len() as u128, choose(n.into(), k.into()).unwrap());
                for (i, &set) in sets.iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert_eq!(colex_rank(set), i as u32);
                }
            }
        }
    }
}
