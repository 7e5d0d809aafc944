//! Cards as text, and cards at random.

use numpy::{PyReadwriteArray2, PyUntypedArrayMethods};
use pokerbits::cards::CardSet;
use pyo3::prelude::*;

use crate::enter::enter;
use crate::errors::to_python;

/// The card ids that a text names, in its order.
#[pyfunction]
pub(crate) fn parse_cards(text: &str) -> PyResult<Vec<u32>> {
    let cards = pokerbits::cards::parse_cards(text).map_err(to_python)?;
    Ok(cards.into_iter().map(|card| card.id().into()).collect())
}

/// Random hands of the cards that are not `gone`, into the rows of `out`.
#[pyfunction]
pub(crate) fn random_hands(
    py: Python<'_>,
    key: [u64; 2],
    gone: Vec<u8>,
    mut out: PyReadwriteArray2<'_, u8>,
    num_threads: usize,
) -> PyResult<()> {
    let gone = CardSet::from_ids(&gone).map_err(to_python)?;
    let size = out.shape()[1];
    let out = out.as_slice_mut()?;
    enter(py, num_threads, None, |run| pokerbits::random_hands::random_hands(key, !gone, size, out, run))
}
