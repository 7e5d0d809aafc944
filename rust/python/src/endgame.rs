//! Endgames, and their solver.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pokerbits::endgame::{self, Algorithm, Buckets, Learnt, Node, Response, Seen, Storage, Tree};
use pokerbits::{Error, Result};
use pyo3::prelude::*;

use crate::borrow::{Filling1, Reading1, Reading2};
use crate::enter::enter;

/// An endgame, with its boards ranked.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct Endgame(Arc<endgame::Endgame>);

/// A node from the row (kind, player, first child, number of actions), kinds in the order of [`Node`], and its stake and rake.
/// A leaf has the number of cards to come in place of the actions.
fn node(&[kind, player, first, n_actions]: &[u64; 4], &[stake, rake]: &[f64; 2]) -> Result<Node> {
    let (player, first) = (player as usize, first as usize);
    match kind {
        0 => Ok(Node::Decision { player, first, n_actions: n_actions as usize }),
        1 => Ok(Node::Deal { child: first }),
        2 => Ok(Node::Fold { player, stake, rake }),
        3 => Ok(Node::Showdown { stake, rake }),
        4 => Ok(Node::Leaf { n_deals: n_actions as usize, stake }),
        _ => Err(Error::InvalidArgument(format!("a node of kind {kind}"))),
    }
}

#[pymethods]
impl Endgame {
    /// The endgame of weights (2, 1326), or (2, 270725) or (2, 2598960) in Omaha, on a board, with a tree of `nodes` (n, 4),
    /// see [`node`], and their stakes and rakes (n, 2). If `isomorphic`, boards that are alike up to suits are one. If
    /// `high_low`, high and low hands of Omaha share the pot.
    #[new]
    fn new(
        py: Python<'_>,
        board: Reading1<'_, u8>,
        weights: Reading2<'_, f64>,
        nodes: Reading2<'_, u64>,
        stakes: Reading2<'_, f64>,
        isomorphic: bool,
        high_low: bool,
    ) -> PyResult<Self> {
        let (board, weights) = (board.as_slice()?, weights.as_slice()?);
        let (nodes, stakes) = (nodes.as_slice()?, stakes.as_slice()?);
        enter(py, 1, None, |_| {
            let (first, second) = weights.split_at(weights.len() / 2);
            let nodes = nodes.as_chunks().0.iter().zip(stakes.as_chunks().0).map(|(row, stakes)| node(row, stakes));
            let tree = Tree::new(nodes.collect::<Result<_>>()?)?;
            endgame::Endgame::new(board, [first, second], &tree, isomorphic, high_low).map(|game| Self(Arc::new(game)))
        })
    }

    /// The numbers of the hands of a player.
    fn hands<'py>(&self, py: Python<'py>, player: usize) -> Bound<'py, PyArray1<u32>> {
        self.0.hands(player).to_vec().into_pyarray(py)
    }

    /// For each board of a street, the number of the board that stands for it, and of the permutation that
    /// moves it there.
    fn as_dealt(&self, street: usize) -> Vec<(usize, usize)> {
        self.0.as_dealt(street).iter().map(|board| (board.number, board.moved)).collect()
    }

    /// Where a permutation moves each hand of a player.
    fn images<'py>(&self, py: Python<'py>, permutation: usize, player: usize) -> Bound<'py, PyArray1<u32>> {
        self.0.images(permutation, player).to_vec().into_pyarray(py)
    }

    /// How many bytes a solver without buckets takes.
    fn bytes(&self, short: bool) -> usize {
        endgame::Solver::bytes(&self.0, storage(short))
    }
}

/// A solver. One call at a time uses it.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct EndgameSolver(Mutex<endgame::Solver>);

#[pymethods]
impl EndgameSolver {
    /// A solver in which a player sees buckets, given for each street, board and hand; or its hands, without buckets. If
    /// `short`, numbers of hands have sixteen bits.
    #[new]
    fn new(
        py: Python<'_>,
        game: &Endgame,
        hero: Option<Reading1<'_, u32>>,
        villain: Option<Reading1<'_, u32>>,
        algorithm: &str,
        short: bool,
    ) -> PyResult<Self> {
        let labels = [&hero, &villain].map(|labels| labels.as_ref().map(|labels| labels.as_slice()));
        let [hero, villain] = labels.map(Option::transpose);
        let (labels, game) = ([hero?, villain?], &game.0);
        enter(py, 1, None, |_| {
            let algorithm = match algorithm {
                "dcfr" => Algorithm::Discounted,
                "cfr_plus" => Algorithm::Plus,
                _ => return Err(Error::InvalidArgument(format!("algorithm {algorithm}"))),
            };
            let mut buckets = [None, None];
            for (player, (to, labels)) in buckets.iter_mut().zip(labels).enumerate() {
                *to = labels.map(|labels| buckets_of(game, player, labels)).transpose()?;
            }
            endgame::Solver::new(Arc::clone(game), buckets, algorithm, storage(short))
                .map(|solver| Self(Mutex::new(solver)))
        })
    }

