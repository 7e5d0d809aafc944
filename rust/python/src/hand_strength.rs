//! Hand strength: of rows of cards, and in tables of every hand of a street.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pokerbits::hand_strength::ars::{self, ArsTable};
use pokerbits::hand_strength::histogram::{Bins, hand_strength_histogram_rows};
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::tables::{Kind, Table};
use pokerbits::hand_strength::{
    Cells, CellsMut, CountType, Power, Street, expected_hand_strength_rows, hand_strength_rows,
};
use pokerbits::runtime::Run;
use pokerbits::{Error, Result};
use pyo3::prelude::*;

use crate::enter::enter;
use crate::errors::to_python;

/// Look-ups up to this many hands are done on the spot: releasing the interpreter would cost as much.
const INLINE_HANDS: usize = 512;

/// Hand strength now, to a power, of the rows of `cards` (n, 5 | 6 | 7), hole cards first, into `out` (n,).
#[pyfunction]
pub(crate) fn strength_now(
    py: Python<'_>,
    cards: PyReadonlyArray2<'_, u8>,
    power_of_opponents: u32,
    mut out: PyReadwriteArray1<'_, f64>,
    num_threads: usize,
) -> PyResult<()> {
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    enter(py, num_threads, None, |run| hand_strength_rows(cards, width, power_of_opponents, out, run))
}

/// `E[HS]` or `E[HS^2]`, to a power, of the rows of `cards` (n, 2 | 5 | 6 | 7) into `out` (n,).
#[pyfunction]
pub(crate) fn expected_strength(
    py: Python<'_>,
    cards: PyReadonlyArray2<'_, u8>,
    power: u32,
    power_of_opponents: u32,
    mut out: PyReadwriteArray1<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let power = Power::new(power).map_err(to_python)?;
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    enter(py, num_threads, progress, |run| {
        expected_hand_strength_rows(cards, width, power, power_of_opponents, out, run)
    })
}

/// Runouts by bin of final hand strength of the rows of `cards` (n, 2 | 5 | 6 | 7) into `out` (n, bins).
#[pyfunction]
pub(crate) fn strength_histogram(
    py: Python<'_>,
    cards: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray2<'_, u32>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let bins = Bins::new(out.as_array().ncols()).map_err(to_python)?;
    let width = cards.as_array().ncols();
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    enter(py, num_threads, progress, |run| hand_strength_histogram_rows(cards, width, bins, out, run))
}

/// The means of average rank strength of a street, (7463, 169) in one line.
#[pyfunction]
pub(crate) fn ars_means(
    py: Python<'_>,
    street: &str,
    power_of_opponents: u32,
    mut out: PyReadwriteArray1<'_, f64>,
    num_threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let street = Street::from_name(street).map_err(to_python)?;
    let table = enter(py, num_threads, progress, |run| ArsTable::new(street, power_of_opponents, run))?;
    out.as_slice_mut()?.copy_from_slice(table.means());
    Ok(())
}

/// The means of the rows of `cards` (n, 5 | 6 | 7), to a power, into `out` (n,).
#[pyfunction]
pub(crate) fn ars_lookup(
    py: Python<'_>,
    means: PyReadonlyArray1<'_, f64>,
    cards: PyReadonlyArray2<'_, u8>,
    power_of_opponents: u32,
    mut out: PyReadwriteArray1<'_, f64>,
    num_threads: usize,
) -> PyResult<()> {
    let width = cards.as_array().ncols();
    let (means, cards, out) = (means.as_slice()?, cards.as_slice()?, out.as_slice_mut()?);
    if out.len() <= INLINE_HANDS {
        return ars::lookup_rows(means, cards, width, power_of_opponents, out, &mut Run::new(1)).map_err(to_python);
    }
    enter(py, num_threads, None, |run| ars::lookup_rows(means, cards, width, power_of_opponents, out, run))
}

/// The cluster of every class of hole cards, when they are put into `n` by their equity.
#[pyfunction]
pub(crate) fn clusters_by_equity(py: Python<'_>, n: usize, num_threads: usize) -> PyResult<Vec<u32>> {
    let clusters = enter(py, num_threads, None, |run| Clusters::by_equity(n, run))?;
    Ok(clusters.of_class().map(u32::from).to_vec())
}

