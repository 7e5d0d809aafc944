//! Hand strength of rows of cards, and average rank strength.

use pokerbits::hand_strength::Street;
use pokerbits::hand_strength::ars::{self, ArsTable};
use pokerbits::hand_strength::histogram::{Bins, hand_strength_histogram_rows};
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::{
    Power, expected_hand_strength_rows, expected_hand_strength_rows_against, hand_strength_histogram_rows_against,
    hand_strength_rows, hand_strength_rows_against,
};
use pokerbits::runtime::Run;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::borrow::{Filling1, Filling2, Reading1, Reading2};
use crate::combo_equity::weights_of_combos;
use crate::enter::{enter, enter_if};
use crate::errors::to_python;
use crate::few_hands::{Answer, Plain};
use crate::plain::{Arg, plain_first};
use crate::rows::INLINE_HANDS;
use crate::scalars::scalar;

/// Current hand strength of the rows of `cards` (n, 5 | 6 | 7), hole cards first, into `out` (n,): against a
/// random hand, or the weights (1326,) of the opponent's.
#[pyfunction]
#[pyo3(signature = (cards, villain, out, num_threads, /))]
pub(crate) fn strength_now(
    py: Python<'_>,
    cards: Reading2<'_, u8>,
    villain: Option<Reading1<'_, f64>>,
    mut out: Filling1<'_, f64>,
    num_threads: usize,
) -> PyResult<()> {
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    let villain = villain.as_ref().map(weights_of_combos).transpose()?;
    enter(py, num_threads, None, |run| match &villain {
        None => hand_strength_rows(cards, width, out, run),
        Some(range) => hand_strength_rows_against(range, cards, width, out, run),
    })
}

plain_first! {
    /// The current hand strength of one hand, float64, or an array for up to 512 rows, if they are plain, as [`Plain`] reads
    /// them, and valid.
    hand_strength(hole, board; ; villain, dialect, out, num_threads, errors) by strength_now_plain, at hand_strength_by_place
}

#[allow(clippy::too_many_arguments)]
fn strength_now_plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    villain: &Arg<'_, 'py>,
    dialect: &Arg<'_, 'py>,
    out: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
    errors: &Arg<'_, 'py>,
) -> Answer<'py> {
    if !(villain.is_unused() && dialect.is_unused() && out.is_unused() && errors.is_missing()) {
        return Ok(None);
    }
    plain(py, hole, board, num_threads, hand_strength_rows)
}

plain_first! {
    /// `E[HS]` of one hand or a few, as [`hand_strength`].
    expected_hand_strength(hole; board; villain, dialect, power, out, num_threads, progress, errors)
        by expected_strength_plain, at expected_hand_strength_by_place
}

#[allow(clippy::too_many_arguments)]
fn expected_strength_plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    villain: &Arg<'_, 'py>,
    dialect: &Arg<'_, 'py>,
    power: &Arg<'_, 'py>,
    out: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
    progress: &Arg<'_, 'py>,
    errors: &Arg<'_, 'py>,
) -> Answer<'py> {
    let Some(power) = power.integer_or(1).and_then(|power| Power::new(power).ok()) else { return Ok(None) };
    let is_common = villain.is_unused() && dialect.is_unused() && out.is_unused() && errors.is_missing();
    if !(is_common && progress.is_off()) {
        return Ok(None);
    }
    plain(py, hole, board, num_threads, |cards, width, out, run| {
        expected_hand_strength_rows(cards, width, power, out, run)
    })
}

