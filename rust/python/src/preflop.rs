//! Two hands before the flop: the matrices of all of them. Three ranges of hand classes: sums over their table.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::cards::HAND_CLASS_COUNT;
use pokerbits::equity::{self, ClassOutcomes};
use pyo3::prelude::*;

use crate::borrow::{Filling1, ReadingAny};
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

/// The outcomes of a class: the class, wins, ties with one and with two others, and all deals.
type OutcomesRow = (usize, u128, u128, u128, u128);

/// The outcomes of the classes that each of three players holds, from the table (169, 5, 169, 169) and weights (3, 169).
#[pyfunction]
pub(crate) fn three_way_outcomes(
    py: Python<'_>,
    table: ReadingAny<'_, u32>,
    weights: [Vec<u32>; 3],
) -> PyResult<[Vec<OutcomesRow>; 3]> {
    let mut of_classes = [[0; HAND_CLASS_COUNT]; 3];
    for (to, weights) in of_classes.iter_mut().zip(&weights) {
        to.iter_mut().zip(weights).for_each(|(to, &weight)| *to = weight);
    }
    let table = table.as_slice()?;
    let found = py.detach(|| equity::three_way_outcomes(table, &of_classes)).map_err(to_python)?;
    Ok(found.map(|of_player| {
        let row = |of: ClassOutcomes| (of.class, of.wins, of.ties, of.three_way_ties, of.deals);
        of_player.into_iter().map(row).collect()
    }))
}
