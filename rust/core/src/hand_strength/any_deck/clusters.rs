//! Clusters of an opponent's hands before the board, in games of any deck.

use super::super::ochs::least_squares;
use super::game::DeckGame;
use super::table::{DeckKind, DeckTable};
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::tables::{BlockTable, CellsMut};

/// A partition of the classes of hole cards of a game, which are numbered by its first indexer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeckClusters {
    of_class: Vec<u8>,
    n: usize,
}

impl DeckClusters {
    /// The partition into these lists of classes.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] naming a class that does not exist, is in no list or in two, or an empty list.
    pub fn new<L: AsRef<[u8]>>(game: &DeckGame, lists: &[L]) -> Result<Self> {
        let refuse = |why: String| Err(Error::InvalidArgument(format!("clusters do not partition the classes: {why}")));
        let n_classes = game.indexer(0)?.size(0)? as usize;
        let mut of_class = try_vec(None, n_classes)?;
        for (cluster, list) in lists.iter().enumerate() {
            if list.as_ref().is_empty() {
                return refuse(format!("cluster {cluster} is empty"));
            }
            for &class in list.as_ref() {
                let Some(place) = of_class.get_mut(usize::from(class)) else {
                    return refuse(format!("there is no class {class}, there are {n_classes}"));
                };
                if let Some(before) = place.replace(cluster as u8) {
                    return refuse(format!("class {class} is in cluster {before} and in cluster {cluster}"));
                }
            }
        }
        if let Some(class) = of_class.iter().position(Option::is_none) {
            return refuse(format!("class {class} is in none"));
        }
        Ok(Self { of_class: of_class.into_iter().map(Option::unwrap_or_default).collect(), n: lists.len() })
    }

    /// The partition into `n` clusters, weakest first, with the least squared distance of the classes' equity against a
    /// random hand from the mean of their cluster; all hands count equally.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no cluster or more than classes; [`Error::Cancelled`].
    pub fn by_equity(game: &DeckGame, n: usize, run: &mut Run<'_>) -> Result<Self> {
        let table = DeckTable::new(DeckKind::Ehs, game, 0, run)?;
        let n_classes = table.rows();
        if !(1..=n_classes).contains(&n) {
            return Err(Error::InvalidArgument(format!(
                "{n} clusters of {n_classes} classes: 1 to {n_classes} are made"
            )));
        }
        let mut equities = try_vec(0.0, n_classes)?;
        table.fill(0..table.n_blocks(), CellsMut::Float64(&mut equities), run)?;
        let indexer = game.indexer(0)?;
        let mut classes: Vec<(f64, u8)> = equities.into_iter().zip(0..).collect();
        classes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let x: Vec<f64> = classes.iter().map(|&(equity, _)| equity).collect();
        let mut weights = try_vec(0.0, n_classes)?;
        for (weight, &(_, class)) in weights.iter_mut().zip(&classes) {
            *weight = indexer.multiplicity(0, class.into())? as f64;
        }
        let cuts = least_squares(&x, &weights, n)?;
        let lists: Vec<Vec<u8>> =
            cuts.windows(2).map(|cut| classes[cut[0]..cut[1]].iter().map(|&(_, class)| class).collect()).collect();
        Self::new(game, &lists)
    }

    /// Number of clusters.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The cluster of every class.
    pub fn of_class(&self) -> &[u8] {
        &self.of_class
    }
}
