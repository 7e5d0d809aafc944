//! The hands of a street board by board: tables whose rows are found by a [`Sweep`] of each canonical board.
//!
//! All hands of a class have the same canonical board, so every row belongs to exactly one block of boards. A board with
//! symmetries has some classes more than once, with the same numbers each time.

use std::ops::Range;

use super::canonical_boards::CanonicalBoards;
use crate::cards::{CardSet, DECK, Deck};
use crate::combinatorics::pairs;
use crate::error::Result;
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_vec};
use crate::runtime::{MayGoOn, Run};
use crate::tables::{Cell, Entry, Order, RowWriter, Shape};

/// Something that is summed over the runouts of a board for every combo at once.
pub(crate) trait Sweep: Send {
    /// The type of its counts, or of its fractions in a table without counts.
    type Count: Entry;
    /// Forgets the board before and takes one of three to five cards through all its runouts; what takes long asks
    /// whether it may go on.
    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()>;
    /// The counts of a combo, `low < high`, that holds no card of the board.
    fn row(&mut self, low: u8, high: u8) -> &[Self::Count];
}

/// The combos off a board, `[low, high]`, in the order in which the indexer numbers them.
pub(crate) fn combos_off(board: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    pairs_off(CardSet::FULL, board)
}

/// The same for any deck. A loop over these alone is faster than one over [`hands_off`].
fn pairs_off(deck: CardSet, board: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    let (left, n) = left_by(deck, board);
    (0..n).flat_map(move |k| (0..k).map(move |i| [left[i], left[k]]))
}

/// The hands of one or two cards of a deck off a board, in the order of [`index_hands`]: `[low, high]`, a single card
/// twice.
pub(crate) fn hands_off(deck: CardSet, hole_cards: usize, board: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    let (left, n) = left_by(deck, board);
    (0..n).flat_map(move |k| {
        let low = if hole_cards == 1 { k..k + 1 } else { 0..k };
        low.map(move |i| [left[i], left[k]])
    })
}

/// The cards of a deck that a board leaves, ascending, and their number.
#[inline(always)]
fn left_by(deck: CardSet, board: &[u8]) -> ([u8; DECK as usize], usize) {
    let mut left = [0; DECK as usize];
    let mut n = 0;
    for card in deck.ids().filter(|card| !board.contains(card)) {
        left[n] = card;
        n += 1;
    }
    (left, n)
}

/// The number of hands of one or two of `left` cards.
pub(crate) const fn n_hands(left: usize, hole_cards: usize) -> usize {
    if hole_cards == 1 { left } else { pairs(left) }
}

/// The indices of all hands of [`hands_off`] on a board, in a round of a game that deals one or two hole cards.
pub(crate) fn index_hands(indexer: &HandIndexer, round: usize, board: &[u8], out: &mut [u64]) -> Result<()> {
    if indexer.cards_per_round()[0] == 2 && round > 0 {
        return indexer.index_board(round, board, out);
    }
    let n = indexer.cards_per_round()[0];
    let mut hand = [0; DECK as usize + 2];
    hand[n..n + board.len()].copy_from_slice(board);
    for (hole, index) in hands_off(indexer.deck().cards(), n, board).zip(out) {
        hand[..n].copy_from_slice(&hole[..n]);
        *index = indexer.index(round, &hand[..n + board.len()])?;
    }
    Ok(())
}

/// The cells of a block take no more bytes than this, whatever their type, unless it is of one board: a hundred blocks
/// on their way between machines fit in 256 MB.
const BLOCK_BYTES: usize = 2_500_000;

/// The canonical boards of a street, in blocks. Before the board there is one block of all classes of hands.
pub(crate) struct BoardBlocks {
    boards: CanonicalBoards,
    indexer: HandIndexer,
    deck: CardSet,
    hole_cards: usize,
    /// Boards of a block.
    block_boards: usize,
}

impl BoardBlocks {
    /// The boards of `board_cards` cards of a deck, for one or two hole cards, in blocks of rows of a shape.
    pub(crate) fn new(
        deck: Deck,
        hole_cards: usize,
        board_cards: usize,
        shape: &Shape,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        // Blocks of narrow rows have enough boards to be worth a message.
        let most = match board_cards {
            0..=3 => 16,
            4 => 256,
            _ => 2048,
        };
        let boards = CanonicalBoards::for_deck(board_cards, deck, run)?;
        let rounds = if board_cards == 0 { &[hole_cards][..] } else { &[hole_cards, board_cards] };
        let indexer = HandIndexer::for_deck(rounds, deck)?.at(run.level());
        let blocks = Self { boards, indexer, deck: deck.cards(), hole_cards, block_boards: 1 };
        let block_boards = (BLOCK_BYTES / (blocks.board_hands() * shape.row_bytes())).clamp(1, most);
        Ok(Self { block_boards, ..blocks })
    }

    /// Number of hands without a card of a board.
    fn board_hands(&self) -> usize {
        n_hands(self.deck.len() as usize - self.boards.board_size(), self.hole_cards)
    }

