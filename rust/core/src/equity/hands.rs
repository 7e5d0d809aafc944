//! Exact showdown counts of given hands, over every completion of the board.

use super::by_kind::count_runouts;
use super::by_pattern::count_patterns;
use super::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::showdown::situation::Situation;

/// The showdowns of two to ten hands over every completion of a board of 0, 3, 4 or 5 cards from the cards that nobody
/// holds and that are not `dead`.
///
/// # Errors
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`] (a card twice among hands, board and dead cards),
/// [`Error::CardCount`] for another board, [`Error::InvalidArgument`] for another number of hands or when too few cards
/// are left.
///
/// ```
/// use pokerbits::{cards::CardSet, equity::exact_counts};
/// let counts = exact_counts(&[[50, 49], [47, 46]], &[], CardSet::EMPTY)?; // AhAd against KsKh
/// assert_eq!(counts.by_winners(), [0, 1_399_204, 305_177, 7_923]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn exact_counts(hands: &[[u8; 2]], board: &[u8], dead: CardSet) -> Result<ShowdownCounts> {
    let count = counting(hands.len())?;
    let situation = Situation::new(hands, board, dead)?;
    let mut counts = ShowdownCounts::new(hands.len());
    count(hands, &situation, &mut counts);
    Ok(counts)
}

/// What adds the showdowns of checked cards to counts.
pub(super) type Count = fn(&[[u8; 2]], &Situation, &mut ShowdownCounts);

/// The [`Count`] of so many hands.
pub(super) fn counting(hands: usize) -> Result<Count> {
    Ok(match hands {
        2 => count_all::<2>,
        3 => count_all::<3>,
        4 => count_all::<4>,
        5 => count_all::<5>,
        6 => count_all::<6>,
        7 => count_all::<7>,
        8 => count_all::<8>,
        9 => count_all::<9>,
        MAX_PLAYERS => count_all::<MAX_PLAYERS>,
        _ => return Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} hands, found {hands}"))),
    })
}

/// [`exact_counts`] of checked cards, compiled for every number of players.
fn count_all<const P: usize>(hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
    if situation.board().is_empty() {
        count_patterns::<P>(hands, situation.left(), counts);
    } else {
        count_runouts::<P>(hands, situation.board_set(), situation.left(), counts);
    }
}
