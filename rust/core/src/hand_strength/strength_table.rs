//! Tables of hand strength: a row for every class of hands of a street, computed in independent blocks.
//!
//! A block is a range of canonical boards, and a row is a pair of hole cards on one of these boards.

use std::ops::Range;

use super::Street;
use super::histogram::Bins;
use super::ochs::{self, ClusterSums, Clusters};
use super::preflop::preflop_distributions;
use super::sweep::{Histograms, Sums};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::board_rows::BoardBlocks;
use crate::showdown::pattern_values::{MAX_VALUE, PatternValues};
use crate::showdown::street::BOARD_CARDS;
use crate::tables::{BlockTable, Cell, Order, RowSource, RowWriter, Shape};

/// The version of the tables: it changes whenever the bytes of any table change.
pub const TABLE_VERSION: u32 = 1;

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `E[HS]`; counts: the sum of `2 * wins + ties` over the runouts.
    Ehs,
    /// `E[HS^2]`; counts: the sum of the squares of `2 * wins + ties`.
    Ehs2,
    /// The share of the runouts in each bin of final hand strength; counts: their number.
    Histogram(Bins),
    /// Equity against each cluster of opponents; counts: `2 * wins + ties` against each cluster, then for each cluster twice
    /// the number of its showdowns, one for each runout and opponent's hand. That is 0 if nobody can hold a hand of the
    /// cluster.
    Ochs(Clusters),
}

/// A table before its computation.
pub struct StrengthTable {
    kind: Kind,
    street: Street,
    /// The boards of the street. Before the flop there is one block without boards.
    boards: Option<BoardBlocks>,
    rows: usize,
}

impl StrengthTable {
    /// The table of a kind for a street: its rows are the classes of the street, in the order of its indexer.
    ///
    /// ```
    /// use pokerbits::hand_strength::Street;
    /// use pokerbits::hand_strength::strength_table::{Kind, StrengthTable};
    /// use pokerbits::runtime::Run;
    /// use pokerbits::tables::{BlockTable, CellsMut};
    ///
    /// let run = &mut Run::new(1);
    /// let table = StrengthTable::new(Kind::Ehs, Street::Preflop, run)?;
    /// let mut ehs = vec![0.0; table.rows() * table.columns()];
    /// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut ehs), run)?;
    /// assert!((ehs[90] - 0.852_037).abs() < 1e-6);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(kind: Kind, street: Street, run: &mut Run<'_>) -> Result<Self> {
        let indexer = street.indexer()?;
        let rows = indexer.size(indexer.n_rounds() - 1)? as usize;
        let table = Self { kind, street, boards: None, rows };
        let boards = match street {
            Street::Preflop => None,
            _ => Some(BoardBlocks::new(street, table.row_bytes(), run)?),
        };
        Ok(Self { boards, ..table })
    }

    /// The content of the table.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its street.
    pub fn street(&self) -> Street {
        self.street
    }

    /// Bytes of a row of the widest cells.
    fn row_bytes(&self) -> usize {
        (size_of::<f64>() * self.columns()).max(self.count_type().size() * self.count_columns())
    }

    /// The counts of the 169 classes.
    fn preflop_rows(&self, run: &mut Run<'_>) -> Result<Vec<u64>> {
        if let Kind::Ochs(clusters) = &self.kind {
            return ochs::preflop_rows(clusters, run);
        }
        let distributions = preflop_distributions(run)?;
        let columns = self.columns();
        let mut rows = try_vec(0, HAND_CLASS_COUNT * columns)?;
        for (class, row) in rows.chunks_exact_mut(columns).enumerate() {
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

impl RowSource for StrengthTable {
    fn identity(&self) -> String {
        let kind = match &self.kind {
            Kind::Ehs => "ehs".into(),
            Kind::Ehs2 => "ehs2".into(),
            Kind::Histogram(bins) => format!("histogram bins={}", bins.n()),
            Kind::Ochs(clusters) => format!("ochs clusters={:?}", clusters.of_class()),
        };
        format!("pokerbits table v{TABLE_VERSION} {} {kind}", self.street)
    }

    fn shape(&self) -> Shape {
        let runouts = self.street.runouts();
        let value = u64::from(MAX_VALUE);
        let (columns, of) = match &self.kind {
            Kind::Ehs => (1, Some(runouts * value)),
            Kind::Ehs2 => (1, Some(runouts * value * value)),
            Kind::Histogram(bins) => (bins.n(), Some(runouts)),
            Kind::Ochs(clusters) => (clusters.n(), None),
        };
        let max_count = of.unwrap_or(runouts * value);
        Shape { rows: self.rows, columns, of, max_count }
    }

    fn block_count(&self) -> usize {
        self.boards.as_ref().map_or(1, BoardBlocks::n_blocks)
    }

    fn rows_of_block(&self, block: usize) -> usize {
        self.boards.as_ref().map_or(self.rows, |boards| boards.rows_of_block(block))
    }

    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        match &self.boards {
            None => Ok((0..self.rows as u64).collect()),
            Some(boards) => boards.indices_of_block(block),
        }
    }

    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        let width = self.count_columns();
        let Some(boards) = &self.boards else {
            if !blocks.is_empty() {
                let rows = self.preflop_rows(run)?;
                rows.chunks_exact(width).enumerate().try_for_each(|(class, counts)| out.write(class, counts))?;
            }
            return Ok(());
        };

        match &self.kind {
            Kind::Ehs | Kind::Ehs2 => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                boards.write(blocks, order, out, || Sums::new(values, self.kind == Kind::Ehs2), run)
            }
            Kind::Histogram(bins) => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                boards.write(blocks, order, out, || Histograms::new(values, *bins), run)
            }
            Kind::Ochs(clusters) => {
                let level = run.level();
                boards.write(blocks, order, out, || ClusterSums::new(clusters, self.street, level), run)
            }
        }
    }
}
