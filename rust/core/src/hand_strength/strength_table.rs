//! Tables of hand strength: a row for every class of hands of a street, computed in independent blocks.
//!
//! A block is a range of canonical boards, and a row is a pair of hole cards on one of these boards.

use std::ops::Range;

use super::Street;
use super::any_deck::{DeckSums, Measure};
use super::histogram::Bins;
use super::ochs::{self, ClusterSums, Clusters};
use super::preflop::preflop_distributions;
use super::street_hands::StreetHands;
use super::sweep::{Histograms, Sums};
use crate::cards::HAND_CLASS_COUNT;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;
use crate::showdown::board_rows::BoardBlocks;
use crate::showdown::pattern_values::PatternValues;
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
    /// The shares of wins, ties and losses over the runouts; counts: their numbers.
    Outcomes,
}

/// A table before its computation.
pub struct StrengthTable {
    kind: Kind,
    hands: StreetHands,
    boards: BoardBlocks,
    shape: Shape,
}

impl StrengthTable {
    /// The table of a kind for a street: its rows are the classes of the street, in the order of its indexer.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for clusters of another game; [`Cancelled`](crate::Error::Cancelled).
    ///
    /// ```
    /// use pokerbits::cards::Deck;
    /// use pokerbits::evaluator::Rules;
    /// use pokerbits::hand_strength::Street;
    /// use pokerbits::hand_strength::any_deck::DeckGame;
    /// use pokerbits::hand_strength::strength_table::{Kind, StrengthTable};
    /// use pokerbits::runtime::Run;
    /// use pokerbits::tables::{BlockTable, CellsMut};
    ///
    /// let run = &mut Run::new(1);
    /// let table = StrengthTable::new(Kind::Ehs, Street::Preflop, run)?;
    /// let mut ehs = vec![0.0; table.rows() * table.columns()];
    /// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut ehs), run)?;
    /// assert!((ehs[90] - 0.852_037).abs() < 1e-6);
    ///
    /// let leduc = DeckGame::new(Deck::new(3, 2)?, Rules::Standard, &[1, 1])?;
    /// let table = StrengthTable::new(Kind::Ehs, leduc.hands(0)?, run)?;
    /// let mut ehs = [0.0; 3];
    /// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut ehs), run)?;
    /// assert_eq!(ehs, [0.3, 0.5, 0.7]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(kind: Kind, hands: impl Into<StreetHands>, run: &mut Run<'_>) -> Result<Self> {
        let hands = hands.into();
        if let Kind::Ochs(clusters) = &kind {
            hands.check_clusters(clusters)?;
        }
        let (game, runouts) = (hands.game(), hands.runouts()?);
        let value = game.max_value();
        let (columns, of) = match &kind {
            Kind::Ehs => (1, Some(runouts * value)),
            Kind::Ehs2 => (1, Some(runouts * value * value)),
            Kind::Histogram(bins) => (bins.n(), Some(runouts)),
            Kind::Ochs(clusters) => (clusters.n(), None),
            Kind::Outcomes => (3, Some(runouts * game.opponents())),
        };
        let shape = Shape { rows: hands.rows()?, columns, of, max_count: of.unwrap_or(runouts * value) };
        let boards = hands.blocks(&shape, run)?;
        Ok(Self { kind, hands, boards, shape })
    }

    /// The content of the table.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its street.
    pub fn street(&self) -> Street {
        self.hands.street()
    }

    /// The counts of the classes before the board.
    fn first_rows(&self, run: &mut Run<'_>) -> Result<Vec<u64>> {
        if !self.hands.are_holdem() || self.kind == Kind::Outcomes {
            return DeckSums::first_rows(self.hands.game(), &self.measure()?, run);
        }
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
                    Kind::Ochs(_) | Kind::Outcomes => {}
                }
            }
        }
        Ok(rows)
    }

    /// The measure of the sums in games of any deck.
    fn measure(&self) -> Result<Measure> {
        Ok(match &self.kind {
            Kind::Ehs => Measure::Value,
            Kind::Ehs2 => Measure::Square,
            Kind::Histogram(bins) => {
                let (n, most) = (bins.n() as u64, self.hands.game().max_value());
                let bin = |value: u64| Ok((value * n / most).min(n - 1) as u16);
                Measure::Bin { of_value: try_collect((0..=most).map(bin))?, n: bins.n() }
            }
            Kind::Ochs(clusters) => Measure::Clusters(clusters.clone()),
            Kind::Outcomes => Measure::Outcomes,
        })
    }
}

impl RowSource for StrengthTable {
    fn identity(&self) -> String {
        let kind = match &self.kind {
            Kind::Ehs => "ehs".into(),
            Kind::Ehs2 => "ehs2".into(),
            Kind::Histogram(bins) => format!("histogram bins={}", bins.n()),
            Kind::Ochs(clusters) => format!("ochs clusters={:?}", clusters.of_class()),
            Kind::Outcomes => "outcomes".into(),
        };
        format!("pokerbits table v{TABLE_VERSION} {} {kind}", self.hands)
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
        if self.hands.have_no_board() {
            return if blocks.is_empty() { Ok(()) } else { out.write_all(&self.first_rows(run)?) };
        }
        let (boards, level) = (&self.boards, run.level());
        match &self.kind {
            Kind::Ehs | Kind::Ehs2 if self.hands.are_holdem() => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                boards.write(blocks, order, out, &|| Sums::new(values, self.kind == Kind::Ehs2).map(Box::new), run)
            }
            Kind::Histogram(bins) if self.hands.are_holdem() => {
                let values = PatternValues::<BOARD_CARDS>::shared(run)?;
                boards.write(blocks, order, out, &|| Histograms::new(values, *bins).map(Box::new), run)
            }
            Kind::Ochs(clusters) if self.hands.are_holdem() => {
                let street = self.hands.street();
                boards.write(blocks, order, out, &|| ClusterSums::new(clusters, street, level).map(Box::new), run)
            }
            _ => {
                let measure = self.measure()?;
                boards.write(
                    blocks,
                    order,
                    out,
                    &|| DeckSums::new(self.hands.game(), measure.clone(), level).map(Box::new),
                    run,
                )
            }
        }
    }
}
