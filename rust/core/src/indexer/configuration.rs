//! Suit configurations: the number of cards of each suit in each round, up to suit isomorphism.
//!
//! A suit's *sequence* is the number of its cards in each round; the sequences of the four suits, largest first, are
//! the *configuration*. Configurations of a round are in ascending order, the largest suit's sequence compared first.
//!
//! For the kernels, every distribution of the rounds dealt so far over the (named) suits has a number, the *state*: `state =
//! (state before) * (ways of this round) + (way)`. One load gives the configuration of a state and the permutation that
//! sorts the suits.

use std::fmt;

use super::rank_set::BINOMIAL;
use super::tied_suits::multisets;
use crate::combinatorics::sort_few;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_resize, try_with_capacity};

/// Suits of a full deck; a smaller deck leaves the last ones empty.
pub(super) const SUITS: usize = 4;
/// Maximum number of states of a round, which bounds the memory.
pub(super) const MAX_STATES: usize = 1 << 22;
/// Maximum number of configurations of a round.
const MAX_CONFIGURATIONS: usize = 1 << 16;

/// The counts of one suit, four bits a round, round 0 highest: integers compare as sequences do.
pub(super) type Sequence = u32;

/// The count that `sequence` has in `round`.
#[inline(always)]
pub(super) const fn count_in(sequence: Sequence, round: usize) -> usize {
    (sequence >> (28 - 4 * round) & 15) as usize
}

/// One configuration of a round, for readers; the kernels use the tables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// `counts[p][i]`: the cards that the suit in place `p` (largest sequence first) receives in round `i`.
    pub counts: Vec<Vec<usize>>,
    /// The number of group indices of each suit.
    pub suit_sizes: Vec<u64>,
    /// The first hand index of the configuration.
    pub offset: u64,
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (p, counts) in self.counts.iter().enumerate() {
            let bar = if p == 0 { "" } else { "|" };
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            write!(f, "{bar}{}", counts.join("."))?;
        }
        Ok(())
    }
}

/// The data that combines a hand's group indices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// The first hand index of the configuration.
    pub(super) offset: u64,
    /// `places[p - 1]`: the place value of the suit in place `p > 0` (place 0 has 1). Zero marks a suit that is tied
    /// with the one before it. Empty suits are never marked: their group index is 0.
    pub(super) places: [u64; SUITS - 1],
}

/// The tables of one round.
#[derive(Debug, Clone)]
pub(super) struct Round {
    /// Cards dealt in this round.
    pub(super) cards: usize,
    /// Cards dealt up to and including this round.
    pub(super) through: usize,
    /// The number of ways to distribute this round's cards over the suits.
    pub(super) n_ways: u32,
    /// The way of a key, which is four bits of count for each of the first three suits.
    pub(super) ways: Vec<u16>,
    /// The configuration of a state.
    pub(super) configurations: Vec<u16>,
    /// The suit in each place of a state's configuration, two bits a place, place 0 lowest.
    pub(super) permutations: Vec<u8>,
    pub(super) records: Vec<Record>,
    pub(super) sequences: Vec<[Sequence; SUITS]>,
    /// The number of hand indices.
    pub(super) size: u64,
}

