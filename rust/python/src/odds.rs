//! Exact odds against random opponents, and the overlap counter.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pokerbits::cards::{CardSet, DECK};
use pokerbits::odds::{self, Method, OddsRows, OpponentCounts, Probabilities};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::borrow::{Filling3, Reading2};
use crate::enter::enter;
use crate::errors::to_python;
use crate::few_hands::Answer;
use crate::one_hand::OneHand;
use crate::plain::{Arg, plain_first};
use crate::scalars::{read_only, scalar};

/// For each number of opponents: the deals that the hero does not lose, by number of ties, and the number of all deals.
type Counts = Vec<(Vec<u128>, u128)>;

fn counts(found: Vec<OpponentCounts>) -> Counts {
    found.into_iter().map(|of_k| (of_k.counts().to_vec(), of_k.total())).collect()
}

/// The counts of one hand by the plain method.
#[pyfunction]
pub(crate) fn odds_by_cliques(
    py: Python<'_>,
    hole: [u8; 2],
    board: Vec<u8>,
    dead: Vec<u8>,
    opponents: Vec<u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let found = enter(py, num_threads, progress, |run| {
        odds::odds_vs_random(hole, &board, dead, &opponents, Method::Cliques, run)
    });
    found.map(counts)
}

/// The odds of rows of hole cards and a board (n, 2 + m). For each number k of opponents, k + 1 counts, their low and high
/// words side by side, go to `counts`; equity, win, tie and lose go to `probabilities`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn odds_rows(
    py: Python<'_>,
    hands: Reading2<'_, u8>,
    dead: Vec<u8>,
    opponents: Vec<u32>,
    mut counts: Filling3<'_, u64>,
    mut probabilities: Filling3<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let board_cards = hands.as_array().ncols().saturating_sub(2);
    let out = OddsRows {
        counts: counts.as_slice_mut()?.as_chunks_mut().0,
        probabilities: probabilities.as_slice_mut()?.as_chunks_mut().0,
    };
    let hands = hands.as_slice()?;
    enter(py, num_threads, progress, |run| odds::odds_rows(hands, board_cards, dead, &opponents, out, run))
}

/// Numbers of opponents, all deals against each of them, and counts.
type Deals<'py> = (Vec<u32>, Vec<u128>, Bound<'py, PyArray2<u64>>);

/// The odds of one hand. A call returns this at once; Python's arrays and numbers are made when they are asked for.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct OddsOfOne {
    opponents: Vec<u32>,
    /// Whether the numbers of opponents are a list.
    several: bool,
    totals: Vec<u128>,
    counts: Vec<[u64; 2]>,
    probabilities: Vec<Probabilities>,
}

#[pymethods]
impl OddsOfOne {
    /// Equity, and probabilities to win, tie and lose: read-only arrays for several numbers of opponents, else numbers.
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let of = |at: usize| {
            if self.several {
                let shares: Vec<_> = self.probabilities.iter().map(|shares| shares[at]).collect();
                Ok(read_only(py, &shares).into_any())
            } else {
                scalar(py, self.probabilities[0][at])
            }
        };
        (0..4).map(of).collect()
    }

    /// The numbers of opponents and of all deals against them, and the counts as [`odds_rows`] writes them.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Deals<'py>> {
        let words = PyArray1::from_slice(py, self.counts.as_flattened()).reshape([self.counts.len(), 2])?;
        Ok((self.opponents.clone(), self.totals.clone(), words))
    }
}

plain_first! {
    /// The odds of one hand, if it is plain, as [`OneHand`] reads it, and valid.
    odds_vs_random(hole; board; n_opponents, dead, method, num_threads, progress, errors) by odds_plain, at odds_vs_random_by_place
}

