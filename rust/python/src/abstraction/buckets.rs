//! Labels of classes of hands, and statistics of buckets.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pokerbits::Result;
use pokerbits::abstraction::buckets::{self, BucketMoments, Labels, lookup_rows};
use pokerbits::memory::try_vec;
use pokerbits::runtime::Run;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::borrow::{Filling1, Reading1, by_dtype};
use crate::enter::enter;
use crate::indexer::Indexer;
use crate::rows::{INLINE_HANDS, Rows};

/// An array of its own.
type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Deals, means and deviations.
type MomentArrays<'py> = (Array<'py, u64>, Array<'py, f64>, Array<'py, f64>);

by_dtype! {
    /// A number for every class of hands.
    Numbers: Reading1, PyArray1 { U16: u16; U32: u32 }
}

impl Numbers<'_> {
    fn labels(&self) -> PyResult<Labels<'_>> {
        Ok(match self {
            Self::U16(numbers) => Labels::U16(numbers.as_slice()?),
            Self::U32(numbers) => Labels::U32(numbers.as_slice()?),
        })
    }
}

by_dtype! {
    /// The output of numbers.
    Found: Filling1, PyArray1 { U16: u16; U32: u32 }
}

/// The numbers in `table` for rows of cards, whose classes are those of `round`; `out` has the dtype of the table.
#[pyfunction]
pub(crate) fn lookup(
    py: Python<'_>,
    indexer: &Indexer,
    round: usize,
    cards: Rows<'_>,
    table: Numbers<'_>,
    out: Found<'_>,
    num_threads: usize,
) -> PyResult<()> {
    match (table, out) {
        (Numbers::U16(table), Found::U16(mut out)) => {
            look_up(py, indexer, round, &cards, table.as_slice()?, out.as_slice_mut()?, num_threads)
        }
        (Numbers::U32(table), Found::U32(mut out)) => {
            look_up(py, indexer, round, &cards, table.as_slice()?, out.as_slice_mut()?, num_threads)
        }
        _ => Err(two_dtypes()),
    }
}

fn two_dtypes() -> PyErr {
    PyTypeError::new_err("the table and the result are of two dtypes")
}

fn look_up<T: Copy + Send + Sync>(
    py: Python<'_>,
    indexer: &Indexer,
    round: usize,
    cards: &Rows<'_>,
    table: &[T],
    out: &mut [T],
    num_threads: usize,
) -> PyResult<()> {
    let indexer = indexer.core();
    cards
        .fill(py, INLINE_HANDS, out, num_threads, |cards, out, run| lookup_rows(indexer, round, cards, table, out, run))
}

/// The deals of each bucket, and the mean and the deviation of their values.
#[pyfunction]
pub(crate) fn bucket_moments<'py>(
    py: Python<'py>,
    indexer: &Indexer,
    round: usize,
    labels: Numbers<'_>,
    values: Numbers<'_>,
    n_buckets: usize,
    num_threads: usize,
) -> PyResult<MomentArrays<'py>> {
    let (labels, values) = (labels.labels()?, values.labels()?);
    moments(py, num_threads, None, |run| buckets::bucket_moments(indexer.core(), round, labels, values, n_buckets, run))
}

/// The moments of each bucket, which `count` finds, as arrays; they are made before the interpreter is locked again.
fn moments(
    py: Python<'_>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
    count: impl FnOnce(&mut Run<'_>) -> Result<Vec<BucketMoments>> + Send,
) -> PyResult<MomentArrays<'_>> {
    let (deals, means, deviations) = enter(py, num_threads, progress, |run| {
        let found = count(run)?;
        let mut deals = try_vec(0, found.len())?;
        let (mut means, mut deviations) = (try_vec(0.0, found.len())?, try_vec(0.0, found.len())?);
        let out = deals.iter_mut().zip(means.iter_mut().zip(&mut deviations));
        for (moments, (deals, (mean, deviation))) in found.iter().zip(out) {
            (*deals, *mean, *deviation) = (moments.deals, moments.mean(), moments.deviation());
        }
        Ok((deals, means, deviations))
    })?;
    Ok((deals.into_pyarray(py), means.into_pyarray(py), deviations.into_pyarray(py)))
}

/// The entries of `of` for each of the `numbers`, into `out`, which has the dtype of `of`.
#[pyfunction]
pub(crate) fn relabel(
    py: Python<'_>,
    numbers: Numbers<'_>,
    of: Numbers<'_>,
    out: Found<'_>,
    num_threads: usize,
) -> PyResult<()> {
    let numbers = numbers.labels()?;
    match (of, out) {
        (Numbers::U16(of), Found::U16(mut out)) => {
            let (of, out) = (of.as_slice()?, out.as_slice_mut()?);
            enter(py, num_threads, None, |run| buckets::relabel(numbers, of, out, run))
        }
        (Numbers::U32(of), Found::U32(mut out)) => {
            let (of, out) = (of.as_slice()?, out.as_slice_mut()?);
            enter(py, num_threads, None, |run| buckets::relabel(numbers, of, out, run))
        }
        _ => Err(two_dtypes()),
    }
}

/// Number of deals from each bucket of the last round of a game to each bucket on a board of `board` cards.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn bucket_transitions<'py>(
    py: Python<'py>,
    before: &Indexer,
    labels_before: Numbers<'_>,
    n_before: usize,
    board: usize,
    labels_after: Numbers<'_>,
    n_after: usize,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let (from, to) = (labels_before.labels()?, labels_after.labels()?);
    let counts = enter(py, num_threads, progress, |run| {
        buckets::transitions(before.core(), from, n_before, board, to, n_after, run)
    })?;
    counts.into_pyarray(py).reshape([n_before, n_after])
}

/// The deals of each bucket within those of an earlier street, and the mean and the deviation of their values; `within` has
/// the bucket of each earlier bucket and point.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn nested_moments<'py>(
    py: Python<'py>,
    before: &Indexer,
    labels_before: Numbers<'_>,
    n_before: usize,
    board: usize,
    points: Numbers<'_>,
    within: Numbers<'_>,
    values: Numbers<'_>,
    n_buckets: usize,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<MomentArrays<'py>> {
    let (from, points) = (labels_before.labels()?, points.labels()?);
    let (within, values) = (within.labels()?, values.labels()?);
    moments(py, num_threads, progress, |run| {
        buckets::nested_moments(before.core(), from, n_before, board, points, within, values, n_buckets, run)
    })
}
