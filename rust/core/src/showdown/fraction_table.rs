//! A table of fractions with a row for every class of hands of a street, whatever the fractions are of.
//!
//! All such tables have one type, since each type is compiled for every type of cells, which makes the library larger.

use std::ops::Range;

use super::board_rows::{BoardBlocks, Sweep};
use crate::error::Result;
use crate::runtime::Run;
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// Makes the sweep of a thread.
pub(crate) type NewSweep<'a> = Box<dyn Fn() -> Result<Box<dyn Sweep<Count = f64> + 'a>> + Sync + 'a>;

/// The fractions of a table.
pub(crate) trait Fractions: Send + Sync {
    /// The signature of the table, in one line.
    fn identity(&self) -> String;

    /// The rows of all classes of hands before the board.
    fn first_rows(&self, run: &mut Run<'_>) -> Result<Vec<f64>>;

    /// The sweeps of a street with a board, after all that they share is made.
    fn sweeps<'a>(&'a self, run: &mut Run<'_>) -> Result<NewSweep<'a>>;
}

/// A table of fractions before its computation.
pub struct FractionTable {
    fractions: Box<dyn Fractions>,
    boards: BoardBlocks,
    shape: Shape,
    has_board: bool,
}

impl FractionTable {
    /// The table of these rows and boards; without a board on its street, rows come from `first_rows`.
    pub(crate) fn new(fractions: Box<dyn Fractions>, boards: BoardBlocks, shape: Shape, has_board: bool) -> Self {
        Self { fractions, boards, shape, has_board }
    }

    /// The shape of a table of fractions, without counts.
    pub(crate) const fn shape_of(rows: usize, columns: usize) -> Shape {
        Shape { rows, columns, of: Some(1), max_count: 0 }
    }
}

impl RowSource for FractionTable {
    fn identity(&self) -> String {
        self.fractions.identity()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn block_count(&self) -> usize {
        self.boards.n_blocks()
    }

    fn rows_of_block(&self, block: usize) -> usize {
        self.boards.rows_of_block(block)
    }

    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        self.boards.indices_of_block(block)
    }

    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        if blocks.is_empty() {
            return Ok(());
        }
        if !self.has_board {
            return out.write_all(&self.fractions.first_rows(run)?);
        }
        let new_sweep = self.fractions.sweeps(run)?;
        self.boards.write(blocks, order, out, &*new_sweep, run)
    }
}
