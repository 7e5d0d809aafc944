//! A solver: what both players have learnt in an endgame, iterations that add to it, and what it is worth.

use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};

use super::buckets::Buckets;
use super::game::Endgame;
use super::kept::Storage;
use super::numbers::{Learnt, Numbers};
use super::response::{Response, Seen, Valued, Watched, normalise};
use super::update::{Algorithm, Learn};
use super::walk::WalkMemory;
use crate::error::{Error, Result};
use crate::memory::{try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::simd::{LANES, Lanes};
use crate::runtime::stages::Stages;

/// A solver of an endgame in vector form, with a regret for each hand on each board, or for each bucket of hands.
///
/// A bucket may depend on the board, not on earlier buckets, so a player may forget (imperfect recall).
pub struct Solver {
    game: Arc<Endgame>,
    numbers: [Numbers; 2],
    algorithm: Algorithm,
    iterations: u32,
    /// By decision whether its strategy is given.
    given: Vec<bool>,
    weights: [Vec<Lanes<f32>>; 2],
    /// For each player what every leaf is worth to each of its hands, in parts of the largest stake.
    leaves: [Vec<Lanes<f64>>; 2],
}

impl Solver {
    /// A solver that has learnt nothing. A player without buckets sees its hands.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn new(
        game: Arc<Endgame>,
        buckets: [Option<Buckets>; 2],
        algorithm: Algorithm,
        storage: Storage,
    ) -> Result<Self> {
        let [first, second] = buckets;
        if first.is_none() && second.is_none() {
            // Asked for board after board, the system may promise more than it has. Nothing is written here.
            drop(black_box(try_with_capacity::<u8>(Self::bytes(&game, storage))?));
        }
        let numbers = [Numbers::new(&game, 0, first, storage)?, Numbers::new(&game, 1, second, storage)?];
        let weights = [0, 1].map(|player: usize| {
            game.players[player].reach.iter().map(|block| Lanes(block.0.map(|reach| reach as f32))).collect()
        });
        let given = vec![false; game.decisions.len()];
        let leaves = |player: usize| try_vec(Lanes::default(), game.n_leaves() * game.players[player].n_blocks());
        let leaves = [leaves(0)?, leaves(1)?];
        Ok(Self { game, numbers, algorithm, iterations: 0, given, weights, leaves })
    }

    /// How many bytes a solver without buckets takes.
    pub fn bytes(game: &Endgame, storage: Storage) -> usize {
        Numbers::bytes(game, 0, storage).saturating_add(Numbers::bytes(game, 1, storage))
    }

    /// The game.
    pub fn game(&self) -> &Endgame {
        &self.game
    }

    /// Number of iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Iterates. Boards behind the first street are independent of each other, and are spread over threads; with buckets one
    /// thread is used. Results do not depend on it.
    ///
    /// If the call is cancelled, some boards may have learnt from an iteration that does not count.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; [`Error::Cancelled`].
    pub fn run(&mut self, iterations: u32, run: &mut Run<'_>) -> Result<()> {
        let game = &*self.game;
        let mut memory = WalkMemory::new(game)?;
        let mut stages = Stages::new(2 * u64::from(iterations));
        for _ in 0..iterations {
            let rates = self.algorithm.rates(self.iterations);
            for player in 0..2 {
                stages.enter(1, run);
                for numbers in &mut self.numbers {
                    if let Numbers::Buckets(buckets, numbers) = numbers {
                        numbers.get_mut().unwrap_or_else(PoisonError::into_inner).look(buckets);
                    }
                }
                let (numbers, given) = (&self.numbers, &self.given[..]);
                let learn = Learn { numbers, rates, given, weights: &self.weights, leaves: &self.leaves };
                memory.walk(game, player, &learn, run)?;
                for (of, numbers) in self.numbers.iter_mut().enumerate() {
                    if let Numbers::Buckets(buckets, numbers) = numbers {
                        let numbers = numbers.get_mut().unwrap_or_else(PoisonError::into_inner);
                        if of == player {
                            numbers.learn(rates);
                        } else {
                            numbers.count(buckets, rates);
                        }
                    }
                }
            }
            self.iterations += 1;
            run.checkpoint(1, 1)?;
        }
        Ok(())
    }

    /// The gain of a player a deal, if the opponent plays its average strategy.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a player other than 0 and 1; [`Error::OutOfMemory`]; [`Error::Cancelled`].
    pub fn gain(&self, player: usize, response: Response, run: &mut Run<'_>) -> Result<f64> {
        check_player(player)?;
        let mut memory = WalkMemory::new(&self.game)?;
        let plays = self.valued(Learnt::Average, response, None);
        let values = memory.walk(&self.game, player, &plays, run)?;
        Ok(self.game.mean(player, &values))
    }

    /// Values of a player's hands at a decision, in chips times the unblocked reach of the opponent; or the opponent's reach
    /// there; or the number of the player's best action. For each board of the street, for each hand of that player.
    ///
    /// # Errors
    /// As [`Self::gain`], and [`Error::InvalidArgument`] for an unknown decision.
    pub fn seen(&self, player: usize, decision: usize, what: Seen, run: &mut Run<'_>) -> Result<Vec<f64>> {
        check_player(player)?;
        let street = self.decision(decision)?.0;
        let of = if what == Seen::Reach { 1 - player } else { player };
        let n_blocks = self.game.players[of].n_blocks();
        let rows = Mutex::new(try_vec(Lanes::default(), self.game.n_boards(street) * n_blocks)?);
        let watched = Watched { at: Some((decision, what)), rows: &rows };
        let response = if what == Seen::Best { Response::Best } else { Response::Same };
        let plays = self.valued(Learnt::Average, response, Some(watched));
        WalkMemory::new(&self.game)?.walk(&self.game, player, &plays, run)?;
        let scale = if what == Seen::Values { self.game.chips() } else { 1.0 };
        let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut out = self.by_hand(of, &rows)?;
        for number in &mut out {
            *number *= scale;
        }
        Ok(out)
    }

    fn valued<'a>(&'a self, learnt: Learnt, response: Response, seen: Option<Watched<'a>>) -> Valued<'a> {
        Valued { numbers: &self.numbers, learnt, leaves: &self.leaves, response, seen }
    }

    /// The reach of a player's hands at every leaf: for each leaf, for each hand.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a player other than 0 and 1; [`Error::OutOfMemory`].
    pub fn leaf_reach(&self, player: usize, learnt: Learnt, run: &Run<'_>) -> Result<Vec<f64>> {
        check_player(player)?;
        let rows = Mutex::new(try_vec(Lanes::default(), self.leaves[player].len())?);
        let watched = Watched { at: None, rows: &rows };
        let plays = self.valued(learnt, Response::Same, Some(watched));
        WalkMemory::new(&self.game)?.down(&self.game, 1 - player, &plays, run.level())?;
        self.by_hand(player, &rows.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Says what the leaves are worth to a player's hands: for each leaf, for each hand, the gain in chips.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a player other than 0 and 1, another number of gains, or one that is not finite.
    pub fn value_leaves(&mut self, player: usize, gains: &[f64]) -> Result<()> {
        check_player(player)?;
        let of = &self.game.players[player];
        let n = self.game.n_leaves() * of.len();
        if gains.len() != n || !gains.iter().all(|gain| gain.is_finite()) {
            return Err(Error::InvalidArgument(format!("{n} gains at leaves are expected, all of them finite")));
        }
        let scale = self.game.chips();
        let rows = self.leaves[player].chunks_exact_mut(of.n_blocks()).zip(gains.chunks_exact(of.len()));
        for (row, gains) in rows {
            for (hand, gain) in gains.iter().enumerate() {
                row[hand / LANES].0[hand % LANES] = gain / scale;
            }
        }
        Ok(())
    }

    /// The average strategy at a decision: for each action, for each board of its street, for each hand of its player.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for an unknown decision; [`Error::OutOfMemory`].
    pub fn strategy(&self, decision: usize) -> Result<Vec<f64>> {
        let (_, player) = self.decision(decision)?;
        let sums = self.numbers[player].sums_of(&self.game, player, decision)?;
        let n = sums.len() / self.game.decisions[decision].n_actions;
        let mut rows = sums;
        let mut of_actions = try_vec(Lanes::default(), rows.len() / n)?;
        for at in 0..n {
            of_actions.iter_mut().zip(rows[at..].iter().step_by(n)).for_each(|(to, &from)| *to = from);
            normalise(&mut of_actions);
            rows[at..].iter_mut().step_by(n).zip(&of_actions).for_each(|(to, &from)| *to = from);
        }
        self.by_hand(player, &rows)
    }

    /// Gives a player its strategy at a decision, which it then keeps: for each action, for each board of its street, for each
    /// hand, probabilities.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for an unknown decision, a player with buckets, another number of probabilities, or one
    /// that is negative or not finite. Also for different probabilities of hands that are alike up to suits; a game that is
    /// not isomorphic tells these apart.
    pub fn give(&mut self, decision: usize, strategy: &[f64]) -> Result<()> {
        let (street, player) = self.decision(decision)?;
        if matches!(self.numbers[player], Numbers::Buckets(..)) {
            let why = "a strategy is given by hand, but the player sees buckets";
            return Err(Error::InvalidArgument(why.into()));
        }
        let of = &self.game.players[player];
        let rows = self.game.n_boards(street) * of.len();
        let n = rows * self.game.decisions[decision].n_actions;
        if strategy.len() != n || !strategy.iter().all(|&share| share >= 0.0 && share.is_finite()) {
            return Err(Error::InvalidArgument(format!("a strategy of {n} probabilities is expected")));
        }
        let mut differ = false;
        self.game.board.for_each(street, &mut |board| {
            let Some(alike) = &board.alike else { return };
            let rows = strategy.chunks_exact(of.len()).skip(board.number).step_by(self.game.n_boards(street));
            for row in rows {
                let first = alike[player].iter().map(|&first| row[first as usize]);
                differ |= row.iter().zip(first).any(|(share, first)| (share - first).abs() > ALIKE);
            }
        });
        if differ {
            let why = "strategy: hands that are alike up to suits need the same probabilities";
            return Err(Error::InvalidArgument(why.into()));
        }
        self.numbers[player].visit(&self.game, player, decision, |at, regret, sum| {
            (*regret, *sum) = (strategy[at] as f32, strategy[at] as f32);
        });
        self.given[decision] = true;
        Ok(())
    }

    /// For each decision whether its strategy is given.
    pub fn given(&self) -> &[bool] {
        &self.given
    }

    /// Numbers that were learnt at a decision: the regrets, and after them the sums of strategies. Each are for each action, for each
    /// board of the street, for each hand of the player; or for each action, for each bucket of the street.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for an unknown decision; [`Error::OutOfMemory`].
    pub fn learnt(&self, decision: usize) -> Result<Vec<f32>> {
        let (_, player) = self.decision(decision)?;
        let n = self.numbers[player].n_at(&self.game, player, decision);
        let mut out = try_vec(0.0, 2 * n)?;
        self.numbers[player].visit(&self.game, player, decision, |at, regret, sum| {
            (out[at], out[n + at]) = (*regret, *sum);
        });
        Ok(out)
    }

    /// Goes on from what a solver of the same game has learnt at a decision.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for an unknown decision, another number of numbers, or numbers that nobody learns.
    pub fn relearn(&mut self, decision: usize, learnt: &[f32]) -> Result<()> {
        let (_, player) = self.decision(decision)?;
        let n = self.numbers[player].n_at(&self.game, player, decision);
        let (regrets, sums) = learnt.split_at_checked(n).unwrap_or_default();
        let can_be = |number: &f32| number.abs() <= MOST_LEARNT;
        if sums.len() != n || !learnt.iter().all(can_be) || !sums.iter().all(|&sum| sum >= 0.0) {
            let why = format!("decision {decision}: expected {n} regrets and as many sums of probabilities");
            return Err(Error::InvalidArgument(why));
        }
        self.numbers[player].visit(&self.game, player, decision, |at, regret, sum| {
            (*regret, *sum) = (regrets[at], sums[at]);
        });
        Ok(())
    }

    /// Counts iterations that another solver has done, and keeps the strategies that it was given.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for another number of decisions.
    pub fn resume(&mut self, iterations: u32, given: &[bool]) -> Result<()> {
        if given.len() != self.given.len() {
            let why = format!("{} decisions are given or not: there are {}", given.len(), self.given.len());
            return Err(Error::InvalidArgument(why));
        }
        (self.iterations, self.given) = (iterations, given.to_vec());
        Ok(())
    }

    fn decision(&self, decision: usize) -> Result<(usize, usize)> {
        let of = self.game.decisions.get(decision).map(|of| (of.street, of.player));
        of.ok_or_else(|| {
            Error::InvalidArgument(format!("decision {decision}: there are {}", self.game.decisions.len()))
        })
    }

    /// Rows of blocks as rows of hands.
    fn by_hand(&self, player: usize, rows: &[Lanes<f64>]) -> Result<Vec<f64>> {
        let player = &self.game.players[player];
        let mut out = try_vec(0.0, rows.len() / player.n_blocks() * player.len())?;
        for (out, row) in out.chunks_exact_mut(player.len()).zip(rows.chunks_exact(player.n_blocks())) {
            for (hand, out) in out.iter_mut().enumerate() {
                *out = row[hand / LANES].0[hand % LANES];
            }
        }
        Ok(out)
    }
}

/// More than 2^31 iterations add to a number.
const MOST_LEARNT: f32 = 1e15;

/// Largest difference of the given probabilities of hands that are alike.
const ALIKE: f64 = 1e-6;

fn check_player(player: usize) -> Result<()> {
    if player < 2 { Ok(()) } else { Err(Error::InvalidArgument(format!("player {player}: expected 0 or 1"))) }
}
