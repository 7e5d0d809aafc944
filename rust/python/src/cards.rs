//! Cards as text.

use pyo3::prelude::*;

use crate::errors::to_python;

/// The card ids that a text names, in its order.
#[pyfunction]
pub(crate) fn parse_cards(text: &str) -> PyResult<Vec<u32>> {
    let cards = pokerbits::cards::parse_cards(text).map_err(to_python)?;
    Ok(cards.into_iter().map(|card| card.id().into()).collect())
}
