//! Tables of the odds against random opponents: a row for every class of hands of a street.
//!
//! On the river a row is that of the hand's class graph. Before the river it is the sum over the runouts of the board.

use std::ops::Range;

use super::counts::total_deals;
use super::pattern_odds::PatternOdds;
use super::preflop::preflop_odds;
use super::probabilities::ShareSums;
use crate::cards::{CardSet, Deck};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{BoardBlocks, Sweep};
use crate::showdown::pattern_values::BoardValues;
use crate::showdown::runout_tallies::{RunoutTallies, Tally};
use crate::showdown::street::Street;
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// The version of the tables: it changes whenever their bytes change.
const TABLE_VERSION: u32 = 1;

/// A table of odds before its computation: the probabilities to win and to tie, and the equity, of every hand of a street.
pub struct OddsTable {
    street: Street,
    opponents: u32,
    boards: BoardBlocks,
    shape: Shape,
    /// The deals of a hand.
    total: u128,
}

impl OddsTable {
    /// The table of a street against k random opponents: its rows are the classes of the street, in the order of its
    /// indexer. It has no counts, which have more than 64 bits; each fraction is rounded once.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for numbers of opponents that are not 1 to 22;
    /// [`Cancelled`](crate::Error::Cancelled).
    ///
    /// ```no_run
    /// use pokerbits::hand_strength::Street;
    /// use pokerbits::odds::OddsTable;
    /// use pokerbits::runtime::Run;
    /// use pokerbits::tables::{BlockTable, CellsMut};
    ///
    /// let run = &mut Run::new(1);
    /// let table = OddsTable::new(Street::Preflop, 8, run)?;
    /// let mut odds = vec![0.0; table.rows() * table.columns()];
    /// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut odds), run)?;
    /// assert!((odds[3 * 90 + 2] - 0.346_1).abs() < 1e-4);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(street: Street, opponents: u32, run: &mut Run<'_>) -> Result<Self> {
        let total = total_deals(street.board_cards(), CardSet::EMPTY, &[opponents])?[0];
        let indexer = street.indexer()?;
        let rows = indexer.size(indexer.n_rounds() - 1)? as usize;
        let shape = Shape { rows, columns: 3, of: Some(1), max_count: 0 };
        let boards = BoardBlocks::new(Deck::STANDARD, 2, street.board_cards(), &shape, run)?;
        Ok(Self { street, opponents, boards, shape, total })
    }
}

impl RowSource for OddsTable {
    fn identity(&self) -> String {
        format!("pokerbits table v{TABLE_VERSION} {} odds opponents={}", self.street, self.opponents)
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
        if self.street == Street::Preflop {
            for (class, odds) in preflop_odds(&[self.opponents], run)?.iter().enumerate() {
                out.write(class, &ShareSums::of(odds[0].counts()).fractions(self.opponents as usize, self.total))?;
            }
            return Ok(());
        }
        let odds = PatternOdds::shared(self.opponents, run)?;
        let new = || {
            let tallies = RunoutTallies::new(|rows| try_vec(ShareSums::default(), rows))?;
            Ok(BoardOdds {
                odds,
                opponents: self.opponents as usize,
                total: self.total,
                whole: None,
                tallies,
                row: [0.0; 3],
            })
        };
        self.boards.write(blocks, order, out, new, run)
    }
}

/// The odds on one board.
struct BoardOdds {
    odds: &'static PatternOdds,
    opponents: usize,
    total: u128,
    /// The graphs on a whole board, which has no runouts.
    whole: Option<BoardValues<'static, u32>>,
    /// The deals on the runouts of another board.
    tallies: RunoutTallies<Vec<ShareSums>>,
    row: [f64; 3],
}

impl Tally for Vec<ShareSums> {
    type Item = &'static ShareSums;

    fn clear(&mut self) {
        self.fill(ShareSums::default());
    }

    #[inline(always)]
    fn add(&mut self, row: usize, deals: &'static ShareSums, runouts: u16) {
        self[row].add(deals, runouts);
    }

    fn take_away(&mut self, row: usize, deals: &'static ShareSums) {
        self[row].subtract(deals);
    }
}

impl Sweep for BoardOdds {
    type Count = f64;

    fn take(&mut self, board: &[u8], _: &mut MayGoOn<'_>) -> Result<()> {
        self.whole = board.try_into().ok().map(|whole| self.odds.graphs_on(whole));
        if self.whole.is_some() {
            return Ok(());
        }
        self.tallies.take(self.odds.graphs(), board, |graph| self.odds.sums(graph))
    }

    #[inline]
    fn row(&mut self, low: u8, high: u8) -> &[f64] {
        if let Some(graphs) = self.whole {
            return self.odds.odds(graphs.value(low, high));
        }
        let mut sums = ShareSums::default();
        self.tallies.added(low, high).for_each(|(tally, at)| sums.add(&tally[at], 1));
        let (blocked, at) = self.tallies.subtracted(low, high);
        sums.subtract(&blocked[at]);
        self.row = sums.fractions(self.opponents, self.total);
        &self.row
    }
}
