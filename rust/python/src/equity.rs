//! Exact showdown counts.

use pokerbits::cards::CardSet;
use pyo3::prelude::*;

use crate::errors::to_python;

/// Showdowns by set of winners, of `hands` on every completion of `board`.
#[pyfunction]
pub(crate) fn exact_counts(py: Python<'_>, hands: Vec<[u8; 2]>, board: Vec<u8>, dead: Vec<u8>) -> PyResult<Vec<u64>> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    // Milliseconds at most: other threads may run, nothing needs watching.
    let counts = py.detach(|| pokerbits::equity::exact_counts(&hands, &board, dead)).map_err(to_python)?;
    Ok(counts.by_winners().to_vec())
}
