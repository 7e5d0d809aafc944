//! Evaluation of arrays of hands and boards.

use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pokerbits::cards::CardSet;
use pokerbits::evaluator::{self, HandKind, MAX_STRENGTH, Rules};
use pokerbits::runtime::lazy::Lazy;
use pokerbits::{Error, Row, Run};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::borrow::{Filling1, Filling2, Reading2};
use crate::enter::enter;
use crate::errors::to_python;
use crate::few_hands::{Answer, FewHands, FewNumbers};
use crate::one_hand::{OneHand, exact};
use crate::plain::{Arg, plain_first};
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

plain_first! {
    /// The strength of one hand, or of the rows of small arrays of integers in C order, if they are valid and of exact types
    /// that [`OneHand`], [`Rows`] and [`FewHands`] read. Hands may have their boards apart.
    evaluate(cards; board; rules, out, num_threads, errors) by evaluate_plain, at evaluate_by_place
}

#[inline(always)]
fn evaluate_plain<'py>(
    py: Python<'py>,
    cards: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    rules: &Arg<'_, 'py>,
    out: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
    errors: &Arg<'_, 'py>,
) -> Answer<'py> {
    let (Some(cards), Some(rules), true, true, true) =
        (cards.get(), rules.rules(), out.is_unused(), num_threads.is_threads(), errors.is_missing())
    else {
        return Ok(None);
    };
    let board = board.get();
    if let Some(array) = exact::<PyUntypedArray>(cards)
        && array.ndim() > 1
        && board.is_none()
    {
        return if array.is_c_contiguous() { evaluate_array(array, rules, num_threads) } else { Ok(None) };
    }
    let mut hand = OneHand::<7>::default();
    if hand.add_both(cards, board, None).is_some() {
        let Some(strength) = strength_of(rules, hand.ids()) else { return Ok(None) };
        return strength_scalar(py, strength).map(|scalar| Some(scalar.bind(py).clone()));
    }
    let Some(hands) = FewHands::of_both(cards, board, None) else { return Ok(None) };
    hands.array(py, None, |cards, out| rules.evaluate_rows(cards, hands.width(), out, &mut Run::new(1)))
}

/// The strength of one hand; `None` if there is an error in it. In a register: the CPU would wait for a [`Result`].
#[inline(never)]
fn strength_of(rules: Rules, cards: &[u8]) -> Option<u16> {
    match rules {
        Rules::Standard => evaluator::evaluate_ids(cards).ok(),
        rules => rules.evaluate_ids(cards).ok(),
    }
}

/// The strengths of the rows of a small array; `None` if it has no rows of a hand each, or an invalid one.
#[inline(never)] // One hand needs no room for many.
fn evaluate_array<'py>(array: &Bound<'py, PyUntypedArray>, rules: Rules, num_threads: &Arg<'_, 'py>) -> Answer<'py> {
    let (py, shape) = (array.py(), array.shape());
    let Some((&size, shape)) = shape.split_last() else { return Ok(None) };
    let n = shape.iter().product::<usize>();
    if !(4..=7).contains(&size) || n == 0 || n > COPIED_HANDS {
        return Ok(None);
    }
    let Ok(rows) = Rows::of_one(array.as_any()) else { return Ok(None) };
    let (mut few, mut many) = ([0; INLINE_HANDS], vec![]);
    let (strengths, threads) = if n <= INLINE_HANDS {
        (&mut few[..n], 1)
    } else {
        let Some(threads) = num_threads.threads() else { return Ok(None) };
        many.resize(n, 0);
        (&mut many[..], threads)
    };
    match fill_strengths(py, &rows, rules, strengths, threads) {
        Ok(()) => {
            let found = PyArray1::from_slice(py, strengths);
            // A call of NumPy takes as long as the evaluation of a hundred hands.
            Ok(Some(if shape.len() == 1 { found.into_any() } else { found.reshape(shape)?.into_any() }))
        }
        // The function of Python finds the error again, with the row as the caller counts it.
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A strength as NumPy's uint16.
pub(crate) fn strength_scalar(py: Python<'_>, strength: u16) -> PyResult<&'static Py<PyAny>> {
    STRENGTHS.get(py, strength)
}

/// One strength: an `int` or uint16, not of a subclass.
#[inline(always)]
fn one_strength(strength: &Bound<'_, PyAny>) -> Option<u16> {
    let is_plain =
        strength.is_exact_instance_of::<PyInt>() || strength.get_type().is(dtype::<u16>(strength.py()).typeobj());
    let strength = if is_plain { strength.extract().ok()? } else { return None };
    (1..=MAX_STRENGTH).contains(&strength).then_some(strength)
}

/// The members of `Category`, once Python has made them.
static CATEGORIES: Lazy<Vec<Py<PyAny>>> = Lazy::new();

/// Keeps the members of `Category`.
#[pyfunction]
#[pyo3(signature = (members, /))]
pub(crate) fn keep_categories(members: Vec<Py<PyAny>>) {
    CATEGORIES.get_or_init(|| members);
}

plain_first! {
    /// The category of one strength, or an array for up to 512 rows, if they are valid.
    category(strength; ; rules) by category_plain, at category_by_place
}

fn category_plain<'py>(py: Python<'py>, strength: &Arg<'_, 'py>, rules: &Arg<'_, 'py>) -> Answer<'py> {
    let (Some(strength), true) = (strength.get(), rules.is_one_of(&["standard"])) else { return Ok(None) };
    let category = |strength: u16| {
        let kind = HandKind::of(strength)?.ok_or_else(|| no_strength(strength.into(), Rules::Standard))?;
        Ok(kind.category() as u8)
    };
    if let Some(strength) = one_strength(strength) {
        let category = category(strength).map_err(to_python)?;
        let member = CATEGORIES.get().and_then(|members| members.get(usize::from(category)));
        return Ok(member.map(|member| member.bind(py).clone()));
    }
    let Some(strengths) = FewNumbers::of(strength) else { return Ok(None) };
    strengths.array(py, None, |strengths, out| {
        for (&strength, out) in strengths.iter().zip(out) {
            *out = category(strength)?;
        }
        Ok(())
    })
}

