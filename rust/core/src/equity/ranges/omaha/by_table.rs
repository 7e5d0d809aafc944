//! A range of four-card hands against any hand before the flop, looked up hand by hand.

use super::HandSpot;
use crate::cards::CardSet;
use crate::equity::counts::ShowdownCounts;
use crate::equity::spot::Hands;
use crate::error::Result;
use crate::game::Game;
use crate::ranges::{OmahaOdds, omaha_odds};
use crate::runtime::Run;
use crate::showdown::situation::Situation;

/// Hands between two checks for cancellation.
const AT_ONCE: usize = 4_096;

/// Whether one of two players has any hand of four cards, and no card is known.
pub(crate) fn has_table(game: Game, hands: &[Hands<'_>], situation: &Situation) -> bool {
    let is_unknown = situation.left() == CardSet::FULL;
    hands.len() == 2 && game.hole_cards() == 4 && !game.has_low() && is_unknown && hands.iter().any(is_any)
}

fn is_any(hands: &Hands<'_>) -> bool {
    matches!(hands, Hands::With(known) if known.is_empty())
}

/// All deals of a spot that has a table.
pub(crate) fn by_table(spot: &HandSpot<'_>, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let player = usize::from(!is_any(&spot.hands[1]));
    let own = &spot.hands[player];
    let hands = own.list(spot.game.hole_cards(), spot.situation.left())?;
    let [mut wins, mut ties] = [0; 2];
    for hands in hands.chunks(AT_ONCE) {
        run.checkpoint(0, 1)?;
        for &hand in hands {
            let odds = omaha_odds(hand)?;
            wins += odds.wins;
            ties += odds.ties;
        }
    }
    let mut counts = spot.no_counts()?;
    counts.add(1 << player, wins);
    counts.add(2 >> player, hands.len() as u64 * OmahaOdds::SHOWDOWNS - wins - ties);
    counts.add(0b11, ties);
    Ok(counts)
}
