//! Every hand there is: how many of the C(52, n) hands fall in each category, by evaluating them all.
//!
//! The n - 2 highest cards are fixed in turn; the two others are then all combinations below the lowest of them, which
//! stand first in the order of combination numbers: one run over a prefix of an array of pair keys. A flush is looked
//! for only when the fixed cards leave one possible.

use std::sync::{Mutex, PoisonError};

use super::evaluate::HAND_SIZES;
use super::keys::CARD_KEYS;
use super::strength::Category;
use super::tables::{FLUSH, RankTable};
use crate::cards::{COMBO_COUNT, COMBOS, combo_id};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::runtime::cpu::{self, Level};

/// Hands by category, high card first.
pub type CategoryCounts = [u64; Category::ALL.len()];

/// The number of hands of `hand_size` cards in each category, out of all C(52, `hand_size`): every hand is evaluated.
///
/// # Errors
/// [`Error::CardCount`] for a size other than 5, 6, 7; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{evaluator::category_census, runtime::Run};
/// let counts = category_census(5, &mut Run::new(1))?;
/// assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn category_census(hand_size: usize, run: &mut Run<'_>) -> Result<CategoryCounts> {
    category_census_at(cpu::level(), hand_size, run)
}

/// [`category_census`] at a given CPU level, which the CPU must support.
#[doc(hidden)]
pub fn category_census_at(level: Level, hand_size: usize, run: &mut Run<'_>) -> Result<CategoryCounts> {
    assert!(level.is_supported(), "the CPU lacks {level}");
    match hand_size {
        5 => census::<5>(level, run),
        6 => census::<6>(level, run),
        7 => census::<7>(level, run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

/// Combinations, rounded up to whole vectors.
const PADDED: usize = COMBO_COUNT.next_multiple_of(LANES);
/// Strengths counted together.
const LANES: usize = 32;

/// The key sum of every combination.
pub(super) static PAIR_KEYS: [u32; PADDED] = {
    let mut keys = [0; PADDED];
    let mut i = 0;
    while i < COMBO_COUNT {
        keys[i] = CARD_KEYS[COMBOS[i][0] as usize] + CARD_KEYS[COMBOS[i][1] as usize];
        i += 1;
    }
    keys
};

/// By suit: the ranks of that suit in every combination.
pub(super) static PAIR_RANKS: [[u16; PADDED]; 4] = {
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
type Strengths = [u16; PADDED];

/// How many strengths reached category `i + 1`, at element `i`.
pub(super) type Reached = [u64; THRESHOLDS.len()];

/// The least strength of every category but the first.
pub(super) const THRESHOLDS: [u16; Category::ALL.len() - 1] = {
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

fn census<const N: usize>(level: Level, run: &mut Run<'_>) -> Result<CategoryCounts> {
    let total = Mutex::new([0; THRESHOLDS.len()]);
    // One task for the two highest cards; the longest first.
    run.for_each(COMBOS.iter().rev(), COMBO_COUNT, |&[second, first]| {
        let mut task = Task { level, strengths: [0; PADDED], reached: [0; THRESHOLDS.len()] };
        let mut fixed = Fixed::default();
        fixed.add(first);
        fixed.add(second);
        task.descend::<N>(fixed, second, N - 4);
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.iter_mut().zip(task.reached).for_each(|(total, n)| *total += n);
        Ok(())
    })?;
    let reached = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    let all = crate::combinatorics::choose_small(52, N).into();
    Ok(std::array::from_fn(|i| {
        let (this, next) = (i.checked_sub(1).map_or(all, |i| reached[i]), reached.get(i).copied().unwrap_or(0));
        this - next
    }))
}

/// The fixed cards of a hand: key sum, and ranks by suit.
#[derive(Clone, Copy, Default)]
struct Fixed {
    sum: u32,
    ranks: [u16; 4],
}

impl Fixed {
    fn add(&mut self, card: u8) {
        self.sum += CARD_KEYS[card as usize];
        self.ranks[(card & 3) as usize] |= 1 << (card >> 2);
    }
}

/// All hands with the same two highest cards.
struct Task {
    level: Level,
    strengths: Strengths,
    reached: Reached,
}

impl Task {
    /// Fixes `left` more cards below `lowest`, then evaluates the combinations below them all.
    fn descend<const N: usize>(&mut self, fixed: Fixed, lowest: u8, left: usize) {
        if left > 0 {
            for card in 0..lowest {
                let mut fixed = fixed;
                fixed.add(card);
                self.descend::<N>(fixed, card, left - 1);
            }
        } else if lowest >= 2 {
            self.evaluate::<N>(fixed, combo_id(0, lowest) as usize);
        }
    }

    /// Evaluates the fixed cards with each of the first `pairs` combinations.
    fn evaluate<const N: usize>(&mut self, fixed: Fixed, pairs: usize) {
        let flush = (0..4).find(|&suit| fixed.ranks[suit].count_ones() >= 3).map(|suit| (suit, fixed.ranks[suit]));
        let Self { strengths, reached, .. } = self;
        #[cfg(target_arch = "x86_64")]
        if self.level == Level::V4 {
            return super::simd::v4::count_reached::<N>(fixed.sum, flush, pairs, reached);
        }
        pair_strengths::<N>(fixed.sum, flush, pairs, strengths);
        // Strength 0 reaches no category.
        let counted = pairs.next_multiple_of(LANES);
        strengths[pairs..counted].fill(0);
        match self.level {
            #[cfg(target_arch = "x86_64")]
            Level::V3 => super::simd::v3::count_reached(&strengths[..counted], reached),
            _ => count_reached(&strengths[..counted], reached),
        }
    }
}

/// Counts the strengths that reach each category.
fn count_reached(strengths: &[u16], reached: &mut Reached) {
    for (reached, threshold) in reached.iter_mut().zip(THRESHOLDS) {
        // A run is short enough for 16-bit counters.
        let mut counts = [0u16; LANES];
        for strengths in strengths.as_chunks::<LANES>().0 {
            for (count, &strength) in counts.iter_mut().zip(strengths) {
                *count += u16::from(strength >= threshold);
            }
        }
        *reached += u64::from(counts.iter().sum::<u16>());
    }
}

/// The strengths of the fixed cards, whose keys sum to `sum`, with each of the first `pairs` combinations. `flush` is the
/// suit that the fixed cards have three of, and their ranks of it.
fn pair_strengths<const N: usize>(sum: u32, flush: Option<(usize, u16)>, pairs: usize, strengths: &mut Strengths) {
    let table = RankTable::of_size(N);
    let hands = strengths[..pairs].iter_mut().zip(&PAIR_KEYS);
    match flush {
        None => hands.for_each(|(strength, key)| *strength = table.strength(sum + key)),
        Some((suit, fixed)) => {
            for ((strength, key), ranks) in hands.zip(&PAIR_RANKS[suit]) {
                *strength = table.strength(sum + key).max(FLUSH[((fixed | ranks) & 0x1fff) as usize]);
            }
        }
    }
}
