//! Games of any deck: their tables of hand strength and of features.

use pokerbits::abstraction::features::{DeckFeature, DeckFeatureTable};
use pokerbits::cards::{Deck, Rank};
use pokerbits::error::quoted;
use pokerbits::evaluator::Rules;
use pokerbits::hand_strength::any_deck::{self, DeckClusters, DeckKind, DeckTable};
use pokerbits::hand_strength::histogram::Bins;
use pokerbits::memory::try_vec;
use pokerbits::{Error, Result};
use pyo3::prelude::*;

use crate::borrow::Reading1;
use crate::enter::enter;
use crate::errors::to_python;
use crate::tables::BlockTable;

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
        let kind = self.kind(kind, bins, &clusters).map_err(to_python)?;
        let table = enter(py, 1, None, |run| DeckTable::new(kind, &self.0, street, run))?;
        Ok(BlockTable::new(table, counts))
    }

    /// The cluster of every class of hole cards, for `n` clusters by equity.
    fn clusters_by_equity(&self, py: Python<'_>, n: usize, num_threads: usize) -> PyResult<Vec<u32>> {
        let clusters = enter(py, num_threads, None, |run| DeckClusters::by_equity(&self.0, n, run))?;
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
        let levels = levels.as_slice()?;
        let table = enter(py, 1, None, |run| {
            let mut copy = try_vec(0, levels.len())?;
            copy.copy_from_slice(levels);
            DeckFeatureTable::new(DeckFeature::NextStreet { levels: copy, name }, &self.0, street, run)
        })?;
        Ok(BlockTable::new(table, true))
    }

    /// Equities against clusters of opponents in bytes, eight to a cell.
    fn ochs_bytes_table(&self, py: Python<'_>, street: usize, clusters: Vec<Vec<u8>>) -> PyResult<BlockTable> {
        let clusters = DeckClusters::new(&self.0, &clusters).map_err(to_python)?;
        let table = enter(py, 1, None, |run| DeckFeatureTable::new(DeckFeature::Ochs(clusters), &self.0, street, run))?;
        Ok(BlockTable::new(table, true))
    }
}

impl DeckGame {
    /// The kind with this name.
    fn kind(&self, name: &str, bins: usize, clusters: &[Vec<u8>]) -> Result<DeckKind> {
        match name {
            "ehs" => Ok(DeckKind::Ehs),
            "ehs2" => Ok(DeckKind::Ehs2),
            "histogram" => Bins::new(bins).map(DeckKind::Histogram),
            "ochs" => DeckClusters::new(&self.0, clusters).map(DeckKind::Ochs),
            "outcomes" => Ok(DeckKind::Outcomes),
            _ => {
                let kinds = "ehs, ehs2, histogram, ochs, outcomes";
                let why = format!("kind {} is unknown: expected one of {kinds}", quoted(name));
                Err(Error::InvalidArgument(why))
            }
        }
    }
}

fn game(
    cards_per_round: &[usize],
    n_ranks: usize,
    n_suits: usize,
    lowest_rank: char,
    rules: &str,
) -> Result<any_deck::DeckGame> {
    let Some(lowest) = Rank::from_char(lowest_rank) else {
        let found = quoted(&lowest_rank.to_string());
        return Err(Error::InvalidArgument(format!("lowest_rank: expected a rank, 2 to A, found {found}")));
    };
    any_deck::DeckGame::new(Deck::from_rank(lowest, n_ranks, n_suits)?, rules.parse::<Rules>()?, cards_per_round)
}