    /// Iterates.
    fn run(&self, py: Python<'_>, iterations: u32, num_threads: usize, progress: Option<Py<PyAny>>) -> PyResult<()> {
        enter(py, num_threads, progress, |run| self.locked().run(iterations, run))
    }

    /// Number of iterations so far.
    fn iterations(&self, py: Python<'_>) -> u32 {
        py.detach(|| self.locked().iterations())
    }

    /// The gain of a player against the average strategy of the other: of a best response, or of the own average.
    fn gain(&self, py: Python<'_>, player: usize, best: bool, num_threads: usize) -> PyResult<f64> {
        let response = if best { Response::Best } else { Response::Same };
        enter(py, num_threads, None, |run| self.locked().gain(player, response, run))
    }

    /// The values of a player's hands at a decision, the reach of the other player's hands, or the best actions.
    fn seen(
        &self,
        py: Python<'_>,
        player: usize,
        decision: usize,
        what: &str,
        num_threads: usize,
        mut out: Filling1<'_, f64>,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        enter(py, num_threads, None, |run| {
            let what = match what {
                "values" => Seen::Values,
                "reach" => Seen::Reach,
                "best" => Seen::Best,
                _ => return Err(Error::InvalidArgument(format!("what is seen: {what}"))),
            };
            self.locked().seen(player, decision, what, run).and_then(|found| copy(&found, out))
        })
    }

    /// The reach of a player's hands at every leaf (leaves, hands), by the average strategies, or by those of the next
    /// iteration.
    fn leaf_reach(&self, py: Python<'_>, player: usize, average: bool, mut out: Filling1<'_, f64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let learnt = if average { Learnt::Average } else { Learnt::Current };
        enter(py, 1, None, |run| self.locked().leaf_reach(player, learnt, run).and_then(|found| copy(&found, out)))
    }

    /// Says what every leaf is worth to a player's hands, in chips (leaves, hands).
    fn value_leaves(&self, py: Python<'_>, player: usize, gains: Reading1<'_, f64>) -> PyResult<()> {
        let gains = gains.as_slice()?;
        enter(py, 1, None, |_| self.locked().value_leaves(player, gains))
    }

    /// The average strategy at a decision.
    fn strategy(&self, py: Python<'_>, decision: usize, mut out: Filling1<'_, f64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        enter(py, 1, None, |_| self.locked().strategy(decision).and_then(|found| copy(&found, out)))
    }

    /// Gives a player its strategy at a decision.
    fn give(&self, py: Python<'_>, decision: usize, strategy: Reading1<'_, f64>) -> PyResult<()> {
        let strategy = strategy.as_slice()?;
        enter(py, 1, None, |_| self.locked().give(decision, strategy))
    }

    /// For each decision whether its strategy is given.
    fn given(&self, py: Python<'_>) -> Vec<bool> {
        py.detach(|| self.locked().given().to_vec())
    }

    /// The regrets of a decision, and after them the sums of strategies.
    fn learnt(&self, py: Python<'_>, decision: usize, mut out: Filling1<'_, f32>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        enter(py, 1, None, |_| self.locked().learnt(decision).and_then(|found| copy(&found, out)))
    }

    /// Goes on from what was learnt at a decision.
    fn relearn(&self, py: Python<'_>, decision: usize, learnt: Reading1<'_, f32>) -> PyResult<()> {
        let learnt = learnt.as_slice()?;
        enter(py, 1, None, |_| self.locked().relearn(decision, learnt))
    }

    /// Goes on after these iterations, with these strategies given.
    fn resume(&self, py: Python<'_>, iterations: u32, given: Vec<bool>) -> PyResult<()> {
        enter(py, 1, None, |_| self.locked().resume(iterations, &given))
    }
}

impl EndgameSolver {
    fn locked(&self) -> std::sync::MutexGuard<'_, endgame::Solver> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn storage(short: bool) -> Storage {
    if short { Storage::Short } else { Storage::Single }
}

fn copy<T: Copy>(from: &[T], to: &mut [T]) -> Result<()> {
    if from.len() != to.len() {
        return Err(Error::InvalidArgument(format!("out: expected {} numbers, found {}", from.len(), to.len())));
    }
    to.copy_from_slice(from);
    Ok(())
}

/// Buckets of a player from one list: for each street, for each board, for each hand.
fn buckets_of(game: &endgame::Endgame, player: usize, all: &[u32]) -> Result<Buckets> {
    let mut rest = all;
    let mut streets = vec![];
    for street in 0..game.n_streets() {
        let n = game.n_boards(street) * game.hands(player).len();
        let (of_street, after) = rest.split_at_checked(n).unwrap_or_default();
        streets.push(of_street);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(Error::InvalidArgument(format!("{} buckets are too many", all.len())));
    }
    Buckets::new(game, player, &streets)
}