#[allow(clippy::too_many_arguments)]
fn odds_plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    n_opponents: &Arg<'_, 'py>,
    dead: &Arg<'_, 'py>,
    method: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
    progress: &Arg<'_, 'py>,
    errors: &Arg<'_, 'py>,
) -> Answer<'py> {
    let is_common = method.is_one_of(&["matchings"]) && progress.is_off() && errors.is_missing();
    if !(is_common && num_threads.is_threads()) {
        return Ok(None);
    }
    let mut hand = OneHand::<7>::default();
    let read = hole.get().and_then(|hole| hand.add_both(hole, board.get(), Some(2)));
    let dead = dead.get().map_or_else(|| Some(OneHand::default()), OneHand::<{ DECK as usize }>::of);
    let dead = dead.and_then(|dead| CardSet::from_ids(dead.ids()).ok());
    let (Some(()), Some(dead), Some((opponents, several)), Some(threads)) =
        (read, dead, numbers_of_opponents(n_opponents), num_threads.threads())
    else {
        return Ok(None);
    };
    let board_cards = hand.ids().len() - 2;
    let mut counts = vec![[0; 2]; OddsRows::counts_per_row(&opponents)];
    let mut probabilities = vec![[0.0; 4]; opponents.len()];
    let found = enter(py, threads, None, |run| {
        let out = OddsRows { counts: &mut counts, probabilities: &mut probabilities };
        odds::odds_rows(hand.ids(), board_cards, dead, &opponents, out, run)?;
        odds::total_deals(board_cards, dead, &opponents)
    });
    match found {
        Ok(totals) => OddsOfOne { opponents, several, totals, counts, probabilities }.into_bound_py_any(py).map(Some),
        // The function of Python finds the error again.
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Different numbers of opponents, an `int` or a list or tuple of them, and whether they are several.
fn numbers_of_opponents(given: &Arg<'_, '_>) -> Option<(Vec<u32>, bool)> {
    const MOST: u32 = 25;
    let number = |item: &Bound<'_, PyAny>| {
        let number = item.cast_exact::<PyInt>().ok()?.extract().ok()?;
        (1..=MOST).contains(&number).then_some(number)
    };
    if given.is_missing() {
        return Some((vec![1], false));
    }
    let given = given.get()?;
    if let Some(one) = number(given) {
        return Some((vec![one], false));
    }
    let numbers: Vec<u32> = if let Ok(list) = given.cast_exact::<PyList>() {
        list.iter().map(|item| number(&item)).collect::<Option<_>>()?
    } else {
        given.cast_exact::<PyTuple>().ok()?.iter().map(|item| number(&item)).collect::<Option<_>>()?
    };
    let is_new = |(at, number): (usize, &u32)| !numbers[..at].contains(number);
    let is_plain = !numbers.is_empty() && numbers.len() <= MOST as usize && numbers.iter().enumerate().all(is_new);
    is_plain.then_some((numbers, true))
}

/// The number of deals against each number of opponents.
#[pyfunction]
pub(crate) fn total_deals(board_cards: usize, dead: Vec<u8>, opponents: Vec<u32>) -> PyResult<Vec<u128>> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    odds::total_deals(board_cards, dead, &opponents).map_err(to_python)
}

/// The counts of all 169 starting hands.
#[pyfunction]
pub(crate) fn preflop_odds(
    py: Python<'_>,
    opponents: Vec<u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Counts>> {
    let found = enter(py, num_threads, progress, |run| odds::preflop_odds(&opponents, run))?;
    Ok(found.into_iter().map(counts).collect())
}

/// The approximate seconds on one thread to count pairwise disjoint combos, and the number of ways to choose them, for each
/// size, unless that takes longer than `max_seconds`. The combos come one after the other, each of `width` cards.
#[pyfunction]
pub(crate) fn count_disjoint(
    py: Python<'_>,
    combos: Vec<u8>,
    width: usize,
    sizes: Vec<u32>,
    max_seconds: f64,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(f64, Option<Vec<u128>>)> {
    enter(py, num_threads, progress, |run| {
        let combos: Vec<&[u8]> = combos.chunks_exact(width.max(1)).collect();
        let seconds = odds::disjoint_seconds(&combos, &sizes)?;
        let counts = (seconds <= max_seconds).then(|| odds::count_disjoint(&combos, &sizes, run));
        Ok((seconds, counts.transpose()?))
    })
}

/// One-card losses, two-card losses, and the combos that tie.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn losses(
    hole: [u8; 2],
    board: Vec<u8>,
    dead: Vec<u8>,
) -> PyResult<(Vec<u32>, Vec<[u32; 2]>, Vec<[u32; 2]>)> {
    let dead = CardSet::from_ids(&dead).map_err(to_python)?;
    let found = odds::losses(hole, &board, dead).map_err(to_python)?;
    let widen = |combos: Vec<[u8; 2]>| combos.into_iter().map(|combo| combo.map(u32::from)).collect();
    Ok((found.one_card.into_iter().map(u32::from).collect(), widen(found.two_card), widen(found.ties)))
}
