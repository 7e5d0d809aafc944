//! Games of any deck: their tables of hand strength and of features.

use pokerbits::abstraction::features::{Feature, FeatureTable};
use pokerbits::cards::{Deck, Rank};
use pokerbits::evaluator::Rules;
use pokerbits::hand_strength::any_deck;
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::{Error, Result, quoted};
use pyo3::prelude::*;

use crate::abstraction::features::next_street_table_of;
use crate::borrow::Reading1;
use crate::enter::enter;
use crate::errors::to_python;
use crate::tables::{BlockTable, strength_table_of};

/// A game of any deck.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct DeckGame(any_deck::DeckGame);

#[pymethods]
impl DeckGame {
    #[new]
    fn new(
        cards_per_round: Vec<usize>,
        n_ranks: usize,
        n_suits: usize,
        lowest_rank: char,
        rules: &str,
    ) -> PyResult<Self> {
        game(&cards_per_round, n_ranks, n_suits, lowest_rank, rules).map(Self).map_err(to_python)
    }

    /// Number of runouts of a hand on a street.
    fn runouts(&self, street: usize) -> PyResult<u64> {
        self.0.runouts(street).map_err(to_python)
    }

    /// The largest `2 * wins + ties` of a hand on a whole board.
    fn max_value(&self) -> u64 {
        self.0.max_value()
    }

    /// A table of hand strength.
    fn strength_table(
        &self,
        py: Python<'_>,
        kind: &str,
        street: usize,
        bins: usize,
        clusters: Vec<Vec<u8>>,
        counts: bool,
    ) -> PyResult<BlockTable> {
        let hands = self.0.hands(street).map_err(to_python)?;
        strength_table_of(py, kind, hands, bins, || Clusters::of_game(&self.0, &clusters), counts)
    }

    /// A table of the odds against random opponents, in fractions.
    fn odds_table(&self, py: Python<'_>, street: usize, n_opponents: u32) -> PyResult<BlockTable> {
        let hands = self.0.hands(street).map_err(to_python)?;
        let table = enter(py, 1, None, |run| any_deck::odds_table(hands, n_opponents, run))?;
        Ok(BlockTable::new(table, false))
    }

    /// The cluster of every class of hole cards, for `n` clusters by equity.
    fn clusters_by_equity(&self, py: Python<'_>, n: usize, num_threads: usize) -> PyResult<Vec<u32>> {
        let clusters = enter(py, num_threads, None, |run| Clusters::of_game_by_equity(&self.0, n, run))?;
        Ok(clusters.of_class().iter().map(|&cluster| cluster.into()).collect())
    }

    /// The sorted levels of the hands on the next street, eight to a cell.
    fn next_street_table(
        &self,
        py: Python<'_>,
        street: usize,
        levels: Reading1<'_, u8>,
        name: String,
    ) -> PyResult<BlockTable> {
        next_street_table_of(py, self.0.hands(street).map_err(to_python)?, levels, name)
    }

    /// Equities against clusters of opponents in bytes, eight to a cell.
    fn ochs_bytes_table(&self, py: Python<'_>, street: usize, clusters: Vec<Vec<u8>>) -> PyResult<BlockTable> {
        let hands = self.0.hands(street).map_err(to_python)?;
        let clusters = Clusters::of_game(&self.0, &clusters).map_err(to_python)?;
        let table = enter(py, 1, None, |run| FeatureTable::new(Feature::Ochs(clusters), hands, run))?;
        Ok(BlockTable::new(table, true))
    }
}

fn game(
    cards_per_round: &[usize],
    n_ranks: usize,
    n_suits: usize,
    lowest_rank: char,
    rules: &str,
) -> Result<any_deck::DeckGame> {
    any_deck::DeckGame::new(deck(n_ranks, n_suits, lowest_rank)?, rules.parse::<Rules>()?, cards_per_round)
}

/// The deck of these ranks and suits.
pub(crate) fn deck(n_ranks: usize, n_suits: usize, lowest_rank: char) -> Result<Deck> {
    let Some(lowest) = Rank::from_char(lowest_rank) else {
        let found = quoted(&lowest_rank.to_string());
        return Err(Error::InvalidArgument(format!("lowest_rank: expected a rank, 2 to A, found {found}")));
    };
    Deck::from_rank(lowest, n_ranks, n_suits)
}
