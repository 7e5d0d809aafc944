//! The value of a strategy on real hands, for a player who follows it or plays a best response to it.

use super::buckets::{Buckets, normalise};
use super::cfr::{checked, mean, too_large};
use super::game::Endgame;
use super::walk::{At, Play, WalkMemory};
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::Run;

/// How a player answers the strategy of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    /// The strategy, as the other player.
    Same,
    /// The action of the largest value, for every hand.
    Best,
}

/// The gain of a player a deal, if the opponent plays the average strategy that `sums` of [`cfr_plus`](super::cfr_plus) are.
///
/// # Errors
/// [`Error::InvalidArgument`] for a player other than 0 and 1, buckets of another game, invalid sums, and a gain that
/// is not finite; [`Error::OutOfMemory`].
pub fn gain(
    game: &Endgame,
    buckets: &Buckets,
    sums: &[f64],
    player: usize,
    response: Response,
    run: &mut Run<'_>,
) -> Result<f64> {
    if player > 1 {
        return Err(Error::InvalidArgument(format!("player {player}: expected 0 or 1")));
    }
    buckets.check(game)?;
    let sums = checked(sums, buckets)?;
    let mut strategy = try_vec(0.0, sums.len())?;
    for (at, decision) in game.decisions.iter().enumerate() {
        let place = buckets.place(at);
        normalise(&sums[place.clone()], decision.n_actions, &mut strategy[place]);
    }
    let mut memory = WalkMemory::new(game, player)?;
    let values = memory.walk(game, &mut Against { game, buckets, player, strategy, response }, run.level())?;
    Some(game.mean(player, values)).filter(|gain| gain.is_finite()).ok_or_else(too_large)
}

/// A player against a fixed strategy.
struct Against<'a> {
    game: &'a Endgame,
    buckets: &'a Buckets,
    player: usize,
    strategy: Vec<f64>,
    response: Response,
}

impl Against<'_> {
    /// The strategy of each bucket at a decision, in rows, and the buckets of the hands on the board.
    fn at(&self, at: At, player: usize, n_hands: usize) -> (std::slice::ChunksExact<'_, f64>, &[u32]) {
        let street = self.game.decisions[at.decision].street;
        let strategy = &self.strategy[self.buckets.place(at.decision)];
        let of_hands = self.buckets.on_board(street, player, at.board, n_hands);
        (strategy.chunks_exact(self.buckets.count(street, player)), of_hands)
    }
}

impl Play for Against<'_> {
    fn mix(&mut self, at: At, before: &[f64], after: &mut [f64]) {
        let (strategy, of_hands) = self.at(at, 1 - self.player, before.len() - 1);
        for (after, strategy) in after.chunks_exact_mut(before.len()).zip(strategy) {
            for ((after, &bucket), reach) in after.iter_mut().zip(of_hands).zip(before) {
                *after = strategy[bucket as usize] * reach;
            }
        }
    }

    fn choose(&mut self, at: At, actions: &[f64], value: &mut [f64]) {
        if self.response == Response::Same {
            let (strategy, of_hands) = self.at(at, self.player, value.len());
            mean(strategy, of_hands, actions, value);
            return;
        }
        value.fill(f64::NEG_INFINITY);
        for action in actions.chunks_exact(value.len()) {
            value.iter_mut().zip(action).for_each(|(most, &value)| *most = if value > *most { value } else { *most });
        }
    }
}
