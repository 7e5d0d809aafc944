//! Boards as the hands of one deal see them: counts of ranks and, where a flush is possible, its suit and ranks.

use super::types::{TYPES, TypeTable};
use crate::cards::{CardSet, SUITS};

/// What a hand sees of a whole board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct View {
    /// Cards of each rank.
    pub(super) counts: [u8; 13],
    /// The suit that has three cards or more, and its ranks.
    pub(super) flush: Option<(u8, u16)>,
}

impl View {
    /// The view of a set of five cards.
    pub(super) fn of(board: CardSet) -> Self {
        let mut counts = [0; 13];
        board.ids().for_each(|card| counts[(card >> 2) as usize] += 1);
        let suits = (0..SUITS).map(|suit| (suit, board.ranks_of_suit(suit)));
        Self { counts, flush: suits.into_iter().find(|(_, ranks)| ranks.count_ones() >= 3) }
    }

    /// The type of a card.
    pub(super) fn type_of(&self, card: u8) -> u8 {
        let suited = self.flush.is_some_and(|(suit, _)| suit == card & 3);
        (card >> 2) + if suited { 13 } else { 0 }
    }

    /// The types of cards on this board when `dead` are dead; the hero's cards still count.
    pub(super) fn types(&self, dead: CardSet) -> TypeTable {
        let mut copies = [0; TYPES];
        let dead_of = |suits: u64, rank: usize| (dead.bits() >> (4 * rank) & suits).count_ones() as u8;
        match self.flush {
            None => {
                for (rank, (copies, &count)) in copies.iter_mut().zip(&self.counts).enumerate() {
                    *copies = 4 - count - dead_of(0b1111, rank);
                }
            }
            Some((suit, ranks)) => {
                for (rank, &count) in self.counts.iter().enumerate() {
                    let suited = (ranks >> rank & 1) as u8;
                    copies[rank] = 3 - (count - suited) - dead_of(0b1111 & !(1 << suit), rank);
                    copies[13 + rank] = 1 - suited - dead_of(1 << suit, rank);
                }
            }
        }
        TypeTable::new(&self.counts, self.flush.map(|(_, ranks)| ranks), copies)
    }
}

/// The views of a board of three cards or more once cards of `unknown` complete it, each with its number of boards.
pub(super) fn completions(board: CardSet, unknown: CardSet) -> Vec<(View, u32)> {
    let cards: Vec<CardSet> = unknown.ids().map(|id| CardSet::new(1 << id).unwrap_or_default()).collect();
    let mut views: Vec<View> = match board.len() {
        3 => {
            let pairs = cards.iter().enumerate().flat_map(|(i, &a)| cards[..i].iter().map(move |&b| a | b));
            pairs.map(|pair| View::of(board | pair)).collect()
        }
        4 => cards.iter().map(|&card| View::of(board | card)).collect(),
        _ => vec![View::of(board)],
    };
    views.sort_unstable();
    views.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}
