//! Endgames of hold'em: CFR+ and best responses.

use pokerbits::cards::COMBO_COUNT;
use pokerbits::endgame::{self, Buckets, Node, Response, Tree};
use pokerbits::memory::try_vec;
use pokerbits::{Error, Result, Run};
use pyo3::prelude::*;

use crate::borrow::{Filling1, Reading1, Reading2};
use crate::enter::enter;

/// An endgame, with its boards ranked.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct Endgame(endgame::Endgame);

/// A node from the row (kind, player, first child, number of actions), kinds in the order of [`Node`], and its stake.
fn node(&[kind, player, first, n_actions]: &[u64; 4], stake: f64) -> Result<Node> {
    let (player, first) = (player as usize, first as usize);
    match kind {
        0 => Ok(Node::Decision { player, first, n_actions: n_actions as usize }),
        1 => Ok(Node::Deal { child: first }),
        2 => Ok(Node::Fold { player, stake }),
        3 => Ok(Node::Showdown { stake }),
        _ => Err(Error::InvalidArgument(format!("a node of kind {kind}"))),
    }
}

#[pymethods]
impl Endgame {
    /// The endgame of weights (2, 1326) on a board, with a tree of `nodes` (n, 4), see [`node`], and their stakes (n).
    #[new]
    fn new(
        py: Python<'_>,
        board: Reading1<'_, u8>,
        weights: Reading2<'_, f64>,
        nodes: Reading2<'_, u64>,
        stakes: Reading1<'_, f64>,
    ) -> PyResult<Self> {
        let (board, weights) = (board.as_slice()?, weights.as_slice()?);
        let (nodes, stakes) = (nodes.as_slice()?, stakes.as_slice()?);
        enter(py, 1, None, |run| {
            let [first, second] = weights.as_chunks::<COMBO_COUNT>().0 else {
                return Err(Error::InvalidArgument("there are not two rows of weights".into()));
            };
            let nodes = nodes.as_chunks().0.iter().zip(stakes).map(|(row, &stake)| node(row, stake));
            let tree = Tree::new(nodes.collect::<Result<_>>()?)?;
            endgame::Endgame::new(board, [first, second], &tree, run).map(Self)
        })
    }

    /// The combos of a player.
    fn combos(&self, player: usize) -> Vec<u16> {
        self.0.combos(player).to_vec()
    }

    /// How many regrets there are with these buckets, see [`Self::buckets`].
    fn n_numbers(&self, py: Python<'_>, buckets: Reading1<'_, u32>) -> PyResult<usize> {
        let buckets = buckets.as_slice()?;
        enter(py, 1, None, |_| self.buckets(buckets).map(|buckets| buckets.n_numbers()))
    }

    /// Iterates CFR+ after `done` iterations, with these buckets, see [`Self::buckets`].
    #[allow(clippy::too_many_arguments)]
    fn cfr_plus(
        &self,
        py: Python<'_>,
        buckets: Reading1<'_, u32>,
        done: u32,
        iterations: u32,
        mut regrets: Filling1<'_, f64>,
        mut sums: Filling1<'_, f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (buckets, regrets, sums) = (buckets.as_slice()?, regrets.as_slice_mut()?, sums.as_slice_mut()?);
        enter(py, 1, progress, |run| {
            endgame::cfr_plus(&self.0, &self.buckets(buckets)?, done, iterations, regrets, sums, run)
        })
    }

    /// The gain of a player against the average strategy of the other: of a best response, or of the own average.
    fn gain(
        &self,
        py: Python<'_>,
        buckets: Reading1<'_, u32>,
        sums: Reading1<'_, f64>,
        player: usize,
        best: bool,
    ) -> PyResult<f64> {
        let (buckets, sums) = (buckets.as_slice()?, sums.as_slice()?);
        let response = if best { Response::Best } else { Response::Same };
        enter(py, 1, None, |run: &mut Run<'_>| {
            endgame::gain(&self.0, &self.buckets(buckets)?, sums, player, response, run)
        })
    }
}

impl Endgame {
    /// Buckets from one list: for each street, for each player, for each board, for each hand.
    fn buckets(&self, all: &[u32]) -> Result<Buckets> {
        let mut rest = all;
        let mut streets = try_vec([&[][..]; 2], self.0.n_streets())?;
        for (street, of_players) in streets.iter_mut().enumerate() {
            for (player, of_player) in of_players.iter_mut().enumerate() {
                let n = self.0.n_boards(street) * self.0.combos(player).len();
                (*of_player, rest) = rest.split_at_checked(n).unwrap_or_default();
            }
        }
        if !rest.is_empty() {
            return Err(Error::InvalidArgument(format!("{} buckets are too many", all.len())));
        }
        Buckets::new(&self.0, &streets)
    }
}
