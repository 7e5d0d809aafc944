//! The indexer of decks of up to 16 ranks and 8 suits: one native class, whose functions are those of `Indexer`.

use pokerbits::indexer::WideIndexer as Core;
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

    /// The suit configurations of a round: for each suit its cards by round, and its number of group indices; and the first
    /// index.
    #[allow(clippy::type_complexity)]
    fn configurations(&self, round: usize) -> PyResult<Vec<(Vec<Vec<usize>>, Vec<u64>, u64)>> {
        let found = self.0.configurations(round).map_err(to_python)?;
        Ok(found.into_iter().map(|of| (of.counts, of.suit_sizes, of.offset)).collect())
    }

    /// Bytes of the tables.
    fn table_bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// Indices in `round` of rows of cards.
    fn index(
        &self,
        py: Python<'_>,
        round: usize,
        cards: Reading2<'_, u8>,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_if(out.len() > INLINE_HANDS, py, num_threads, |run| self.0.index_rows(round, cards, out, run))
    }

    /// Indices in every round of the rows of `cards`.
    fn index_all(
        &self,
        py: Python<'_>,
        cards: Reading2<'_, u8>,
        mut out: Filling2<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.index_all_rows(cards, out, run))
    }

    /// The canonical hands of indices.
    fn unindex(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Reading1<'_, u64>,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (indices, out) = (indices.as_slice()?, out.as_slice_mut()?);
        enter_if(indices.len() > INLINE_HANDS, py, num_threads, |run| self.0.unindex_rows(round, indices, out, run))
    }

    /// The canonical hands of a range of indices.
    fn unindex_range(
        &self,
        py: Python<'_>,
        round: usize,
        start: u64,
        stop: u64,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let out = out.as_slice_mut()?;
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.unindex_range(round, start..stop, out, run))
    }

    /// The canonical hands of hands.
    fn canonical(
        &self,
        py: Python<'_>,
        round: usize,
        cards: Reading2<'_, u8>,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.canonical_rows(round, cards, out, run))
    }

    /// The deals of the classes of indices.
    fn multiplicity(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Reading1<'_, u64>,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (indices, out) = (indices.as_slice()?, out.as_slice_mut()?);
        enter_if(indices.len() > INLINE_HANDS, py, num_threads, |run| {
            self.0.multiplicity_rows(round, indices, out, run)
        })
    }

    /// The deals of the classes of a range of indices.
    fn multiplicity_range(
        &self,
        py: Python<'_>,
        round: usize,
        start: u64,
        stop: u64,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        enter_if(out.len() > INLINE_HANDS, py, num_threads, |run| {
            self.0.multiplicity_range(round, start..stop, out, run)
        })
    }
}
