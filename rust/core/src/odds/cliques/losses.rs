//! The cards and combos that beat the hero on the river.

use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::evaluator::evaluate;
use crate::showdown::situation::Situation;

/// The cards and combos that beat a hand or tie with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Losses {
    /// Cards that beat the hero with any other card, ascending.
    pub one_card: Vec<u8>,
    /// Combos `[low, high]` of the other unknown cards that beat the hero, in ascending order of `low`.
    pub two_card: Vec<[u8; 2]>,
    /// Combos of the same cards that tie, in the same order.
    pub ties: Vec<[u8; 2]>,
    /// Unknown cards that are not one-card losses.
    pub rest: u32,
}

/// The losses of a hand on a board of five, without the `dead` cards.
///
/// A one-card loss makes a better hand with the board alone. The combos consist of other cards only.
///
/// # Errors
/// The errors of [`odds_vs_random`](crate::odds::odds_vs_random) for the cards; the board must have five.
///
/// ```
/// use pokerbits::{cards::CardSet, odds::losses};
/// let losses = losses([11, 27], &[3, 7, 18, 22, 26], CardSet::EMPTY)?;
/// assert_eq!((losses.one_card.len(), losses.two_card.len()), (0, 268));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn losses(hole: [u8; 2], board: &[u8], dead: CardSet) -> Result<Losses> {
    if board.len() != 5 {
        return Err(Error::CardCount { row: Row(None), expected: "5 board", found: board.len() });
    }
    let river = Situation::new(&[hole], board, dead)?;
    losses_on(river.held(), river.board_set(), river.left())
}

/// The losses on the whole board `board`; opponents hold cards of `unknown`.
pub(super) fn losses_on(hole: CardSet, board: CardSet, unknown: CardSet) -> Result<Losses> {
    let hero = evaluate(hole | board)?;
    let mut losses = Losses::default();
    let mut rest = Vec::with_capacity(unknown.len() as usize);
    for id in unknown.ids() {
        let card = CardSet::new(1 << id).unwrap_or_default();
        if evaluate(board | card)? > hero {
            losses.one_card.push(id);
        } else {
            rest.push((id, card));
        }
    }
    losses.rest = rest.len() as u32;
    for (i, &(low, a)) in rest.iter().enumerate() {
        for &(high, b) in &rest[i + 1..] {
            match evaluate(board | a | b)?.cmp(&hero) {
                std::cmp::Ordering::Greater => losses.two_card.push([low, high]),
                std::cmp::Ordering::Equal => losses.ties.push([low, high]),
                std::cmp::Ordering::Less => {}
            }
        }
    }
    Ok(losses)
}
