//! Tables made of blocks: the part that a kind of table implements, and the part that all kinds share.
//!
//! Every row of a table belongs to exactly one block. So blocks can be computed in any order, in parallel, repeatedly, or on
//! another machine, and the table has the same bytes.

use std::ops::Range;

use super::cells::{
    Cell, CellRule, Cells, CellsMut, Converter, CountType, Entry, float32, float32_of, float64, known_cells, scaled16,
    scaled16_of,
};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;

/// The size of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the table.
    pub rows: usize,
    /// Fractions in a row, at least one.
    pub columns: usize,
    /// The total of every count of the table, if it is the same everywhere: a fraction is its count divided by this. With
    /// `None` a row of counts is twice as long as one of fractions: the counts of all columns, then the total of each
    /// column.
    pub of: Option<u64>,
    /// An upper bound of all counts. With 0 the table has no counts: its source writes fractions.
    pub max_count: u64,
}

impl Shape {
    /// Counts in a row: the number of fractions, or twice that, see [`Shape::of`].
    pub fn count_columns(&self) -> usize {
        if self.of.is_none() { self.columns.saturating_mul(2) } else { self.columns }
    }

    /// The integer type of counts: the smallest that holds all of them.
    pub fn count_type(&self) -> CountType {
        CountType::holding(self.max_count)
    }

    /// Bytes of a row of the widest cells.
    pub(crate) fn row_bytes(&self) -> usize {
        (size_of::<f64>() * self.columns).max(self.count_type().size() * self.count_columns())
    }
}

/// The rows to which [`RowSource::write_blocks`] writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The rows of the whole table: each row has its index.
    OfTable,
    /// The rows of one block, in the order of [`RowSource::indices_of_block`].
    OfBlock,
}

/// The part that a kind of table implements. It makes the type a [`BlockTable`].
pub trait RowSource: Send + Sync {
    /// The signature of the table, in one line: `pokerbits table v<version> <what>`. Tables with different bytes have
    /// different signatures.
    fn identity(&self) -> String;

    /// The size of the table.
    fn shape(&self) -> Shape;

    /// The number of blocks, at least one.
    fn block_count(&self) -> usize;

    /// The number of rows of a block that exists. A block may write the same row of the table more than
    /// once, with the same numbers.
    fn rows_of_block(&self, block: usize) -> usize;

    /// The index in the table of every row of a block.
    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>>;

    /// Counts the rows of some blocks and writes them to `out`. With [`Order::OfBlock`] there is one block.
    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()>;
}

/// The target of the rows of a [`RowSource`], written by many threads at once.
pub struct RowWriter<'a, T: Cell> {
    converter: Converter<'a, T>,
    columns: usize,
    /// The counts of each row.
    counts: usize,
    cells: &'a [T::Shared],
}

// A derived implementation would need a `T::Shared` that can be copied.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<T: Cell> Clone for RowWriter<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Cell> Copy for RowWriter<'_, T> {}

impl<T: Cell> RowWriter<'_, T> {
    /// Writes one row, given its counts, or its fractions in a table without counts. [`Shape::of`] determines the number
    /// of counts of a row.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for an invalid row, [`Error::InvalidArgument`] for another number of counts.
    #[inline]
    pub fn write<N: Entry>(&self, row: usize, counts: &[N]) -> Result<()> {
        let cells = row.checked_mul(self.columns).and_then(|at| self.cells.get(at..at.checked_add(self.columns)?));
        let Some(cells) = cells else {
            let last = (self.cells.len() / self.columns.max(1)).saturating_sub(1) as u64;
            return Err(Error::IndexOutOfRange { row: Row(None), what: "row", index: row as u64, first: 0, last });
        };
        if counts.len() != self.counts {
            let (found, expected) = (counts.len(), self.counts);
            return Err(Error::InvalidArgument(format!("{found} counts for row {row}: expected {expected}")));
        }
        N::write(counts, &self.converter, cells);
        Ok(())
    }

    /// Writes all rows of the table, given their counts.
    pub(crate) fn write_all<N: Entry>(&self, counts: &[N]) -> Result<()> {
        counts.chunks_exact(self.counts).enumerate().try_for_each(|(row, counts)| self.write(row, counts))
    }
}

