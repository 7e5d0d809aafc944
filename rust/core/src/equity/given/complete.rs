//! Hands to which no card comes, in games without a board.

use crate::equity::counts::{ShowdownCounts, winners};
use crate::error::Result;
use crate::evaluator::Rules;
use crate::game::Game;
use crate::memory::try_collect;

/// Adds the one showdown of checked hands.
pub(crate) fn add_counts<H: AsRef<[u8]>>(game: Game, hands: &[H], counts: &mut ShowdownCounts) -> Result<()> {
    let winners_by = |rules: Rules| -> Result<usize> {
        Ok(winners(&try_collect(hands.iter().map(|hand| rules.evaluate_ids(hand.as_ref())))?))
    };
    let low = if game.has_low() { winners_by(Rules::EightOrBetter)? } else { 0 };
    counts.add_with_low(winners_by(game.rules())?, low, 1);
    Ok(())
}
