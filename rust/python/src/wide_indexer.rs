//! The indexer of decks of up to 16 ranks and 8 suits: one native class, to which the Python layer gives the functions of
//! `Indexer`. There are few functions, as each adds some kilobytes to the library.

use pokerbits::Result;
use pokerbits::indexer::WideIndexer as Core;
use pokerbits::runtime::Run;
use pyo3::prelude::*;

use crate::borrow::{Filling1, Filling2, Reading1, Reading2};
use crate::enter::enter_if;
use crate::errors::to_python;
use crate::rows::INLINE_HANDS;

/// A game's configurations, shared by every thread.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct WideIndexer(Core);

#[pymethods]
impl WideIndexer {
    #[new]
    fn new(py: Python<'_>, cards_per_round: Vec<usize>, n_ranks: usize, n_suits: usize) -> PyResult<Self> {
        py.detach(|| Core::new(&cards_per_round, n_ranks, n_suits)).map(Self).map_err(to_python)
    }

    /// Indices of every round.
    fn sizes(&self) -> Vec<u64> {
        self.0.sizes()
    }

    /// The suit configurations of a round in one list: for each its cards by suit and round, the number of group indices of
    /// each suit, and the first index.
    fn configurations(&self, round: usize) -> PyResult<Vec<u64>> {
        self.0.configuration_numbers(round).map_err(to_python)
    }

    /// Bytes of the tables.
    fn table_bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// Indices of rows of cards: those in `round` into one column of `out`, or those in every round into one for each.
    fn index(
        &self,
        py: Python<'_>,
        round: usize,
        cards: Reading2<'_, u8>,
        mut out: Filling2<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (rows, columns) = out.as_array().dim();
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_with(py, rows, num_threads, &mut |run| match columns {
            1 => self.0.index_rows(round, cards, out, run),
            _ => self.0.index_all_rows(cards, out, run),
        })
    }

    /// The canonical hands of indices, or of consecutive ones from `start` on.
    fn unindex(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Option<Reading1<'_, u64>>,
        start: u64,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let out = out.as_slice_mut()?;
        let listed = indices.as_ref().map(|indices| indices.as_slice()).transpose()?;
        enter_with(py, rows, num_threads, &mut |run| match listed {
            Some(indices) => self.0.unindex_rows(round, indices, out, run),
            None => self.0.unindex_range(round, start..start.saturating_add(rows as u64), out, run),
        })
    }

    /// The deals of the classes of indices, or of consecutive ones from `start` on.
    fn multiplicity(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Option<Reading1<'_, u64>>,
        start: u64,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let rows = out.len();
        let listed = indices.as_ref().map(|indices| indices.as_slice()).transpose()?;
        enter_with(py, rows, num_threads, &mut |run| match listed {
            Some(indices) => self.0.multiplicity_rows(round, indices, out, run),
            None => self.0.multiplicity_range(round, start..start.saturating_add(rows as u64), out, run),
        })
    }
}

/// [`enter_if`] for all functions, compiled once.
fn enter_with(
    py: Python<'_>,
    rows: usize,
    num_threads: usize,
    work: &mut (dyn FnMut(&mut Run<'_>) -> Result<()> + Send),
) -> PyResult<()> {
    enter_if(rows > INLINE_HANDS, py, num_threads, |run| work(run))
}
