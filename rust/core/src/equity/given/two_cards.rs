//! Exact showdown counts of given hands of two cards, over every completion of the board.

use std::slice;

use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::equity::given::by_pattern::count_patterns;
use crate::equity::given::by_rank_class::count_runouts;
use crate::equity::given::players::Players;
use crate::error::{Error, Result, Row};
use crate::evaluator::{Made, Rules, Standard, Tables};
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
    exact_counts_by(Rules::Standard, hands, board, dead)
}

/// [`exact_counts`] by the rules of hold'em or of the short deck, whose 36 cards are all there are then.
///
/// # Errors
/// As [`exact_counts`]; [`Error::NotInShortDeck`], [`Error::OutOfMemory`]; [`Error::InvalidArgument`] for other rules.
///
/// ```
/// use pokerbits::{cards::CardSet, equity::exact_counts_by, evaluator::Rules};
/// let counts = exact_counts_by(Rules::ShortDeck, &[[50, 49], [47, 46]], &[], CardSet::EMPTY)?; // AhAd against KsKh
/// assert_eq!(counts.total(), 201_376);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn exact_counts_by(rules: Rules, hands: &[[u8; 2]], board: &[u8], dead: CardSet) -> Result<ShowdownCounts> {
    let count = counting(rules, hands.len())?;
    let situation = known(rules, hands, board, dead)?;
    let mut counts = ShowdownCounts::new(hands.len());
    count.add(hands, &situation, &mut counts);
    Ok(counts)
}

/// The situation, once no card is known to be of another deck; cards that the deck has not are dead.
pub(crate) fn known(rules: Rules, hands: &[[u8; 2]], board: &[u8], dead: CardSet) -> Result<Situation> {
    let deck = rules.deck();
    if deck == CardSet::FULL {
        return Situation::new(hands, board, dead);
    }
    let mut ids = hands.as_flattened().iter().copied().chain(board.iter().copied()).chain(dead.ids());
    match ids.find(|&card| CardSet::from_ids(&[card]).is_ok_and(|card| (card & deck).is_empty())) {
        Some(card) => Err(Error::NotInShortDeck { row: Row(None), card }),
        None => Situation::new(hands, board, dead | !deck),
    }
}

/// What adds the showdowns of checked cards to counts.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    short_deck: Option<Made<9>>,
    count: fn(Option<Made<9>>, &[[u8; 2]], &Situation, &mut ShowdownCounts),
}

impl Count {
    /// Adds the showdowns of these hands.
    #[inline]
    pub(crate) fn add(self, hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
        (self.count)(self.short_deck, hands, situation, counts);
    }
}

/// Refuses rules by which no hand of two hole cards and five of the board wins as the best five of seven cards.
pub(crate) fn check_rules(rules: Rules) -> Result<()> {
    match rules {
        Rules::Standard | Rules::ShortDeck | Rules::ShortDeckTrips => Ok(()),
        _ => Err(Error::InvalidArgument(format!("rules {:?}: two hole cards have no equity by them", rules.name()))),
    }
}

/// The [`Count`] of so many hands.
pub(crate) fn counting(rules: Rules, hands: usize) -> Result<Count> {
    check_rules(rules)?;
    let short_deck = rules.short_deck()?;
    let is_short_deck = short_deck.is_some();
    let count = match hands {
        2 if is_short_deck => count_short_deck::<2>,
        3 | 4 if is_short_deck => count_short_deck::<4>,
        5..=MAX_PLAYERS if is_short_deck => count_short_deck::<MAX_PLAYERS>,
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
    };
    Ok(Count { short_deck, count })
}

fn count_all<const P: usize>(
    _: Option<Made<9>>,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    count_in::<P>(Standard, hands, situation, counts);
}

/// Of fewer than `P` players the others have what the first has, and it is forgotten what they win: less code than a
/// function for every number of players.
fn count_short_deck<const P: usize>(
    short_deck: Option<Made<9>>,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    let Some((tables, first)) = short_deck.zip(hands.first()) else { return };
    let mut all = [*first; P];
    all.iter_mut().zip(hands).for_each(|(to, hand)| *to = *hand);
    let mut of_all = ShowdownCounts::new(P);
    count_in::<P>(tables, &all, situation, &mut of_all);
    let players = (1 << hands.len()) - 1;
    for (winners, &showdowns) in of_all.by_winners().iter().enumerate() {
        counts.add(winners & players, showdowns);
    }
}

fn count_in<const P: usize>(
    tables: impl Tables,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    if situation.board().is_empty() {
        let players = Players::<P, _>::new(tables, hands, CardSet::EMPTY);
        count_patterns(&players, situation.left(), slice::from_mut(counts));
    } else {
        count_runouts::<P>(tables, hands, situation.board_set(), situation.left(), counts);
    }
}
