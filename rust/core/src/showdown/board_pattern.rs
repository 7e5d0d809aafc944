//! All boards of five, counted by the view that a hand has of them.
//!
//! If no flush is possible, the view is a multiset of ranks, one of 6,175. Otherwise it is the ranks of the flush suit and
//! the multiset of the other ranks. The number of boards with the same view follows from the remaining cards.

use super::board_view::BoardView;
use crate::cards::CardSet;
use crate::evaluator::keys::RANK_KEYS_7;

/// Multisets of five ranks with at most four of each.
pub const RANK_MULTISETS: usize = 6175;

/// The ranks of a board.
#[derive(Debug, Clone, Copy)]
pub struct RankMultiset {
    /// The different ranks, ascending; the first `len` elements count.
    ranks: [u8; 5],
    /// How many cards have each of them.
    counts: [u8; 5],
    len: u8,
    /// The sum of the rank keys of the five cards.
    pub key_sum: u32,
}

impl RankMultiset {
    /// The multiset of ranks in ascending order.
    const fn of(list: [u8; 5]) -> Self {
        let mut multiset = Self { ranks: [0; 5], counts: [0; 5], len: 0, key_sum: 0 };
        let mut at = 0;
        while at < 5 {
            if at == 0 || list[at] != list[at - 1] {
                multiset.ranks[multiset.len as usize] = list[at];
                multiset.len += 1;
            }
            multiset.counts[multiset.len as usize - 1] += 1;
            multiset.key_sum += RANK_KEYS_7[list[at] as usize];
            at += 1;
        }
        multiset
    }

    /// The different ranks and how many cards have each.
    #[inline]
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (usize, usize)> + Clone + '_ {
        let len = usize::from(self.len);
        self.ranks[..len].iter().zip(&self.counts[..len]).map(|(&rank, &count)| (rank.into(), count.into()))
    }

    /// The rank of each of the five cards, in ascending order.
    #[inline]
    pub fn sorted(&self) -> [u8; 5] {
        let mut ranks = [0; 5];
        let mut places = ranks.iter_mut();
        for (rank, count) in self.groups() {
            places.by_ref().take(count).for_each(|place| *place = rank as u8);
        }
        ranks
    }

    /// The view of a board with these ranks and, if it has one, this flush suit with its ranks.
    pub fn view(&self, flush: Option<(u8, u16)>) -> BoardView {
        let mut counts = [0; 13];
        self.groups().for_each(|(rank, count)| counts[rank] = count as u8);
        BoardView { counts, flush }
    }

    /// The number of boards from the cards `left` with these ranks.
    #[inline]
    pub fn boards(&self, left: &CardsLeft) -> u64 {
        self.groups().map(|(rank, count)| choose(left.by_rank[rank], count)).product()
    }

    /// Whether all five ranks are different.
    #[inline]
    pub fn is_without_pairs(&self) -> bool {
        self.len == 5
    }

    /// The number of boards from the cards `left` with these ranks and at least `least` cards of `suit`, 3 to 5.
    #[inline]
    pub fn suited_boards(&self, suit: usize, least: u32, left: &CardsLeft) -> u64 {
        // Boards by number of cards of the suit: a product of factors `off-suit + suited * x`, one a rank.
        let mut boards = [0u64; 6];
        boards[0] = 1;
        for (dealt, (rank, _)) in self.groups().enumerate() {
            let (off_suit, suited) = (u64::from(left.off_suit[suit][rank]), u64::from(left.suits[suit] >> rank & 1));
            for n in (0..=dealt).rev() {
                boards[n + 1] += boards[n] * suited;
                boards[n] *= off_suit;
            }
        }
        boards[(least as usize).min(6)..].iter().sum()
    }

    /// The choices of at least `least` ranks as the flush cards of `suit`: 13-bit sets of ranks, each with the number of
    /// boards from the cards `left` that have these ranks, and exactly that set in `suit`. Sets without a board are left
    /// out.
    #[inline]
    pub fn flushes<'a>(
        &'a self,
        suit: usize,
        least: u32,
        left: &'a CardsLeft,
    ) -> impl Iterator<Item = (u16, u64)> + 'a {
        let choices = if u32::from(self.len) < least { 0 } else { 1u32 << self.len };
        (0..choices).filter(move |choice| choice.count_ones() >= least).filter_map(move |choice| {
            let mut ranks = 0u16;
            let mut boards = 1;
            for (i, (rank, count)) in self.groups().enumerate() {
                let suited = choice as usize >> i & 1;
                ranks |= (suited as u16) << rank;
                boards *= choose(left.off_suit[suit][rank], count - suited);
            }
            (boards > 0 && ranks & !left.suits[suit] == 0).then_some((ranks, boards))
        })
    }
}

