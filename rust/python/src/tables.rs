//! Tables of any kind, filled block by block; one function for each kind makes its tables.

use numpy::PyArray1;
use pokerbits::equity::ThreeWayTable;
use pokerbits::hand_strength::histogram::Bins;
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::strength_table::{Kind, StrengthTable};
use pokerbits::hand_strength::{Street, StreetHands};
use pokerbits::odds;
use pokerbits::tables::{self, Cells, CellsMut, CountType};
use pokerbits::{Error, Result, quoted};
use pyo3::prelude::*;

use crate::borrow::{Filling1, Reading1, by_dtype};
use crate::enter::enter;
use crate::errors::to_python;

by_dtype! {
    /// Cells of any type, one after the other, to write.
    Out: Filling1, PyArray1 { U16: u16, U32: u32, U64: u64, F32: f32; F64: f64 }
}

impl Out<'_> {
    /// `counts` distinguishes exact integers from scaled fractions.
    fn cells(&mut self, counts: bool) -> PyResult<CellsMut<'_>> {
        Ok(match self {
            Self::U16(out) => {
                let cells = out.as_slice_mut()?;
                if counts { CellsMut::Count16(cells) } else { CellsMut::Scaled16(cells) }
            }
            Self::U32(out) => CellsMut::Count32(out.as_slice_mut()?),
            Self::U64(out) => CellsMut::Count64(out.as_slice_mut()?),
            Self::F32(out) => CellsMut::Float32(out.as_slice_mut()?),
            Self::F64(out) => CellsMut::Float64(out.as_slice_mut()?),
        })
    }
}

by_dtype! {
    /// Cells of any type, one after the other, to read.
    In: Reading1, PyArray1 { U16: u16, U32: u32, U64: u64, F32: f32; F64: f64 }
}

impl In<'_> {
    fn cells(&self, counts: bool) -> PyResult<Cells<'_>> {
        Ok(match self {
            Self::U16(cells) if counts => Cells::Count16(cells.as_slice()?),
            Self::U16(cells) => Cells::Scaled16(cells.as_slice()?),
            Self::U32(cells) => Cells::Count32(cells.as_slice()?),
            Self::U64(cells) => Cells::Count64(cells.as_slice()?),
            Self::F32(cells) => Cells::Float32(cells.as_slice()?),
            Self::F64(cells) => Cells::Float64(cells.as_slice()?),
        })
    }
}

/// A table to be computed, block by block, in counts or in fractions.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct BlockTable {
    table: Box<dyn tables::BlockTable>,
    counts: bool,
}

impl BlockTable {
    /// A table in exact counts, or in fractions.
    pub(crate) fn new(table: impl tables::BlockTable + 'static, counts: bool) -> Self {
        Self { table: Box::new(table), counts }
    }
}

/// A table of hand strength.
#[pyfunction]
pub(crate) fn strength_table(
    py: Python<'_>,
    kind: &str,
    street: &str,
    bins: usize,
    clusters: Vec<Vec<u8>>,
    counts: bool,
) -> PyResult<BlockTable> {
    let hands = Street::from_name(street).map_err(to_python)?.into();
    strength_table_of(py, kind, hands, bins, || Clusters::new(&clusters), counts)
}

/// A table of the odds against random opponents, in fractions.
#[pyfunction]
pub(crate) fn odds_table(py: Python<'_>, street: &str, n_opponents: u32) -> PyResult<BlockTable> {
    let street = Street::from_name(street).map_err(to_python)?;
    let table = enter(py, 1, None, |run| odds::odds_table(street, n_opponents, run))?;
    Ok(BlockTable::new(table, false))
}

/// The table of the counts of three hand classes before the flop.
#[pyfunction]
pub(crate) fn three_way_table(py: Python<'_>) -> PyResult<BlockTable> {
    Ok(BlockTable::new(enter(py, 1, None, ThreeWayTable::new)?, true))
}

/// A table of hand strength, for the hands of any game.
pub(crate) fn strength_table_of(
    py: Python<'_>,
    kind: &str,
    hands: StreetHands,
    bins: usize,
    clusters: impl FnOnce() -> Result<Clusters>,
    counts: bool,
) -> PyResult<BlockTable> {
    let kind = match kind {
        "ehs" => Ok(Kind::Ehs),
        "ehs2" => Ok(Kind::Ehs2),
        "histogram" => Bins::new(bins).map(Kind::Histogram),
        "ochs" => clusters().map(Kind::Ochs),
        "outcomes" => Ok(Kind::Outcomes),
        _ => {
            let (kind, kinds) = (quoted(kind), "ehs, ehs2, histogram, ochs, outcomes");
            Err(Error::InvalidArgument(format!("kind {kind} is unknown: expected one of {kinds}")))
        }
    };
    let kind = kind.map_err(to_python)?;
    let table = enter(py, 1, None, |run| StrengthTable::new(kind, hands, run))?;
    Ok(BlockTable::new(table, counts))
}

#[pymethods]
impl BlockTable {
    /// The signature of the table, in one line.
    fn signature(&self) -> String {
        self.table.signature() + if self.counts { " counts" } else { "" }
    }

    /// Rows of the table.
    fn rows(&self) -> usize {
        self.table.rows()
    }

    /// Cells in a row.
    fn columns(&self) -> usize {
        if self.counts { self.table.count_columns() } else { self.table.columns() }
    }

    /// The dtype of counts.
    fn count_dtype(&self) -> &'static str {
        match self.table.count_type() {
            CountType::U16 => "uint16",
            CountType::U32 => "uint32",
            CountType::U64 => "uint64",
        }
    }

    /// Blocks of the table.
    fn n_blocks(&self) -> usize {
        self.table.n_blocks()
    }

    /// Rows of a block.
    fn block_rows(&self, block: usize) -> PyResult<usize> {
        self.table.block_rows(block).map_err(to_python)
    }

    /// Computes blocks `first..end` and puts their rows into the whole table.
    fn fill(
        &self,
        py: Python<'_>,
        first: usize,
        end: usize,
        mut out: Out<'_>,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let cells = out.cells(self.counts)?;
        enter(py, num_threads, progress, |run| self.table.fill(first..end, cells, run))
    }

    /// Computes the rows of one block.
    fn compute_block(&self, py: Python<'_>, block: usize, mut out: Out<'_>, num_threads: usize) -> PyResult<()> {
        let cells = out.cells(self.counts)?;
        enter(py, num_threads, None, |run| self.table.compute_block(block, cells, run))
    }

    /// Puts the rows of a block into the whole table.
    fn place_block(&self, py: Python<'_>, block: usize, rows: In<'_>, mut out: Out<'_>) -> PyResult<()> {
        let (rows, cells) = (rows.cells(self.counts)?, out.cells(self.counts)?);
        enter(py, 1, None, |_| self.table.place_block(block, rows, cells))
    }
}
