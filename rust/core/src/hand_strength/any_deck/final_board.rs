//! All hands of a whole board, compared with each other in one pass over their order.

use super::game::{DeckGame, MAX_HAND_CARDS};
use crate::error::Result;
use crate::evaluator::{FEW_CARDS, FEW_CARDS_END, Made, Standard, evaluate_some, few_cards_strength};
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::showdown::board_rows::hands_off;
use crate::showdown::seen_sums::SeenSums;

/// Bits of the number of a hand, of at most 1,326.
const HAND_BITS: u32 = 11;
const _: () = assert!((FEW_CARDS_END as u64) << HAND_BITS <= 1 << 32);

/// Opponents' hands of one cluster that one hand meets on a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Met {
    /// Weaker hands.
    pub(super) wins: u32,
    /// Hands of the same strength.
    pub(super) ties: u32,
    /// All hands.
    pub(super) all: u32,
}

/// The hands of a whole board in the order of their strengths.
pub(super) struct FinalBoard {
    deck: crate::cards::CardSet,
    hole_cards: usize,
    short: Option<Made<9>>,
    level: Proven,
    /// `[low, high]`, a single card twice.
    hands: Vec<[u8; 2]>,
    rows: Vec<u8>,
    strengths: Vec<u16>,
    /// Strength and number of each hand, sorted.
    order: Vec<u32>,
    /// For each cluster, the hands so far.
    seen: Vec<SeenSums<u32>>,
}

impl FinalBoard {
    pub(super) fn new(game: &DeckGame, n_clusters: usize, level: Proven) -> Result<Self> {
        Ok(Self {
            deck: game.deck().cards(),
            hole_cards: game.hole_cards(),
            short: game.rules().short_deck()?,
            level,
            hands: Vec::new(),
            rows: Vec::new(),
            strengths: Vec::new(),
            order: Vec::new(),
            seen: try_vec(SeenSums::default(), n_clusters)?,
        })
    }

    /// Number of clusters.
    pub(super) fn n_clusters(&self) -> usize {
        self.seen.len()
    }

    /// The hands of the board, by their numbers.
    pub(super) fn hands(&self) -> &[[u8; 2]] {
        &self.hands
    }

    /// Ranks all hands of a whole board.
    pub(super) fn take(&mut self, board: &[u8]) {
        self.hands.clear();
        self.hands.extend(hands_off(self.deck, self.hole_cards, board));
        let width = self.hole_cards + board.len();
        self.order.clear();
        if width <= FEW_CARDS {
            let mut cards = [0; MAX_HAND_CARDS];
            cards[self.hole_cards..width].copy_from_slice(board);
            for (number, hand) in self.hands.iter().enumerate() {
                cards[..self.hole_cards].copy_from_slice(&hand[..self.hole_cards]);
                self.order.push(few_cards_strength(&cards[..width]) << HAND_BITS | number as u32);
            }
        } else {
            self.rows.clear();
            for hand in &self.hands {
                self.rows.extend_from_slice(&hand[..self.hole_cards]);
                self.rows.extend_from_slice(board);
            }
            self.strengths.resize(self.hands.len(), 0);
            let are_hands = match self.short {
                Some(tables) => evaluate_some(tables, self.level, &self.rows, width, &mut self.strengths),
                None => evaluate_some(Standard, self.level, &self.rows, width, &mut self.strengths),
            };
            debug_assert!(are_hands, "different cards of one deck");
            let numbered = self.strengths.iter().zip(0..);
            self.order.extend(numbered.map(|(&strength, number)| u32::from(strength) << HAND_BITS | number));
        }
        self.order.sort_unstable();
    }

    /// Numbers the hands by strength: of each, `ranks` has the number of different strengths below it.
    pub(super) fn ranks(&self, ranks: &mut [u16]) {
        for (rank, group) in self.order.chunk_by(|a, b| a >> HAND_BITS == b >> HAND_BITS).enumerate() {
            numbers(group).for_each(|hand| ranks[hand] = rank as u16);
        }
    }

    /// Finds what every hand meets in every cluster: `met[hand * n_clusters + cluster]`. `cluster_of` has the cluster of every
    /// hand.
    ///
    /// Before the hands of its strength, the hands so far without a card of a hand are its wins, after them its wins and ties.
    pub(super) fn compare(&mut self, cluster_of: &[u8], met: &mut [Met]) {
        let Self { hole_cards, ref hands, ref order, ref mut seen, .. } = *self;
        let n = seen.len();
        seen.fill(SeenSums::default());
        let seen_with_own = |seen: &SeenSums<u32>, cluster: usize, hand: usize| {
            seen.without_but(hands[hand], u32::from(usize::from(cluster_of[hand]) == cluster))
        };
        for group in order.chunk_by(|a, b| a >> HAND_BITS == b >> HAND_BITS) {
            for hand in numbers(group) {
                for (met, seen) in met[hand * n..][..n].iter_mut().zip(&*seen) {
                    met.wins = seen.without(hands[hand]);
                }
            }
            for hand in numbers(group) {
                seen[usize::from(cluster_of[hand])].add(hands[hand].into_iter().take(hole_cards), 1);
            }
            for hand in numbers(group) {
                for (cluster, (met, seen)) in met[hand * n..][..n].iter_mut().zip(&*seen).enumerate() {
                    met.ties = seen_with_own(seen, cluster, hand) - met.wins;
                }
            }
        }
        for (hand, met) in met[..hands.len() * n].chunks_exact_mut(n).enumerate() {
            for (cluster, (met, seen)) in met.iter_mut().zip(&*seen).enumerate() {
                met.all = seen_with_own(seen, cluster, hand);
            }
        }
    }
}

/// The numbers of some hands in order.
fn numbers(group: &[u32]) -> impl Iterator<Item = usize> {
    group.iter().map(|entry| (entry & ((1 << HAND_BITS) - 1)) as usize)
}
