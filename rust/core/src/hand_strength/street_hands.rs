//! The hands of a street, in hold'em or in a game of any deck: the rows of a table.

use std::fmt;

use super::Street;
use super::any_deck::DeckGame;
use super::clusters::Clusters;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::runtime::Run;
use crate::showdown::board_rows::BoardBlocks;
use crate::tables::Shape;

/// The hands of one street: hold'em's (`Street::Flop.into()`), or those of [`DeckGame::hands`].
#[derive(Debug, Clone)]
pub struct StreetHands {
    game: DeckGame,
    /// Counted from 0.
    street: usize,
    is_holdem: bool,
}

impl From<Street> for StreetHands {
    fn from(street: Street) -> Self {
        Self { game: DeckGame::holdem(), street: street as usize, is_holdem: true }
    }
}

impl DeckGame {
    /// The hands of a street, counted from 0.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street that does not exist.
    pub fn hands(&self, street: usize) -> Result<StreetHands> {
        self.check_street(street)?;
        Ok(StreetHands { game: self.clone(), street, is_holdem: false })
    }
}

impl StreetHands {
    /// The game; hold'em as a game of the full deck.
    pub fn game(&self) -> &DeckGame {
        &self.game
    }

    /// The name of the street.
    pub fn street(&self) -> Street {
        Street::ALL[self.street]
    }

    /// Whether these are hold'em's hands, which have faster kernels.
    pub(crate) fn are_holdem(&self) -> bool {
        self.is_holdem
    }

    /// The indexer whose last round numbers the hands.
    pub(crate) fn indexer(&self) -> Result<HandIndexer> {
        self.game.indexer(self.street)
    }

    /// Number of classes of hands.
    pub(crate) fn rows(&self) -> Result<usize> {
        let indexer = self.indexer()?;
        Ok(indexer.size(indexer.n_rounds() - 1)? as usize)
    }

    /// Number of runouts of a hand.
    pub(crate) fn runouts(&self) -> Result<u64> {
        self.game.runouts(self.street)
    }

    /// Whether no board card has been dealt.
    pub(crate) fn have_no_board(&self) -> bool {
        self.street == 0
    }

    /// The hands of the next street.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] after the last street.
    pub(crate) fn next(&self) -> Result<Self> {
        let street = self.street + 1;
        if street == self.game.n_streets() {
            return Err(Error::InvalidArgument(format!("no street follows the {}", self.street())));
        }
        Ok(Self { street, ..self.clone() })
    }

    /// Number of board cards.
    pub(crate) fn board_cards(&self) -> usize {
        self.game.board_cards(self.street)
    }

    /// The boards of the street, in blocks for rows of this shape.
    pub(crate) fn blocks(&self, shape: &Shape, run: &mut Run<'_>) -> Result<BoardBlocks> {
        BoardBlocks::new(self.game.deck(), self.game.hole_cards(), self.board_cards(), shape, run)
    }

    /// Checks that clusters are those of the classes before the board.
    pub(crate) fn check_clusters(&self, clusters: &Clusters) -> Result<()> {
        let (found, expected) = (clusters.of_class().len() as u64, self.game.indexer(0)?.size(0)?);
        if found == expected {
            return Ok(());
        }
        Err(Error::InvalidArgument(format!("clusters of {found} classes are not those of the {expected} of the game")))
    }
}

impl fmt::Display for StreetHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_holdem {
            write!(f, "{} ", self.game)?;
        }
        self.street().fmt(f)
    }
}
