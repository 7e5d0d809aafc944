//! Clustering of rows of numbers: equal rows grouped, and k-means.

pub(crate) mod buckets;
pub(crate) mod features;
pub(crate) mod outcomes;

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pokerbits::abstraction::kmeans::{Metric, Options, cluster};
use pokerbits::abstraction::{cuts, distinct};
use pyo3::prelude::*;

use crate::borrow::{Reading1, Reading2, by_dtype};
use crate::enter::enter;
use crate::errors::to_python;

/// The distinct rows in one list, the distinct row of every row, and the sums of their weights.
type GroupedArrays<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u64>>);

/// Groups the rows of `rows` (n, bytes), with weights (n,) or equal weights.
#[pyfunction]
pub(crate) fn distinct_rows<'py>(
    py: Python<'py>,
    rows: Reading2<'py, u8>,
    weights: Option<Reading1<'py, u64>>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<GroupedArrays<'py>> {
    let width = rows.as_array().ncols();
    let (rows, weights) = (rows.as_slice()?, weights.as_ref().map(|weights| weights.as_slice()).transpose()?);
    let found = enter(py, num_threads, progress, |run| distinct::distinct_rows(rows, width, weights, run))?;
    Ok((found.points.into_pyarray(py), found.point_of_row.into_pyarray(py), found.counts.into_pyarray(py)))
}

by_dtype! {
    /// Points (n, width) of any type of numbers.
    Points: Reading2, PyArray2 { U8: u8, U16: u16, U32: u32; F64: f64 }
}

/// The cluster of every row of `points` (n, width), the centres in one list, and the inertia before the first iteration and
/// after each.
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
pub(crate) fn cluster_histograms<'py>(
    py: Python<'py>,
    points: Points<'py>,
    weights: Reading1<'py, f64>,
    n_clusters: usize,
    metric: &str,
    positions: Option<Reading1<'py, f64>>,
    init: Option<Reading2<'py, f64>>,
    key: [u64; 2],
    max_iter: usize,
    tol: f64,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>, Vec<f64>)> {
    let options = Options {
        clusters: n_clusters,
        metric: Metric::from_name(metric).map_err(to_python)?,
        positions: positions.as_ref().map(|positions| positions.as_slice()).transpose()?,
        init: init.as_ref().map(|init| init.as_slice()).transpose()?,
        key,
        max_iterations: max_iter,
        tolerance: tol,
    };
    let weights = weights.as_slice()?;
    macro_rules! of {
        ($points:ident) => {{
            let (width, points) = ($points.as_array().ncols(), $points.as_slice()?);
            enter(py, num_threads, progress, |run| cluster(points, width, weights, &options, run))
        }};
    }
    let found = match &points {
        Points::U8(points) => of!(points),
        Points::U16(points) => of!(points),
        Points::U32(points) => of!(points),
        Points::F64(points) => of!(points),
    }?;
    Ok((found.labels.into_pyarray(py), found.centers.into_pyarray(py), found.inertia))
}

/// The beginnings of buckets of ascending values with the least squared distances from their means.
#[pyfunction]
pub(crate) fn optimal_cuts<'py>(
    py: Python<'py>,
    values: Reading1<'_, f64>,
    weights: Reading1<'_, f64>,
    n_buckets: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let (values, weights) = (values.as_slice()?, weights.as_slice()?);
    Ok(enter(py, 1, progress, |run| cuts::optimal_cuts(values, weights, n_buckets, run))?.into_pyarray(py))
}

/// The beginnings of buckets of ascending values with weights as even as possible.
#[pyfunction]
pub(crate) fn percentile_cuts<'py>(
    py: Python<'py>,
    values: Reading1<'_, f64>,
    weights: Reading1<'_, f64>,
    n_buckets: usize,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let (values, weights) = (values.as_slice()?, weights.as_slice()?);
    Ok(enter(py, 1, None, |_| cuts::percentile_cuts(values, weights, n_buckets))?.into_pyarray(py))
}
