//! Features of hands: a row of bytes for every class of hands of a street, in blocks of canonical boards.
//!
//! Features are bytes, because distances between rows of bytes are cheap, and because many rows are then equal: only
//! distinct ones are clustered. Eight bytes are a cell of 64 bits, the first byte the lowest.

mod children;
mod next_street;
mod ochs_bytes;

use std::ops::Range;

use children::ChildLevels;
use next_street::NextStreet;
use ochs_bytes::OchsBytes;

use crate::error::{Error, Result};
use crate::hand_strength::StreetHands;
use crate::hand_strength::any_deck::{DeckSums, Measure};
use crate::hand_strength::ochs::{ClusterSums, Clusters};
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::board_rows::{BoardBlocks, Sweep};
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// The version of the features: it changes whenever the bytes of any feature change.
pub const FEATURE_VERSION: u32 = 1;

/// Bytes of a cell.
const WORD: usize = size_of::<u64>();

/// The feature of a hand.
pub enum Feature {
    /// The levels of its hands on the next street, one for each possible card, in ascending order: 47 of a flop, 46 of a
    /// turn. The remaining bytes of the cells are 255.
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
    hands: StreetHands,
    boards: BoardBlocks,
    shape: Shape,
}

impl FeatureTable {
    /// The table of a feature for a street; in hold'em, one after the first.
    ///
    /// # Errors
    /// * [`Error::InvalidArgument`] for hold'em before the flop, and for clusters of another game. If the feature is of the
    ///   next street: for the last street, for one before a round of several cards, and for a wrong number of levels.
    /// * [`Error::Cancelled`].
    ///
    /// ```
    /// use pokerbits::abstraction::features::{Feature, FeatureTable};
    /// use pokerbits::{hand_strength::Street, runtime::Run, tables::BlockTable};
    /// let feature = Feature::NextStreet { levels: vec![7; 13_960_050], name: "sevens".into() };
    /// let table = FeatureTable::new(feature, Street::Flop, &mut Run::new(1))?;
    /// assert_eq!((table.rows(), table.columns()), (1_286_792, 6));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(feature: Feature, hands: impl Into<StreetHands>, run: &mut Run<'_>) -> Result<Self> {
        let hands = hands.into();
        if hands.are_holdem() && hands.have_no_board() {
            return Err(Error::InvalidArgument("before the flop every hand has a bucket of its own".into()));
        }
        let bytes = match &feature {
            Feature::NextStreet { levels, .. } => {
                let next = hands.next()?;
                if next.board_cards() != hands.board_cards() + 1 {
                    return Err(Error::InvalidArgument(format!("no round of one card follows the {hands}")));
                }
                let (found, expected) = (levels.len(), next.rows()?);
                if found != expected {
                    let why = format!("{found} levels are not those of the {expected} {}s", next.street());
                    return Err(Error::InvalidArgument(why));
                }
                n_children(&hands)
            }
            Feature::Ochs(clusters) => {
                hands.check_clusters(clusters)?;
                clusters.n()
            }
        };
        let shape = Shape { rows: hands.rows()?, columns: bytes.div_ceil(WORD), of: Some(1), max_count: u64::MAX };
        let boards = hands.blocks(&shape, run)?;
        Ok(Self { feature, hands, boards, shape })
    }

    /// The rows of the classes before the board.
    fn write_first<T: Cell>(&self, out: RowWriter<'_, T>, run: &mut Run<'_>) -> Result<()> {
        let game = self.hands.game();
        match &self.feature {
            Feature::NextStreet { levels, .. } => {
                let mut children = ChildLevels::new(&self.hands, levels, run.level())?;
                children.take(&[], &mut || Ok(()))?;
                let n = game.hole_cards();
                let indexer = game.indexer(0)?;
                let mut hole = [0; 2];
                (0..self.shape.rows).try_for_each(|class| {
                    indexer.unindex(0, class as u64, &mut hole[..n])?;
                    let [low, high] = if n == 1 { [hole[0]; 2] } else { [hole[0].min(hole[1]), hole[0].max(hole[1])] };
                    out.write(class, children.row(low, high))
                })
            }
            Feature::Ochs(clusters) => {
                let rows = DeckSums::first_rows(game, &Measure::Clusters(clusters.clone()), run)?;
                let mut words = try_vec(0, self.shape.columns)?;
                rows.chunks_exact(2 * clusters.n()).enumerate().try_for_each(|(class, row)| {
                    ochs_bytes::write(row, &mut words);
                    out.write(class, &words)
                })
            }
        }
    }
}

/// Cards that can come next for a hand.
fn n_children(hands: &StreetHands) -> usize {
    hands.game().deck().len() - hands.game().hole_cards() - hands.board_cards()
}

impl RowSource for FeatureTable {
    fn identity(&self) -> String {
        let what = match &self.feature {
            Feature::NextStreet { name, .. } => format!("next-street levels={name}"),
            Feature::Ochs(clusters) => format!("ochs-bytes clusters={:?}", clusters.of_class()),
        };
        format!("pokerbits table v{FEATURE_VERSION} {} {what}", self.hands)
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
            return if blocks.is_empty() { Ok(()) } else { self.write_first(out, run) };
        }
        let (hands, boards, level) = (&self.hands, &self.boards, run.level());
        match &self.feature {
            Feature::NextStreet { levels, .. } if hands.are_holdem() => {
                let next = hands.next()?.street().indexer()?.at(level);
                boards.write(blocks, order, out, &|| NextStreet::new(levels, &next).map(Box::new), run)
            }
            Feature::NextStreet { levels, .. } => {
                boards.write(blocks, order, out, &|| ChildLevels::new(hands, levels, level).map(Box::new), run)
            }
            Feature::Ochs(clusters) if hands.are_holdem() => {
                let sums = || ClusterSums::new(clusters, hands.street(), level);
                boards.write(blocks, order, out, &|| OchsBytes::new(sums()?, clusters.n()).map(Box::new), run)
            }
            Feature::Ochs(clusters) => {
                let sums = || DeckSums::new(hands.game(), Measure::Clusters(clusters.clone()), level);
                boards.write(blocks, order, out, &|| OchsBytes::new(sums()?, clusters.n()).map(Box::new), run)
            }
        }
    }
}
