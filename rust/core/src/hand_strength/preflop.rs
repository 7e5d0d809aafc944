//! Before the flop: the distribution of the value of each of the 169 classes over all boards.

use crate::cards::{COMBO_COUNT, COMBOS, HAND_CLASS_COUNT, combo_id, hand_class};
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::lazy::Lazy;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::combo_grid::{SLOTS, slot};
use crate::showdown::pattern_values::{MAX_VALUE, PatternValues};

/// Values of `2 * wins + ties`.
const VALUES: usize = MAX_VALUE as usize + 1;
/// Boards of one step.
const CHUNK: usize = 2048;

/// The number of combos of every class: 6 of a pair, 4 suited, 12 unsuited.
pub(super) fn class_sizes() -> [u64; HAND_CLASS_COUNT] {
    let mut sizes = [0; HAND_CLASS_COUNT];
    for [low, high] in COMBOS {
        sizes[usize::from(hand_class(low, high))] += 1;
    }
    sizes
}

/// The numbers of the 2,118,760 boards on which one hand of each class has each value.
pub(super) struct Distributions(Vec<u32>);

impl Distributions {
    /// Element `v` counts the boards on which a hand of the class has value `v`.
    pub(super) fn of_class(&self, class: u8) -> &[u32] {
        &self.0[usize::from(class) * VALUES..][..VALUES]
    }
}

/// The distributions, computed at the first call.
pub(super) fn preflop_distributions(run: &mut Run<'_>) -> Result<&'static Distributions> {
    static CACHE: Lazy<Distributions> = Lazy::new();
    CACHE.get_or_try_init(|| compute(run))
}

fn compute(run: &mut Run<'_>) -> Result<Distributions> {
    let boards = CanonicalBoards::new(5, run)?;
    let values = PatternValues::<5>::shared(run)?;
    // Where the value of each combo is in a grid, and where the counts of its class begin.
    let places: [(usize, usize); COMBO_COUNT] =
        COMBOS.map(|[low, high]| (slot(low, high), usize::from(hand_class(low, high)) * VALUES));
    let steps = boards.cards().chunks(5 * CHUNK).zip(boards.weights().chunks(CHUNK));
    let new = || try_vec(0u64, HAND_CLASS_COUNT * VALUES);
    let count = |part: &mut Vec<u64>, (cards, weights): (&[u8], &[u64]), _: &mut MayGoOn<'_>| {
        let mut grid = [0; SLOTS];
        for (board, &weight) in cards.as_chunks::<5>().0.iter().zip(weights) {
            values.of_board(board).spread(&mut grid, |value| value);
            // All combos are counted; combos with a board card are then subtracted.
            for (slot, class) in &places {
                part[class + usize::from(grid[*slot])] += weight;
            }
            for &card in board {
                for other in (0..52).filter(|other| *other != card && (*other < card || !board.contains(other))) {
                    let (slot, class) = places[usize::from(combo_id(card, other))];
                    part[class + usize::from(grid[slot])] -= weight;
                }
            }
        }
        Ok(())
    };
    let all = run.reduce(steps, boards.len().div_ceil(CHUNK), new, count, |all, part| {
        all.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        Ok(())
    })?;
    // By symmetry, all hands of a class have the same number of boards.
    let per_hand = all.chunks_exact(VALUES).zip(class_sizes());
    let counts = per_hand.flat_map(|(counts, size)| counts.iter().map(move |n| Ok((n / size) as u32)));
    Ok(Distributions(try_collect(counts)?))
}

#[cfg(test)]
mod tests {
    use super::super::Street;
    use super::*;

    #[test]
    fn every_class_sees_every_board() {
        let distributions = preflop_distributions(&mut Run::new(2)).unwrap();
        let mut sum = 0u64;
        for (class, size) in class_sizes().into_iter().enumerate() {
            let counts = distributions.of_class(class as u8);
            assert_eq!(counts.iter().map(|&n| u64::from(n)).sum::<u64>(), Street::Preflop.runouts());
            sum += size * counts.iter().zip(0u64..).map(|(&n, value)| u64::from(n) * value).sum::<u64>();
        }
        // Half of what can be won is.
        assert_eq!(sum, COMBO_COUNT as u64 * Street::Preflop.runouts() * u64::from(MAX_VALUE) / 2);
    }
}
