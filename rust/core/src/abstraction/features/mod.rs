//! Features of hands: a row of bytes for every class of hands of a street, in blocks of canonical boards.
//!
//! Features are bytes, because distances between rows of bytes are cheap, and because many rows are then equal: only
//! distinct ones are clustered. Eight bytes are a cell of 64 bits, the first byte the lowest.

mod any_deck;
mod next_street;
mod ochs_bytes;

use std::ops::Range;

pub use any_deck::{DeckFeature, DeckFeatureTable};
use next_street::NextStreet;
use ochs_bytes::OchsBytes;

use crate::error::{Error, Result};
use crate::hand_strength::Street;
use crate::hand_strength::ochs::Clusters;
use crate::runtime::Run;
use crate::showdown::board_rows::BoardBlocks;
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// The version of the features: it changes whenever the bytes of any feature change.
pub const FEATURE_VERSION: u32 = 1;

/// Bytes of a cell.
const WORD: usize = size_of::<u64>();

/// The feature of a hand.
pub enum Feature {
    /// The levels of its hands on the next street, one for each possible card, in ascending order: 47 of a flop, 46 of a
    /// turn. The remaining bytes of the 48 are 255.
    NextStreet {
        /// The level of every class of hands of the next street.
        levels: Vec<u8>,
        /// The caller's name for these levels: tables of other levels have other names.
        name: String,
    },
    /// The equity against each cluster of opponents, times 100, rounded to the nearest, halves up; 0 if nobody can hold a
    /// hand of the cluster. Bytes after the last cluster are 0.
    Ochs(Clusters),
}

/// A table of a feature, before its computation. All cells are counts of 64 bits.
pub struct FeatureTable {
    feature: Feature,
    street: Street,
    boards: BoardBlocks,
    rows: usize,
}

impl FeatureTable {
    /// The table of a feature for a street after the first.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for the first street, for the river if the feature is of the next street, and for levels
    /// of another number than hands; [`Error::Cancelled`].
    ///
    /// ```
    /// use pokerbits::abstraction::features::{Feature, FeatureTable};
    /// use pokerbits::{hand_strength::Street, runtime::Run, tables::BlockTable};
    /// let feature = Feature::NextStreet { levels: vec![7; 13_960_050], name: "sevens".into() };
    /// let table = FeatureTable::new(feature, Street::Flop, &mut Run::new(1))?;
    /// assert_eq!((table.rows(), table.columns()), (1_286_792, 6));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(feature: Feature, street: Street, run: &mut Run<'_>) -> Result<Self> {
        if street == Street::Preflop {
            return Err(Error::InvalidArgument("before the flop every hand has a bucket of its own".into()));
        }
        if let Feature::NextStreet { levels, .. } = &feature {
            let next = next_street(street)?;
            let expected = next.indexer()?.size(1)?;
            if levels.len() as u64 != expected {
                let found = levels.len();
                return Err(Error::InvalidArgument(format!("{found} levels are not those of the {expected} {next}s")));
            }
        }
        let rows = street.indexer()?.size(1)? as usize;
        let boards = BoardBlocks::new(street, WORD * words(&feature), run)?;
        Ok(Self { feature, street, boards, rows })
    }
}

/// The street after one.
fn next_street(street: Street) -> Result<Street> {
    let next = Street::ALL.into_iter().find(|&next| next > street);
    next.ok_or_else(|| Error::InvalidArgument(format!("no street follows the {street}")))
}

/// Number of cells of a row.
fn words(feature: &Feature) -> usize {
    match feature {
        Feature::NextStreet { .. } => next_street::WORDS,
        Feature::Ochs(clusters) => clusters.n().div_ceil(WORD),
    }
}

impl RowSource for FeatureTable {
    fn identity(&self) -> String {
        let what = match &self.feature {
            Feature::NextStreet { name, .. } => format!("next-street levels={name}"),
            Feature::Ochs(clusters) => format!("ochs-bytes clusters={:?}", clusters.of_class()),
        };
        format!("pokerbits table v{FEATURE_VERSION} {} {what}", self.street)
    }

    fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: words(&self.feature), of: Some(1), max_count: u64::MAX }
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
        let level = run.level();
        match &self.feature {
            Feature::NextStreet { levels, .. } => {
                let next = next_street(self.street)?.indexer()?.at(level);
                self.boards.write(blocks, order, out, || NextStreet::new(levels, &next), run)
            }
            Feature::Ochs(clusters) => {
                self.boards.write(blocks, order, out, || OchsBytes::new(clusters, self.street, level), run)
            }
        }
    }
}