/// Cells of any type, one after the other, to be written.
#[derive(FromPyObject)]
pub(crate) enum Out<'py> {
    U16(PyReadwriteArray1<'py, u16>),
    U32(PyReadwriteArray1<'py, u32>),
    U64(PyReadwriteArray1<'py, u64>),
    F32(PyReadwriteArray1<'py, f32>),
    F64(PyReadwriteArray1<'py, f64>),
}

impl Out<'_> {
    /// `counts` tells exact integers from scaled fractions.
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

/// Cells of any type, one after the other, to be read.
#[derive(FromPyObject)]
pub(crate) enum In<'py> {
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
    F32(PyReadonlyArray1<'py, f32>),
    F64(PyReadonlyArray1<'py, f64>),
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

/// The kind of a name.
fn kind(name: &str, bins: usize, clusters: &[Vec<u8>]) -> Result<Kind> {
    match name {
        "ehs" => Ok(Kind::Ehs),
        "ehs2" => Ok(Kind::Ehs2),
        "histogram" => Bins::new(bins).map(Kind::Histogram),
        "ochs" => Clusters::new(clusters).map(Kind::Ochs),
        _ => {
            Err(Error::InvalidArgument(format!("kind {name:?} is unknown: expected one of ehs, ehs2, histogram, ochs")))
        }
    }
}

/// A table to be computed, block by block.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct StrengthTable(Table);

#[pymethods]
impl StrengthTable {
    #[new]
    fn new(name: &str, street: &str, bins: usize, clusters: Vec<Vec<u8>>) -> PyResult<Self> {
        let street = Street::from_name(street).map_err(to_python)?;
        let kind = kind(name, bins, &clusters).map_err(to_python)?;
        Table::new(kind, street).map(Self).map_err(to_python)
    }

    /// Rows of the table.
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Numbers in a row, of fractions or of counts.
    fn columns(&self, counts: bool) -> usize {
        if counts { self.0.count_columns() } else { self.0.columns() }
    }

    /// The dtype of the counts.
    fn count_dtype(&self) -> &'static str {
        match self.0.count_type() {
            CountType::U16 => "uint16",
            CountType::U32 => "uint32",
            CountType::U64 => "uint64",
        }
    }

    /// What counts are divided by, if it is the same everywhere.
    fn counted_out_of(&self) -> Option<u64> {
        self.0.of()
    }

    /// Says in a line which table this is.
    fn signature(&self) -> String {
        self.0.signature()
    }

    /// Blocks of the table.
    fn n_blocks(&self) -> usize {
        self.0.n_blocks()
    }

    /// Rows of a block.
    fn block_rows(&self, block: usize) -> PyResult<usize> {
        self.0.block_rows(block).map_err(to_python)
    }

    /// Computes blocks `first..end` and puts their rows into the whole table.
    #[allow(clippy::too_many_arguments)]
    fn fill(
        &self,
        py: Python<'_>,
        first: usize,
        end: usize,
        mut out: Out<'_>,
        counts: bool,
        num_threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let cells = out.cells(counts)?;
        enter(py, num_threads, progress, |run| self.0.fill(run, first..end, cells))
    }

    /// Computes the rows of one block.
    fn compute_block(
        &self,
        py: Python<'_>,
        block: usize,
        mut out: Out<'_>,
        counts: bool,
        num_threads: usize,
    ) -> PyResult<()> {
        let cells = out.cells(counts)?;
        enter(py, num_threads, None, |run| self.0.compute_block(run, block, cells))
    }

    /// Puts the rows of a block into the whole table.
    fn place_block(&self, py: Python<'_>, block: usize, rows: In<'_>, mut out: Out<'_>, counts: bool) -> PyResult<()> {
        let (rows, cells) = (rows.cells(counts)?, out.cells(counts)?);
        py.detach(|| self.0.place_block(block, rows, cells)).map_err(to_python)
    }
}
