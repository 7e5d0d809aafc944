//! Tables of hand strength: a row for every class of hands of a street, computed in independent blocks.
//!
//! A block is a range of canonical boards, and a row is a pair of hole cards on one of these boards. All hands of a class
//! have the same canonical board, so every row belongs to exactly one block. A board with symmetries meets some classes
//! more than once, with the same numbers each time.

use std::ops::Range;

use super::Street;
use super::histogram::Bins;
use super::ochs::{self, ClusterSums, Clusters};
use super::preflop::preflop_distributions;
use super::sweep::{Histograms, Sums, Sweep, combos_off};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::Result;
use crate::indexer::HandIndexer;
use crate::memory::try_vec;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::pattern_values::{MAX_VALUE, PatternValues};
use crate::showdown::street::BOARD_CARDS;
use crate::tables::{BlockTable, Cell, Order, RowSource, RowWriter, Shape};

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
    /// Equity against each cluster of opponents; counts: `2 * wins + ties` against each cluster, then for each cluster
    /// twice the number of its showdowns, a runout and an opponent's hand each. That is 0 where nobody can hold a hand of
    /// the cluster.
    Ochs(Clusters),
}

/// A table to be computed.
pub struct StrengthTable {
    kind: Kind,
    street: Street,
    /// The canonical boards and the indexer of the street. Before the flop there is no board, and one block.
    boards: Option<(CanonicalBoards, HandIndexer)>,
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
        let boards = match street {
            Street::Preflop => None,
            _ => Some((CanonicalBoards::new(street.board_cards(), run)?, indexer)),
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
        self.boards.as_ref().map_or(1, |(boards, _)| boards.len().div_ceil(self.block_boards()))
    }

    fn rows_of_block(&self, block: usize) -> usize {
        match &self.boards {
            None => self.rows,
            Some(_) => self.boards_of(block..block + 1).len() * self.board_pairs(),
        }
    }

    fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        let Some((boards, indexer)) = &self.boards else {
            return Ok((0..self.rows as u64).collect());
        };
        let size = boards.board_size();
        let range = self.boards_of(block..block + 1);
        let mut indices = try_vec(0, range.len() * self.board_pairs())?;
        let cards = &boards.cards()[range.start * size..range.end * size];
        for (board, indices) in cards.chunks_exact(size).zip(indices.chunks_exact_mut(self.board_pairs())) {
            indexer.index_board(1, board, indices)?;
        }
        Ok(indices)
    }

    fn write_blocks<T: Cell>(
        &self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'_, T>,
        run: &mut Run<'_>,
    ) -> Result<()> {
        let width = self.count_columns();
        let Some((boards, indexer)) = &self.boards else {
            if !blocks.is_empty() {
                let rows = self.preflop_rows(run)?;
                rows.chunks_exact(width).enumerate().for_each(|(class, counts)| out.write(class, counts));
            }
            return Ok(());
        };

        let write = BoardWriter { table: self, boards, indexer, order, out };
        match &self.kind {
            Kind::Ehs | Kind::Ehs2 => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                write.blocks(blocks, || Sums::new(values, self.kind == Kind::Ehs2), run)
            }
            Kind::Histogram(bins) => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                write.blocks(blocks, || Histograms::new(values, *bins), run)
            }
            Kind::Ochs(clusters) => write.blocks(blocks, || ClusterSums::new(clusters, self.street), run),
        }
    }
}

/// Writes the rows of boards, whatever is counted.
struct BoardWriter<'a, T: Cell> {
    table: &'a StrengthTable,
    boards: &'a CanonicalBoards,
    indexer: &'a HandIndexer,
    order: Order,
    out: RowWriter<'a, T>,
}

impl<T: Cell> BoardWriter<'_, T> {
    fn blocks<S: Sweep>(
        &self,
        blocks: Range<usize>,
        new_sweep: impl Fn() -> Result<S> + Sync,
        run: &mut Run<'_>,
    ) -> Result<()> {
        let n_pairs = self.table.board_pairs();
        let size = self.boards.board_size();
        let range = self.table.boards_of(blocks);
        let start = range.start;
        let step = self.table.step_boards();
        let steps = range.clone().step_by(step);
        let new = || Ok((new_sweep()?, try_vec(0, n_pairs)?));
        let write = |(sweep, indices): &mut (S, Vec<u64>), first: usize, may_go_on: &mut MayGoOn<'_>| {
            // A copy that nothing else can see: the loop keeps it in registers.
            let writer = self.out;
            for at in first..range.end.min(first + step) {
                let board = &self.boards.cards()[at * size..][..size];
                sweep.take(board, may_go_on)?;
                match self.order {
                    Order::OfTable => self.indexer.index_board(1, board, indices)?,
                    Order::OfBlock => {
                        indices.iter_mut().zip((at - start) * n_pairs..).for_each(|(i, k)| *i = k as u64);
                    }
                }
                for ([low, high], &index) in combos_off(board).zip(&*indices) {
                    writer.write(index as usize, sweep.row(low, high));
                }
            }
            Ok(())
        };
        run.fold(steps, range.len().div_ceil(step), new, write).map(drop)
    }
}