plain_first! {
    /// The words for one strength, which Python finds once.
    describe(strength; ; rules) by describe_plain, at describe_by_place
}

#[allow(clippy::unnecessary_wraps)] // As all answers to plain calls.
fn describe_plain<'py>(py: Python<'py>, strength: &Arg<'_, 'py>, rules: &Arg<'_, 'py>) -> Answer<'py> {
    let (Some(strength), true) = (strength.get(), rules.is_one_of(&["standard"])) else { return Ok(None) };
    let Some(number) = one_strength(strength) else { return Ok(None) };
    Ok(WORDS[usize::from(number)].get().map(|words| words.bind(py).clone()))
}

/// The words for each strength, once Python has found them.
static WORDS: [Lazy<Py<PyAny>>; MAX_STRENGTH as usize + 1] = [const { Lazy::new() }; _];

/// Keeps the words for a strength.
#[pyfunction]
#[pyo3(signature = (strength, words, /))]
pub(crate) fn keep_words(strength: usize, words: Py<PyAny>) {
    if let Some(place) = WORDS.get(strength) {
        place.get_or_init(|| words);
    }
}

plain_first! {
    /// The best five cards of one hand, uint8 (5,).
    best_five(cards; board; rules, num_threads) by best_five_plain, at best_five_by_place
}

#[allow(clippy::unnecessary_wraps)] // As all answers to plain calls.
fn best_five_plain<'py>(
    py: Python<'py>,
    cards: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    rules: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
) -> Answer<'py> {
    let (Some(cards), Some(rules), true) = (cards.get(), rules.rules(), num_threads.is_threads()) else {
        return Ok(None);
    };
    let mut hand = OneHand::<7>::default();
    let best = hand.add_both(cards, board.get(), None).and_then(|()| rules.best_five(hand.ids()).ok());
    Ok(best.map(|best| PyArray1::from_slice(py, &best).into_any()))
}

/// The best five cards of rows of 5, 6 or 7 into `out` (n, 5).
#[pyfunction]
pub(crate) fn best_five_rows(
    py: Python<'_>,
    hands: Reading2<'_, u8>,
    mut out: Filling2<'_, u8>,
    num_threads: usize,
    rules: &str,
) -> PyResult<()> {
    let (rules, hand_size) = (named(rules)?, hands.as_array().ncols());
    let (hands, (out, _)) = (hands.as_slice()?, out.as_slice_mut()?.as_chunks_mut());
    enter(py, num_threads, None, |run| rules.best_five_rows(hands, hand_size, out, run))
}

/// The cards of each category, from high card to straight flush, as bits.
type Outs = [u64; 9];

plain_first! {
    /// The outs of a hand, as [`outs_of`] returns them.
    outs(hole, board; ; villain) by outs_plain, at outs_by_place
}

fn outs_plain<'py>(py: Python<'py>, hole: &Arg<'_, 'py>, board: &Arg<'_, 'py>, villain: &Arg<'_, 'py>) -> Answer<'py> {
    let hand = |cards: &Bound<'_, PyAny>| OneHand::<2>::of(cards)?.ids().try_into().ok();
    let (Some(hole), Some(board)) = (hole.get().and_then(hand), board.get().and_then(OneHand::<4>::of)) else {
        return Ok(None);
    };
    let villain = match villain.get() {
        None => None,
        Some(cards) => match hand(cards) {
            None => return Ok(None),
            villain => villain,
        },
    };
    let found = evaluator::outs(hole, board.ids(), villain).ok();
    found.map(|found| found.map(CardSet::bits).into_bound_py_any(py)).transpose()
}

/// The outs of a hand.
#[pyfunction]
#[pyo3(signature = (hole, board, villain, /))]
pub(crate) fn outs_of(hole: [u8; 2], board: Vec<u8>, villain: Option<[u8; 2]>) -> PyResult<Outs> {
    let found = evaluator::outs(hole, &board, villain).map_err(to_python)?;
    Ok(found.map(CardSet::bits))
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
    let (rules, number) = (named(rules)?, number_of(strength));
    let kind = match rules {
        Rules::Badugi => evaluator::badugi_ranks(number).map(|ranks| (ranks.len() as u8, ranks)),
        _ => rules.kind(number).map_err(to_python)?.map(|kind| (kind.category() as u8, kind.ranks().to_vec())),
    };
    let (what, ranks) = kind.ok_or_else(|| to_python(no_strength(strength, rules)))?;
    Ok((what, ranks.into_iter().map(u32::from).collect()))
}

/// The card ids of a hand of a strength: five; four under badugi.
#[pyfunction]
#[pyo3(signature = (strength, rules = "standard"))]
pub(crate) fn example_hand(strength: u64, rules: &str) -> PyResult<Vec<u32>> {
    let (rules, number) = (named(rules)?, number_of(strength));
    let hand = match rules {
        Rules::Badugi => evaluator::badugi_example(number).map(Vec::from),
        _ => rules.kind(number).map_err(to_python)?.map(|kind| kind.example().to_vec()),
    };
    Ok(hand.ok_or_else(|| to_python(no_strength(strength, rules)))?.into_iter().map(u32::from).collect())
}

/// The number of Python as a strength; 0, which no hand has, if it is too large.
fn number_of(strength: u64) -> u16 {
    strength.try_into().unwrap_or(0)
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
