//! A hand of a wide deck to its indices: its cards are dealt round by round, and the suits are sorted after a round.

use super::configuration::{Round, Sequence, shift};
use super::deck::{MAX_SUITS, WideDeck};
use super::indexer::WideIndexer;
use super::rank_sets::{colex, ways};
use super::tied;
use crate::combinatorics::sort_few;
use crate::error::{Error, Result, Row};

/// One suit of a deal.
#[derive(Clone, Copy)]
struct Suit {
    sequence: Sequence,
    /// The group index.
    group: u64,
    /// The place value of its next digit: the number of group indices so far.
    place: u64,
    /// Ranks dealt, and those of the present round.
    used: u16,
    dealt: u16,
    /// The number of ranks not dealt.
    left: usize,
}

/// Deals a round to the suits.
fn step(suits: &mut [Suit], deck: WideDeck, at: usize, cards: &[u8]) -> Result<()> {
    // The suits with cards of this round, as bits.
    let mut dealt_to = 0u32;
    for &card in cards {
        let Some((suit, rank)) = deck.place(card) else { return Err(deck.no_card(card)) };
        dealt_to |= 1 << suit;
        let suit = &mut suits[suit];
        if (suit.used | suit.dealt) >> rank & 1 != 0 {
            return Err(Error::RepeatedCardId { row: Row(None), card });
        }
        suit.dealt |= 1 << rank;
    }
    while dealt_to != 0 {
        let suit = &mut suits[dealt_to.trailing_zeros() as usize];
        dealt_to &= dealt_to - 1;
        let Suit { used, dealt, place, left, .. } = *suit;
        let count = dealt.count_ones() as usize;
        suit.group += place * colex(dealt, !used);
        suit.place *= ways(left, count);
        suit.sequence |= (count as Sequence) << shift(at);
        (suit.used, suit.dealt, suit.left) = (used | dealt, 0, left - count);
    }
    Ok(())
}

/// The index of a deal after `round`, its last one.
fn combined(suits: &[Suit], round: &Round) -> u64 {
    // Tied suits in descending order of their group indices.
    let mut sorted = [(0, 0); MAX_SUITS];
    sorted.iter_mut().zip(suits).for_each(|(to, suit)| *to = (suit.sequence, suit.group));
    sort_few(&mut sorted, &|a, b| a > b);
    let sequences = sorted.map(|(sequence, _)| sequence);
    let groups = sorted.map(|(_, group)| group);
    let Ok(number) = round.records.binary_search_by(|record| record.suits.cmp(&sequences)) else {
        unreachable!("every deal has a configuration")
    };
    let record = &round.records[number];
    let mut index = record.offset;
    let mut p = 0;
    while p < MAX_SUITS && sequences[p] != 0 {
        let tied = sequences[p..].iter().take_while(|&&sequence| sequence == sequences[p]).count();
        index += record.places[p] * tied::index(groups[p..p + tied].iter());
        p += tied;
    }
    index
}

impl WideIndexer {
    /// Deals a hand up to `round` and writes its indices in the last rounds to `out`.
    pub(super) fn deal(&self, round: usize, cards: &[u8], out: &mut [u64]) -> Result<()> {
        let none = Suit { sequence: 0, group: 0, place: 1, used: 0, dealt: 0, left: self.deck.n_ranks };
        let mut suits = [none; MAX_SUITS];
        let suits = &mut suits[..self.deck.n_suits];
        let unseen = round + 1 - out.len();
        let mut rest = cards;
        for (at, round) in self.rounds[..=round].iter().enumerate() {
            let (cards, later) = rest.split_at(round.cards);
            step(suits, self.deck, at, cards)?;
            if let Some(seen) = at.checked_sub(unseen) {
                out[seen] = combined(suits, round);
            }
            rest = later;
        }
        Ok(())
    }

    /// The index of one hand in `round`: the cards of rounds `0..=round`, in the order of the rounds.
    pub fn index(&self, round: usize, cards: &[u8]) -> Result<u64> {
        self.check_cards(round, cards.len())?;
        let mut index = [0];
        self.deal(round, cards, &mut index)?;
        Ok(index[0])
    }
}
