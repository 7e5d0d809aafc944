//! Two ranges of four-card hands before the flop, one of which names ranks only, such as AA.

use super::HandSpot;
use crate::cards::CardSet;
use crate::equity::counts::ShowdownCounts;
use crate::equity::omaha_hands::RankRange;
use crate::equity::spot::Hands;
use crate::error::Result;
use crate::game::Game;
use crate::runtime::Run;
use crate::showdown::situation::Situation;

/// The player with a range of ranks, if there is one, and the other player holds a list of hands.
pub(crate) fn player_of_ranks(game: Game, hands: &[Hands<'_>], situation: &Situation) -> Result<Option<usize>> {
    let is_unknown = situation.left() == CardSet::FULL;
    let [Hands::Among(first), Hands::Among(second)] = hands else { return Ok(None) };
    if game.hole_cards() != 4 || game.has_low() || !is_unknown {
        return Ok(None);
    }
    for (player, hands) in [first, second].into_iter().enumerate() {
        if RankRange::of(hands)?.is_some() {
            return Ok(Some(player));
        }
    }
    Ok(None)
}

/// All deals of a spot in which this player has a range of ranks.
pub(crate) fn by_ranks(spot: &HandSpot<'_>, player: usize, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let (other, size, left) = (1 - player, spot.game.hole_cards(), spot.situation.left());
    let [ranks, hands] = [player, other].map(|player| spot.hands[player].list(size, left));
    let mut counts = spot.no_counts()?;
    if let Some(ranks) = RankRange::of(&ranks?)? {
        let [wins, ties, losses] = ranks.count(&hands?, run)?;
        counts.add(1 << other, wins);
        counts.add(0b11, ties);
        counts.add(1 << player, losses);
    }
    Ok(counts)
}
