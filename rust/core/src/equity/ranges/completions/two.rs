//! Two players: one sorted sweep over their hands. In games with a low there is a sweep for each low of one player against
//! the worse, the equal and the better lows of the other.

use std::cmp::Ordering;

use super::{Completions, WithLow, merged};
use crate::equity::counts::ShowdownCounts;
use crate::equity::ranges::omaha::HandSpot;
use crate::equity::ranges::omaha::sorted_sweep::{RankedHand, WithoutPairs, without_pairs};
use crate::error::Result;
use crate::evaluator::MAX_LOW_STRENGTH;
use crate::memory::try_push;
use crate::runtime::{MayGoOn, Run};

/// How many times as long sweeps for all lows take as one.
const WITH_LOWS: f64 = 15.0;

/// The seconds of [`count`], for this number of hands of both players.
pub(super) fn seconds(hands: f64, most: usize, has_low: bool) -> f64 {
    let (of_hand, of_sweep) = without_pairs(most);
    (hands * of_hand + of_sweep) * if has_low { WITH_LOWS } else { 1.0 }
}

/// The memory of sweeps: the hands of both players with certain lows.
struct LowSweeps {
    sweep: WithoutPairs,
    own: Vec<RankedHand>,
    others: Vec<RankedHand>,
    counts: ShowdownCounts,
}

impl LowSweeps {
    /// The deals in which the first player has this low and that of the second is worse, equal or better.
    fn count(
        &mut self,
        players: [&[WithLow]; 2],
        low: u8,
        of_second: Ordering,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<[u64; 3]> {
        let is_in = |of_other: u8| of_other.cmp(&low) == of_second;
        let [ours, theirs] = players;
        self.own.clear();
        self.others.clear();
        for &(hand, [_, low_of_duplicates]) in ours.iter().filter(|(_, lows)| lows[0] == low) {
            let duplicates = if is_in(low_of_duplicates) { hand.duplicates } else { 0 };
            try_push(&mut self.own, RankedHand { duplicates, ..hand })?;
        }
        if self.own.is_empty() {
            return Ok([0; 3]);
        }
        for &(hand, _) in theirs.iter().filter(|(_, lows)| is_in(lows[0])) {
            try_push(&mut self.others, hand)?;
        }
        Ok(self.sweep.count_sorted(&self.own, &self.others, 0, may_go_on)?.above)
    }
}

/// All deals of two hands with at most `most` cards to come.
pub(super) fn count(
    spot: &HandSpot<'_>,
    players: [&Completions; 2],
    most: usize,
    run: &mut Run<'_>,
) -> Result<ShowdownCounts> {
    // Hands with fewer cards to come are looked up among those with more.
    let own = usize::from(players[0].to_come() > players[1].to_come());
    let [first, second] = [1 << own, 2 >> own];
    let ours = players[own].ranked(players[1 - own])?;
    // To sort takes a tenth of a second.
    run.prepare(|run| run.checkpoint(0, 1))?;
    let theirs = players[1 - own].ranked(players[own])?;
    let lows = if spot.game.has_low() { MAX_LOW_STRENGTH } else { 0 };
    let new = || {
        let sweep = WithoutPairs::new(most)?;
        Ok(LowSweeps { sweep, own: Vec::new(), others: Vec::new(), counts: spot.no_counts()? })
    };
    let add = |sweeps: &mut LowSweeps, low: u8, may_go_on: &mut MayGoOn<'_>| {
        let both = if low > 0 { first | second } else { 0 };
        for (of_second, with_low) in [(Ordering::Less, first), (Ordering::Equal, both), (Ordering::Greater, second)] {
            let [wins, ties, losses] = sweeps.count([&ours, &theirs], low, of_second, may_go_on)?;
            if wins + ties + losses == 0 {
                continue;
            }
            sweeps.counts.add_with_low(first, with_low, wins);
            sweeps.counts.add_with_low(first | second, with_low, ties);
            sweeps.counts.add_with_low(second, with_low, losses);
        }
        Ok(())
    };
    let all = run.fold(0..=lows, usize::from(lows) + 1, new, add)?;
    merged(spot, all.iter().map(|sweeps| &sweeps.counts))
}
