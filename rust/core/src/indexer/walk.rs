//! The canonical hands of indices near each other: of a hand only the suits that change are dealt again.
//!
//! An index is a number in mixed radix, and its digits are the group indices of the suits, those of tied suits together. The
//! last of the suits that are tied with the largest one changes first: from an index to the next ones, its group index grows by
//! as much as the index, until it reaches that of the suit before it.

use super::bits::Bits;
use super::configuration::{Round, SUITS, Sequence, count_in};
use super::hand_indexer::{DeckWords, MAX_ROUNDS, card_at};
use super::rank_set::ALL_RANKS;
use super::unindex::{configuration_of, deal_hand, groups, take_digit};

/// The last hand, from which the next one is made.
pub(super) struct Walk<'a> {
    deck: &'a DeckWords,
    rounds: &'a [Round],
    /// The number of the configuration of the last hand.
    at: usize,
    /// The first index of this configuration, and the number of its indices.
    configuration: (u64, u64),
    /// The first index at which only `suit` differs from the last hand, and the number of these indices. None after the first
    /// hand of a configuration, whose suits are not kept: most are also the last.
    window: (u64, u64),
    suit: usize,
    groups: [u64; SUITS],
    sequences: [Sequence; SUITS],
    /// The cards of each round, bit `13 * suit + rank`.
    dealt: [u64; MAX_ROUNDS],
}

impl<'a> Walk<'a> {
    /// A walk without a hand.
    pub(super) fn new(deck: &'a DeckWords, rounds: &'a [Round]) -> Self {
        let (groups, sequences, dealt) = ([0; SUITS], [0; SUITS], [0; MAX_ROUNDS]);
        Self { deck, rounds, at: 0, configuration: (0, 0), window: (0, 0), suit: 0, groups, sequences, dealt }
    }

    /// The canonical hand of an index below the size of the last round; `out` takes exactly its cards.
    #[inline(always)]
    pub(super) fn go_to<B: Bits>(&mut self, bits: B, index: u64, out: &mut [u8]) {
        let group = index.wrapping_sub(self.window.0);
        if group < self.window.1 {
            self.groups[self.suit & 3] = group;
            self.deal(bits, self.suit);
        } else if group == self.window.1 && self.carries(index) {
            self.carry(bits);
            self.window = (index, self.groups[(self.suit - 1) & 3] + 1);
        } else if index.wrapping_sub(self.configuration.0) < self.configuration.1 {
            self.change_suits(bits, index);
        } else {
            let Some(last) = self.rounds.last() else { return };
            self.at = configuration_of(last, index);
            let first = last.records[self.at].offset;
            let end = last.records.get(self.at + 1).map_or(last.size, |next| next.offset);
            (self.configuration, self.window.1) = ((first, end - first), 0);
            deal_hand(bits, self.deck, self.rounds, self.at, index, out);
            return;
        }
        self.copy_to(out);
    }

    /// Whether the index after the window has other group indices of the first suits, those tied with the largest, and the same
    /// of the others.
    #[inline(always)]
    fn carries(&self, index: u64) -> bool {
        let Some(last) = self.rounds.last() else { return false };
        let size = last.records[self.at].places.get(self.suit).unwrap_or(&self.configuration.1);
        self.suit > 0 && self.window.1 > 0 && !(index - self.configuration.0).is_multiple_of(*size)
    }

    /// Goes to the index after the window, where a suit tied with the largest has reached the one before it: that one
    /// grows by one, unless it has itself reached the one before.
    #[inline(always)]
    fn carry<B: Bits>(&mut self, bits: B) {
        let mut suit = self.suit & 3;
        loop {
            self.groups[suit] = 0;
            self.deal(bits, suit);
            suit = suit.wrapping_sub(1) & 3;
            if suit == 0 || self.groups[suit] < self.groups[suit - 1] {
                break;
            }
        }
        self.groups[suit] += 1;
        self.deal(bits, suit);
    }

    /// Goes to another index of the configuration.
    #[inline(always)]
    fn change_suits<B: Bits>(&mut self, bits: B, index: u64) {
        let Some(last) = self.rounds.last() else { return };
        let record = &last.records[self.at];
        let before = self.groups;
        self.groups = groups(record, index);
        if self.window.1 == 0 {
            self.sequences = last.sequences[self.at];
            self.suit = record.places.iter().take_while(|&&place| place == 0).count();
            self.dealt = [0; MAX_ROUNDS];
            (0..SUITS).for_each(|suit| self.deal(bits, suit));
        } else {
            for (suit, before) in before.into_iter().enumerate() {
                if self.groups[suit] != before {
                    self.deal(bits, suit);
                }
            }
        }
        let group = self.groups[self.suit & 3];
        let length = if self.suit == 0 { record.places[0] } else { self.groups[(self.suit - 1) & 3] + 1 };
        self.window = (index - group, length);
    }

    /// Writes the cards of the hand.
    #[inline(always)]
    fn copy_to(&self, out: &mut [u8]) {
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
