//! Whole tables: a row for every class of hands of a street, computed in independent blocks.
//!
//! A block is a range of canonical boards. Every hand of a class has the same board up to suits, so every row belongs
//! to exactly one block: blocks can be computed in any order, at once, again, or on another machine, and the table has
//! the same bytes. (A board with symmetries meets a class more than once, with the same numbers.)

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::Street;
use super::cells::{Cell, Cells, CellsMut, Converter, CountType, Rule, float32, float64, scaled16};
use super::histogram::Bins;
use super::ochs::{self, ClusterSums, Clusters};
use super::preflop::preflop_distributions;
use super::sweep::{Histograms, Sums, Sweep, combos_off, sweep_board};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::runtime::Run;
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::pattern_values::MAX_VALUE;

/// Changes whenever the bytes of any table change.
pub const TABLE_VERSION: u32 = 1;

/// The cells of a block take no more bytes than this, whatever their type, unless it is of one board: a hundred blocks
/// on their way between machines fit in 256 MB.
const BLOCK_BYTES: usize = 2_500_000;

/// What a table says about each hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `E[HS]`; counts: the sum of `2 * wins + ties` over the runouts.
    Ehs,
    /// `E[HS^2]`; counts: the sum of the squares of `2 * wins + ties`.
    Ehs2,
    /// The share of the runouts in each bin of final hand strength; counts: their number.
    Histogram(Bins),
    /// Equity against each cluster of opponents; counts: `2 * wins + ties` against each, then for each twice the number
    /// of runouts and opponents that they are counted over, which is 0 where nobody can hold a hand of the cluster.
    Ochs(Clusters),
}

/// A table to be computed.
pub struct Table {
    kind: Kind,
    street: Street,
    /// Before the flop there is one block, and no board.
    boards: Option<(CanonicalBoards, HandIndexer)>,
    rows: usize,
}

/// Where rows go.
#[derive(Clone, Copy)]
enum Place {
    /// To their indices.
    Table,
    /// One board after the other, from this one on.
    From(usize),
}

