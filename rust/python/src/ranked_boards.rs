//! Boards that are ranked once and kept.

use numpy::Element;
use pokerbits::cards::{COMBO_COUNT, PerCombo};
use pokerbits::memory::try_vec;
use pokerbits::showdown::{self, Float, Pairing};
use pyo3::prelude::*;

use crate::borrow::{Filling2, Reading2};
use crate::enter::enter;

/// Boards with their combos in the order of strength.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct RankedBoards(showdown::RankedBoards);

/// Rows of 1,326 numbers.
fn rows<T>(numbers: &[T]) -> &[PerCombo<T>] {
    let (rows, rest) = numbers.as_chunks::<COMBO_COUNT>();
    debug_assert!(rest.is_empty(), "the Python layer gives rows of 1,326");
    rows
}

fn rows_mut<T>(numbers: &mut [T]) -> &mut [PerCombo<T>] {
    numbers.as_chunks_mut::<COMBO_COUNT>().0
}

/// Board and weights of every row of the result, from pairs (n, 2).
fn pairings(pairs: &[u64]) -> pokerbits::Result<Vec<Pairing>> {
    let (pairs, _) = pairs.as_chunks();
    let mut all = try_vec(Pairing { board: 0, weights: 0 }, pairs.len())?;
    for (pairing, &[board, weights]) in all.iter_mut().zip(pairs) {
        *pairing = Pairing { board: board as usize, weights: weights as usize };
    }
    Ok(all)
}

#[pymethods]
impl RankedBoards {
    /// Ranks the rows of `boards` (n, 5).
    #[new]
    fn new(
        py: Python<'_>,
        boards: Reading2<'_, u8>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let boards = boards.as_slice()?;
        enter(py, num_threads, progress, |run| showdown::RankedBoards::new(boards, run)).map(Self)
    }

    /// The strengths of the combos on every board, into `out` (n, 1326).
    fn strengths(&self, py: Python<'_>, mut out: Filling2<'_, u16>) -> PyResult<()> {
        let out = rows_mut(out.as_slice_mut()?);
        enter(py, 1, None, |run| {
            run.for_each(out.iter_mut().zip(self.0.strengths()), self.0.len(), |(out, strengths)| {
                *out = *strengths;
                Ok(())
            })
        })
    }

    /// The weights that each combo beats and ties with, of rows of `weights` (m, 1326), for pairs (n, 2) of a board and a
    /// row, into `win` and `tie` (n, 1326).
    #[allow(clippy::too_many_arguments)]
    fn outcomes(
        &self,
        py: Python<'_>,
        weights: Reading2<'_, f64>,
        pairs: Reading2<'_, u64>,
        win: Filling2<'_, f64>,
        tie: Filling2<'_, f64>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.outcomes_of(py, &weights, &pairs, win, tie, num_threads, progress)
    }

    /// [`Self::outcomes`] in single precision.
    #[allow(clippy::too_many_arguments)]
    fn outcomes_single(
        &self,
        py: Python<'_>,
        weights: Reading2<'_, f32>,
        pairs: Reading2<'_, u64>,
        win: Filling2<'_, f32>,
        tie: Filling2<'_, f32>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.outcomes_of(py, &weights, &pairs, win, tie, num_threads, progress)
    }

    /// The value of each combo, win less lose, against rows of `weights` (m, 1326), for pairs (n, 2) of a board and a row, into
    /// `out` (n, 1326).
    fn values(
        &self,
        py: Python<'_>,
        weights: Reading2<'_, f64>,
        pairs: Reading2<'_, u64>,
        out: Filling2<'_, f64>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.values_of(py, &weights, &pairs, out, num_threads, progress)
    }

    /// [`Self::values`] in single precision.
    fn values_single(
        &self,
        py: Python<'_>,
        weights: Reading2<'_, f32>,
        pairs: Reading2<'_, u64>,
        out: Filling2<'_, f32>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.values_of(py, &weights, &pairs, out, num_threads, progress)
    }

    /// The equity of each combo against rows of `weights` (m, 1326), for pairs (n, 2) of a board and a row, into `out`
    /// (n, 1326).
    fn equity(
        &self,
        py: Python<'_>,
        weights: Reading2<'_, f64>,
        pairs: Reading2<'_, u64>,
        mut out: Filling2<'_, f64>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (weights, pairs, out) = (rows(weights.as_slice()?), pairs.as_slice()?, rows_mut(out.as_slice_mut()?));
        enter(py, num_threads, progress, |run| self.0.equity(weights, &pairings(pairs)?, out, run))
    }
}

impl RankedBoards {
    #[allow(clippy::too_many_arguments)]
    fn outcomes_of<T: Float + Element>(
        &self,
        py: Python<'_>,
        weights: &Reading2<'_, T>,
        pairs: &Reading2<'_, u64>,
        mut win: Filling2<'_, T>,
        mut tie: Filling2<'_, T>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (weights, pairs) = (rows(weights.as_slice()?), pairs.as_slice()?);
        let (win, tie) = (rows_mut(win.as_slice_mut()?), rows_mut(tie.as_slice_mut()?));
        enter(py, num_threads, progress, |run| self.0.outcomes(weights, &pairings(pairs)?, win, tie, run))
    }
    fn values_of<T: Float + Element>(
        &self,
        py: Python<'_>,
        weights: &Reading2<'_, T>,
        pairs: &Reading2<'_, u64>,
        mut out: Filling2<'_, T>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (weights, pairs, out) = (rows(weights.as_slice()?), pairs.as_slice()?, rows_mut(out.as_slice_mut()?));
        enter(py, num_threads, progress, |run| self.0.values(weights, &pairings(pairs)?, out, run))
    }
}
