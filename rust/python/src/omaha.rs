//! Omaha: strengths and lows of hole cards with boards.

use numpy::Element;
use pokerbits::Result;
use pokerbits::evaluator::{self, MAX_LOW_STRENGTH};
use pokerbits::runtime::Run;
use pyo3::prelude::*;

use crate::borrow::Filling1;
use crate::evaluator::strength_scalar;
use crate::few_hands::{Answer, FewHands};
use crate::one_hand::OneHand;
use crate::plain::{Arg, plain_first};
use crate::rows::Rows;
use crate::scalars::Scalars;

/// Batches up to this many hands do not release the interpreter, which would cost as much.
const INLINE_HANDS: usize = 1024;

plain_first! {
    /// The strength of one hand on one board, uint16, or an array for up to 512 rows, if they are plain, as [`OneHand`] and
    /// [`FewHands`] read them, and valid.
    evaluate_omaha(hole, board; ; out, num_threads) by strengths_plain, at evaluate_omaha_by_place
}

fn strengths_plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    out: &Arg<'_, 'py>,
    n: &Arg<'_, 'py>,
) -> Answer<'py> {
    plain(py, [hole, board, out, n], evaluator::evaluate_omaha_ids, strength_scalar, evaluator::evaluate_omaha_rows)
}

plain_first! {
    /// The low of one hand on one board, uint8, or an array for up to 512 rows, as [`evaluate_omaha`].
    evaluate_omaha_low(hole, board; ; out, num_threads) by lows_plain, at evaluate_omaha_low_by_place
}

fn lows_plain<'py>(
    py: Python<'py>,
    hole: &Arg<'_, 'py>,
    board: &Arg<'_, 'py>,
    out: &Arg<'_, 'py>,
    n: &Arg<'_, 'py>,
) -> Answer<'py> {
    static LOWS: Scalars<{ MAX_LOW_STRENGTH as usize + 1 }> = Scalars::new();
    let scalar = |py, low| LOWS.get(py, low);
    plain(py, [hole, board, out, n], evaluator::omaha_low_ids, scalar, evaluator::omaha_low_rows)
}

/// The number of one hand as a scalar, or the numbers of a few.
#[inline(always)]
fn plain<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    [hole, board, out, num_threads]: [&Arg<'_, 'py>; 4],
    of_one: impl FnOnce(&[u8], &[u8]) -> Result<T>,
    scalar: impl FnOnce(Python<'py>, T) -> PyResult<&'static Py<PyAny>>,
    of_rows: impl Fn(&[u8], usize, usize, &mut [T], &mut Run<'_>) -> Result<()>,
) -> Answer<'py> {
    let (Some(hole), Some(board), true, true) = (hole.get(), board.get(), out.is_unused(), num_threads.is_threads())
    else {
        return Ok(None);
    };
    if let (Some(hand), Some(shared)) = (OneHand::<6>::of(hole), OneHand::<5>::of(board)) {
        let Ok(number) = of_one(hand.ids(), shared.ids()) else { return Ok(None) };
        return scalar(py, number).map(|scalar| Some(scalar.bind(py).clone()));
    }
    let Some(hands) = FewHands::of_both(hole, Some(board), None) else { return Ok(None) };
    let (own, shared) = (hands.hole_cards(), hands.width() - hands.hole_cards());
    hands.array(py, None, |cards, out| of_rows(cards, own, shared, out, &mut Run::new(1)))
}

/// Strengths of rows of hole cards and boards, side by side, into `out` (n,).
#[pyfunction]
pub(crate) fn evaluate_omaha_rows(
    py: Python<'_>,
    hands: Rows<'_>,
    hole_size: usize,
    out: Filling1<'_, u16>,
    num_threads: usize,
) -> PyResult<()> {
    fill(py, &hands, hole_size, out, num_threads, evaluator::evaluate_omaha_rows)
}

/// Lows of rows; the arguments are those of [`evaluate_omaha_rows`].
#[pyfunction]
pub(crate) fn omaha_low_rows(
    py: Python<'_>,
    hands: Rows<'_>,
    hole_size: usize,
    out: Filling1<'_, u8>,
    num_threads: usize,
) -> PyResult<()> {
    fill(py, &hands, hole_size, out, num_threads, evaluator::omaha_low_rows)
}

/// A function of the core that fills one number per row.
fn fill<T: Element + Send>(
    py: Python<'_>,
    hands: &Rows<'_>,
    hole_size: usize,
    mut out: Filling1<'_, T>,
    num_threads: usize,
    of_rows: impl Fn(&[u8], usize, usize, &mut [T], &mut Run<'_>) -> Result<()> + Send + Sync,
) -> PyResult<()> {
    let (out, board_size) = (out.as_slice_mut()?, hands.width().saturating_sub(hole_size));
    let of_rows = |cards: &[u8], out: &mut [T], run: &mut Run<'_>| of_rows(cards, hole_size, board_size, out, run);
    hands.fill(py, INLINE_HANDS, out, num_threads, of_rows)
}
