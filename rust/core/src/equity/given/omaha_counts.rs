//! Exact showdown counts of given hands, over every completion of the board.

use std::slice;

use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::equity::given::by_pattern::count_patterns;
use crate::equity::given::high_low::HighLowCounts;
use crate::equity::given::omaha::{BeforeFlop, Players};
use crate::equity::given::omaha_runouts::count_runouts;
use crate::equity::spot::HOLE_SIZES;
use crate::error::{Error, Result, Row};
use crate::showdown::situation::Situation;

/// The showdowns of two to ten hands of four, five or six hole cards each over every completion of a board of 0, 3, 4 or 5
/// cards from the cards that nobody holds and that are not `dead`. Exactly two hole cards count, with exactly three of the
/// board.
///
/// # Errors
/// [`Error::DuplicateCard`] (a card twice among hands, board and dead cards), [`Error::CardOutOfRange`];
/// [`Error::CardCount`] for another board or other hands; [`Error::InvalidArgument`] for another number of hands or when
/// too few cards are left; [`Error::OutOfMemory`].
///
/// ```
/// use pokerbits::{cards::CardSet, equity::omaha_counts};
/// let hands = ["AsKsQhJh".parse()?, "7c7d8h9h".parse()?];
/// assert_eq!(omaha_counts(&hands, &[], CardSet::EMPTY)?.total(), 1_086_008);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_counts(hands: &[CardSet], board: &[u8], dead: CardSet) -> Result<ShowdownCounts> {
    let mut counts = ShowdownCounts::new(hands.len().min(MAX_PLAYERS));
    add_counts(hands, board, dead, slice::from_mut(&mut counts))?;
    Ok(counts)
}

/// [`omaha_counts`] where the best eight-or-better low takes half of the pot.
///
/// # Errors
/// As [`omaha_counts`].
///
/// ```
/// use pokerbits::{cards::CardSet, equity::omaha_high_low_counts};
/// let hands = ["As2s3hKd".parse()?, "KsKhQdJd".parse()?];
/// let river = [3, 6, 9, 28, 33]; // 2s 3h 4d 9c Td
/// # let river = [12, 17, 22, 28, 33];
/// let counts = omaha_high_low_counts(&hands, &river, CardSet::EMPTY)?;
/// // Kings are high, the ace and the deuce make a low.
/// assert_eq!(counts.by_winners().collect::<Vec<_>>(), [(0b10, 0b01, 1)]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn omaha_high_low_counts(hands: &[CardSet], board: &[u8], dead: CardSet) -> Result<HighLowCounts> {
    let mut counts = HighLowCounts::new(hands.len().min(MAX_PLAYERS))?;
    add_counts(hands, board, dead, counts.by_low_winners_mut())?;
    Ok(counts)
}

/// Adds the showdowns to the element of `counts` that says who has the best low; if there is but one, lows win nothing.
pub(crate) fn add_counts(hands: &[CardSet], board: &[u8], dead: CardSet, counts: &mut [ShowdownCounts]) -> Result<()> {
    let situation = check(hands, board, dead)?;
    // A player without cards never has the best hand: less code than a function for every number of players.
    let count = match hands.len() {
        2 => count_all::<2>,
        3 => count_all::<3>,
        4 => count_all::<4>,
        5 | 6 => count_all::<6>,
        _ => count_all::<MAX_PLAYERS>,
    };
    count(hands, &situation, counts)
}

/// The situation of these hands.
fn check(hands: &[CardSet], board: &[u8], dead: CardSet) -> Result<Situation> {
    if !(2..=MAX_PLAYERS).contains(&hands.len()) {
        return Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} hands, found {}", hands.len())));
    }
    if let Some(wrong) = hands.iter().find(|hand| !(4..=6).contains(&hand.len())) {
        let found = wrong.len() as usize;
        return Err(Error::CardCount { row: Row(None), expected: HOLE_SIZES, found });
    }
    let held: Vec<u8> = hands.iter().flat_map(|hand| hand.ids()).collect();
    Situation::of_cards(&held, board, dead)
}

fn count_all<const P: usize>(hands: &[CardSet], situation: &Situation, counts: &mut [ShowdownCounts]) -> Result<()> {
    let players = Players::<P>::new(hands, counts.len() > 1);
    if situation.board().is_empty() {
        count_patterns(&BeforeFlop::new(players)?, situation.left(), counts);
        return Ok(());
    }
    count_runouts(&players, situation, counts)
}
