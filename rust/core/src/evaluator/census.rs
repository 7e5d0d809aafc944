//! Every hand there is: how many of the C(52, n) hands fall in each category, by evaluating them all.
//!
//! The n - 2 highest cards are fixed in turn; the two others are then all combinations below the lowest of them, which
//! stand first in the order of combination numbers: one run over a prefix of an array of pair keys. A flush is looked
//! for only when the fixed cards leave one possible.

use std::sync::{Mutex, PoisonError};

use super::kernels::count_reached;
use super::kernels::pairs::{PADDED, Reached, RunStrengths, THRESHOLDS};
use super::keys::CARD_KEYS;
use super::one::HAND_SIZES;
use super::rules::Category;
use crate::cards::{COMBO_COUNT, COMBOS, combo_id};
use crate::combinatorics::choose_small;
use crate::error::{Error, Result, Row};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;

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
    match hand_size {
        5 => census::<5>(run),
        6 => census::<6>(run),
        7 => census::<7>(run),
        found => Err(Error::CardCount { row: Row(None), expected: HAND_SIZES, found }),
    }
}

fn census<const N: usize>(run: &mut Run<'_>) -> Result<CategoryCounts> {
    let level = run.level();
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
    let all = choose_small(52, N).into();
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
    level: Proven,
    strengths: RunStrengths,
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
        count_reached::<N>(self.level, fixed.sum, flush, pairs, &mut self.strengths, &mut self.reached);
    }
}