/// A table that is filled block by block.
pub trait BlockTable: Send + Sync {
    /// The signature of the table, in one line, version included: tables with one signature and one type of cells have the
    /// same bytes.
    fn signature(&self) -> String;

    /// The size of the table.
    fn size(&self) -> Shape;

    /// Rows of the table.
    fn rows(&self) -> usize {
        self.size().rows
    }

    /// Fractions in a row.
    fn columns(&self) -> usize {
        self.size().columns
    }

    /// Counts in a row: the number of fractions, or twice that, see [`Shape::of`].
    fn count_columns(&self) -> usize {
        self.size().count_columns()
    }

    /// The integer type of counts: the smallest that holds all of them.
    fn count_type(&self) -> CountType {
        self.size().count_type()
    }

    /// The total of every count, if it is the same everywhere.
    fn of(&self) -> Option<u64> {
        self.size().of
    }

    /// Blocks of the table.
    fn n_blocks(&self) -> usize;

    /// The rows of a block.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for a block that does not exist.
    fn block_rows(&self, block: usize) -> Result<usize>;

    /// Computes some blocks and puts their rows into the whole table, `out`.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for a block that does not exist, [`Error::InvalidArgument`] for cells of another
    /// number or type, [`Error::Cancelled`].
    fn fill(&self, blocks: Range<usize>, out: CellsMut<'_>, run: &mut Run<'_>) -> Result<()>;

    /// Computes one block into `out`, of `block_rows(block)` rows, to be put into the table by
    /// [`BlockTable::place_block`], perhaps on another machine.
    ///
    /// # Errors
    /// As [`BlockTable::fill`].
    fn compute_block(&self, block: usize, out: CellsMut<'_>, run: &mut Run<'_>) -> Result<()>;

    /// Puts the rows of [`BlockTable::compute_block`] into the whole table, `out`.
    ///
    /// # Errors
    /// As [`BlockTable::fill`].
    fn place_block(&self, block: usize, rows: Cells<'_>, out: CellsMut<'_>) -> Result<()>;
}

impl<S: RowSource> BlockTable for S {
    fn signature(&self) -> String {
        self.identity()
    }

    fn size(&self) -> Shape {
        self.shape()
    }

    fn n_blocks(&self) -> usize {
        self.block_count()
    }

    fn block_rows(&self, block: usize) -> Result<usize> {
        check_blocks(&(block..block.saturating_add(1)), self.n_blocks())?;
        Ok(self.rows_of_block(block))
    }

    fn fill(&self, blocks: Range<usize>, out: CellsMut<'_>, run: &mut Run<'_>) -> Result<()> {
        check_blocks(&blocks, self.n_blocks())?;
        check_cells(self, &out, self.rows())?;
        write_cells(self, blocks, Order::OfTable, out, run)
    }

    fn compute_block(&self, block: usize, out: CellsMut<'_>, run: &mut Run<'_>) -> Result<()> {
        check_cells(self, &out, self.block_rows(block)?)?;
        write_cells(self, block..block + 1, Order::OfBlock, out, run)
    }

    fn place_block(&self, block: usize, rows: Cells<'_>, out: CellsMut<'_>) -> Result<()> {
        let n_rows = self.block_rows(block)?;
        let columns = check_cells(self, &out, self.rows())?;
        if n_rows.checked_mul(columns) != Some(rows.len()) {
            let found = rows.len();
            let why = format!("{found} cells are not the {n_rows} rows of {columns} of block {block}");
            return Err(Error::InvalidArgument(why));
        }
        let indices = self.indices_of_block(block)?;
        match (rows, out) {
            (Cells::Count16(from), CellsMut::Count16(to)) | (Cells::Scaled16(from), CellsMut::Scaled16(to)) => {
                place(&indices, columns, from, to)
            }
            (Cells::Count32(from), CellsMut::Count32(to)) => place(&indices, columns, from, to),
            (Cells::Count64(from), CellsMut::Count64(to)) => place(&indices, columns, from, to),
            (Cells::Float32(from), CellsMut::Float32(to)) => place(&indices, columns, from, to),
            (Cells::Float64(from), CellsMut::Float64(to)) => place(&indices, columns, from, to),
            _ => {
                let why = format!("block {block} has cells of another type than the table");
                Err(Error::InvalidArgument(why))
            }
        }
    }
}

