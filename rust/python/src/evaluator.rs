//! Evaluation of arrays of hands and boards.

use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pokerbits::evaluator::{self, HandKind, MAX_STRENGTH, Rules};
use pokerbits::{Error, Row, Run};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::borrow::{Filling1, Filling2, Reading2};
use crate::enter::{default_threads, enter};
use crate::errors::{DuplicateCardError, InvalidCardError, to_python};
use crate::few_hands::{Answer, FewHands, FewNumbers};
use crate::one_hand::OneHand;
use crate::rows::Rows;
use crate::scalars::Scalars;

/// Batches up to this many hands do not release the interpreter, which would cost as much.
const INLINE_HANDS: usize = 2048;
/// Larger arrays are made in Python: NumPy may release the interpreter to make them, and a daemon thread that is unwound
/// there, at the end of the interpreter, must not be in Rust. Smaller ones are copied.
const COPIED_HANDS: usize = 65_536;

/// Every strength of the largest scale.
static STRENGTHS: Scalars<{ MAX_STRENGTH as usize + 1 }> = Scalars::new();

/// The rules with this name.
pub(crate) fn named(rules: &str) -> PyResult<Rules> {
    rules.parse().map_err(to_python)
}

/// The strength of one hand, uint16, or of the rows of small arrays of integers in C order, if they are valid and of exact
/// types that [`OneHand`], [`Rows`] and [`FewHands`] read; `None` otherwise. Hands may have their boards apart.
#[pyfunction]
#[pyo3(signature = (cards, board, /))]
pub(crate) fn evaluate_plain<'py>(cards: &Bound<'py, PyAny>, board: &Bound<'py, PyAny>) -> Answer<'py> {
    let py = cards.py();
    if let Ok(array) = cards.cast_exact::<PyUntypedArray>()
        && array.ndim() > 1
        && board.is_none()
    {
        return if array.is_c_contiguous() { evaluate_array(array) } else { Ok(None) };
    }
    if let Some(hand) = OneHand::<7>::of_both(cards, board, None) {
        let Ok(strength) = evaluator::evaluate_ids(hand.ids()) else { return Ok(None) };
        return strength_scalar(py, strength).map(|scalar| Some(scalar.bind(py).clone()));
    }
    let Some(hands) = FewHands::of_both(cards, board, None) else { return Ok(None) };
    hands.array(py, None, |cards, out| Rules::Standard.evaluate_rows(cards, hands.width(), out, &mut Run::new(1)))
}

