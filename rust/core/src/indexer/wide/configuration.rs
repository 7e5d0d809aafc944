//! Suit configurations of a wide deck: the number of cards of each suit in each round, up to suit isomorphism.
//!
//! A suit's *sequence* is the number of its cards in each round; the sequences, largest first, are the *configuration*.
//! Configurations are in ascending order, the largest sequence compared first. Those of a round come from those of the round
//! before: its cards are distributed over the suits, where tied suits receive no more than the one before them. So the
//! sequences stay in order, and every configuration is found once.

use super::deck::{MAX_SUITS, WideDeck};
use super::rank_sets::ways;
use super::tied::multisets;
use crate::error::{Error, Result};
use crate::memory::{try_push, try_with_capacity};

/// Maximum number of configurations of a round, which bounds the memory.
pub(super) const MAX_CONFIGURATIONS: usize = 1 << 20;

/// With more deals a game has more than 2^64 classes, as 8! < 2^16; with up to as many, products of a number of classes and one
/// of group indices, at most 16!, fit in 128 bits.
const MOST_DEALS: f64 = (1u128 << 83) as f64;

/// The counts of one suit, a byte a round, round 0 highest: integers compare as sequences do.
pub(super) type Sequence = u64;

/// The sequences of all suits, largest first.
pub(super) type Suits = [Sequence; MAX_SUITS];

/// The place of the count of a round in a [`Sequence`].
#[inline]
pub(super) fn shift(round: usize) -> usize {
    56 - 8 * round
}

/// The count that `sequence` has in `round`.
#[inline]
pub(super) fn count_in(sequence: Sequence, round: usize) -> usize {
    (sequence >> shift(round) & 0xff) as usize
}

/// One configuration of a round.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) suits: Suits,
    /// The place value of the first of tied suits, which share a digit. Zero for the others, and for suits without a card.
    pub(super) places: [u64; MAX_SUITS],
    /// The first hand index of the configuration.
    pub(super) offset: u64,
}

/// The configurations of a round.
#[derive(Debug, Clone)]
pub(super) struct Round {
    /// Cards dealt in this round.
    pub(super) cards: usize,
    /// Cards dealt up to and including this round.
    pub(super) through: usize,
    pub(super) records: Vec<Record>,
    /// The number of hand indices.
    pub(super) size: u64,
}

/// The rounds of a game that is known to be well formed.
pub(super) fn rounds_of(game: &[usize], deck: WideDeck) -> Result<Vec<Round>> {
    let mut rounds: Vec<Round> = Vec::with_capacity(game.len());
    let (mut through, mut deals) = (0, 1.0);
    for (at, &cards) in game.iter().enumerate() {
        deals *= (0..cards).map(|k| (deck.len() - through - k) as f64 / (k + 1) as f64).product::<f64>();
        through += cards;
        if deals > MOST_DEALS {
            // A class has at most a deal for each order of the suits.
            let orders = (1..=deck.n_suits).product::<usize>() as f64;
            return Err(too_large(game, at, &format!("at least {:.1e}", deals / orders)));
        }
        let before: Vec<Suits> = match rounds.last() {
            Some(round) => round.records.iter().map(|record| record.suits).collect(),
            None => vec![[0; MAX_SUITS]],
        };
        let mut dealing = Dealing { at, deck, found: Vec::new() };
        dealing.deal(&before, [0; MAX_SUITS], 0, cards)?;
        let found = dealing.found;
        if found.len() > MAX_CONFIGURATIONS {
            return Err(Error::InvalidArgument(format!(
                "the game {game:?} has more than {MAX_CONFIGURATIONS} suit configurations in round {at}"
            )));
        }
        let (records, size) = measured(&found, at, deck)?;
        let Ok(size) = u64::try_from(size) else { return Err(too_large(game, at, &size.to_string())) };
        rounds.push(Round { cards, through, records, size });
    }
    Ok(rounds)
}

fn too_large(game: &[usize], round: usize, size: &str) -> Error {
    Error::Overflow(format!("the number of hands of the game {game:?} in round {round}, {size},"))
}

/// The configurations of a round, found so far.
struct Dealing {
    at: usize,
    deck: WideDeck,
    found: Vec<Suits>,
}

impl Dealing {
    /// Distributes `cards` over the suits from place `p` on. The configurations `before` have the same sequences in the places
    /// before. They are in ascending order, and so are those found.
    fn deal(&mut self, before: &[Suits], mut suits: Suits, p: usize, cards: usize) -> Result<()> {
        let WideDeck { n_ranks, n_suits, .. } = self.deck;
        if p == n_suits {
            return try_push(&mut self.found, suits);
        }
        // The later suits take at most all of their ranks. The last suit takes all cards that are left.
        let least = cards.saturating_sub(n_ranks * (n_suits - p - 1));
        let least = if p + 1 == n_suits { cards } else { least };
        for same in before.chunk_by(|a, b| a[p] == b[p]) {
            let sequence = same[0][p];
            let mut most = cards.min(n_ranks - dealt(sequence));
            if p > 0 && sequence == same[0][p - 1] {
                most = most.min(count_in(suits[p - 1], self.at));
            }
            for count in least..=most {
                suits[p] = sequence | (count as Sequence) << shift(self.at);
                if self.found.len() <= MAX_CONFIGURATIONS {
                    self.deal(same, suits, p + 1, cards - count)?;
                }
            }
        }
        Ok(())
    }
}

/// The cards of a sequence.
fn dealt(sequence: Sequence) -> usize {
    sequence.to_be_bytes().iter().map(|&count| usize::from(count)).sum()
}

/// Every configuration with its offset and place values, and the number of hand indices. The records are of no use if that does
/// not fit in 64 bits.
fn measured(found: &[Suits], at: usize, deck: WideDeck) -> Result<(Vec<Record>, u128)> {
    let mut records = try_with_capacity(found.len())?;
    let mut total = 0u128;
    for suits in found {
        let mut places = [0; MAX_SUITS];
        let mut size = 1u128;
        let mut p = 0;
        while p < MAX_SUITS && suits[p] != 0 {
            let tied = suits[p..].iter().take_while(|&&suit| suit == suits[p]).count();
            places[p] = size as u64;
            size = size.saturating_mul(multisets(suit_size(suits[p], at, deck.n_ranks), tied).unwrap_or(u128::MAX));
            p += tied;
        }
        records.push(Record { suits: *suits, places, offset: total as u64 });
        total = total.saturating_add(size);
    }
    Ok((records, total))
}

/// The number of ways to deal a suit its sequence of rounds `0..=at`.
pub(super) fn suit_size(sequence: Sequence, at: usize, n_ranks: usize) -> u64 {
    let mut left = n_ranks;
    let mut size = 1;
    for round in 0..=at {
        let count = count_in(sequence, round);
        size *= ways(left, count);
        left -= count;
    }
    size
}
