//! A census of all hands: how many of the C(52, n) hands are in each category, by evaluating them all.
//!
//! For each choice of the other cards, the last two are all pairs below: a prefix of the combinations. Hands are evaluated
//! some thousands at a time.

use super::kernels;
use super::one::HAND_SIZES;
use super::rules::Category;
use crate::cards::{COMBO_COUNT, COMBOS};
use crate::combinatorics::choose_small;
use crate::error::{Error, Result, Row};
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};

/// Hands by category, high card first.
pub type CategoryCounts = [u64; Category::ALL.len()];

/// How many strengths reached category `i + 1`, at element `i`.
type Reached = [u64; Category::ALL.len() - 1];

/// Hands that are evaluated together, at least one run of pairs; few enough for counters of 16 bits.
const CHUNK: usize = 1 << 13;

/// The two cards of every combination.
static PAIRS: [u64; COMBO_COUNT] = {
    let mut pairs = [0; COMBO_COUNT];
    let mut i = 0;
    while i < COMBO_COUNT {
        pairs[i] = 1 << COMBOS[i][0] | 1 << COMBOS[i][1];
        i += 1;
    }
    pairs
};

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
    let new = || Ok(Hands { level, sets: try_vec(0, CHUNK)?, n: 0, strengths: try_vec(0, CHUNK)?, reached: [0; _] });
    // One task for the two highest cards; the longest first.
    let tasks = COMBOS.iter().rev();
    let count = |hands: &mut Hands, &[second, first]: &[u8; 2], _: &mut crate::runtime::MayGoOn<'_>| {
        hands.descend::<N>(1 << first | 1 << second, second, N - 4);
        hands.evaluate::<N>();
        Ok(())
    };
    let hands = run.reduce(tasks, COMBO_COUNT, new, count, |all, part| {
        all.reached.iter_mut().zip(part.reached).for_each(|(all, n)| *all += n);
        Ok(())
    })?;
    let all = choose_small(52, N).into();
    Ok(std::array::from_fn(|i| {
        let reached = |i: usize| hands.reached.get(i).copied().unwrap_or(0);
        i.checked_sub(1).map_or(all, reached) - reached(i)
    }))
}

/// The hands of one thread: a chunk, and the counts of those before.
struct Hands {
    level: Proven,
    sets: Vec<u64>,
    n: usize,
    strengths: Vec<u16>,
    reached: Reached,
}

impl Hands {
    /// Fixes `left` more cards below `lowest`, then adds all hands with two lower cards.
    fn descend<const N: usize>(&mut self, fixed: u64, lowest: u8, left: usize) {
        if left > 0 {
            (0..lowest).for_each(|card| self.descend::<N>(fixed | 1 << card, card, left - 1));
            return;
        }
        let pairs = &PAIRS[..choose_small(lowest.into(), 2) as usize];
        if self.n + pairs.len() > CHUNK {
            self.evaluate::<N>();
        }
        for (set, pair) in self.sets[self.n..].iter_mut().zip(pairs) {
            *set = fixed | pair;
        }
        self.n += pairs.len();
    }

    /// Counts the hands of the chunk, and empties it.
    fn evaluate<const N: usize>(&mut self) {
        let strengths = &mut self.strengths[..self.n];
        let are_hands = kernels::sets::<N>(self.level, &self.sets[..self.n], strengths);
        debug_assert!(are_hands || self.n == 0, "different cards");
        self.level.run(Count { strengths, reached: &mut self.reached });
        self.n = 0;
    }
}

/// Counts the strengths that reach each category.
struct Count<'a> {
    strengths: &'a [u16],
    reached: &'a mut Reached,
}

impl Kernel for Count<'_> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        for (reached, category) in self.reached.iter_mut().zip(&Category::ALL[1..]) {
            let mut count = 0u16;
            for &strength in self.strengths {
                count += u16::from(strength >= category.least());
            }
            *reached += u64::from(count);
        }
    }
}
