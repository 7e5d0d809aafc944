//! Features of hands in games of any deck: the sorted levels of the hands on the next street, and equities against clusters.

use std::ops::Range;

use super::{FEATURE_VERSION, WORD};
use crate::cards::DECK;
use crate::error::{Error, Result};
use crate::hand_strength::Street;
use crate::hand_strength::any_deck::{DeckClusters, DeckGame, DeckSums, Measure};
use crate::indexer::HandIndexer;
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{BoardBlocks, Sweep, hands_off, index_hands, n_hands};
use crate::tables::{Cell, Order, RowSource, RowWriter, Shape};

/// The level of children that do not exist.
const NO_CHILD: u8 = u8::MAX;
/// Equities are rounded to multiples of one over this number.
const PARTS: u64 = 100;

/// The feature of a hand, as [`Feature`](super::Feature) for hold'em.
pub enum DeckFeature {
    /// The levels of its hands on the next street, one for each possible card, in ascending order; the remaining bytes are
    /// 255.
    NextStreet {
        /// The level of every hand of the next street.
        levels: Vec<u8>,
        /// The caller's name for these levels: tables of other levels have other names.
        name: String,
    },
    /// The equity against each cluster of opponents, times 100, rounded to the nearest, halves up.
    Ochs(DeckClusters),
}

/// A table of a feature, before its computation. All cells are counts of 64 bits.
pub struct DeckFeatureTable {
    feature: DeckFeature,
    game: DeckGame,
    street: usize,
    /// The boards of the street. Before the board there is one block without boards.
    boards: Option<BoardBlocks>,
    rows: usize,
    words: usize,
}

impl DeckFeatureTable {
    /// The table of a feature for a street, counted from 0.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street that does not exist, or for the last or one before a round of several cards
    /// if the feature is of the next street; for levels of another number than hands; [`Error::Cancelled`].
    ///
    /// ```
    /// use pokerbits::abstraction::features::{DeckFeature, DeckFeatureTable};
    /// use pokerbits::cards::Deck;
    /// use pokerbits::evaluator::Rules;
    /// use pokerbits::hand_strength::any_deck::DeckGame;
    /// use pokerbits::{runtime::Run, tables::BlockTable};
    /// let leduc = DeckGame::new(Deck::new(3, 2)?, Rules::Standard, &[1, 1])?;
    /// let feature = DeckFeature::NextStreet { levels: vec![7; 15], name: "sevens".into() };
    /// let table = DeckFeatureTable::new(feature, &leduc, 0, &mut Run::new(1))?;
    /// assert_eq!((table.rows(), table.columns()), (3, 1));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(feature: DeckFeature, game: &DeckGame, street: usize, run: &mut Run<'_>) -> Result<Self> {
        let indexer = game.indexer(street)?;
        let words = match &feature {
            DeckFeature::NextStreet { levels, .. } => {
                check_levels(levels, game, street)?;
                n_children(game, street).div_ceil(WORD)
            }
            DeckFeature::Ochs(clusters) => clusters.n().div_ceil(WORD),
        };
        let boards = if street == 0 {
            None
        } else {
            let board = game.board_cards(street);
            Some(BoardBlocks::for_deck(game.deck(), game.hole_cards(), board, WORD * words, run)?)
        };
        let rows = indexer.size(indexer.n_rounds() - 1)? as usize;
        Ok(Self { feature, game: game.clone(), street, boards, rows, words })
    }

    /// The rows of the classes before the board, by a sweep of no board.
    fn first_rows<T: Cell>(
        &self,
        mut sweep: impl Sweep<Count = u64>,
        level: Proven,
        out: RowWriter<'_, T>,
    ) -> Result<()> {
        sweep.take(&[], &mut || Ok(()))?;
        let n = self.game.hole_cards();
        let indexer = self.game.indexer(0)?.at(level);
        let mut hole = [0; 2];
        (0..self.rows).try_for_each(|class| {
            indexer.unindex(0, class as u64, &mut hole[..n])?;
            let (low, high) = (hole[..n].iter().min(), hole[..n].iter().max());
            let (Some(&low), Some(&high)) = (low, high) else { return Ok(()) };
            out.write(class, sweep.row(low, high))
        })
    }
}

/// Cards that can come next for a hand on a street.
fn n_children(game: &DeckGame, street: usize) -> usize {
    game.deck().len() - game.hole_cards() - game.board_cards(street)
}

fn check_levels(levels: &[u8], game: &DeckGame, street: usize) -> Result<()> {
    let next = street + 1;
    if next >= game.n_streets() || game.board_cards(next) != game.board_cards(street) + 1 {
        let name = Street::ALL[street];
        return Err(Error::InvalidArgument(format!("no round of one card follows the {name} of {game}")));
    }
    let expected = game.indexer(next)?.size(1)?;
    if levels.len() as u64 != expected {
        let (found, name) = (levels.len(), Street::ALL[next]);
        return Err(Error::InvalidArgument(format!("{found} levels are not those of the {expected} {name}s")));
    }
    Ok(())
}

