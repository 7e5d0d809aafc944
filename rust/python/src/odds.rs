//! Exact odds against random opponents, and the overlap counter.

use pokerbits::cards::CardSet;
use pokerbits::odds::{self, Method, OddsRows, OpponentCounts};
use pyo3::prelude::*;

use crate::borrow::{Filling3, Reading2};
use crate::enter::enter;
use crate::errors::to_python;

/// For each number of opponents: the deals that the hero does not lose, by number of ties, and the number of all deals.
type Counts = Vec<(Vec<u128>, u128)>;

fn counts(found: Vec<OpponentCounts>) -> Counts {
    found.into_iter().map(|of_k| (of_k.counts().to_vec(), of_k.total())).collect()
}

/// The counts of one hand by the plain method.
#[pyfunction]
pub(crate) fn odds_by_cliques(
    py: Python<'_>,
    hole: [u8; 2],
    board: Vec<u8>,
    dead: Vec<u8>,
    opponents: Vec<u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let found = enter(py, num_threads, progress, |run| {
        odds::odds_vs_random(hole, &board, dead, &opponents, Method::Cliques, run)
    });
    found.map(counts)
}

/// The odds of rows of hole cards and a board (n, 2 + m). For each number k of opponents, k + 1 counts, their low and high
/// words side by side, go to `counts`; equity, win, tie and lose go to `probabilities`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn odds_rows(
    py: Python<'_>,
    hands: Reading2<'_, u8>,
    dead: Vec<u8>,
    opponents: Vec<u32>,
    mut counts: Filling3<'_, u64>,
    mut probabilities: Filling3<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let board_cards = hands.as_array().ncols().saturating_sub(2);
    let out = OddsRows {
        counts: counts.as_slice_mut()?.as_chunks_mut().0,
        probabilities: probabilities.as_slice_mut()?.as_chunks_mut().0,
    };
    let hands = hands.as_slice()?;
    enter(py, num_threads, progress, |run| odds::odds_rows(hands, board_cards, dead, &opponents, out, run))
}

/// The number of deals against each number of opponents.
#[pyfunction]
pub(crate) fn total_deals(board_cards: usize, dead: Vec<u8>, opponents: Vec<u32>) -> PyResult<Vec<u128>> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    odds::total_deals(board_cards, dead, &opponents).map_err(to_python)
}

/// The counts of all 169 starting hands.
#[pyfunction]
pub(crate) fn preflop_odds(
    py: Python<'_>,
    opponents: Vec<u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Counts>> {
    let found = enter(py, num_threads, progress, |run| odds::preflop_odds(&opponents, run))?;
    Ok(found.into_iter().map(counts).collect())
}

/// The number of ways to choose pairwise disjoint combos, for each size.
#[pyfunction]
pub(crate) fn count_disjoint(
    py: Python<'_>,
    combos: Vec<[u8; 2]>,
    sizes: Vec<u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<u128>> {
    enter(py, num_threads, progress, |run| odds::count_disjoint(&combos, &sizes, run))
}

/// One-card losses, two-card losses, and the combos that tie.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn losses(
    hole: [u8; 2],
    board: Vec<u8>,
    dead: Vec<u8>,
) -> PyResult<(Vec<u32>, Vec<[u32; 2]>, Vec<[u32; 2]>)> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let found = odds::losses(hole, &board, dead).map_err(to_python)?;
    let widen = |combos: Vec<[u8; 2]>| combos.into_iter().map(|combo| combo.map(u32::from)).collect();
    Ok((found.one_card.into_iter().map(u32::from).collect(), widen(found.two_card), widen(found.ties)))
}
