//! Tables of hand strength in games of any deck: a row for every hand of a street, computed in independent blocks.

use std::ops::Range;

use super::super::Street;
use super::super::histogram::Bins;
use super::super::strength_table::TABLE_VERSION;
use super::clusters::DeckClusters;
use super::game::DeckGame;
use super::sums::{DeckSums, Measure};
use crate::error::Result;
use crate::memory::try_collect;
use crate::runtime::Run;
use crate::showdown::board_rows::BoardBlocks;
use crate::tables::{BlockTable, Cell, Order, RowSource, RowWriter, Shape};

/// The content of a table: as [`Kind`](super::super::strength_table::Kind), and the outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DeckKind {
    /// `E[HS]`; counts: the sum of `2 * wins + ties` over the runouts.
    Ehs,
    /// `E[HS^2]`; counts: the sum of the squares of `2 * wins + ties`.
    Ehs2,
    /// The share of the runouts in each bin of final hand strength; counts: their number.
    Histogram(Bins),
    /// Equity against each cluster of opponents; counts: as for hold'em.
    Ochs(DeckClusters),
    /// The shares of wins, ties and losses over the runouts; counts: their numbers.
    Outcomes,
}

/// A table before its computation.
pub struct DeckTable {
    kind: DeckKind,
    game: DeckGame,
    street: usize,
    /// The boards of the street. Before the board there is one block without boards.
    boards: Option<BoardBlocks>,
    rows: usize,
    runouts: u64,
}

impl DeckTable {
    /// The table of a kind for a street, counted from 0: its rows are the hands of [`DeckGame::indexer`].
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for a street that does not exist;
    /// [`Cancelled`](crate::Error::Cancelled).
    ///
    /// ```
    /// use pokerbits::cards::Deck;
    /// use pokerbits::evaluator::Rules;
    /// use pokerbits::hand_strength::any_deck::{DeckGame, DeckKind, DeckTable};
    /// use pokerbits::runtime::Run;
    /// use pokerbits::tables::{BlockTable, CellsMut};
    ///
    /// let leduc = DeckGame::new(Deck::new(3, 2)?, Rules::Standard, &[1, 1])?;
    /// let run = &mut Run::new(1);
    /// let table = DeckTable::new(DeckKind::Ehs, &leduc, 0, run)?;
    /// let mut ehs = [0.0; 3];
    /// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut ehs), run)?;
    /// assert_eq!(ehs, [0.3, 0.5, 0.7]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(kind: DeckKind, game: &DeckGame, street: usize, run: &mut Run<'_>) -> Result<Self> {
        let indexer = game.indexer(street)?;
        let rows = indexer.size(indexer.n_rounds() - 1)? as usize;
        let table = Self { kind, game: game.clone(), street, boards: None, rows, runouts: game.runouts(street)? };
        let boards = if street == 0 {
            None
        } else {
            let bytes = size_of::<u64>() * table.count_columns();
            Some(BoardBlocks::for_deck(game.deck(), game.hole_cards(), game.board_cards(street), bytes, run)?)
        };
        Ok(Self { boards, ..table })
    }

    fn measure(&self) -> Result<Measure> {
        Ok(match &self.kind {
            DeckKind::Ehs => Measure::Value,
            DeckKind::Ehs2 => Measure::Square,
            DeckKind::Histogram(bins) => {
                let (n, most) = (bins.n() as u64, self.game.max_value());
                let bin = |value: u64| Ok((value * n / most).min(n - 1) as u16);
                Measure::Bin { of_value: try_collect((0..=most).map(bin))?, n: bins.n() }
            }
            DeckKind::Ochs(clusters) => Measure::Clusters(clusters.clone()),
            DeckKind::Outcomes => Measure::Outcomes,
        })
    }
}

impl RowSource for DeckTable {
    fn identity(&self) -> String {
        let kind = match &self.kind {
            DeckKind::Ehs => "ehs".into(),
            DeckKind::Ehs2 => "ehs2".into(),
            DeckKind::Histogram(bins) => format!("histogram bins={}", bins.n()),
            DeckKind::Ochs(clusters) => format!("ochs clusters={:?}", clusters.of_class()),
            DeckKind::Outcomes => "outcomes".into(),
        };
        format!("pokerbits table v{TABLE_VERSION} {} {} {kind}", self.game, Street::ALL[self.street])
    }

    fn shape(&self) -> Shape {
        let value = self.game.max_value();
        let (columns, of) = match &self.kind {
            DeckKind::Ehs => (1, Some(self.runouts * value)),
            DeckKind::Ehs2 => (1, Some(self.runouts * value * value)),
            DeckKind::Histogram(bins) => (bins.n(), Some(self.runouts)),
            DeckKind::Ochs(clusters) => (clusters.n(), None),
            DeckKind::Outcomes => (3, Some(self.runouts * self.game.opponents())),
        };
        Shape { rows: self.rows, columns, of, max_count: of.unwrap_or(self.runouts * value) }
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
        let measure = self.measure()?;
        if let Some(boards) = &self.boards {
            let level = run.level();
            return boards.write(blocks, order, out, || DeckSums::new(&self.game, measure.clone(), level), run);
        }
        if !blocks.is_empty() {
            let rows = DeckSums::first_rows(&self.game, &measure, run)?;
            rows.chunks_exact(measure.columns()).enumerate().try_for_each(|(class, row)| out.write(class, row))?;
        }
        Ok(())
    }
}
