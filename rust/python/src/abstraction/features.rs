//! Tables of features of hands.

use pokerbits::abstraction::features::{Feature, FeatureTable};
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::{Street, StreetHands};
use pokerbits::memory::try_vec;
use pyo3::prelude::*;

use crate::borrow::Reading1;
use crate::enter::enter;
use crate::errors::to_python;
use crate::tables::BlockTable;

/// The sorted levels of the hands on the next street, eight to a cell.
#[pyfunction]
pub(crate) fn next_street_table(
    py: Python<'_>,
    street: &str,
    levels: Reading1<'_, u8>,
    name: String,
) -> PyResult<BlockTable> {
    next_street_table_of(py, Street::from_name(street).map_err(to_python)?.into(), levels, name)
}

/// The same for the hands of any game.
pub(crate) fn next_street_table_of(
    py: Python<'_>,
    hands: StreetHands,
    levels: Reading1<'_, u8>,
    name: String,
) -> PyResult<BlockTable> {
    let levels = levels.as_slice()?;
    let table = enter(py, 1, None, |run| {
        let mut copy = try_vec(0, levels.len())?;
        copy.copy_from_slice(levels);
        FeatureTable::new(Feature::NextStreet { levels: copy, name }, hands, run)
    })?;
    Ok(BlockTable::new(table, true))
}

/// Equities against clusters of opponents in bytes, eight to a cell.
#[pyfunction]
pub(crate) fn ochs_bytes_table(py: Python<'_>, street: &str, clusters: Vec<Vec<u8>>) -> PyResult<BlockTable> {
    let street = Street::from_name(street).map_err(to_python)?;
    let clusters = Clusters::new(&clusters).map_err(to_python)?;
    let table = enter(py, 1, None, |run| FeatureTable::new(Feature::Ochs(clusters), street, run))?;
    Ok(BlockTable::new(table, true))
}
