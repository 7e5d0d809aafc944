//! Key schemes: the searches and the proofs.

use numpy::{IntoPyArray, PyArray1};
use pokerbits::evaluator::keys::{self, Distinct, KeyScheme};
use pyo3::prelude::*;

use crate::enter::enter;

/// The least series of rank keys with unique sums.
#[pyfunction]
pub(crate) fn find_rank_keys(py: Python<'_>, hand_size: u32, n_ranks: u32, copies: u32) -> PyResult<Vec<u64>> {
    enter(py, 1, None, |run| keys::find_rank_keys(hand_size, n_ranks, copies, run))
}

/// The least series of flush keys with unique sums.
#[pyfunction]
pub(crate) fn find_flush_keys(py: Python<'_>, hand_size: u32, n_ranks: u32) -> PyResult<Vec<u64>> {
    enter(py, 1, None, |run| keys::find_flush_keys(hand_size, n_ranks, run))
}

/// The least series of suit keys with unique sums.
#[pyfunction]
pub(crate) fn find_suit_keys(py: Python<'_>, hand_size: u32, n_suits: u32) -> PyResult<Vec<u64>> {
    enter(py, 1, None, |run| keys::find_suit_keys(hand_size, n_suits, run))
}

/// The suit keys with the smallest largest key; equal sums need only agree on the flush suit if `flushes_only`.
#[pyfunction]
pub(crate) fn find_smallest_suit_keys(
    py: Python<'_>,
    hand_size: u32,
    n_suits: u32,
    flushes_only: bool,
) -> PyResult<Vec<u64>> {
    let distinct = if flushes_only { Distinct::Flushes } else { Distinct::Sums };
    enter(py, 1, None, |run| keys::find_smallest_suit_keys(hand_size, n_suits, distinct, run))
}

fn scheme(hand_size: u32, rank_keys: Vec<u32>, flush_rank_keys: Vec<u32>, suit_keys: Vec<u32>) -> KeyScheme {
    KeyScheme { hand_size, rank_keys, flush_rank_keys, suit_keys }
}

/// Whether sums with different meanings are different.
#[pyfunction]
pub(crate) fn scheme_is_valid(
    py: Python<'_>,
    hand_size: u32,
    rank_keys: Vec<u32>,
    flush_rank_keys: Vec<u32>,
    suit_keys: Vec<u32>,
) -> PyResult<bool> {
    let scheme = scheme(hand_size, rank_keys, flush_rank_keys, suit_keys);
    enter(py, 1, None, |_| scheme.is_valid())
}

/// The largest sum of rank keys of a hand.
#[pyfunction]
pub(crate) fn scheme_largest_sum(
    py: Python<'_>,
    hand_size: u32,
    rank_keys: Vec<u32>,
    flush_rank_keys: Vec<u32>,
    suit_keys: Vec<u32>,
) -> PyResult<u64> {
    let scheme = scheme(hand_size, rank_keys, flush_rank_keys, suit_keys);
    enter(py, 1, None, |_| scheme.largest_sum())
}

/// The places at which the dense table of strengths by sum of rank keys folds onto itself.
#[pyfunction]
pub(crate) fn scheme_folding_points(
    py: Python<'_>,
    hand_size: u32,
    rank_keys: Vec<u32>,
    flush_rank_keys: Vec<u32>,
    suit_keys: Vec<u32>,
) -> PyResult<Bound<'_, PyArray1<u64>>> {
    let scheme = scheme(hand_size, rank_keys, flush_rank_keys, suit_keys);
    Ok(enter(py, 1, None, |run| scheme.folding_points(run))?.into_pyarray(py))
}
