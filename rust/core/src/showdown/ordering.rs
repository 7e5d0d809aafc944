//! Counting sort of the combos of a board by strength.
//!
//! There are thousands of strengths, and a board has few of them. A byte marks each strength that occurs; the number of
//! marks before it is its dense number, and combos are counted and placed by that. Incrementing one counter again and again
//! stalls on the previous store, so the combos are processed in four parts side by side, each with its own counts.

use super::street::BOARD_CARDS;
use crate::cards::{COMBO_COUNT, DECK};
use crate::combinatorics::choose_small;
use crate::evaluator::ComboStrengths;

/// Combos without a card of a whole board: 1,081.
pub const COMBOS_OFF_BOARD: usize = choose_small(DECK as usize - BOARD_CARDS, 2) as usize;

/// The flag of the first combo of a strength.
pub(crate) const FIRST: u16 = 1 << 15;

/// Strengths are below eight times this.
const WORDS: usize = 1024;

const PARTS: usize = 4;
const PART: usize = COMBO_COUNT.div_ceil(PARTS);

/// A number of every combo, and two more of strength 0 at the end.
type Padded = [u16; PARTS * PART];

/// In one word, the lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The combos without a card of the board by strength, and by number within a strength; the first combo of each strength has
/// the flag [`FIRST`]. Combos with a card of the board have strength 0, would come first, and are cut off.
pub(crate) fn ascending(strengths: &ComboStrengths) -> [u16; COMBOS_OFF_BOARD] {
    let mut marks = [[0u8; 8]; WORDS];
    for &strength in strengths {
        marks[usize::from(strength >> 3) % WORDS][usize::from(strength & 7)] = 1;
    }
    // The number of strengths that occur before each word.
    let mut before = [0u16; WORDS];
    let mut different = 0;
    for (before, mark) in before.iter_mut().zip(&marks) {
        *before = different;
        different += sum(u64::from_le_bytes(*mark)) as u16;
    }
    let dense_of = |strength: u16| {
        let at = usize::from(strength >> 3) % WORDS;
        let below = u64::from_le_bytes(marks[at]) & ((1 << (8 * (strength & 7))) - 1);
        before[at] + sum(below) as u16
    };

    let mut dense: Padded = [0; PARTS * PART];
    dense.iter_mut().zip(strengths).for_each(|(dense, &strength)| *dense = dense_of(strength));
    let mut places = [[0u16; PARTS]; COMBO_COUNT];
    let places = &mut places[..different.into()];
    for i in 0..PART {
        for part in 0..PARTS {
            places[usize::from(dense[part * PART + i])][part] += 1;
        }
    }
    let mut end = 0;
    for place in places.iter_mut().flatten() {
        end += std::mem::replace(place, end);
    }
    let mut order: Padded = [0; PARTS * PART];
    for [start, ..] in &*places {
        order[usize::from(*start)] = FIRST;
    }
    for i in 0..PART {
        for combo in (0..PARTS).map(|part| part * PART + i) {
            let place = &mut places[usize::from(dense[combo])][combo / PART];
            order[usize::from(*place)] |= combo as u16;
            *place += 1;
        }
    }
    let mut off_board = [0; COMBOS_OFF_BOARD];
    off_board.copy_from_slice(&order[PARTS * PART - COMBOS_OFF_BOARD..]);
    off_board
}

/// The sum of bytes that are 0 or 1.
#[inline(always)]
const fn sum(bytes: u64) -> u64 {
    bytes.wrapping_mul(LOWEST) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;
    use crate::evaluator::evaluate_combos;
    use crate::showdown::board_view::tests::boards;

    #[test]
    fn counting_sorts() {
        for board in boards() {
            let strengths = evaluate_combos(CardSet::from_ids(&board).unwrap()).unwrap();
            let mut expected: Vec<_> =
                (0..COMBO_COUNT as u16).map(|combo| (strengths[usize::from(combo)], combo)).collect();
            expected.retain(|&(strength, _)| strength > 0);
            expected.sort_unstable();
            let mut last = 0;
            for (combo, (strength, expected)) in ascending(&strengths).into_iter().zip(expected) {
                assert_eq!(combo, expected | if strength > last { FIRST } else { 0 }, "{board:?}");
                last = strength;
            }
        }
    }
}