/// The numbers of plain hands by `work` for rows of some number of cards.
fn plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    num_threads: &Arg<'_, 'py>,
    work: impl Fn(&[u8], usize, &mut [f64], &mut Run<'_>) -> pokerbits::Result<()> + Send + Sync,
) -> Answer<'py> {
    let (Some(hole), true) = (hole.get(), num_threads.is_threads()) else { return Ok(None) };
    let Some(threads) = num_threads.threads() else { return Ok(None) };
    // The first calls build tables, which takes long enough for Ctrl-C.
    let fill =
        |cards: &[u8], width: usize, out: &mut [f64]| enter(py, threads, None, |run| work(cards, width, out, run));
    let found = Plain::of_both(hole, board.get(), Some(2), |hands| match hands {
        Plain::One(hand) => {
            let mut out = [0.0];
            fill(hand, hand.len(), &mut out)?;
            scalar(py, out[0]).map(Some)
        }
        Plain::Few(hands) => {
            let mut out = vec![0.0; hands.count()];
            fill(hands.ids(), hands.width(), &mut out)?;
            hands.array_of(py, &out, None).map(Some)
        }
    });
    match found {
        // The function of Python finds the error again.
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        found => found,
    }
}

/// `E[HS]` or `E[HS^2]` of the rows of `cards` (n, 2 | 5 | 6 | 7) into `out` (n,); `villain` is as for
/// [`strength_now`].
#[pyfunction]
#[pyo3(signature = (cards, villain, power, out, num_threads, progress, /))]
pub(crate) fn expected_strength(
    py: Python<'_>,
    cards: Reading2<'_, u8>,
    villain: Option<Reading1<'_, f64>>,
    power: u32,
    mut out: Filling1<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let power = Power::new(power).map_err(to_python)?;
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    let villain = villain.as_ref().map(weights_of_combos).transpose()?;
    enter(py, num_threads, progress, |run| match &villain {
        None => expected_hand_strength_rows(cards, width, power, out, run),
        Some(range) => expected_hand_strength_rows_against(range, cards, width, power, out, run),
    })
}

/// Runouts by bin of final hand strength of the rows of `cards` (n, 2 | 5 | 6 | 7) into `out` (n, bins); `villain` is as for
/// [`strength_now`].
#[pyfunction]
#[pyo3(signature = (cards, villain, out, num_threads, progress, /))]
pub(crate) fn strength_histogram(
    py: Python<'_>,
    cards: Reading2<'_, u8>,
    villain: Option<Reading1<'_, f64>>,
    mut out: Filling2<'_, u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let bins = Bins::new(out.as_array().ncols()).map_err(to_python)?;
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    let villain = villain.as_ref().map(weights_of_combos).transpose()?;
    enter(py, num_threads, progress, |run| match &villain {
        None => hand_strength_histogram_rows(cards, width, bins, out, run),
        Some(range) => hand_strength_histogram_rows_against(range, cards, width, bins, out, run),
    })
}

/// The means of powers of `E[HS]` of a street by strength and class, (7463, 169) as one list.
#[pyfunction]
pub(crate) fn ars_means(
    py: Python<'_>,
    street: &str,
    power: u32,
    mut out: Filling1<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let street = Street::from_name(street).map_err(to_python)?;
    let table = enter(py, num_threads, progress, |run| ArsTable::new(street, power, run))?;
    out.as_slice_mut()?.copy_from_slice(table.means());
    Ok(())
}

/// The means of the rows of `cards` (n, 5 | 6 | 7) into `out` (n,).
#[pyfunction]
pub(crate) fn ars_lookup(
    py: Python<'_>,
    means: Reading1<'_, f64>,
    cards: Reading2<'_, u8>,
    mut out: Filling1<'_, f64>,
    num_threads: usize,
) -> PyResult<()> {
    let width = cards.as_array().ncols();
    let (means, cards, out) = (means.as_slice()?, cards.as_slice()?, out.as_slice_mut()?);
    enter_if(out.len() > INLINE_HANDS, py, num_threads, |run| ars::lookup_rows(means, cards, width, out, run))
}

/// The cluster of every class of hole cards, for `n` clusters by equity.
#[pyfunction]
pub(crate) fn clusters_by_equity(py: Python<'_>, n: usize, num_threads: usize) -> PyResult<Vec<u32>> {
    let clusters = enter(py, num_threads, None, |run| Clusters::by_equity(n, run))?;
    Ok(clusters.of_class().iter().map(|&cluster| cluster.into()).collect())
}
