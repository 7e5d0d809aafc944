//! CFR+ in vector form, with a regret for each bucket of hands instead of each hand.
//!
//! Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014): regrets never fall below zero, and players are
//! updated alternately. Iteration t counts t² times in the average, which converges a little faster here than the paper's
//! t. The bucket of a hand may depend on the board, not on earlier buckets, so a player may forget (imperfect recall).
//!
//! The regret of an action `a` in a bucket `b` is `r(b, a) = sum of w(h) r(h, a)` over the hands `h` of the bucket on all
//! boards, where `w` is the weight in the player's range and `r(h, a)` the counterfactual regret of a hand. The average
//! strategy weights an iteration by the reach of the bucket, the sum of its hands' own reaches. With one bucket for each hand
//! this is plain CFR+.

use std::sync::{Mutex, PoisonError};

use super::buckets::{Buckets, normalise};
use super::game::Endgame;
use super::walk::{At, Play, WalkMemory};
use crate::error::{Error, Result};
use crate::memory::{try_boxed_slice, try_vec};
use crate::runtime::Run;

/// Iterates CFR+, after `done` iterations that left these regrets and these sums of strategies; both begin as zeros. After
/// an error they are as before. Iterations follow each other, so a call uses one thread.
///
/// # Errors
/// [`Error::InvalidArgument`] for buckets of another game, if there are not [`Buckets::n_numbers`] regrets and sums, or one
/// is or becomes negative or not finite; [`Error::OutOfMemory`]; [`Error::Cancelled`].
pub fn cfr_plus(
    game: &Endgame,
    buckets: &Buckets,
    done: u32,
    iterations: u32,
    regrets: &mut [f64],
    sums: &mut [f64],
    run: &mut Run<'_>,
) -> Result<()> {
    buckets.check(game)?;
    let level = run.level();
    let solver = CfrSolver {
        learner: Learner {
            game,
            buckets,
            player: 0,
            regrets: checked(regrets, buckets)?,
            sums: checked(sums, buckets)?,
            strategy: try_vec(0.0, buckets.n_numbers())?,
            reached: buckets.zeros_of_buckets()?,
        },
        memory: [WalkMemory::new(game, 0)?, WalkMemory::new(game, 1)?],
        iteration: done,
    };
    // One after the other, on any number of threads.
    let solver = Mutex::new(solver);
    run.for_each(0..iterations, iterations as usize, |_| {
        let CfrSolver { learner, memory, iteration } = &mut *solver.lock().unwrap_or_else(PoisonError::into_inner);
        *iteration += 1;
        for (player, memory) in memory.iter_mut().enumerate() {
            learner.player = player;
            learner.look(1 - player);
            learner.look(player);
            memory.walk(game, learner, level)?;
            learner.learn(f64::from(*iteration).powi(2));
        }
        Ok(())
    })?;
    let CfrSolver { learner, .. } = solver.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !learner.regrets.iter().chain(&learner.sums).all(|number| number.is_finite()) {
        return Err(too_large());
    }
    regrets.copy_from_slice(&learner.regrets);
    sums.copy_from_slice(&learner.sums);
    Ok(())
}

pub(super) fn too_large() -> Error {
    Error::InvalidArgument("weights and stakes are too large: their products are no finite numbers".into())
}

struct CfrSolver<'a> {
    learner: Learner<'a>,
    memory: [WalkMemory; 2],
    iteration: u32,
}

/// A copy of numbers, which are as many as there should be, finite and not negative.
pub(super) fn checked(numbers: &[f64], buckets: &Buckets) -> Result<Box<[f64]>> {
    let copy = try_boxed_slice(numbers)?;
    if copy.len() == buckets.n_numbers() && copy.iter().all(|&number| number >= 0.0 && number.is_finite()) {
        return Ok(copy);
    }
    Err(Error::InvalidArgument(
        "regrets and sums: expected one finite number for each action and bucket, from 0".into(),
    ))
}