impl Round {
    /// The tables of every round of a game that is known to be well formed.
    pub(super) fn of_game(cards_per_round: &[usize], n_ranks: usize, n_suits: usize) -> Result<Vec<Self>> {
        let mut rounds: Vec<Self> = Vec::with_capacity(cards_per_round.len());
        // The sequences of every state, suit by suit.
        let mut states = vec![[0; SUITS]];
        for (at, &cards) in cards_per_round.iter().enumerate() {
            let (keys, ways) = ways_of_round(cards, n_ranks, n_suits)?;
            let too_many = || {
                Error::InvalidArgument(format!(
                    "the game {cards_per_round:?} has too many suit configurations in round {at}"
                ))
            };
            if states.len() * ways.len() > MAX_STATES {
                return Err(too_many());
            }
            let shift = 28 - 4 * at;
            let mut longer = try_with_capacity(states.len() * ways.len())?;
            for before in &states {
                longer.extend(ways.iter().map(|way| std::array::from_fn(|s| before[s] | u32::from(way[s]) << shift)));
            }
            states = longer;
            let through = rounds.last().map_or(0, |r| r.through) + cards;
            let mut round = Self {
                cards,
                through,
                n_ways: ways.len() as u32,
                ways: keys,
                configurations: Vec::new(),
                permutations: Vec::new(),
                records: Vec::new(),
                sequences: Vec::new(),
                size: 0,
            };
            round.sort_states(&states, at, n_ranks)?.ok_or_else(too_many)?;
            round.measure(at, n_ranks).ok_or_else(|| {
                Error::Overflow(format!("the number of hands of the game {cards_per_round:?} in round {at}"))
            })?;
            rounds.push(round);
        }
        Ok(rounds)
    }

    /// Lists the configurations in their order and the configuration of every state; `None` if there are too many.
    fn sort_states(&mut self, states: &[[Sequence; SUITS]], at: usize, n_ranks: usize) -> Result<Option<()>> {
        let fits = |suits: &[Sequence; SUITS]| {
            suits.iter().all(|&s| (0..=at).map(|round| count_in(s, round)).sum::<usize>() <= n_ranks)
        };
        // Every configuration is a state whose suits are sorted.
        let is_sorted = |suits: &&[Sequence; SUITS]| suits.is_sorted_by(|a, b| a >= b) && fits(suits);
        let mut sequences = try_collect(states.iter().filter(is_sorted).map(|&suits| Ok(suits)))?;
        sequences.sort_unstable();
        if sequences.len() > MAX_CONFIGURATIONS {
            return Ok(None);
        }
        self.configurations = try_with_capacity(states.len())?;
        self.permutations = try_with_capacity(states.len())?;
        self.records = try_with_capacity(sequences.len())?;
        for suits in states {
            let mut order = [0, 1, 2, 3];
            sort_few(&mut order, &|&a: &usize, &b| suits[a] > suits[b]);
            let sorted = order.map(|s| suits[s]);
            // A state with more ranks of a suit than there are is never reached: any number will do.
            self.configurations.push(sequences.binary_search(&sorted).unwrap_or(0) as u16);
            self.permutations.push(order.iter().rev().fold(0, |packed, &s| packed << 2 | s as u8));
        }
        self.sequences = sequences;
        Ok(Some(()))
    }

    /// Gives every configuration its offset and place values; `None` if the size overflows.
    fn measure(&mut self, at: usize, n_ranks: usize) -> Option<()> {
        for suits in &self.sequences {
            let mut places = [0; SUITS];
            let mut size = 1u64;
            let mut p = 0;
            while p < SUITS {
                let tied = suits[p..].iter().take_while(|&&s| s == suits[p]).count();
                places[p] = size;
                if suits[p] == 0 {
                    places[p..].fill(size);
                } else {
                    size = size.checked_mul(multisets(suit_size(suits[p], at, n_ranks), tied)?)?;
                }
                p += tied;
            }
            self.records.push(Record { offset: self.size, places: [places[1], places[2], places[3]] });
            self.size = self.size.checked_add(size)?;
        }
        Some(())
    }

    /// The configuration with the number `number`.
    pub(super) fn spell(&self, number: usize, at: usize, n_ranks: usize, n_suits: usize) -> Configuration {
        let suits = &self.sequences[number][..n_suits];
        Configuration {
            counts: suits.iter().map(|&s| (0..=at).map(|round| count_in(s, round)).collect()).collect(),
            suit_sizes: suits.iter().map(|&s| suit_size(s, at, n_ranks)).collect(),
            offset: self.records[number].offset,
        }
    }