impl RowSource for DeckFeatureTable {
    fn identity(&self) -> String {
        let what = match &self.feature {
            DeckFeature::NextStreet { name, .. } => format!("next-street levels={name}"),
            DeckFeature::Ochs(clusters) => format!("ochs-bytes clusters={:?}", clusters.of_class()),
        };
        format!("pokerbits table v{FEATURE_VERSION} {} {} {what}", self.game, Street::ALL[self.street])
    }

    fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: self.words, of: Some(1), max_count: u64::MAX }
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
        let level = run.level();
        match (&self.feature, &self.boards) {
            (DeckFeature::NextStreet { levels, .. }, Some(boards)) => {
                boards.write(blocks, order, out, || Children::new(&self.game, self.street, levels, level), run)
            }
            (DeckFeature::NextStreet { levels, .. }, None) => {
                self.first_rows(Children::new(&self.game, self.street, levels, level)?, level, out)
            }
            (DeckFeature::Ochs(clusters), Some(boards)) => {
                boards.write(blocks, order, out, || Equities::new(&self.game, clusters, level), run)
            }
            (DeckFeature::Ochs(clusters), None) => {
                let rows = DeckSums::first_rows(&self.game, &Measure::Clusters(clusters.clone()), run)?;
                let mut words = try_vec(0, self.words)?;
                rows.chunks_exact(2 * clusters.n()).enumerate().try_for_each(|(class, row)| {
                    equity_bytes(row, &mut words);
                    out.write(class, &words)
                })
            }
        }
    }
}

/// The levels of the children of every hand of a board.
struct Children<'a> {
    game: &'a DeckGame,
    levels: &'a [u8],
    next: HandIndexer,
    n: usize,
    indices: Vec<u64>,
    /// The place of each card in the deck.
    place: [usize; DECK as usize],
    /// The number of children so far of the hand at each slot, and their levels.
    found: Vec<usize>,
    found_levels: Vec<u8>,
    row: Vec<u64>,
}

impl<'a> Children<'a> {
    fn new(game: &'a DeckGame, street: usize, levels: &'a [u8], level: Proven) -> Result<Self> {
        let n = n_children(game, street);
        let mut place = [0; DECK as usize];
        game.deck().cards().ids().zip(0..).for_each(|(card, at)| place[usize::from(card)] = at);
        let slots = hands_off(game.deck().cards(), game.hole_cards(), &[]).count();
        Ok(Self {
            game,
            levels,
            next: game.indexer(street + 1)?.at(level),
            n,
            indices: try_vec(0, slots)?,
            place,
            found: try_vec(0, slots)?,
            found_levels: try_vec(NO_CHILD, slots * n)?,
            row: try_vec(0, n.div_ceil(WORD))?,
        })
    }

    fn slot(&self, low: u8, high: u8) -> usize {
        let (i, k) = (self.place[usize::from(low)], self.place[usize::from(high)]);
        if low == high { k } else { k * k.wrapping_sub(1) / 2 + i }
    }
}

impl Sweep for Children<'_> {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        may_go_on()?;
        self.found.fill(0);
        let (deck, hole_cards) = (self.game.deck().cards(), self.game.hole_cards());
        let mut child = [0; DECK as usize];
        child[..board.len()].copy_from_slice(board);
        for card in deck.ids().filter(|card| !board.contains(card)) {
            child[board.len()] = card;
            let child = &child[..=board.len()];
            index_hands(
                &self.next,
                1,
                child,
                &mut self.indices[..n_hands(deck.len() as usize - child.len(), hole_cards)],
            )?;
            for (at, [low, high]) in hands_off(deck, hole_cards, child).enumerate() {
                let slot = self.slot(low, high);
                self.found_levels[slot * self.n + self.found[slot]] = self.levels[self.indices[at] as usize];
                self.found[slot] += 1;
            }
        }
        for (children, &found) in self.found_levels.chunks_exact_mut(self.n).zip(&self.found) {
            children[..found].sort_unstable();
        }
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        let slot = self.slot(low, high);
        let children = &self.found_levels[slot * self.n..][..self.n];
        for (word, bytes) in self.row.iter_mut().zip(children.chunks(WORD)) {
            let mut padded = [NO_CHILD; WORD];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(padded);
        }
        &self.row
    }
}

/// The equities of every hand of a board against each cluster, one byte each.
struct Equities {
    sums: DeckSums,
    row: Vec<u64>,
}

impl Equities {
    fn new(game: &DeckGame, clusters: &DeckClusters, level: Proven) -> Result<Self> {
        let row = try_vec(0, clusters.n().div_ceil(WORD))?;
        Ok(Self { sums: DeckSums::new(game, Measure::Clusters(clusters.clone()), level)?, row })
    }
}

impl Sweep for Equities {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.sums.take(board, may_go_on)
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        equity_bytes(self.sums.row(low, high), &mut self.row);
        &self.row
    }
}

/// Writes counts against clusters, followed by their totals, as bytes.
fn equity_bytes(counts: &[u64], words: &mut [u64]) {
    words.fill(0);
    let (values, ofs) = counts.split_at(counts.len() / 2);
    for (at, (&value, &of)) in values.iter().zip(ofs).enumerate() {
        // Halves are rounded up: floor(100 value / of + 1/2).
        let byte = (2 * PARTS * value + of).checked_div(2 * of).unwrap_or(0);
        words[at / WORD] |= byte << (8 * (at % WORD));
    }
}
