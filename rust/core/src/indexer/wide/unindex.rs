//! From an index back to its configuration, its group indices and the canonical hand of a wide deck.
//!
//! In the canonical hand the suit in place `p` of the configuration is suit `p`; rounds come in order, inside a round suit 0
//! first, inside a suit ranks ascending.

use super::super::hand_indexer::MAX_ROUNDS;
use super::configuration::{Record, Round, count_in};
use super::deck::MAX_SUITS;
use super::indexer::WideIndexer;
use super::rank_sets::{nth_set, ways};
use super::tied;
use crate::error::Result;

/// The configuration of an index, and the group indices of its suits.
fn groups(round: &Round, index: u64) -> (&Record, [u64; MAX_SUITS]) {
    let record = &round.records[round.records.partition_point(|record| record.offset <= index) - 1];
    let mut groups = [0; MAX_SUITS];
    let mut rest = index - record.offset;
    let mut end = record.suits.iter().take_while(|&&suit| suit != 0).count();
    // The digits of tied suits, the last first.
    for p in (0..end).rev().filter(|&p| record.places[p] != 0) {
        tied::unindex(rest / record.places[p], &mut groups[p..end]);
        rest %= record.places[p];
        end = p;
    }
    (record, groups)
}

impl WideIndexer {
    /// The canonical hand of an index below the size of `round`.
    pub(super) fn deal_index(&self, round: usize, index: u64, out: &mut [u8]) {
        let rounds = &self.rounds[..=round];
        let (record, mut groups) = groups(&rounds[round], index);
        let mut sets = [[0u16; MAX_SUITS]; MAX_ROUNDS];
        for (suit, (&sequence, group)) in record.suits.iter().zip(&mut groups).enumerate() {
            let (mut left, mut free) = (self.deck.n_ranks, u16::MAX >> (16 - self.deck.n_ranks));
            for at in (0..=round).filter(|&at| count_in(sequence, at) > 0) {
                let count = count_in(sequence, at);
                let radix = ways(left, count);
                let set = nth_set(*group % radix, count, free);
                *group /= radix;
                left -= count;
                free &= !set;
                sets[at][suit] = set;
            }
        }
        let mut out = out.iter_mut();
        for (suit, mut set) in sets.iter().flat_map(|sets| sets.iter().copied().enumerate()) {
            while set != 0
                && let Some(card) = out.next()
            {
                *card = self.deck.card(suit, set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }

    /// The number of deals of a class: the orders of the suits over those that fix its hands.
    pub(super) fn class_size(&self, round: usize, index: u64) -> u64 {
        let (record, groups) = groups(&self.rounds[round], index);
        let (mut size, mut same) = (1, 1);
        for p in 1..self.deck.n_suits {
            // Suits with the same ranks are neighbours.
            let is_same = record.suits[p] == record.suits[p - 1] && groups[p] == groups[p - 1];
            same = if is_same { same + 1 } else { 1 };
            size = size * (p as u64 + 1) / same;
        }
        size
    }

    /// The canonical hand of an index of `round`, into `out`.
    pub fn unindex(&self, round: usize, index: u64, out: &mut [u8]) -> Result<()> {
        self.check_index(round, index, None)?;
        self.check_cards(round, out.len())?;
        self.deal_index(round, index, out);
        Ok(())
    }

    /// The number of deals in a class: of ways to deal the rounds `0..=round`, each a set of cards, that have this index.
    /// Summed over a round it is the number of all deals.
    pub fn multiplicity(&self, round: usize, index: u64) -> Result<u64> {
        self.check_index(round, index, None)?;
        Ok(self.class_size(round, index))
    }
}