    /// The number of the configuration of suits, in any order, that receive `counts` in rounds `0..=at`, if it exists.
    pub(super) fn find<C: AsRef<[usize]>>(&self, counts: &[C], at: usize, n_suits: usize) -> Option<usize> {
        if counts.len() != n_suits {
            return None;
        }
        let mut suits = [0; SUITS];
        for (suit, counts) in suits.iter_mut().zip(counts) {
            let counts = counts.as_ref();
            // Four bits per count; no deck has larger ones.
            if counts.len() != at + 1 || counts.iter().any(|&count| count > 15) {
                return None;
            }
            *suit = counts.iter().enumerate().map(|(round, &count)| (count as Sequence) << (28 - 4 * round)).sum();
        }
        sort_few(&mut suits, &|a, b| a > b);
        self.sequences.binary_search(&suits).ok()
    }

    /// The memory of the tables.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ways[..])
            + size_of_val(&self.configurations[..])
            + size_of_val(&self.permutations[..])
            + size_of_val(&self.records[..])
            + size_of_val(&self.sequences[..])
    }
}

/// The number of ways to deal a suit its sequence of rounds `0..=at`.
fn suit_size(sequence: Sequence, at: usize, n_ranks: usize) -> u64 {
    let mut left = n_ranks;
    let mut size = 1;
    for round in 0..=at {
        let count = count_in(sequence, round);
        size *= u64::from(BINOMIAL[left][count]);
        left -= count;
    }
    size
}

/// The distributions of `cards` over the suits, and the table from a key to the number of its distribution.
fn ways_of_round(cards: usize, n_ranks: usize, n_suits: usize) -> Result<(Vec<u16>, Vec<[u8; SUITS]>)> {
    let most = cards.min(n_ranks);
    let most_of = |suit: usize| if suit < n_suits { most } else { 0 };
    // Only keys of hands that hold the right number of cards are looked up.
    let mut keys = Vec::new();
    let mut ways = Vec::new();
    // The last suit takes the remaining cards; the first varies slowest.
    for a in 0..=most_of(0) {
        for b in 0..=most_of(1).min(cards - a) {
            for c in 0..=most_of(2).min(cards - a - b) {
                let d = cards - a - b - c;
                if d <= most_of(3) {
                    let key = c << 8 | b << 4 | a;
                    let len = keys.len().max(key + 1);
                    try_resize(&mut keys, len, 0)?;
                    keys[key] = ways.len() as u16;
                    ways.push([a, b, c, d].map(|n| n as u8));
                }
            }
        }
    }
    Ok((keys, ways))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_configurations_with_named_suits() {
        for (game, n_ranks, n_suits) in
            [(&[2usize, 3, 1, 1][..], 13, 4), (&[2, 3, 1, 1], 5, 4), (&[1, 1], 3, 2), (&[6], 2, 3)]
        {
            for (at, round) in Round::of_game(game, n_ranks, n_suits).unwrap().iter().enumerate() {
                assert!(round.sequences.is_sorted());
                let mut seen = vec![0u32; round.sequences.len()];
                for (&configuration, &packed) in round.configurations.iter().zip(&round.permutations) {
                    let places: u8 = (0..4).map(|p| 1 << (packed >> (2 * p) & 3)).sum();
                    assert_eq!(places, 15, "not a permutation");
                    seen[configuration as usize] += 1;
                }
                for (i, (suits, &seen)) in round.sequences.iter().zip(&seen).enumerate() {
                    assert!(suits.is_sorted_by(|a, b| a >= b));
                    for (k, &cards) in game[..=at].iter().enumerate() {
                        assert_eq!(suits.iter().map(|&s| count_in(s, k)).sum::<usize>(), cards);
                    }
                    // As many states as distinct arrangements over the suits of the deck.
                    let mut ways = 1;
                    let mut run = 1;
                    for p in 0..n_suits {
                        run = if p > 0 && suits[p] == suits[p - 1] { run + 1 } else { 1 };
                        ways = ways * (p as u32 + 1) / run;
                    }
                    // Unreachable states count as configuration 0.
                    assert!(if i == 0 { seen >= ways } else { seen == ways });
                }
            }
        }
    }
}
