//! A census of all hands: how many of the C(52, n) hands are in each category, by evaluating them all.
//!
//! For each choice of the highest cards, the last two cards (three where the CPU level has a kernel for them) are all
//! combinations below: one run over a prefix of an array.

use super::kernels::runs::{FixedCards, Reached, RunStrengths, Triples};
use super::kernels::{cards_of_run, count_run};
use super::one::HAND_SIZES;
use super::rules::Category;
use crate::cards::{COMBO_COUNT, COMBOS};
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
    let triples = Triples::new()?;
    let add = |all: &mut Reached, part: Reached| all.iter_mut().zip(part).for_each(|(all, n)| *all += n);
    // One task for the two highest cards; the longest first.
    let reached = run.reduce(
        COMBOS.iter().rev(),
        COMBO_COUNT,
        || Ok([0; _]),
        |reached, &[second, first], _| {
            let mut count = RunCensus { level, triples: &triples, strengths: [0; _], reached: [0; _] };
            let highest = FixedCards::default().with(first).with(second);
            count.descend::<N>(highest, second, N - 2 - cards_of_run(level));
            add(reached, count.reached);
            Ok(())
        },
        |all, part| {
            add(all, part);
            Ok(())
        },
    )?;
    let all = choose_small(52, N).into();
    Ok(std::array::from_fn(|i| {
        let (this, next) = (i.checked_sub(1).map_or(all, |i| reached[i]), reached.get(i).copied().unwrap_or(0));
        this - next
    }))
}

/// Counts hands with the same two highest cards.
struct RunCensus<'a> {
    level: Proven,
    triples: &'a Triples,
    strengths: RunStrengths,
    reached: Reached,
}

impl RunCensus<'_> {
    /// Fixes `left` more cards below `lowest`, then evaluates all hands with lower cards.
    fn descend<const N: usize>(&mut self, fixed: FixedCards, lowest: u8, left: usize) {
        if left > 0 {
            (0..lowest).for_each(|card| self.descend::<N>(fixed.with(card), card, left - 1));
        } else {
            count_run::<N>(self.level, &fixed, lowest, self.triples, &mut self.strengths, &mut self.reached);
        }
    }
}
