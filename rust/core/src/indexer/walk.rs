//! The canonical hands of consecutive indices. Mostly one suit changes from one to the next.
//!
//! The first suits of a configuration, those tied with the largest, are the least significant digit of an index. Until this
//! digit starts again, a step increases the group index of the last of them.

use super::bits::Bits;
use super::configuration::{Round, SUITS, Sequence, count_in};
use super::hand_indexer::{DeckWords, MAX_ROUNDS, card_at};
use super::rank_set::ALL_RANKS;
use super::unindex::{groups, take_digit};

/// A hand that goes from index to index.
pub(super) struct Walk<'a> {
    deck: &'a DeckWords,
    rounds: &'a [Round],
    /// The index after that of the last hand.
    next: u64,
    /// The first index at which more than the first suits changes.
    end: u64,
    /// Number of these suits.
    tied: usize,
    groups: [u64; SUITS],
    sequences: [Sequence; SUITS],
    /// The cards of each round, bit `13 * suit + rank`.
    dealt: [u64; MAX_ROUNDS],
}

impl<'a> Walk<'a> {
    /// A walk without a hand.
    pub(super) fn new(deck: &'a DeckWords, rounds: &'a [Round]) -> Self {
        let (groups, sequences, dealt) = ([0; SUITS], [0; SUITS], [0; MAX_ROUNDS]);
        Self { deck, rounds, next: u64::MAX, end: 0, tied: 1, groups, sequences, dealt }
    }

    /// Whether `index` follows that of the last hand.
    #[inline(always)]
    pub(super) fn leads_to(&self, index: u64) -> bool {
        self.next == index
    }

    /// Continues from a hand that was found in another way.
    #[inline(always)]
    pub(super) fn pass(&mut self, index: u64) {
        (self.next, self.end) = (index.wrapping_add(1), 0);
    }

    /// The canonical hand of the next index; `out` takes exactly its cards.
    #[inline(always)]
    pub(super) fn step<B: Bits>(&mut self, bits: B, out: &mut [u8]) {
        if self.next < self.end {
            let mut suit = self.tied - 1;
            // The group indices of tied suits are in descending order.
            while suit > 0 && self.groups[suit] == self.groups[suit - 1] {
                self.groups[suit] = 0;
                self.deal(bits, suit);
                suit -= 1;
            }
            self.groups[suit] += 1;
            self.deal(bits, suit);
        } else {
            self.seek(bits);
        }
        self.next += 1;
        let mut out = out;
        for (round, &dealt) in self.rounds.iter().zip(&self.dealt) {
            let (cards, later) = out.split_at_mut(round.cards);
            let mut dealt = dealt;
            for card in cards {
                *card = card_at(dealt.trailing_zeros());
                dealt &= dealt.wrapping_sub(1);
            }
            out = later;
        }
    }

    /// Finds the suits of the next index, which is below the size of the last round.
    #[inline(never)]
    fn seek<B: Bits>(&mut self, bits: B) {
        let Some(last) = self.rounds.last() else { return };
        let at;
        (at, self.groups) = groups(last, self.next);
        self.sequences = last.sequences[at];
        let record = &last.records[at];
        self.tied = 1 + record.places.iter().take_while(|&&place| place == 0).count();
        let size = match record.places.get(self.tied - 1) {
            Some(&place) => place,
            None => last.records.get(at + 1).map_or(last.size, |next| next.offset) - record.offset,
        };
        self.end = self.next - (self.next - record.offset) % size + size;
        self.dealt = [0; MAX_ROUNDS];
        (0..SUITS).for_each(|suit| self.deal(bits, suit));
    }

    /// Deals a suit the ranks of its group index.
    #[inline(always)]
    fn deal<B: Bits>(&mut self, bits: B, suit: usize) {
        let (mut free, mut left) = (self.deck.ranks, self.deck.n_ranks as usize);
        let mut group = self.groups[suit & 3];
        let sequence = self.sequences[suit & 3];
        for (at, dealt) in self.dealt[..self.rounds.len().min(MAX_ROUNDS)].iter_mut().enumerate() {
            let count = count_in(sequence, at);
            if count > 0 {
                let ranks = take_digit(bits, &mut group, &mut left, &mut free, count);
                *dealt = *dealt & !(u64::from(ALL_RANKS) << (13 * suit)) | u64::from(ranks) << (13 * suit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::indexer::HandIndexer;
    use crate::runtime::Run;
    use crate::runtime::cpu::Level;

    /// Compares consecutive indices around the ends of all configurations, and in small games all indices, with hands that
    /// are found one by one.
    #[test]
    fn steps_lead_to_the_hands_of_their_indices() {
        for (game, n_ranks, n_suits) in [
            (&[2, 3, 1, 1][..], 13, 4),
            (&[4, 3, 1, 1], 13, 4),
            (&[4], 13, 4),
            (&[1, 1, 1, 1], 13, 4),
            (&[8, 4], 3, 4),
            (&[13], 13, 4),
            (&[2, 2], 5, 3),
            (&[1, 1], 3, 2),
        ] {
            let indexer = HandIndexer::with_deck(game, n_ranks, n_suits).unwrap();
            let round = game.len() - 1;
            let (size, width) = (indexer.size(round).unwrap(), indexer.cards_through(round).unwrap());
            let mut indices: Vec<u64> = if size < 1 << 17 { (0..size).collect() } else { Vec::new() };
            for configuration in indexer.configurations(round).unwrap() {
                let offset = configuration.offset;
                // Far enough to see tied suits pass each other, from both sides; then backwards, and with gaps.
                indices.extend(offset.saturating_sub(40)..size.min(offset + 300));
                indices.extend((offset..size.min(offset + 5)).rev());
                indices.extend((offset..size.min(offset + 40)).filter(|index| index % 4 != 0));
            }
            let mut expected = vec![0; indices.len() * width];
            for (&index, out) in indices.iter().zip(expected.chunks_mut(width)) {
                indexer.unindex(round, index, out).unwrap();
            }
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let mut found = vec![0; expected.len()];
                indexer.unindex_rows(round, &indices, &mut found, &mut Run::new(1).at(level)).unwrap();
                assert!(found == expected, "{indexer:?}, {level}");
            }
            let mut found = vec![0; size.min(1000) as usize * width];
            let range = size - found.len() as u64 / width as u64..size;
            indexer.unindex_range(round, range.clone(), &mut found, &mut Run::new(1)).unwrap();
            for (index, hand) in range.zip(found.chunks(width)) {
                assert_eq!(indexer.index(round, hand), Ok(index));
            }
        }
    }
}
