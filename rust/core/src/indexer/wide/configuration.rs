//! Suit configurations of a wide deck: the number of cards of each suit in each round, up to suit isomorphism.
//!
//! A suit's *sequence* is the number of its cards in each round; the sequences, largest first, are the *configuration*.
//! Configurations are in ascending order, the largest sequence compared first. Those of a round come from those of the round
//! before: its cards are distributed over the suits, where tied suits receive no more than the one before them. The sequences
//! stay in order, and every configuration is found once.

use super::deck::{MAX_SUITS, WideDeck};
use super::rank_sets::ways;
use super::tied::multisets;
use crate::error::{Error, Result};
use crate::memory::{try_push, try_with_capacity};

/// Maximum number of configurations of a round, which bounds the memory.
pub(super) const MAX_CONFIGURATIONS: usize = 1 << 18;

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
        // A class has at most a deal for each order of the suits. Twice that leaves room for rounding; the sizes decide the
        // rest, and they fit in 128 bits if the deals are no more than this.
        let orders = (1..=deck.n_suits).product::<usize>() as f64;
        if deals / (2.0 * orders) > u64::MAX as f64 {
            return Err(too_large(game, at, &format!("at least {:.1e}", deals / orders)));
        }
        let before: Vec<Suits> = match rounds.last() {
            Some(round) => round.records.iter().map(|record| record.suits).collect(),
            None => vec![[0; MAX_SUITS]],
        };
        let mut dealing = Dealing { at, deck, found: Vec::new() };
        for suits in &before {
            dealing.deal(*suits, suits, 0, cards)?;
            if dealing.found.len() > MAX_CONFIGURATIONS {
                return Err(Error::InvalidArgument(format!(
                    "the game {game:?} has more than {MAX_CONFIGURATIONS} suit configurations in round {at}"
                )));
            }
        }
        let mut found = dealing.found;
        found.sort_unstable();
        let (records, size) = measured(&found, at, deck)?;
        let Ok(size) = u64::try_from(size) else { return Err(too_large(game, at, &size.to_string())) };
        rounds.push(Round { cards, through, records, size });
    }
    Ok(rounds)
}

fn too_large(game: &[usize], round: usize, size: &str) -> Error {
    Error::Overflow(format!("the number of hands of the game {game:?} in round {round}, {size},"))
}

/// The configurations of a round, as they are found.
struct Dealing {
    at: usize,
    deck: WideDeck,
    found: Vec<Suits>,
}

impl Dealing {
    /// Distributes `cards` over the suits from place `p` on; `before` has the sequences of the round before.
    fn deal(&mut self, mut suits: Suits, before: &Suits, p: usize, cards: usize) -> Result<()> {
        if p == self.deck.n_suits {
            return if cards == 0 { try_push(&mut self.found, suits) } else { Ok(()) };
        }
        let left = |suit: Sequence| self.deck.n_ranks - dealt(suit);
        // What the later suits cannot take.
        let room: usize = before[p + 1..self.deck.n_suits].iter().map(|&suit| left(suit)).sum();
        let mut most = cards.min(left(before[p]));
        if p > 0 && before[p] == before[p - 1] {
            most = most.min(count_in(suits[p - 1], self.at));
        }
        for count in cards.saturating_sub(room)..=most {
            suits[p] = before[p] | (count as Sequence) << shift(self.at);
            if self.found.len() <= MAX_CONFIGURATIONS {
                self.deal(suits, before, p + 1, cards - count)?;
            }
        }
        Ok(())
    }
}

/// The cards of a sequence.
fn dealt(sequence: Sequence) -> usize {
    sequence.to_be_bytes().iter().map(|&count| usize::from(count)).sum()
}

/// Every configuration with its offset and place values, and the number of hand indices. A size beyond 64 bits is exact, the
/// records are then of no use.
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
