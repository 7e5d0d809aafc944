//! Ranges of Omaha hands: their text.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::ranges::OmahaRange;
use pyo3::prelude::*;

use crate::enter::enter;

/// The hands of `hole_cards` cards of a text, uint64 (n,), bit = card id, ascending.
#[pyfunction]
#[pyo3(signature = (text, hole_cards, /))]
pub(crate) fn omaha_range<'py>(py: Python<'py>, text: &str, hole_cards: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let sets: Vec<u64> = enter(py, 1, None, |run| {
        let range = OmahaRange::parse_watched(text, hole_cards, run)?;
        // Reuses the memory of the hands.
        Ok(range.into_hands().into_iter().map(u64::from).collect())
    })?;
    Ok(sets.into_pyarray(py))
}
