//! Specific hands: the showdowns on all completions of a board.
//!
//! `two_cards` counts hands of two cards: before the flop `by_pattern`, later `by_rank_class`. Two of them before the flop are
//! in the table of matchups. Hands of three cards are three hands of two, of which `at_most_two` counts the best. `omaha`
//! counts hands of four to six: before the flop by pattern too, later runout by runout. In games without a board hands are
//! `complete`.

mod at_most_two;
mod by_pattern;
mod by_rank_class;
mod complete;
mod omaha;
pub(crate) mod two_cards;

use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts, check_players};
use crate::equity::ranges::table::MatchupTable;
use crate::equity::spot::situation;
use crate::error::Result;
use crate::evaluator::Rules;
use crate::game::{Game, HoleCardsUsed, MAX_HOLE_CARDS};
use crate::showdown::situation::Situation;

/// The showdowns of two to ten specific hands over every completion of a board of up to five cards, from the cards of the
/// game's deck that nobody holds and that are not `dead`. In a game without a board it is one showdown.
///
/// # Errors
/// [`Error::CardOutOfRange`](crate::Error::CardOutOfRange); [`Error::DuplicateCard`](crate::Error::DuplicateCard) for a card
/// that appears twice among hands, board and dead cards; [`Error::NotInShortDeck`](crate::Error::NotInShortDeck).
/// [`Error::CardCount`](crate::Error::CardCount) for other than the game's number of hole cards, and for another board.
/// [`Error::InvalidArgument`](crate::Error::InvalidArgument) for another number of hands, or when too few cards are left.
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
///
/// ```
/// use pokerbits::{Game, cards::CardSet, exact_counts};
/// let counts = exact_counts(Game::HOLDEM, &[[50, 49], [47, 46]], &[], CardSet::EMPTY)?; // AhAd against KsKh
/// assert_eq!(counts.by_winners(), [0, 1_399_204, 305_177, 7_923]);
/// // In Omaha with a low, the kings win the high half; ace and deuce make a low.
/// let hands = [[51, 3, 6, 45], [47, 46, 41, 37]]; // As2s3hKd, KsKhQdJd
/// let river = [12, 17, 22, 28, 33]; // 5c 6d 7h 9c Td
/// let counts = exact_counts(Game::omaha(4, true)?, &hands, &river, CardSet::EMPTY)?;
/// assert_eq!(counts.by_high_and_low().collect::<Vec<_>>(), [(0b10, 0b01, 1)]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn exact_counts<H: AsRef<[u8]>>(game: Game, hands: &[H], board: &[u8], dead: CardSet) -> Result<ShowdownCounts> {
    check_players(hands.len())?;
    let size = game.hole_cards();
    let mut held = [0; MAX_PLAYERS * MAX_HOLE_CARDS];
    for (to, hand) in held.chunks_exact_mut(size).zip(hands) {
        match *hand.as_ref() {
            // A copy of two bytes is no call.
            [first, second] if size == 2 => [to[0], to[1]] = [first, second],
            ref hand if hand.len() == size => to.copy_from_slice(hand),
            ref hand => return Err(game.wrong_hand(hand.len())),
        }
    }
    let held = &held[..size * hands.len()];
    let situation = situation(game, held, board, dead)?;
    let mut counts = ShowdownCounts::new(hands.len(), game.has_low())?;
    if game.board_cards() == 0 {
        complete::add_counts(game, hands, &mut counts)?;
        return Ok(counts);
    }
    if let (2, (hands, _)) = (size, held.as_chunks()) {
        TwoCards::new(game.rules(), hands.len(), &situation)?.add(hands, &situation, &mut counts);
        return Ok(counts);
    }
    let mut sets = [CardSet::EMPTY; MAX_PLAYERS];
    for (set, hand) in sets.iter_mut().zip(held.chunks_exact(size)) {
        *set = CardSet::from_ids(hand)?;
    }
    add_counts(game, &sets[..hands.len()], &situation, &mut counts)?;
    Ok(counts)
}

/// Adds the showdowns of checked hands of more than two cards with a board.
pub(crate) fn add_counts(
    game: Game,
    hands: &[CardSet],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) -> Result<()> {
    if game.used() == HoleCardsUsed::AtMostTwo {
        at_most_two::add_counts(hands, situation, counts);
        return Ok(());
    }
    omaha::add_counts(hands, situation, counts)
}

/// The showdowns of hands of two cards, for any of them.
#[derive(Clone, Copy)]
pub(crate) enum TwoCards {
    Counted(two_cards::Counter),
    /// Two hands on all boards without their cards.
    LookedUp(&'static MatchupTable),
}

impl TwoCards {
    /// Those of this number of hands in situations with as many known cards as this one.
    pub(crate) fn new(rules: Rules, hands: usize, situation: &Situation) -> Result<Self> {
        let is_matchup = hands == 2 && situation.board().is_empty() && situation.dead().is_empty();
        if rules == Rules::Standard && is_matchup {
            return MatchupTable::shared().map(Self::LookedUp);
        }
        two_cards::Counter::new(rules, hands).map(Self::Counted)
    }

    /// Adds the showdowns of these hands.
    #[inline]
    pub(crate) fn add(self, hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
        match (self, hands) {
            (Self::Counted(counter), _) => counter.add(hands, situation, counts),
            (Self::LookedUp(table), &[first, second]) => {
                let matchup = table.of(first, second);
                for (winners, showdowns) in [(1, matchup.wins()), (2, matchup.losses()), (3, matchup.ties())] {
                    counts.add(winners, showdowns.into());
                }
            }
            (Self::LookedUp(_), _) => {}
        }
    }
}
