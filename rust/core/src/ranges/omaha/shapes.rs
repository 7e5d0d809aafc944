//! The named shapes of hands: `$ds`, `$ss`, `$np`, `$op`, `$tp`, `$nt`.

use super::hand_bits::{HandBits, Matcher};
use crate::cards::{CLUBS, SUITS};
use crate::error::Result;
use crate::runtime::Run;

/// A named shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NamedShape {
    /// Number of suits that must have two cards or more: two, or one. With one, two or three other suits have one card each.
    Suits { double: bool },
    /// No rank three times, and this number of ranks twice.
    Ranks { least_pairs: u8, most_pairs: u8 },
}

impl NamedShape {
    /// The shape of this name, which follows a `$`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let ranks = |least_pairs, most_pairs| Self::Ranks { least_pairs, most_pairs };
        Some(match name {
            "ds" => Self::Suits { double: true },
            "ss" => Self::Suits { double: false },
            "np" => ranks(0, 0),
            "op" => ranks(1, 1),
            "tp" => ranks(2, 2),
            "nt" => ranks(0, 3),
            _ => return None,
        })
    }

    /// Adds its hands.
    pub(super) fn insert_into(self, hands: &mut HandBits, run: &mut Run<'_>) -> Result<bool> {
        match self {
            Self::Suits { double } => hands.insert_all(&SuitCounts { double }, run),
            Self::Ranks { least_pairs, most_pairs } => hands.insert_all(&PairCount { least_pairs, most_pairs }, run),
        }
    }
}

struct SuitCounts {
    double: bool,
}

impl SuitCounts {
    fn accepts(&self, counts: [u8; SUITS as usize]) -> bool {
        let with = |least: u8| counts.iter().filter(|&&count| count >= least).count();
        if self.double { with(2) >= 2 } else { with(2) == 1 && with(1) >= 3 }
    }
}

impl Matcher for SuitCounts {
    type State = [u8; SUITS as usize];

    fn start(&self) -> Self::State {
        [0; SUITS as usize]
    }

    fn next(&self, mut counts: Self::State, card: usize, _: usize) -> Option<Self::State> {
        counts[card % 4] += 1;
        Some(counts)
    }

    fn last(&self, counts: Self::State) -> u64 {
        let suits = (0..SUITS as usize).filter(|&suit| {
            let mut counts = counts;
            counts[suit] += 1;
            self.accepts(counts)
        });
        suits.fold(0, |cards, suit| cards | CLUBS << suit)
    }

    fn is_certain(&self, counts: Self::State) -> bool {
        self.double && self.accepts(counts)
    }
}

struct PairCount {
    least_pairs: u8,
    most_pairs: u8,
}

/// The rank of the lowest card so far, its number of cards, and the number of ranks that occur twice.
#[derive(Clone, Copy)]
struct RanksSoFar {
    rank: usize,
    cards: u8,
    pairs: u8,
}

impl Matcher for PairCount {
    type State = RanksSoFar;

    fn start(&self) -> RanksSoFar {
        RanksSoFar { rank: 13, cards: 0, pairs: 0 }
    }

    fn next(&self, state: RanksSoFar, card: usize, left: usize) -> Option<RanksSoFar> {
        let rank = card / 4;
        let cards = if rank == state.rank { state.cards + 1 } else { 1 };
        let pairs = state.pairs + u8::from(cards == 2);
        // Every further card makes at most one pair.
        let is_alive = cards < 3 && pairs <= self.most_pairs && usize::from(pairs) + left >= self.least_pairs.into();
        is_alive.then_some(RanksSoFar { rank, cards, pairs })
    }

    fn last(&self, RanksSoFar { rank, cards, pairs }: RanksSoFar) -> u64 {
        let same = 0b1111 << (4 * rank);
        let right = |pairs| (self.least_pairs..=self.most_pairs).contains(&pairs);
        (if right(pairs) { !same } else { 0 }) | if cards == 1 && right(pairs + 1) { same } else { 0 }
    }

    fn is_certain(&self, _: RanksSoFar) -> bool {
        false
    }
}
