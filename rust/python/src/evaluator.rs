//! Evaluation of arrays of hands and boards.

use numpy::{PyArrayDescrMethods, dtype};
use pokerbits::evaluator::{self, HandKind, MAX_STRENGTH};
use pokerbits::{Error, error::Row, runtime::Run};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::borrow::{Filling1, Filling2, Reading2};
use crate::enter::enter;
use crate::errors::to_python;
use crate::one_hand::OneHand;
use crate::rows::Rows;
use crate::scalars::Scalars;

/// Batches up to this many hands are done on the spot: releasing the interpreter would cost as much.
const INLINE_HANDS: usize = 2048;

/// The strength of one hand, uint16, if it is right and of an exact type that [`OneHand`] reads; `None` for all else.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn evaluate_one(cards: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    let Some(hand) = OneHand::<7>::of(cards) else { return Ok(None) };
    let Ok(strength) = evaluator::evaluate_ids(hand.ids()) else { return Ok(None) };
    strength_scalar(cards.py(), strength).map(Some)
}

/// A strength as NumPy's uint16.
pub(crate) fn strength_scalar(py: Python<'_>, strength: u16) -> PyResult<&'static Py<PyAny>> {
    static STRENGTHS: Scalars<{ MAX_STRENGTH as usize + 1 }> = Scalars::new();
    STRENGTHS.get(py, strength)
}

/// The category of one strength, uint8, if it is one and an `int` or a uint16, no subclass; `None` for all else.
#[pyfunction]
#[pyo3(signature = (strength, /))]
pub(crate) fn category_one(strength: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    static CATEGORIES: Scalars<9> = Scalars::new();
    let py = strength.py();
    if !strength.is_exact_instance_of::<PyInt>() && !strength.get_type().is(dtype::<u16>(py).typeobj()) {
        return Ok(None);
    }
    let Some(kind) = strength.extract().ok().and_then(HandKind::of) else { return Ok(None) };
    CATEGORIES.get(py, kind.category as u8).map(Some)
}

/// Strengths of rows of 5, 6 or 7 cards, those of all `hands` side by side, into `out` (n,).
#[pyfunction]
pub(crate) fn evaluate_rows(
    py: Python<'_>,
    hands: Rows<'_>,
    mut out: Filling1<'_, u16>,
    num_threads: usize,
) -> PyResult<()> {
    let (hand_size, blocks, out) = (hands.width(), hands.blocks(), out.as_slice_mut()?);
    let bytes = hands.as_bytes();
    let evaluate =
        |cards: &[u8], out: &mut [u16], run: &mut Run<'_>| evaluator::evaluate_rows(cards, hand_size, out, run);
    let work = |out: &mut [u16], run: &mut Run<'_>| match bytes {
        Some(cards) => evaluate(cards, out, run),
        None => blocks.for_each(out, 1, run, evaluate),
    };
    if out.len() <= INLINE_HANDS {
        return work(out, &mut Run::new(1)).map_err(to_python);
    }
    enter(py, num_threads, None, |run| work(out, run))
}

/// Strengths of every combination on the rows of `boards` (n, 5), into `out` (n, 1326).
#[pyfunction]
pub(crate) fn evaluate_combos(
    py: Python<'_>,
    boards: Reading2<'_, u8>,
    mut out: Filling2<'_, u16>,
    num_threads: usize,
) -> PyResult<()> {
    let (boards, out) = (boards.as_slice()?, out.as_slice_mut()?);
    let (out, rest) = out.as_chunks_mut();
    debug_assert!(rest.is_empty(), "the Python layer gives rows of 1,326");
    enter(py, num_threads, None, |run| evaluator::evaluate_combos_rows(boards, out, run))
}

/// Category, and ranks in order of weight, of a strength.
#[pyfunction]
pub(crate) fn hand_kind(strength: u64) -> PyResult<(u8, [u32; 5])> {
    let kind = kind(strength)?;
    Ok((kind.category as u8, kind.ranks.map(u32::from)))
}

/// The card ids of a five-card hand of a strength.
#[pyfunction]
pub(crate) fn example_hand(strength: u64) -> PyResult<[u32; 5]> {
    Ok(kind(strength)?.example().map(u32::from))
}

fn kind(strength: u64) -> PyResult<HandKind> {
    let kind = u16::try_from(strength).ok().and_then(HandKind::of);
    kind.ok_or_else(|| {
        let last = MAX_STRENGTH.into();
        to_python(Error::IndexOutOfRange { row: Row(None), what: "strength", index: strength, first: 1, last })
    })
}

/// How many of the C(52, n) hands of `hand_size` cards are in each category.
#[pyfunction]
pub(crate) fn category_census(py: Python<'_>, hand_size: usize, num_threads: usize) -> PyResult<Vec<u64>> {
    enter(py, num_threads, None, |run| evaluator::category_census(hand_size, run)).map(Vec::from)
}