fn place<T: Copy>(indices: &[u64], columns: usize, from: &[T], to: &mut [T]) -> Result<()> {
    let rows = (to.len() / columns.max(1)) as u64;
    for (&index, row) in indices.iter().zip(from.chunks_exact(columns.max(1))) {
        if index >= rows {
            let last = rows.saturating_sub(1);
            return Err(Error::IndexOutOfRange { row: Row(None), what: "row", index, first: 0, last });
        }
        to[index as usize * columns..][..columns].copy_from_slice(row);
    }
    Ok(())
}

fn check_blocks(blocks: &Range<usize>, n_blocks: usize) -> Result<()> {
    if blocks.start <= blocks.end && blocks.end <= n_blocks {
        return Ok(());
    }
    let index = blocks.end.max(blocks.start).saturating_sub(1) as u64;
    Err(Error::IndexOutOfRange {
        row: Row(None),
        what: "block",
        index,
        first: 0,
        last: n_blocks.saturating_sub(1) as u64,
    })
}

/// Checks that `cells` are `rows` rows of a type that the table has; returns the number of cells in a row.
fn check_cells(table: &impl BlockTable, cells: &CellsMut<'_>, rows: usize) -> Result<usize> {
    let counts = match cells {
        CellsMut::Count16(_) => Some(CountType::U16),
        CellsMut::Count32(_) => Some(CountType::U32),
        CellsMut::Count64(_) => Some(CountType::U64),
        _ => None,
    };
    if counts.is_some() && table.size().max_count == 0 {
        return Err(Error::InvalidArgument("this table has no counts: its fractions have more than 64 bits".into()));
    }
    let right = table.count_type();
    if let Some(found) = counts.filter(|found| *found != right) {
        return Err(Error::InvalidArgument(format!("the counts of this table are {right:?}, not {found:?}")));
    }
    let columns = if counts.is_some() { table.count_columns() } else { table.columns() };
    if rows.checked_mul(columns) != Some(cells.len()) {
        let found = cells.len();
        return Err(Error::InvalidArgument(format!("{found} cells are not {rows} rows of {columns}")));
    }
    Ok(columns)
}

/// Lets a source write some blocks, in the type of the cells.
fn write_cells<S: RowSource>(
    source: &S,
    blocks: Range<usize>,
    order: Order,
    out: CellsMut<'_>,
    run: &mut Run<'_>,
) -> Result<()> {
    let columns = if out.are_counts() { source.count_columns() } else { source.columns() };
    match out {
        CellsMut::Count16(out) => write(source, blocks, order, columns, counts(|n, _| n as u16), out, run),
        CellsMut::Count32(out) => write(source, blocks, order, columns, counts(|n, _| n as u32), out, run),
        CellsMut::Count64(out) => write(source, blocks, order, columns, counts(|n, _| n), out, run),
        CellsMut::Float64(out) => write(source, blocks, order, columns, fractions(float64, |x| x), out, run),
        CellsMut::Float32(out) => write(source, blocks, order, columns, fractions(float32, float32_of), out, run),
        CellsMut::Scaled16(out) => write(source, blocks, order, columns, fractions(scaled16, scaled16_of), out, run),
    }
}

fn counts<T>(of_count: fn(u64, u64) -> T) -> CellRule<T> {
    CellRule { of_count, of_fraction: None }
}

fn fractions<T>(of_count: fn(u64, u64) -> T, of_fraction: fn(f64) -> T) -> CellRule<T> {
    CellRule { of_count, of_fraction: Some(of_fraction) }
}

fn write<S: RowSource, T: Cell>(
    source: &S,
    blocks: Range<usize>,
    order: Order,
    columns: usize,
    rule: CellRule<T>,
    out: &mut [T],
    run: &mut Run<'_>,
) -> Result<()> {
    let Shape { of, max_count, .. } = source.shape();
    let known = known_cells(rule.of_count, of, max_count)?;
    let converter = Converter { rule, of, known: &known };
    source.write_blocks(
        blocks,
        order,
        RowWriter { converter, columns, counts: source.count_columns(), cells: T::share(out) },
        run,
    )
}
