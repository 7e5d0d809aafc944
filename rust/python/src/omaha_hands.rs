//! Every hand of Omaha at once, and the order of starting hands.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::cards::{CardSet, HAND_CLASS_COUNT};
use pokerbits::equity::{self, OmahaWeights};
use pokerbits::{Result, ranges};
use pyo3::prelude::*;

use crate::borrow::{Filling2, Reading1, Reading2};
use crate::enter::enter;
use crate::errors::to_python;

/// The equity of each hand of four cards on `boards` (n, 0 to 5), into `out` (n, 270725), against a range. It has the
/// hands `sets`, bit = card id, with their `weights` or 1. Without sets it has all hands, with the `weights` (270725) or 1.
#[pyfunction]
#[expect(clippy::too_many_arguments)]
pub(crate) fn omaha_hand_equity(
    py: Python<'_>,
    sets: Option<Reading1<'_, u64>>,
    weights: Option<Reading1<'_, f64>>,
    boards: Reading2<'_, u8>,
    dead: Vec<u8>,
    mut out: Filling2<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let size = boards.as_array().ncols();
    let (boards, dead) = (boards.as_slice()?, CardSet::from_ids(&dead).map_err(to_python)?);
    let sets = sets.as_ref().map(|sets| sets.as_slice()).transpose()?;
    let weights = weights.as_ref().map(|weights| weights.as_slice()).transpose()?;
    let out = out.as_slice_mut()?;
    enter(py, num_threads, progress, |run| {
        let range = match (sets, weights) {
            (None, None) => None,
            (None, Some(weights)) => Some(OmahaWeights::new(weights)?),
            (Some(sets), weights) => {
                let hands = sets.iter().map(|&set| CardSet::new(set).unwrap_or_default());
                Some(OmahaWeights::from_hands(hands, weights)?)
            }
        };
        equity::omaha_hand_equity(range.as_ref(), boards, size, dead, out, run)
    })
}

/// The wins and ties of each class of hands of `hole_cards` cards against a random hand before the flop, one after the other:
/// the sum over the parts `first` to `end - 1`, modulo 2^64.
#[pyfunction]
pub(crate) fn omaha_preflop_counts(
    py: Python<'_>,
    hole_cards: usize,
    first: usize,
    end: usize,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyArray1<u64>>> {
    let counts = enter(py, num_threads, progress, |run| equity::omaha_preflop_counts(hole_cards, first..end, run))?;
    Ok(counts.into_flattened().into_pyarray(py))
}

/// The share of all combos that are at least as good before the flop, by hand class.
#[pyfunction]
pub(crate) fn top_shares(py: Python<'_>) -> PyResult<Bound<'_, PyArray1<f64>>> {
    let shares: Result<Vec<f64>> = (0..HAND_CLASS_COUNT).map(|class| ranges::top_share(class as u8)).collect();
    Ok(shares.map_err(to_python)?.into_pyarray(py))
}

/// The share of all hands of four cards that are at least as good, by class up to suit isomorphism.
#[pyfunction]
pub(crate) fn omaha_top_shares(py: Python<'_>) -> PyResult<Bound<'_, PyArray1<f64>>> {
    // Some milliseconds: no signal check is needed.
    Ok(py.detach(ranges::omaha_top_shares).map_err(to_python)?.into_pyarray(py))
}
