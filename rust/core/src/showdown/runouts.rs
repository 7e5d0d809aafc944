//! Runouts: all completions of a board from the cards that are left.

use super::board_view::BoardView;
use super::street::BOARD_CARDS;
use crate::cards::CardSet;
use crate::error::{Error, Result, Row};
use crate::memory::try_push;

/// Calls `see` with every completion of `board` from cards of `left`: as cards, `board` first, and as a set.
///
/// # Errors
/// [`Error::CardCount`] for a board of more than five cards; [`Error::CardOutOfRange`]; [`Error::DuplicateCard`] for a card
/// that is twice on the board, or both on the board and left. The first error of `see` ends the loop.
#[inline]
pub(crate) fn for_each_runout<E: From<Error>>(
    board: &[u8],
    left: CardSet,
    mut see: impl FnMut(&[u8; BOARD_CARDS], CardSet) -> Result<(), E>,
) -> Result<(), E> {
    if board.len() > BOARD_CARDS {
        return Err(Error::CardCount { row: Row(None), expected: "0 to 5 board", found: board.len() }.into());
    }
    let mut cards = [0; BOARD_CARDS];
    cards[..board.len()].copy_from_slice(board);
    let set = CardSet::from_ids(&cards[..board.len()])?;
    if let Some(card) = (set & left).ids().next() {
        return Err(Error::DuplicateCard { row: Row(None), card }.into());
    }
    deal(&mut cards, board.len(), set, left, &mut see)
}

/// Completes the board of the first `dealt` of `cards`, which are the set `board`.
fn deal<E>(
    cards: &mut [u8; BOARD_CARDS],
    dealt: usize,
    board: CardSet,
    left: CardSet,
    see: &mut impl FnMut(&[u8; BOARD_CARDS], CardSet) -> Result<(), E>,
) -> Result<(), E> {
    let with = |board: CardSet, card: u8| board | CardSet::new(1 << card).unwrap_or_default();
    match BOARD_CARDS.saturating_sub(dealt) {
        0 => see(cards, board)?,
        1 => {
            for card in left.ids() {
                cards[BOARD_CARDS - 1] = card;
                see(cards, with(board, card))?;
            }
        }
        // Most runouts are of a flop: two loops, which call nothing but `see`.
        2 => {
            for first in left.ids() {
                cards[BOARD_CARDS - 2] = first;
                for second in left.ids().take_while(|&second| second < first) {
                    cards[BOARD_CARDS - 1] = second;
                    see(cards, with(with(board, first), second))?;
                }
            }
        }
        _ => {
            for card in left.ids() {
                cards[dealt] = card;
                let lower = CardSet::new(left.bits() & ((1 << card) - 1)).unwrap_or_default();
                deal(cards, dealt + 1, with(board, card), lower, see)?;
            }
        }
    }
    Ok(())
}

/// The views of all completions of `board` from cards of `left`, each with its number of boards.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(crate) fn runout_views(board: &[u8], left: CardSet) -> Result<Vec<(BoardView, u32)>> {
    let mut views = Vec::new();
    for_each_runout(board, left, |cards, _| try_push(&mut views, (BoardView::of(cards), 1)))?;
    views.sort_unstable();
    views.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    Ok(views)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::choose;
    use std::collections::HashSet;

    #[test]
    fn every_board_comes_once() {
        for (size, left) in [(0, 20), (3, 47), (4, 30), (5, 9), (3, 1)] {
            let board: Vec<u8> = (0..size as u8).rev().collect();
            let left = CardSet::new(((1 << left) - 1) << size).unwrap();
            let mut seen = HashSet::new();
            for_each_runout(&board, left, |cards, set| {
                assert_eq!(CardSet::from_ids(cards).unwrap(), set);
                assert!(cards[..size] == board && cards[size..].iter().all(|card| left.ids().any(|id| id == *card)));
                assert!(seen.insert(set.bits()));
                Ok::<_, Error>(())
            })
            .unwrap();
            let all = choose(left.len().into(), 5 - size as u64).unwrap();
            assert_eq!(seen.len() as u128, all);
            let views = runout_views(&board, left).unwrap();
            assert_eq!(views.iter().map(|&(_, boards)| u128::from(boards)).sum::<u128>(), all);
            assert!(views.is_sorted_by(|a, b| a.0 < b.0));
        }
    }

    #[test]
    fn runouts_are_of_cards_that_are_there() {
        let walk = |board: &[u8], left| for_each_runout(board, left, |_, _| Ok::<_, Error>(()));
        let refused = |board: &[u8], left, text| {
            let error = walk(board, left).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        };
        assert_eq!(walk(&[43, 39, 35, 0, 5], CardSet::EMPTY), Ok(()));
        refused(&[0, 1, 2, 3, 4, 5], CardSet::EMPTY, "expected 0 to 5 board cards, found 6");
        refused(&[0, 1, 52], CardSet::EMPTY, "outside the deck");
        refused(&[0, 1, 1], CardSet::EMPTY, "more than once");
        refused(&[0, 1, 2], CardSet::FULL, "more than once");
    }
}
