//! What the census evaluates: fixed cards with each of the first combinations, whose keys stand side by side.

use crate::cards::{COMBO_COUNT, COMBOS};
use crate::evaluator::keys::CARD_KEYS;
use crate::evaluator::rules::Category;

/// Combinations, rounded up to whole vectors.
pub(in crate::evaluator) const PADDED: usize = COMBO_COUNT.next_multiple_of(LANES);
/// Strengths counted together.
pub(in crate::evaluator) const LANES: usize = 32;

/// The key sum of every combination.
pub(in crate::evaluator) static PAIR_KEYS: [u32; PADDED] = {
    let mut keys = [0; PADDED];
    let mut i = 0;
    while i < COMBO_COUNT {
        keys[i] = CARD_KEYS[COMBOS[i][0] as usize] + CARD_KEYS[COMBOS[i][1] as usize];
        i += 1;
    }
    keys
};

/// By suit: the ranks of that suit in every combination.
pub(in crate::evaluator) static PAIR_RANKS: [[u16; PADDED]; 4] = {
    let mut ranks = [[0; PADDED]; 4];
    let mut i = 0;
    while i < COMBO_COUNT {
        let [low, high] = COMBOS[i];
        ranks[(low & 3) as usize][i] |= 1 << (low >> 2);
        ranks[(high & 3) as usize][i] |= 1 << (high >> 2);
        i += 1;
    }
    ranks
};

/// The strengths of one run.
pub(in crate::evaluator) type RunStrengths = [u16; PADDED];

/// How many strengths reached category `i + 1`, at element `i`.
pub(in crate::evaluator) type Reached = [u64; THRESHOLDS.len()];

/// The least strength of every category but the first.
pub(in crate::evaluator) const THRESHOLDS: [u16; Category::ALL.len() - 1] = {
    let mut thresholds = [0; Category::ALL.len() - 1];
    let mut least = 1;
    let mut i = 0;
    while i < thresholds.len() {
        least += Category::ALL[i].count();
        thresholds[i] = least;
        i += 1;
    }
    thresholds
};