/// The cards from which boards are dealt, counted by rank.
#[derive(Debug, Clone)]
pub struct CardsLeft {
    /// Cards of each rank.
    by_rank: [u8; 13],
    /// Cards of each rank that are not of a suit.
    off_suit: [[u8; 13]; 4],
    /// The ranks of each suit.
    suits: [u16; 4],
}

impl CardsLeft {
    /// Counts `cards`.
    pub fn new(cards: CardSet) -> Self {
        let mut left = Self { by_rank: [0; 13], off_suit: [[0; 13]; 4], suits: [0; 4] };
        for id in cards.ids() {
            let (rank, suit) = (usize::from(id / 4), usize::from(id % 4));
            left.by_rank[rank] += 1;
            left.suits[suit] |= 1 << rank;
            (0..4).filter(|&other| other != suit).for_each(|other| left.off_suit[other][rank] += 1);
        }
        left
    }

    /// The number of boards of five different ranks with exactly these three to five `ranks` in `suit`.
    #[inline]
    pub fn boards_without_pairs(&self, suit: usize, ranks: u16) -> u64 {
        if ranks & !self.suits[suit] != 0 {
            return 0;
        }
        // The other cards have other ranks and suits, and different ranks: sums of products of the counts by rank.
        let (mut one, mut squares) = (0u64, 0u64);
        for (rank, &copies) in self.off_suit[suit].iter().enumerate() {
            let copies = if ranks >> rank & 1 == 0 { u64::from(copies) } else { 0 };
            one += copies;
            squares += copies * copies;
        }
        match ranks.count_ones() {
            5 => 1,
            4 => one,
            3 => (one * one - squares) / 2,
            _ => 0,
        }
    }
}

/// `C(n, k)` for the cards of one rank.
#[inline]
fn choose(n: u8, k: usize) -> u64 {
    const TABLE: [[u8; 5]; 5] = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    TABLE[n as usize][k].into()
}

/// Every multiset of five ranks.
pub fn rank_multisets() -> &'static [RankMultiset] {
    static ALL: [RankMultiset; RANK_MULTISETS] = {
        let mut all = [RankMultiset::of([0; 5]); RANK_MULTISETS];
        // From the last sorted list of ranks to the first, five of one rank left out.
        let mut list = [12; 5];
        let mut n = 0;
        while n < RANK_MULTISETS {
            let mut at = 4;
            while at > 0 && list[at] == list[at - 1] {
                at -= 1;
            }
            list[at] -= 1;
            while at < 4 {
                at += 1;
                list[at] = 12;
            }
            if list[0] < list[4] {
                all[n] = RankMultiset::of(list);
                n += 1;
            }
        }
        all
    };
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn patterns_partition_the_boards() {
        assert_eq!(rank_multisets().len(), RANK_MULTISETS);
        for dead in [vec![], vec![0, 1], vec![51, 47, 3, 10, 22, 23]] {
            let cards = !CardSet::from_ids(&dead).unwrap();
            let left = CardsLeft::new(cards);
            let all: u64 = rank_multisets().iter().map(|m| m.boards(&left)).sum();
            assert_eq!(u128::from(all), crate::combinatorics::choose(52 - dead.len() as u64, 5).unwrap());
            if dead.is_empty() {
                let flush_patterns: usize = rank_multisets().iter().map(|m| m.flushes(0, 3, &left).count()).sum();
                assert_eq!(flush_patterns, 36_608);
            }
        }
    }

    #[test]
    fn counts_equal_the_boards_of_a_small_deck() {
        // Three suits of the ranks 0 to 4, two cards missing.
        let deck: Vec<u8> = (0..20).filter(|c| c % 4 != 2 && *c != 4 && *c != 11).collect();
        let left = CardsLeft::new(CardSet::from_ids(&deck).unwrap());
        let mut boards: HashMap<(u32, usize, u16), u64> = HashMap::new();
        crate::testing::oracle::for_each_five(deck.len() as u8, &mut [0; 5], &mut |five| {
            let board = five.map(|i| deck[i as usize]);
            let keys: u32 = board.iter().map(|c| RANK_KEYS_7[*c as usize / 4]).sum();
            for suit in 0..4 {
                let suits = board.iter().filter(|c| **c % 4 == suit as u8);
                let ranks = suits.fold(0u16, |set, c| set | 1 << (c / 4));
                *boards.entry((keys, suit, ranks)).or_default() += 1;
            }
        });
        let mut seen = 0;
        for multiset in rank_multisets() {
            for suit in 0..4 {
                for (ranks, count) in multiset.flushes(suit, 0, &left) {
                    assert_eq!(boards.get(&(multiset.key_sum, suit, ranks)), Some(&count));
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, boards.len());
    }
}
