//! Two hands before the flop: the matrices of all of them.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::equity;
use pyo3::prelude::*;

use crate::borrow::Filling1;
use crate::errors::to_python;

/// The equity of each hand class against each other one, row by row.
#[pyfunction]
pub(crate) fn preflop_class_equities(py: Python<'_>) -> PyResult<Bound<'_, PyArray1<f64>>> {
    // Milliseconds, here and below: no signal check is needed.
    let equities = py.detach(equity::preflop_class_equities).map_err(to_python)?;
    Ok(equities.into_flattened().into_pyarray(py))
}

/// Wins and ties of each combo against each other one, row by row, into `out` (1326 * 1326 * 2).
#[pyfunction]
pub(crate) fn preflop_combo_counts(py: Python<'_>, mut out: Filling1<'_, u32>) -> PyResult<()> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut();
    py.detach(|| equity::preflop_combo_counts(out)).map_err(to_python)
}
