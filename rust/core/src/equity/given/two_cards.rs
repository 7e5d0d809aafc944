//! Specific hands of two cards.

use super::by_pattern::count_patterns;
use super::by_rank_class::count_runouts;
use super::players::Players;
use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts, check_players};
use crate::error::Result;
use crate::evaluator::{Made, Rules, Standard, Tables};
use crate::showdown::situation::Situation;

/// A function that adds the showdowns of a number of checked hands to counts.
#[derive(Clone, Copy)]
pub(crate) struct Counter {
    short_deck: Option<Made<9>>,
    count: fn(Option<Made<9>>, &[[u8; 2]], &Situation, &mut ShowdownCounts),
}

impl Counter {
    /// The function for this number of hands, by the rules of hold'em or short deck.
    pub(crate) fn new(rules: Rules, hands: usize) -> Result<Self> {
        check_players(hands)?;
        let short_deck = rules.short_deck()?;
        let is_short_deck = short_deck.is_some();
        let count = match hands {
            2 if is_short_deck => count_short_deck::<2>,
            3 | 4 if is_short_deck => count_short_deck::<4>,
            _ if is_short_deck => count_short_deck::<MAX_PLAYERS>,
            2 => count_all::<2>,
            3 => count_all::<3>,
            4 => count_all::<4>,
            5 => count_all::<5>,
            6 => count_all::<6>,
            7 => count_all::<7>,
            8 => count_all::<8>,
            9 => count_all::<9>,
            _ => count_all::<MAX_PLAYERS>,
        };
        Ok(Self { short_deck, count })
    }

    /// Adds the showdowns of these hands.
    #[inline]
    pub(crate) fn add(self, hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
        (self.count)(self.short_deck, hands, situation, counts);
    }
}

fn count_all<const P: usize>(
    _: Option<Made<9>>,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    count_in::<P>(Standard, hands, situation, counts);
}

/// Fills up fewer than `P` players with copies of the first, and drops the wins of the copies. This is less code than a
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
    let mut of_all = ShowdownCounts::of_high(P);
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
        count_patterns(&players, situation.left(), false, counts);
    } else {
        count_runouts::<P>(tables, hands, situation.board_set(), situation.left(), counts);
    }
}
