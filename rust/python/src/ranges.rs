//! Ranges: their text, and the arithmetic of their weights.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::ranges::{self, Dialect, OnConflict, Range};
use pokerbits::{Run, quoted};
use pyo3::prelude::*;

use crate::borrow::Reading1;
use crate::enter::enter;
use crate::errors::{InvalidArgumentError, to_python};

/// Texts up to this many bytes are read without releasing the interpreter, which would cost as much.
pub(crate) const INLINE_TEXT: usize = 1 << 12;

type WeightArray<'py> = Bound<'py, PyArray1<f64>>;

/// The weights of all combos of a text; without a dialect also whether the other one reads different weights.
#[pyfunction]
#[pyo3(signature = (text, dialect, on_conflict, /))]
pub(crate) fn parse_range<'py>(
    py: Python<'py>,
    text: &str,
    dialect: Option<&str>,
    on_conflict: &str,
) -> PyResult<(WeightArray<'py>, bool)> {
    let unknown = |what, found, expected| {
        InvalidArgumentError::new_err(format!("{what}: expected one of {expected}, found {}", quoted(found)))
    };
    let dialect = match dialect {
        None => None,
        Some("both") => Some(Dialect::Both),
        Some("kicker") => Some(Dialect::Kicker),
        Some(other) => return Err(unknown("dialect", other, "both, kicker")),
    };
    let on_conflict = match on_conflict {
        "error" => OnConflict::Error,
        "first" => OnConflict::First,
        "last" => OnConflict::Last,
        "max" => OnConflict::Max,
        _ => return Err(unknown("on_conflict", on_conflict, "error, first, last, max")),
    };
    let read = |run: &mut Run<'_>| match dialect {
        Some(dialect) => Ok((Range::parse_watched(text, dialect, on_conflict, run)?, false)),
        None => Range::parse_undecided(text, on_conflict, run),
    };
    let (range, differs) =
        if text.len() <= INLINE_TEXT { read(&mut Run::new(1)).map_err(to_python)? } else { enter(py, 1, None, read)? };
    Ok((weights(py, &range), differs))
}

/// The same weights, checked.
#[pyfunction]
#[pyo3(signature = (weights, /))]
pub(crate) fn check_range<'py>(py: Python<'py>, weights: Reading1<'py, f64>) -> PyResult<WeightArray<'py>> {
    Ok(self::weights(py, &read(&weights)?))
}

/// The canonical text of weights; with `style` that of another program.
#[pyfunction]
#[pyo3(signature = (weights, style, /))]
pub(crate) fn range_text(weights: Reading1<'_, f64>, style: &str) -> PyResult<String> {
    let range = read(&weights)?;
    Ok(match style {
        "pio" => range.to_pio(),
        "gtoplus" => range.to_gto_plus(),
        _ => range.to_string(),
    })
}

/// The first weights minus the second, down to 0, as decimals.
#[pyfunction]
#[pyo3(signature = (weights, others, /))]
pub(crate) fn range_difference<'py>(
    py: Python<'py>,
    weights: Reading1<'py, f64>,
    others: Reading1<'py, f64>,
) -> PyResult<WeightArray<'py>> {
    Ok(self::weights(py, &(&read(&weights)? - &read(&others)?)))
}

/// Weights as integers (n,) over one denominator, if they are decimals of 18 places at most and fit in 64 bits.
#[pyfunction]
#[pyo3(signature = (weights, /))]
pub(crate) fn exact_weights<'py>(
    py: Python<'py>,
    weights: Reading1<'py, f64>,
) -> PyResult<Option<(Bound<'py, PyArray1<u64>>, u64)>> {
    let weights = weights.as_slice()?;
    let found = enter(py, 1, None, |_| ranges::exact_weights(weights))?;
    Ok(found.map(|(numerators, denominator)| (numerators.into_pyarray(py), denominator)))
}

fn read(weights: &Reading1<'_, f64>) -> PyResult<Range> {
    Range::from_weights(weights.as_slice()?).map_err(to_python)
}

fn weights<'py>(py: Python<'py>, range: &Range) -> WeightArray<'py> {
    range.weights().to_vec().into_pyarray(py)
}