/// The strengths of the rows of a small array; `None` if it has no rows of five to seven cards, or an invalid one.
fn evaluate_array<'py>(array: &Bound<'py, PyUntypedArray>) -> Answer<'py> {
    let (py, shape) = (array.py(), array.shape());
    let Some((&size, shape)) = shape.split_last() else { return Ok(None) };
    let n = shape.iter().product::<usize>();
    if !(5..=7).contains(&size) || n == 0 || n > COPIED_HANDS {
        return Ok(None);
    }
    let Ok(rows) = Rows::of_one(array.as_any()) else { return Ok(None) };
    let (mut few, mut many) = ([0; INLINE_HANDS], vec![]);
    let (strengths, threads) = if n <= INLINE_HANDS {
        (&mut few[..n], 1)
    } else {
        let Some(threads) = default_threads() else { return Ok(None) };
        many.resize(n, 0);
        (&mut many[..], threads)
    };
    match fill_strengths(py, &rows, Rules::Standard, strengths, threads) {
        Ok(()) => {
            let found = PyArray1::from_slice(py, strengths);
            // A call of NumPy takes as long as the evaluation of a hundred hands.
            Ok(Some(if shape.len() == 1 { found.into_any() } else { found.reshape(shape)?.into_any() }))
        }
        // The Python layer finds the error again, with the row as the caller counts it.
        Err(error)
            if error.is_instance_of::<InvalidCardError>(py) || error.is_instance_of::<DuplicateCardError>(py) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// A strength as NumPy's uint16.
pub(crate) fn strength_scalar(py: Python<'_>, strength: u16) -> PyResult<&'static Py<PyAny>> {
    STRENGTHS.get(py, strength)
}

/// The strength of one hand, as [`evaluate_plain`], under other rules than the standard ones.
#[pyfunction]
#[pyo3(signature = (cards, rules, /))]
pub(crate) fn evaluate_one_by(cards: &Bound<'_, PyAny>, rules: &str) -> PyResult<Option<&'static Py<PyAny>>> {
    let rules = named(rules)?;
    let Some(hand) = OneHand::<7>::of(cards) else { return Ok(None) };
    let Ok(strength) = rules.evaluate_ids(hand.ids()) else { return Ok(None) };
    strength_scalar(cards.py(), strength).map(Some)
}

/// The category of one strength, uint8, if it is a valid `int` or uint16, not of a subclass, or an array for up to 512 rows;
/// `None` otherwise.
#[pyfunction]
#[pyo3(signature = (strength, /))]
pub(crate) fn category_plain<'py>(strength: &Bound<'py, PyAny>) -> Answer<'py> {
    static CATEGORIES: Scalars<9> = Scalars::new();
    let py = strength.py();
    let category = |strength: u16| HandKind::of(strength).map(|kind| kind.category() as u8);
    if strength.is_exact_instance_of::<PyInt>() || strength.get_type().is(dtype::<u16>(py).typeobj()) {
        let Some(category) = strength.extract().ok().and_then(category) else { return Ok(None) };
        return CATEGORIES.get(py, category).map(|scalar| Some(scalar.bind(py).clone()));
    }
    let Some(strengths) = FewNumbers::of(strength) else { return Ok(None) };
    strengths.array(py, None, |strengths, out| {
        for (&strength, out) in strengths.iter().zip(out) {
            *out = category(strength).ok_or_else(|| no_strength(strength.into(), Rules::Standard))?;
        }
        Ok(())
    })
}

/// Strengths of rows of 5, 6 or 7 cards (4 under badugi), from all `hands` side by side, into `out` (n,).
#[pyfunction]
#[pyo3(signature = (hands, out, num_threads, rules = "standard"))]
pub(crate) fn evaluate_rows(
    py: Python<'_>,
    hands: Rows<'_>,
    mut out: Filling1<'_, u16>,
    num_threads: usize,
    rules: &str,
) -> PyResult<()> {
    fill_strengths(py, &hands, named(rules)?, out.as_slice_mut()?, num_threads)
}

fn fill_strengths(py: Python<'_>, hands: &Rows<'_>, rules: Rules, out: &mut [u16], threads: usize) -> PyResult<()> {
    let hand_size = hands.width();
    hands.fill(py, INLINE_HANDS, out, threads, |cards, out, run| rules.evaluate_rows(cards, hand_size, out, run))
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

/// Category, and ranks in order of weight, of a strength; under badugi the number of cards that count, and their ranks.
#[pyfunction]
#[pyo3(signature = (strength, rules = "standard"))]
pub(crate) fn hand_kind(strength: u64, rules: &str) -> PyResult<(u8, Vec<u32>)> {
    let (rules, number) = (named(rules)?, u16::try_from(strength).ok());
    let kind = match rules {
        Rules::Badugi => number.and_then(evaluator::badugi_ranks).map(|ranks| (ranks.len() as u8, ranks)),
        _ => number.and_then(|n| rules.kind(n)).map(|kind| (kind.category() as u8, kind.ranks().to_vec())),
    };
    let (what, ranks) = kind.ok_or_else(|| to_python(no_strength(strength, rules)))?;
    Ok((what, ranks.into_iter().map(u32::from).collect()))
}

/// The card ids of a hand of a strength: five; four under badugi.
#[pyfunction]
#[pyo3(signature = (strength, rules = "standard"))]
pub(crate) fn example_hand(strength: u64, rules: &str) -> PyResult<Vec<u32>> {
    let (rules, number) = (named(rules)?, u16::try_from(strength).ok());
    let hand = match rules {
        Rules::Badugi => number.and_then(evaluator::badugi_example).map(Vec::from),
        _ => number.and_then(|n| rules.kind(n)).map(|kind| kind.example().to_vec()),
    };
    Ok(hand.ok_or_else(|| to_python(no_strength(strength, rules)))?.into_iter().map(u32::from).collect())
}

/// The largest strength under some rules.
#[pyfunction]
pub(crate) fn max_strength(rules: &str) -> PyResult<u16> {
    Ok(named(rules)?.max_strength())
}

fn no_strength(strength: u64, rules: Rules) -> Error {
    let last = rules.max_strength().into();
    Error::IndexOutOfRange { row: Row(None), what: "strength", index: strength, first: 1, last }
}

/// Number of the C(52, n) hands of `hand_size` cards in each category.
#[pyfunction]
pub(crate) fn category_census(py: Python<'_>, hand_size: usize, num_threads: usize) -> PyResult<Vec<u64>> {
    enter(py, num_threads, None, |run| evaluator::category_census(hand_size, run)).map(Vec::from)
}
