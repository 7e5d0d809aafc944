//! Runs of the census: hands that share their highest cards.
//!
//! The fixed cards are joined by each pair, or each triple, of cards below the lowest of them. These stand first in
//! colexicographic order, so that a run is a prefix of an array.

use crate::cards::{COMBO_COUNT, COMBOS, DECK};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::rules::Category;
use crate::evaluator::tables::hash_of_rank;
use crate::memory::try_vec;

/// Triples of a vector at v4.
pub(super) const LANES: usize = 32;

/// The hash of the ranks of every combination.
pub(super) static PAIR_HASHES: [u32; COMBO_COUNT] = {
    let mut hashes = [0; COMBO_COUNT];
    let mut i = 0;
    while i < COMBO_COUNT {
        hashes[i] = hash_of_rank(COMBOS[i][0] >> 2).wrapping_add(hash_of_rank(COMBOS[i][1] >> 2));
        i += 1;
    }
    hashes
};

/// By suit: the ranks of that suit in every combination.
pub(super) static PAIR_RANKS: [[u16; COMBO_COUNT]; 4] = {
    let mut ranks = [[0; COMBO_COUNT]; 4];
    let mut i = 0;
    while i < COMBO_COUNT {
        let [low, high] = COMBOS[i];
        ranks[(low & 3) as usize][i] |= 1 << (low >> 2);
        ranks[(high & 3) as usize][i] |= 1 << (high >> 2);
        i += 1;
    }
    ranks
};

/// The strengths of one run of pairs.
pub(in crate::evaluator) type RunStrengths = [u16; COMBO_COUNT];

/// The fixed cards of a run: hash of the ranks, and ranks by suit.
#[derive(Clone, Copy, Default)]
pub(in crate::evaluator) struct FixedCards {
    pub(super) hash: u32,
    pub(super) ranks: [u16; 4],
}

impl FixedCards {
    /// The same cards and one more.
    pub(in crate::evaluator) fn with(mut self, card: u8) -> Self {
        self.hash = self.hash.wrapping_add(hash_of_rank(card >> 2));
        self.ranks[(card & 3) as usize] |= 1 << (card >> 2);
        self
    }
}

/// Every triple of cards, as ranks by suit, in groups of lanes; kernels of bit arithmetic run over them.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(in crate::evaluator) struct Triples([Vec<[u16; LANES]>; 4]);

impl Triples {
    pub(in crate::evaluator) fn new() -> Result<Self> {
        let groups = Self::below(DECK).div_ceil(LANES);
        let of_suit = || try_vec([0; LANES], groups);
        let mut by_suit = [of_suit()?, of_suit()?, of_suit()?, of_suit()?];
        let triples = (0..DECK).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
        for (i, triple) in triples.enumerate() {
            for card in triple {
                by_suit[usize::from(card & 3)][i / LANES][i % LANES] |= 1 << (card >> 2);
            }
        }
        Ok(Self(by_suit))
    }

    /// How many triples have all cards below `lowest`; they come first.
    pub(super) fn below(lowest: u8) -> usize {
        choose_small(lowest.into(), 3) as usize
    }

    /// The ranks of each suit.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(super) fn by_suit(&self) -> &[Vec<[u16; LANES]>; 4] {
        &self.0
    }
}

/// How many strengths reached category `i + 1`, at element `i`.
pub(in crate::evaluator) type Reached = [u64; THRESHOLDS.len()];

/// The least strength of every category but the first.
pub(in crate::evaluator) const THRESHOLDS: [u16; Category::ALL.len() - 1] = {
    let mut thresholds = [0; Category::ALL.len() - 1];
    let mut i = 0;
    while i < thresholds.len() {
        thresholds[i] = Category::ALL[i + 1].least();
        i += 1;
    }
    thresholds
};
