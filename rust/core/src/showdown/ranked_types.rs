//! Outcomes of any two types of cards on one board against all combos of an opponent.
//!
//! This is [`RankedBoard::against`](super::ranked_board::RankedBoard::against) with types instead of cards.

use super::board_view::{BoardView, TYPES};
use super::ranked_board::Outcome;
use crate::cards::CardSet;

/// Calls `put`, for any two types `low <= high` of cards that can be held together, with the number of combos that such a
/// hand beats and ties with. Combos have no card of the board and no `dead` card; a hand and the board have `HAND` cards.
pub fn for_each_outcome<const HAND: usize>(
    view: &BoardView,
    dead: CardSet,
    mut put: impl FnMut(usize, usize, Outcome<u32>),
) {
    let strengths = view.strengths_of::<HAND>();
    let copies = view.copies(dead).map(u32::from);
    let mut hands: Vec<(u16, u8, u8)> = Vec::with_capacity(TYPES * (TYPES + 1) / 2);
    for (high, &n_high) in copies.iter().enumerate() {
        for (low, &n_low) in copies[..=high].iter().enumerate() {
            if if high == low { n_high >= 2 } else { n_high * n_low > 0 } {
                hands.push((strengths[high][low], high as u8, low as u8));
            }
        }
    }
    hands.sort_unstable();

    // Weaker combos: all of them, and those that hold one specific card of a type.
    let mut weaker = 0;
    let mut weaker_with = [0; TYPES];
    for group in hands.chunk_by(|a, b| a.0 == b.0) {
        let mut equal = 0;
        let mut equal_with = [0; TYPES];
        for &(_, high, low) in group {
            let (high, low) = (usize::from(high), usize::from(low));
            let (n_high, n_low) = (copies[high], copies[low]);
            if high == low {
                equal += n_high * (n_high - 1) / 2;
                equal_with[high] += n_high - 1;
            } else {
                equal += n_high * n_low;
                equal_with[high] += n_low;
                equal_with[low] += n_high;
            }
        }
        for &(_, high, low) in group {
            let (high, low) = (usize::from(high), usize::from(low));
            let win = weaker - weaker_with[high] - weaker_with[low];
            // The combo itself holds both cards, so it is subtracted twice.
            let tie = equal + 1 - equal_with[high] - equal_with[low];
            put(high, low, Outcome { win, tie });
        }
        weaker += equal;
        weaker_with.iter_mut().zip(equal_with).for_each(|(sum, more)| *sum += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COMBO_COUNT, COMBOS};
    use crate::showdown::board_view::tests::boards;
    use crate::showdown::ranked_board::RankedBoard;

    #[test]
    fn types_meet_what_their_cards_meet() {
        for (number, board) in boards().enumerate() {
            let view = BoardView::of(&board);
            let dead: Vec<u8> = (0..number as u8 % 7).map(|i| i * 8 + 3).filter(|c| !board.contains(c)).collect();
            let known = |combo: [u8; 2]| combo.iter().any(|card| dead.contains(card));
            let mut by_types = [[None; TYPES]; TYPES];
            for_each_outcome::<7>(&view, CardSet::from_ids(&dead).unwrap(), |high, low, outcome| {
                by_types[high][low] = Some(outcome);
                by_types[low][high] = Some(outcome);
            });
            let weights: [u32; COMBO_COUNT] = COMBOS.map(|combo| u32::from(!known(combo)));
            RankedBoard::new(&board).unwrap().against(&weights, |combo, outcome| {
                let combo = COMBOS[usize::from(combo)];
                if !known(combo) {
                    let [x, y] = combo.map(|card| usize::from(view.type_of(card)));
                    assert_eq!(by_types[x][y], Some(outcome), "{board:?} {combo:?}");
                }
            });
        }
    }
}