    /// Boards of a step, some milliseconds of work at most.
    fn step_boards(&self) -> usize {
        (self.block_boards / 16).max(1)
    }

    /// The boards of some blocks, by their numbers.
    fn boards_of(&self, blocks: Range<usize>) -> Range<usize> {
        let n = self.boards.len();
        n.min(blocks.start * self.block_boards)..n.min(blocks.end * self.block_boards)
    }

    /// The number of blocks.
    pub(crate) fn n_blocks(&self) -> usize {
        self.boards.len().div_ceil(self.block_boards)
    }

    /// As [`crate::tables::RowSource::rows_of_block`].
    pub(crate) fn rows_of_block(&self, block: usize) -> usize {
        match self.boards.board_size() {
            0 => self.indexer.sizes()[0] as usize,
            _ => self.boards_of(block..block + 1).len() * self.board_hands(),
        }
    }

    /// As [`crate::tables::RowSource::indices_of_block`].
    pub(crate) fn indices_of_block(&self, block: usize) -> Result<Vec<u64>> {
        let size = self.boards.board_size();
        if size == 0 {
            return try_collect((0..self.rows_of_block(block) as u64).map(Ok));
        }
        let range = self.boards_of(block..block + 1);
        let mut indices = try_vec(0, range.len() * self.board_hands())?;
        let cards = &self.boards.cards()[range.start * size..range.end * size];
        for (board, indices) in cards.chunks_exact(size).zip(indices.chunks_exact_mut(self.board_hands())) {
            index_hands(&self.indexer, 1, board, indices)?;
        }
        Ok(indices)
    }

    /// As [`crate::tables::RowSource::write_blocks`] on a street with a board, with a sweep for each thread.
    pub(crate) fn write<'a, T: Cell + 'a, S: Sweep + ?Sized + 'a>(
        &'a self,
        blocks: Range<usize>,
        order: Order,
        out: RowWriter<'a, T>,
        // The same code for all types of cells, which is compiled once.
        new_sweep: &(dyn Fn() -> Result<Box<S>> + Sync),
        run: &mut Run<'_>,
    ) -> Result<()> {
        let range = self.boards_of(blocks);
        let start = range.start;
        let new = || {
            let (sweep, indices) = (new_sweep()?, try_vec(0, self.board_hands())?);
            Ok(Box::new(SweptBoards { blocks: self, start, order, out, sweep, indices }) as Box<dyn WriteBoard + 'a>)
        };
        self.write_each(range, &new, run)
    }

    /// Writes the rows of some boards. Only what is done on one board is compiled for each sweep and type of cells.
    fn write_each<'a>(
        &self,
        range: Range<usize>,
        new: &(dyn Fn() -> Result<Box<dyn WriteBoard + 'a>> + Sync),
        run: &mut Run<'_>,
    ) -> Result<()> {
        let step = self.step_boards();
        let steps = range.clone().step_by(step);
        let write = |boards: &mut Box<dyn WriteBoard + 'a>, first: usize, may_go_on: &mut MayGoOn<'_>| {
            (first..range.end.min(first + step)).try_for_each(|at| boards.write(at, may_go_on))
        };
        run.fold(steps, range.len().div_ceil(step), new, write).map(drop)
    }
}

/// Writes the rows of a board, given its number. Each thread has its own.
trait WriteBoard: Send {
    fn write(&mut self, at: usize, may_go_on: &mut MayGoOn<'_>) -> Result<()>;
}

/// Rows that a sweep finds.
struct SweptBoards<'a, T: Cell, S: ?Sized> {
    blocks: &'a BoardBlocks,
    /// The first board of the call.
    start: usize,
    order: Order,
    out: RowWriter<'a, T>,
    sweep: Box<S>,
    /// The index of each row.
    indices: Vec<u64>,
}

impl<T: Cell, S: Sweep + ?Sized> WriteBoard for SweptBoards<'_, T, S> {
    fn write(&mut self, at: usize, may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        let Self { blocks, start, order, out, sweep, indices } = self;
        let BoardBlocks { boards, indexer, deck, hole_cards, .. } = blocks;
        // A local copy stays in registers.
        let (writer, size, n_rows) = (*out, boards.board_size(), indices.len());
        let board = &boards.cards()[at * size..][..size];
        sweep.take(board, may_go_on)?;
        match order {
            Order::OfTable => index_hands(indexer, 1, board, indices)?,
            Order::OfBlock => {
                indices.iter_mut().zip((at - *start) * n_rows..).for_each(|(i, k)| *i = k as u64);
            }
        }
        let mut row = |([low, high], &index): ([u8; 2], &u64)| writer.write(index as usize, sweep.row(low, high));
        if *hole_cards == 2 {
            pairs_off(*deck, board).zip(&*indices).try_for_each(&mut row)
        } else {
            hands_off(*deck, *hole_cards, board).zip(&*indices).try_for_each(&mut row)
        }
    }
}
