//! Every combo against a weighted range.

use pokerbits::cards::{COMBO_COUNT, CardSet};
use pokerbits::{Error, equity};
use pyo3::prelude::*;

use crate::borrow::{Filling2, Reading1, Reading2};
use crate::enter::enter;
use crate::errors::to_python;

/// The equity of each combo against a range of `weights` (1326) beside `folded` ones (k, 1326) on `boards`
/// (n, 0 to 5), into `out` (n, 1326).
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn combo_equity(
    py: Python<'_>,
    weights: Reading1<'_, f64>,
    folded: Reading2<'_, f64>,
    boards: Reading2<'_, u8>,
    dead: Vec<u8>,
    mut out: Filling2<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let size = boards.as_array().ncols();
    let (boards, dead) = (boards.as_slice()?, CardSet::from_ids(&dead).map_err(to_python)?);
    let weights = weights_of_combos(&weights)?;
    let folded = folded.as_slice()?.as_chunks::<COMBO_COUNT>().0.to_vec();
    let (out, _) = out.as_slice_mut()?.as_chunks_mut();
    enter(py, num_threads, progress, |run| {
        let folded: Vec<_> = folded.iter().collect();
        equity::combo_equity_beside_folded(&weights, &folded, boards, size, dead, out, run)
    })
}

/// The weight of the deals of each combo against a range of `weights` (1326) beside one or two `folded` ones (k, 1326) on
/// `boards` (n, 0 to 5), into `out` (n, 1326).
#[pyfunction]
pub(crate) fn combo_deals(
    py: Python<'_>,
    weights: Reading1<'_, f64>,
    folded: Reading2<'_, f64>,
    boards: Reading2<'_, u8>,
    dead: Vec<u8>,
    mut out: Filling2<'_, f64>,
    num_threads: usize,
) -> PyResult<()> {
    let size = boards.as_array().ncols();
    let (boards, dead) = (boards.as_slice()?, CardSet::from_ids(&dead).map_err(to_python)?);
    let weights = weights_of_combos(&weights)?;
    let folded = folded.as_slice()?.as_chunks::<COMBO_COUNT>().0.to_vec();
    let (out, _) = out.as_slice_mut()?.as_chunks_mut();
    enter(py, num_threads, None, |run| {
        let folded: Vec<_> = folded.iter().collect();
        equity::combo_deals_beside_folded(&weights, &folded, boards, size, dead, out, run)
    })
}

/// A copy of the weights of all combos: another thread of the caller may write to the array.
pub(crate) fn weights_of_combos(weights: &Reading1<'_, f64>) -> PyResult<[f64; COMBO_COUNT]> {
    let copy = <[f64; COMBO_COUNT]>::try_from(weights.as_slice()?);
    copy.map_err(|_| to_python(Error::InvalidArgument(format!("expected {COMBO_COUNT} weights"))))
}