/// A player whose regrets grow, and the opponent whose average does.
struct Learner<'a> {
    game: &'a Endgame,
    buckets: &'a Buckets,
    player: usize,
    regrets: Box<[f64]>,
    sums: Box<[f64]>,
    /// The strategies of both players, from their regrets before the walk.
    strategy: Vec<f64>,
    /// The reach of each of the opponent's buckets.
    reached: Vec<f64>,
}

impl Learner<'_> {
    /// The strategy of a player now.
    fn look(&mut self, player: usize) {
        for (at, decision) in self.game.decisions.iter().enumerate().filter(|(_, of)| of.player == player) {
            let place = self.buckets.place(at);
            normalise(&self.regrets[place.clone()], decision.n_actions, &mut self.strategy[place]);
        }
    }

    /// After a walk: no regret is negative, and the opponent's strategy counts with this weight in the average.
    fn learn(&mut self, weight: f64) {
        for (at, decision) in self.game.decisions.iter().enumerate() {
            let place = self.buckets.place(at);
            if decision.player == self.player {
                // Written so, NaN stays, and is found at the end.
                self.regrets[place].iter_mut().for_each(|regret| *regret = if *regret < 0.0 { 0.0 } else { *regret });
                continue;
            }
            let reached = &mut self.reached[self.buckets.place_of_buckets(at)];
            for reached in reached.iter_mut() {
                *reached *= weight;
            }
            let sums = self.sums[place.clone()].chunks_exact_mut(reached.len());
            for (sums, strategy) in sums.zip(self.strategy[place].chunks_exact(reached.len())) {
                for ((sum, strategy), reached) in sums.iter_mut().zip(strategy).zip(&*reached) {
                    *sum += reached * strategy;
                }
            }
            reached.fill(0.0);
        }
    }
}

impl Play for Learner<'_> {
    #[inline]
    fn mix(&mut self, at: At, before: &[f64], after: &mut [f64]) {
        let (street, player, width) = (self.game.decisions[at.decision].street, 1 - self.player, before.len());
        let of_hands = self.buckets.on_board(street, player, at.board, width - 1);
        let reached = &mut self.reached[self.buckets.place_of_buckets(at.decision)];
        for (&bucket, reach) in of_hands.iter().zip(before) {
            reached[bucket as usize] += reach;
        }
        let strategy = self.strategy[self.buckets.place(at.decision)].chunks_exact(reached.len());
        for (after, strategy) in after.chunks_exact_mut(width).zip(strategy) {
            for ((after, &bucket), reach) in after.iter_mut().zip(of_hands).zip(before) {
                *after = strategy[bucket as usize] * reach;
            }
        }
    }

    #[inline]
    fn choose(&mut self, at: At, actions: &[f64], value: &mut [f64]) {
        let street = self.game.decisions[at.decision].street;
        let n = self.buckets.count(street, self.player);
        let of_hands = self.buckets.on_board(street, self.player, at.board, value.len());
        let place = self.buckets.place(at.decision);
        let strategy = &self.strategy[place.clone()];
        mean(strategy.chunks_exact(n), of_hands, actions, value);
        let weights = &self.game.players[self.player].weights;
        for (regrets, action) in self.regrets[place].chunks_exact_mut(n).zip(actions.chunks_exact(value.len())) {
            for (((&bucket, action), value), weight) in of_hands.iter().zip(action).zip(&*value).zip(weights) {
                regrets[bucket as usize] += weight * (action - value);
            }
        }
    }
}

/// The value of a strategy: rows of its probabilities, of buckets, and rows of values, of hands.
#[inline]
pub(super) fn mean<'a>(
    strategy: impl Iterator<Item = &'a [f64]>,
    of_hands: &[u32],
    actions: &[f64],
    value: &mut [f64],
) {
    value.fill(0.0);
    for (strategy, action) in strategy.zip(actions.chunks_exact(value.len())) {
        for ((sum, &bucket), action) in value.iter_mut().zip(of_hands).zip(action) {
            *sum += strategy[bucket as usize] * action;
        }
    }
}
