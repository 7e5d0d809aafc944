//! How long exact equities of ranges take, before they are begun.

use super::disjoint_pairs::OPEN;
use crate::cards::{COMBO_COUNT, DECK};
use crate::combinatorics::choose;
use crate::showdown::ranked_board::COMBOS_OFF_BOARD;
use crate::showdown::street::BOARD_CARDS;

/// Seconds to rank the hands of a board.
const BOARD: f64 = 8e-6;
/// Seconds for what a hand meets of one other player.
const OF_ONE: f64 = 10e-9;
/// Seconds for what a hand meets of two others.
const OF_TWO: f64 = 110e-9;
/// Seconds to take the cards of enumerated hands out of the other ranges.
const FIX: f64 = 3e-6;

/// About how many seconds one thread takes for the exact equities of ranges that give weight to so many combos each, on
/// a board of so many cards: an estimate to within a factor of two or three, from times measured on a machine of 2023.
/// `is_symmetric`: the ranges are the same after every renaming of the suits, and there are no dead cards.
///
/// ```
/// use pokerbits::equity::exact_cost;
/// let seconds = exact_cost(&[200, 200, 200], 3, false);
/// assert!(0.03 < seconds && seconds < 0.3);
/// ```
pub fn exact_cost(combos: &[usize], board_cards: usize, is_symmetric: bool) -> f64 {
    let (left, missing) = (usize::from(DECK).saturating_sub(board_cards), BOARD_CARDS.saturating_sub(board_cards));
    let boards = match (is_symmetric, board_cards) {
        // Boards of five up to suits.
        (true, 0) => 134_459.0,
        _ => choose(left as u64, missing as u64).unwrap_or_default() as f64,
    };
    let mut combos: Vec<f64> = combos.iter().map(|&n| n.min(COMBO_COUNT) as f64).collect();
    combos.sort_by(f64::total_cmp);
    let off_board = COMBOS_OFF_BOARD as f64 / COMBO_COUNT as f64;
    // Combos that two ranges have are met at once, but how many that are is not known.
    let hands = |of: &[f64]| of.iter().sum::<f64>().min(COMBO_COUNT as f64) * off_board;
    let (fixed, open) = combos.split_at(combos.len().saturating_sub(OPEN));
    let of_board = match (fixed, open) {
        ([], [_, _, _]) => hands(open) * OF_TWO,
        ([], _) => hands(open) * OF_ONE,
        // Beside each choice of hands all others, and once more those of one range.
        _ => {
            let choices: f64 = fixed.iter().map(|n| n * off_board).product();
            choices * (FIX + (hands(open) + hands(&open[..1])) * OF_TWO)
        }
    };
    boards * (BOARD + of_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_costs_more() {
        for ranges in [&[20, 100][..], &[20, 300, 1326], &[5, 20, 100, 1326], &[5, 5, 5, 20, 100, 1326]] {
            let cost = exact_cost(ranges, 4, false);
            assert!(cost > 0.0 && cost < exact_cost(ranges, 3, false));
            assert!(10.0 * exact_cost(ranges, 0, true) < exact_cost(ranges, 0, false));
            assert!(cost < exact_cost(&[ranges, &[5]].concat(), 4, false));
            let reversed: Vec<usize> = ranges.iter().rev().copied().collect();
            assert_eq!(cost.to_bits(), exact_cost(&reversed, 4, false).to_bits());
        }
        assert!(exact_cost(&[], 5, false) > 0.0 && exact_cost(&[usize::MAX; 10], 0, false).is_finite());
    }
}
