//! Equity by random samples.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::cards::CardSet;
use pokerbits::equity::{self, Estimate, Player, Sampling, Spot};
use pyo3::prelude::*;

use crate::borrow::Reading2;
use crate::enter::enter;
use crate::equity::{holdem_by, ranges_of};
use crate::errors::to_python;

/// Equity, win, tie and lose, each with a number for every player.
type FourPerPlayer<'py> = [Bound<'py, PyArray1<f64>>; 4];
/// The numbers and their standard errors, the number of samples, and the number of effective samples.
pub(crate) type Estimated<'py> = (FourPerPlayer<'py>, FourPerPlayer<'py>, u64, f64);

/// [`Estimated`] for ranges, the rows of `weights` (players, 1326), beside `folded` ones (k, 1326).
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn sampled_equity<'py>(
    py: Python<'py>,
    rules: &str,
    weights: Reading2<'py, f64>,
    folded: Reading2<'py, f64>,
    board: Vec<u8>,
    dead: Vec<u8>,
    key: [u64; 2],
    n_samples: Option<u64>,
    std_error: Option<f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Estimated<'py>> {
    let game = holdem_by(rules)?;
    let (weights, folded, dead) =
        (weights.as_slice()?, folded.as_slice()?, CardSet::from_ids(&dead).map_err(to_python)?);
    let sampling = Sampling { key, n_samples, std_error };
    let estimate = enter(py, num_threads, progress, |run| {
        let (ranges, folded) = (ranges_of(weights)?, ranges_of(folded)?);
        let players: Vec<Player<'_>> = ranges.iter().map(Player::Range).collect();
        let folded: Vec<_> = folded.iter().collect();
        let spot = Spot::new(game, &players, &board, dead)?.with_folded(&folded)?;
        equity::sampled_equity(&spot, &sampling, run)
    })?;
    Ok(estimated(py, estimate))
}

/// The numbers of an estimate.
pub(crate) fn estimated(py: Python<'_>, estimate: Estimate) -> Estimated<'_> {
    let Estimate { equity, win, tie, lose, samples, effective_samples, .. } = estimate;
    let errors = [estimate.std_error, estimate.win_std_error, estimate.tie_std_error, estimate.lose_std_error];
    let arrays = |numbers: [Vec<f64>; 4]| numbers.map(|numbers| numbers.into_pyarray(py));
    (arrays([equity, win, tie, lose]), arrays(errors), samples, effective_samples)
}
