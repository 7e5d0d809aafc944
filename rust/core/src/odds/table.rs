//! Tables of the odds against random opponents: a row for every class of hands of a street.
//!
//! On the river a row is that of the hand's class graph. Before the river it is the sum over the runouts of the board.

use super::counts::total_deals;
use super::pattern_odds::PatternOdds;
use super::preflop::preflop_odds;
use super::probabilities::ShareSums;
use crate::cards::{CardSet, Deck};
use crate::error::Result;
use crate::memory::{try_collect, try_vec};
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{BoardBlocks, Sweep};
use crate::showdown::fraction_table::{FractionTable, Fractions, NewSweep};
use crate::showdown::pattern_values::BoardValues;
use crate::showdown::runout_tallies::{RunoutTallies, Tally};
use crate::showdown::street::Street;

/// The version of the tables: it changes whenever their bytes change.
pub(crate) const TABLE_VERSION: u32 = 1;

/// The table of odds of a street against k random opponents, before its computation: the probabilities to win and to tie, and
/// the equity, of every hand.
///
/// Its rows are the classes of the street, in the order of its indexer. It has no counts, which have more than 64 bits; each
/// fraction is rounded once.
///
/// # Errors
/// [`InvalidArgument`](crate::Error::InvalidArgument) for numbers of opponents that are not 1 to 22;
/// [`Cancelled`](crate::Error::Cancelled).
///
/// ```no_run
/// use pokerbits::hand_strength::Street;
/// use pokerbits::odds::odds_table;
/// use pokerbits::runtime::Run;
/// use pokerbits::tables::{BlockTable, CellsMut};
///
/// let run = &mut Run::new(1);
/// let table = odds_table(Street::Preflop, 8, run)?;
/// let mut odds = vec![0.0; table.rows() * table.columns()];
/// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut odds), run)?;
/// assert!((odds[3 * 90 + 2] - 0.346_1).abs() < 1e-4);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn odds_table(street: Street, opponents: u32, run: &mut Run<'_>) -> Result<FractionTable> {
    let total = total_deals(street.board_cards(), CardSet::EMPTY, &[opponents])?[0];
    let indexer = street.indexer()?;
    let shape = FractionTable::shape_of(indexer.size(indexer.n_rounds() - 1)? as usize, 3);
    let boards = BoardBlocks::new(Deck::STANDARD, 2, street.board_cards(), &shape, run)?;
    let odds = StreetOdds { street, opponents, total };
    Ok(FractionTable::new(Box::new(odds), boards, shape, street != Street::Preflop))
}

/// The odds of the hands of a street.
struct StreetOdds {
    street: Street,
    opponents: u32,
    /// The deals of a hand.
    total: u128,
}

impl Fractions for StreetOdds {
    fn identity(&self) -> String {
        format!("pokerbits table v{TABLE_VERSION} {} odds opponents={}", self.street, self.opponents)
    }

    fn first_rows(&self, run: &mut Run<'_>) -> Result<Vec<f64>> {
        let odds = preflop_odds(&[self.opponents], run)?;
        let of_class = |odds: &Vec<super::OpponentCounts>| {
            ShareSums::of(odds[0].counts()).fractions(self.opponents as usize, self.total)
        };
        try_collect(odds.iter().flat_map(of_class).map(Ok))
    }

    fn sweeps<'a>(&'a self, run: &mut Run<'_>) -> Result<NewSweep<'a>> {
        let odds = PatternOdds::shared(self.opponents, run)?;
        Ok(Box::new(move || {
            let tallies = RunoutTallies::new(|rows| try_vec(ShareSums::default(), rows))?;
            let (opponents, total) = (self.opponents as usize, self.total);
            Ok(Box::new(BoardOdds { odds, opponents, total, whole: None, tallies, row: [0.0; 3] }))
        }))
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
