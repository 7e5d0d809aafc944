//! All hands of a whole board, compared with each other in one pass over their order.

use super::game::{DeckGame, MAX_HAND_CARDS};
use crate::cards::DECK;
use crate::error::Result;
use crate::evaluator::{FEW_CARDS, FEW_CARDS_END, Made, Standard, evaluate_some, few_cards_strength};
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::showdown::board_rows::hands_off;

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
    /// For each cluster, the hands so far, and those that hold a card.
    seen: Vec<u32>,
    seen_with: Vec<[u32; DECK as usize]>,
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
            seen: try_vec(0, n_clusters)?,
            seen_with: try_vec([0; DECK as usize], n_clusters)?,
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

    /// Finds what every hand meets in every cluster: `met[hand * n_clusters + cluster]`. `cluster_of` has the cluster of every
    /// hand.
    ///
    /// The hands so far that share no card with a hand are all of them without those that hold its first or its second
    /// card. Before the hands of its strength these are its wins, after them its wins and ties. The hand itself holds both
    /// cards, and so has been subtracted once too often.
    pub(super) fn compare(&mut self, cluster_of: &[u8], met: &mut [Met]) {
        let n = self.seen.len();
        self.seen.fill(0);
        self.seen_with.fill([0; DECK as usize]);
        let own = u32::from(self.hole_cards == 2);
        let number = |entry: u32| (entry & ((1 << HAND_BITS) - 1)) as usize;
        for group in self.order.chunk_by(|a, b| a >> HAND_BITS == b >> HAND_BITS) {
            for &entry in group {
                let hand = number(entry);
                for (cluster, met) in met[hand * n..][..n].iter_mut().enumerate() {
                    met.wins = free_of(self.hands[hand], self.seen[cluster], &self.seen_with[cluster]);
                }
            }
            for &entry in group {
                let [low, high] = self.hands[number(entry)];
                let cluster = usize::from(cluster_of[number(entry)]);
                self.seen[cluster] += 1;
                self.seen_with[cluster][usize::from(low)] += 1;
                if low != high {
                    self.seen_with[cluster][usize::from(high)] += 1;
                }
            }
            for &entry in group {
                let hand = number(entry);
                for (cluster, met) in met[hand * n..][..n].iter_mut().enumerate() {
                    let more = if usize::from(cluster_of[hand]) == cluster { own } else { 0 };
                    let not_better =
                        more.wrapping_add(free_of(self.hands[hand], self.seen[cluster], &self.seen_with[cluster]));
                    met.ties = not_better.wrapping_sub(met.wins);
                }
            }
        }
        for (hand, met) in met[..self.hands.len() * n].chunks_exact_mut(n).enumerate() {
            for (cluster, met) in met.iter_mut().enumerate() {
                let more = if usize::from(cluster_of[hand]) == cluster { own } else { 0 };
                met.all = more.wrapping_add(free_of(self.hands[hand], self.seen[cluster], &self.seen_with[cluster]));
            }
        }
    }
}

/// The hands of `seen` without those with a card of `hand`; one less for every hand with both.
fn free_of([low, high]: [u8; 2], seen: u32, with: &[u32; DECK as usize]) -> u32 {
    let second = if low == high { 0 } else { with[usize::from(high)] };
    seen.wrapping_sub(with[usize::from(low)]).wrapping_sub(second)
}