impl Table {
    /// The table of a kind for a street.
    ///
    /// ```
    /// use pokerbits::{runtime::Run, hand_strength::{CellsMut, Street, tables::{Kind, Table}}};
    /// let table = Table::new(Kind::Ehs, Street::Preflop)?;
    /// let mut ehs = vec![0.0; table.rows() * table.columns()];
    /// table.fill(&mut Run::new(1), 0..table.n_blocks(), CellsMut::Float64(&mut ehs))?;
    /// assert!((ehs[90] - 0.852_037).abs() < 1e-6);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(kind: Kind, street: Street) -> Result<Self> {
        let indexer = street.indexer()?;
        let rows = indexer.size(indexer.n_rounds() - 1)? as usize;
        let boards = match street {
            Street::Preflop => None,
            _ => Some((CanonicalBoards::new(street.board_cards())?, indexer)),
        };
        Ok(Self { kind, street, boards, rows })
    }

    /// What the table says.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its street.
    pub fn street(&self) -> Street {
        self.street
    }

    /// Rows: the classes of the street, in the order of its indexer.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Numbers in a row: 1, or the bins, or the clusters.
    pub fn columns(&self) -> usize {
        match &self.kind {
            Kind::Ehs | Kind::Ehs2 => 1,
            Kind::Histogram(bins) => bins.n(),
            Kind::Ochs(clusters) => clusters.n(),
        }
    }

    /// Numbers in a row of counts: twice [`Table::columns`] for clusters.
    pub fn count_columns(&self) -> usize {
        if self.of().is_none() { 2 * self.columns() } else { self.columns() }
    }

    /// The integers that counts are kept in.
    pub fn count_type(&self) -> CountType {
        CountType::holding(self.max_count())
    }

    /// The largest count that could be.
    fn max_count(&self) -> u64 {
        self.of().unwrap_or(self.street.runouts() * u64::from(MAX_VALUE))
    }

    /// What every count is counted out of, if it is the same number in every row: an entry is its count divided by it.
    pub fn of(&self) -> Option<u64> {
        let runouts = self.street.runouts();
        match self.kind {
            Kind::Ehs => Some(runouts * u64::from(MAX_VALUE)),
            Kind::Ehs2 => Some(runouts * u64::from(MAX_VALUE) * u64::from(MAX_VALUE)),
            Kind::Histogram(_) => Some(runouts),
            Kind::Ochs(_) => None,
        }
    }

    /// Says in a line which table this is, version included: equal lines, equal bytes for the same kind of cells.
    pub fn signature(&self) -> String {
        let kind = match &self.kind {
            Kind::Ehs => "ehs".into(),
            Kind::Ehs2 => "ehs2".into(),
            Kind::Histogram(bins) => format!("histogram bins={}", bins.n()),
            Kind::Ochs(clusters) => format!("ochs clusters={:?}", clusters.of_class()),
        };
        format!("pokerbits table v{TABLE_VERSION} {} {kind}", self.street)
    }

    /// How many blocks the table is computed in.
    pub fn n_blocks(&self) -> usize {
        self.boards.as_ref().map_or(1, |(boards, _)| boards.len().div_ceil(self.block_boards()))
    }

    /// The rows of the contribution of a block: some classes of boards with symmetries appear twice.
    pub fn block_rows(&self, block: usize) -> Result<usize> {
        self.check_blocks(&(block..block + 1))?;
        Ok(match &self.boards {
            None => self.rows,
            Some(_) => self.boards_of(block..block + 1).len() * self.board_pairs(),
        })
    }

    /// Computes some blocks and puts their rows into the whole table, `out`, of `rows()` rows.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] for a block that does not exist, [`Error::InvalidArgument`] for cells of another
    /// number or type, [`Error::Cancelled`].
    pub fn fill(&self, run: &mut Run<'_>, blocks: Range<usize>, out: CellsMut<'_>) -> Result<()> {
        self.check_blocks(&blocks)?;
        self.check_cells(&out, self.rows)?;
        self.dispatch(run, blocks, Place::Table, out)
    }

    /// Computes one block into `out`, of `block_rows(block)` rows, to be put into the table by [`Table::place_block`],
    /// perhaps elsewhere.
    ///
    /// # Errors
    /// As [`Table::fill`].
    pub fn compute_block(&self, run: &mut Run<'_>, block: usize, out: CellsMut<'_>) -> Result<()> {
        self.check_cells(&out, self.block_rows(block)?)?;
        self.dispatch(run, block..block + 1, Place::From(block * self.block_boards()), out)
    }

    /// Puts what [`Table::compute_block`] has computed into the whole table, `out`.
    ///
    /// # Errors
    /// As [`Table::fill`].
    pub fn place_block(&self, block: usize, contribution: Cells<'_>, out: CellsMut<'_>) -> Result<()> {
        let rows = self.block_rows(block)?;
        let columns = self.check_cells(&out, self.rows)?;
        if contribution.len() != rows * columns {
            let found = contribution.len();
            let why = format!("{found} cells are not the {rows} rows of {columns} of block {block}");
            return Err(Error::InvalidArgument(why));
        }
        match (contribution, out) {
            (Cells::Count16(from), CellsMut::Count16(to)) | (Cells::Scaled16(from), CellsMut::Scaled16(to)) => {
                self.place(block, columns, from, to)
            }
            (Cells::Count32(from), CellsMut::Count32(to)) => self.place(block, columns, from, to),
            (Cells::Count64(from), CellsMut::Count64(to)) => self.place(block, columns, from, to),
            (Cells::Float32(from), CellsMut::Float32(to)) => self.place(block, columns, from, to),
            (Cells::Float64(from), CellsMut::Float64(to)) => self.place(block, columns, from, to),
            _ => Err(Error::InvalidArgument(format!("block {block} has cells of another type than the table"))),
        }
    }

    fn place<T: Copy>(&self, block: usize, columns: usize, from: &[T], to: &mut [T]) -> Result<()> {
        let Some((boards, indexer)) = &self.boards else {
            to.copy_from_slice(from);
            return Ok(());
        };
        let size = boards.board_size();
        let mut indices = vec![0; self.board_pairs()];
        let contributions = from.chunks_exact(indices.len() * columns);
        let range = self.boards_of(block..block + 1);
        let cards = &boards.cards()[range.start * size..range.end * size];
        for (board, contribution) in cards.chunks_exact(size).zip(contributions) {
            indexer.index_board(1, board, &mut indices)?;
            for (&index, row) in indices.iter().zip(contribution.chunks_exact(columns)) {
                to[index as usize * columns..][..columns].copy_from_slice(row);
            }
        }
        Ok(())
    }

    /// Boards of a block: of narrow rows so many that computing them is worth a message.
    fn block_boards(&self) -> usize {
        let most = match self.street {
            Street::Preflop | Street::Flop => 16,
            Street::Turn => 256,
            Street::River => 2048,
        };
        (BLOCK_BYTES / (self.board_pairs() * self.row_bytes())).clamp(1, most)
    }

    /// Pairs of hole cards that leave a board alone.
    fn board_pairs(&self) -> usize {
        let left = 52 - self.street.board_cards();
        left * (left - 1) / 2
    }

    /// Bytes of a row of the widest cells.
    fn row_bytes(&self) -> usize {
        (size_of::<f64>() * self.columns()).max(self.count_type().size() * self.count_columns())
    }

    /// Boards of a step, some milliseconds of work at most.
    fn step_boards(&self) -> usize {
        (self.block_boards() / 16).max(1)
    }

    /// The boards of some blocks, by their numbers.
    fn boards_of(&self, blocks: Range<usize>) -> Range<usize> {
        let n = self.boards.as_ref().map_or(0, |(boards, _)| boards.len());
        n.min(blocks.start * self.block_boards())..n.min(blocks.end * self.block_boards())
    }

    fn check_blocks(&self, blocks: &Range<usize>) -> Result<()> {
        let n = self.n_blocks();
        if blocks.start <= blocks.end && blocks.end <= n {
            return Ok(());
        }
        let index = blocks.end.max(blocks.start).saturating_sub(1) as u64;
        let row = crate::error::Row(None);
        Err(Error::IndexOutOfRange { row, what: "block", index, first: 0, last: n as u64 - 1 })
    }

    /// Checks that `cells` are `rows` rows of a type that the table has; returns the cells of a row.
    fn check_cells(&self, cells: &CellsMut<'_>, rows: usize) -> Result<usize> {
        let counts = match cells {
            CellsMut::Count16(_) => Some(CountType::U16),
            CellsMut::Count32(_) => Some(CountType::U32),
            CellsMut::Count64(_) => Some(CountType::U64),
            _ => None,
        };
        let right = self.count_type();
        if let Some(found) = counts.filter(|found| *found != right) {
            return Err(Error::InvalidArgument(format!("the counts of this table are {right:?}, not {found:?}")));
        }
        let columns = if counts.is_some() { self.count_columns() } else { self.columns() };
        if cells.len() != rows * columns {
            let found = cells.len();
            return Err(Error::InvalidArgument(format!("{found} cells are not {rows} rows of {columns}")));
        }
        Ok(columns)
    }

    fn dispatch(&self, run: &mut Run<'_>, blocks: Range<usize>, place: Place, out: CellsMut<'_>) -> Result<()> {
        match out {
            CellsMut::Count16(out) => self.compute(run, blocks, place, |n, _| n as u16, out),
            CellsMut::Count32(out) => self.compute(run, blocks, place, |n, _| n as u32, out),
            CellsMut::Count64(out) => self.compute(run, blocks, place, |n, _| n, out),
            CellsMut::Float64(out) => self.compute(run, blocks, place, float64, out),
            CellsMut::Float32(out) => self.compute(run, blocks, place, float32, out),
            CellsMut::Scaled16(out) => self.compute(run, blocks, place, scaled16, out),
        }
    }

    fn compute<T: Cell>(
        &self,
        run: &mut Run<'_>,
        blocks: Range<usize>,
        place: Place,
        rule: Rule<T>,
        out: &mut [T],
    ) -> Result<()> {
        let converter = Converter::new(rule, self.of(), self.max_count());
        let columns = out.len().checked_div(self.n_rows(&blocks, place)?).unwrap_or(0);
        let out = T::share(out);
        let Some((boards, indexer)) = &self.boards else {
            if blocks.is_empty() {
                return Ok(());
            }
            let width = self.count_columns();
            let rows = self.preflop_rows(run)?;
            rows.chunks_exact(width).zip(out.chunks_exact(columns)).for_each(|(row, out)| converter.write(row, out));
            return Ok(());
        };

        let n_pairs = self.board_pairs();
        let size = boards.board_size();
        let step = self.step_boards();
        let range = self.boards_of(blocks);
        let steps = range.clone().step_by(step);
        // A step may be one board: working memory goes from step to step.
        let sweeps = Mutex::new(Vec::new());
        run.for_each(steps, range.len().div_ceil(step), |first| {
            let known = sweeps.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut sweep = known.unwrap_or_else(|| self.sweep());
            let mut indices = vec![0; n_pairs];
            let mut counts = vec![0; self.count_columns()];
            for at in first..range.end.min(first + step) {
                let board = &boards.cards()[at * size..][..size];
                sweep_board(&mut *sweep, board)?;
                match place {
                    Place::Table => indexer.index_board(1, board, &mut indices)?,
                    Place::From(start) => {
                        indices.iter_mut().zip((at - start) * n_pairs..).for_each(|(i, k)| *i = k as u64);
                    }
                }
                for ([low, high], &index) in combos_off(board).zip(&indices) {
                    sweep.row(low, high, &mut counts);
                    converter.write(&counts, &out[index as usize * columns..][..columns]);
                }
            }
            sweeps.lock().unwrap_or_else(PoisonError::into_inner).push(sweep);
            Ok(())
        })
    }

    /// The rows that `out` has.
    fn n_rows(&self, blocks: &Range<usize>, place: Place) -> Result<usize> {
        match place {
            Place::Table => Ok(self.rows),
            Place::From(_) => self.block_rows(blocks.start),
        }
    }

    fn sweep(&self) -> Box<dyn Sweep + Send> {
        match &self.kind {
            Kind::Ehs => Box::new(Sums::new(false)),
            Kind::Ehs2 => Box::new(Sums::new(true)),
            Kind::Histogram(bins) => Box::new(Histograms::new(*bins)),
            Kind::Ochs(clusters) => Box::new(ClusterSums::new(clusters, self.street)),
        }
    }

    /// The counts of the 169 classes.
    fn preflop_rows(&self, run: &mut Run<'_>) -> Result<Vec<u64>> {
        if let Kind::Ochs(clusters) = &self.kind {
            return ochs::preflop_rows(clusters, run);
        }
        let distributions = preflop_distributions(run)?;
        let mut rows = vec![0; HAND_CLASS_COUNT * self.columns()];
        for (class, row) in rows.chunks_exact_mut(self.columns()).enumerate() {
            for (value, &n) in distributions.of_class(class as u8).iter().enumerate() {
                let (value, n) = (value as u64, u64::from(n));
                match &self.kind {
                    Kind::Ehs => row[0] += n * value,
                    Kind::Ehs2 => row[0] += n * value * value,
                    Kind::Histogram(bins) => row[usize::from(bins.of_value(value as u16))] += n,
                    Kind::Ochs(_) => {}
                }
            }
        }
        Ok(rows)
    }
}
