//! The view that a hand has of a board: its ranks and, if a flush is possible, the ranks of the flush suit.
//!
//! Cards with the same effect on a board have one type. Without three cards of a suit only ranks matter: thirteen plain
//! types. Otherwise a card is also in the flush suit or not: thirteen more types, of one card each.

use super::street::BOARD_CARDS;
use crate::cards::CardSet;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength};

/// Thirteen plain types, then thirteen of the flush suit.
pub const TYPES: usize = 26;

/// The strengths, with the board, of a hand of any two types.
pub type TypeStrengths = [[u16; TYPES]; TYPES];

/// The view of a board of three cards or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardView {
    /// Cards of each rank.
    pub counts: [u8; 13],
    /// The suit with three cards or more, and the 13-bit set of its ranks.
    pub flush: Option<(u8, u16)>,
}

/// The suit with three cards or more on `board`, and the 13-bit set of its ranks.
#[inline(always)]
pub fn flush_suit<const CARDS: usize>(board: &[u8; CARDS]) -> Option<(u8, u16)> {
    // A byte for each suit counts its cards, and 16 bits for each suit are its ranks.
    let (mut counts, mut ranks) = (0u32, 0u64);
    for card in board {
        let suit = card & 3;
        counts += 1 << (8 * suit);
        ranks |= 1 << (16 * suit + (card >> 2));
    }
    // Three to ten cards and five more set the fourth bit.
    let suits = (counts + 0x0505_0505) & 0x0808_0808;
    (suits != 0).then(|| {
        let suit = suits.trailing_zeros() as u8 / 8;
        (suit, (ranks >> (16 * suit)) as u16)
    })
}

impl BoardView {
    /// The view of a board of different cards.
    #[inline]
    pub fn of<const CARDS: usize>(board: &[u8; CARDS]) -> Self {
        let mut counts = [0; 13];
        for card in board {
            counts[usize::from(card >> 2)] += 1;
        }
        Self { counts, flush: flush_suit(board) }
    }

    /// Number of types of cards: 13 or 26.
    #[inline]
    pub fn types(&self) -> usize {
        if self.flush.is_some() { TYPES } else { TYPES / 2 }
    }

    /// The type of a card.
    #[inline]
    pub fn type_of(&self, card: u8) -> u8 {
        let suited = self.flush.is_some_and(|(suit, _)| suit == card & 3);
        (card >> 2) + if suited { 13 } else { 0 }
    }

    /// Cards of each type that are neither on the board nor `dead`. The `dead` set has no card of the board.
    #[inline]
    pub fn copies(&self, dead: CardSet) -> [u8; TYPES] {
        let mut copies = [0; TYPES];
        let dead_of = |suits: u64, rank: usize| (dead.bits() >> (4 * rank) & suits).count_ones() as u8;
        for (rank, &count) in self.counts.iter().enumerate() {
            copies[rank] = 4 - count - dead_of(0b1111, rank);
            if let Some((suit, ranks)) = self.flush {
                let suited = 1 - (ranks >> rank & 1) as u8 - dead_of(1 << suit, rank);
                copies[13 + rank] = suited;
                copies[rank] -= suited;
            }
        }
        copies
    }

    /// The strengths of any two types on a whole board. Five cards of one rank have an arbitrary entry: nobody can hold
    /// them.
    #[inline]
    pub fn strengths(&self) -> TypeStrengths {
        self.strengths_of::<{ 2 + BOARD_CARDS }>()
    }

    /// The strengths of any two types on a board with which a hand has `HAND` cards, 5 to 7.
    #[inline(always)]
    pub fn strengths_of<const HAND: usize>(&self) -> TypeStrengths {
        let mut strengths = [[0; TYPES]; TYPES];
        let board: u32 = self.counts.iter().zip(&RANK_KEYS_7).map(|(&n, &key)| u32::from(n) * key).sum();
        for x in 0..13 {
            for y in 0..=x {
                let strength = rank_strength::<HAND>(board + RANK_KEYS_7[x] + RANK_KEYS_7[y]);
                strengths[x][y] = strength;
                strengths[y][x] = strength;
            }
        }
        let Some((_, suited)) = self.flush else { return strengths };
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
        strengths
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cards::COMBOS;
    use crate::evaluator::evaluate_ids;
    use crate::runtime::rng::Philox;

    /// Random boards with every pattern of suits.
    pub(in crate::showdown) fn boards() -> impl Iterator<Item = [u8; BOARD_CARDS]> {
        let mut rng = Philox::new([6, 6], [0; 4]);
        (0..60).map(move |i| {
            let mut board = [0; BOARD_CARDS];
            let mut n = 0;
            while n < BOARD_CARDS {
                let card = (4 * rng.below(13) + rng.below(1 + i % 4)) as u8;
                if !board[..n].contains(&card) {
                    board[n] = card;
                    n += 1;
                }
            }
            board
        })
    }

    #[test]
    fn types_have_the_strengths_and_the_numbers_of_their_cards() {
        for board in boards() {
            let view = BoardView::of(&board);
            let strengths = view.strengths();
            let mut copies = [0; TYPES];
            for card in (0..52).filter(|card| !board.contains(card)) {
                copies[usize::from(view.type_of(card))] += 1;
            }
            assert_eq!(view.copies(CardSet::EMPTY), copies);
            let dead = COMBOS[997].into_iter().filter(|card| !board.contains(card));
            let dead = CardSet::from_ids(&dead.collect::<Vec<_>>()).unwrap();
            dead.ids().for_each(|card| copies[usize::from(view.type_of(card))] -= 1);
            assert_eq!(view.copies(dead), copies);
            assert!(copies[view.types()..].iter().all(|&n| n == 0));
            for hole in COMBOS.iter().filter(|hole| hole.iter().all(|card| !board.contains(card))) {
                let [x, y] = hole.map(|card| usize::from(view.type_of(card)));
                let strength = evaluate_ids(&[&hole[..], &board].concat()).unwrap();
                assert_eq!((strengths[x][y], strengths[y][x]), (strength, strength));
            }
        }
    }
}
