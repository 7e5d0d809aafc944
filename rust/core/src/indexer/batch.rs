//! Batches of hands to indices: one result per row, in parallel.
//!
//! Rows are copied to the stack before they are checked, a block at a time: another thread of the caller may write to a
//! borrowed array during the call.

use super::bits::{self, BitKernel, Bits};
use super::deal_state::{DealState, STATE_WORDS};
use super::hand_indexer::HandIndexer;
use crate::error::{Error, Result, Row};
use crate::runtime::Run;

/// Rows of one step of a parallel batch: a tenth of a millisecond or so.
const CHUNK: usize = 4096;
/// A batch of this many rows takes as long as waking a second thread.
const SMALL_BATCH: usize = 4 * CHUNK;

/// The rows of a step of a batch of `n_rows`.
pub(super) fn chunk_rows(n_rows: usize) -> usize {
    if n_rows <= SMALL_BATCH { SMALL_BATCH } else { CHUNK }
}
/// Rows that are copied together.
const BLOCK: usize = 32;
/// The longest row.
const MAX_ROW: usize = 52;

impl HandIndexer {
    /// The indices in `round` of the hands in `cards`, one a row of `cards_through(round)` cards, into `out`.
    ///
    /// ```
    /// use pokerbits::{indexer::HandIndexer, runtime::Run};
    /// let preflop = HandIndexer::new(&[2])?;
    /// let mut out = [0; 3];
    /// preflop.index_rows(0, &[51, 50, 51, 47, 0, 5], &mut out, &mut Run::new(1))?;
    /// assert_eq!(out, [90, 168, 1]);
    /// let duplicate = preflop.index_rows(0, &[51, 50, 8, 8, 0, 5], &mut out, &mut Run::new(1));
    /// assert_eq!(duplicate.unwrap_err().to_string(), "row 1: card 4c (id 8) appears more than once");
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn index_rows(&self, round: usize, cards: &[u8], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        self.index_seen(round, 1, cards, out, run)
    }

    /// The indices in every round of the hands in `cards`, one a row of all the game's cards; `out` has a row of
    /// `n_rounds()` indices for each.
    pub fn index_all_rows(&self, cards: &[u8], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        self.index_seen(self.n_rounds() - 1, self.n_rounds(), cards, out, run)
    }

    /// The indices of hands in the last `seen` rounds up to `round`.
    fn index_seen(&self, round: usize, seen: usize, cards: &[u8], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        let (width, n_rows) = (self.cards_through(round)?, out.len() / seen);
        Self::check_rows("indices", n_rows, seen, out.len())?;
        Self::check_rows("cards", n_rows, width, cards.len())?;
        let (level, chunk) = (run.level(), chunk_rows(n_rows));
        let chunks = cards.chunks(chunk * width).zip(out.chunks_mut(chunk * seen)).enumerate();
        run.for_each(chunks, n_rows.div_ceil(chunk), |(at, (cards, out))| {
            bits::run(level, IndexRows { indexer: self, round, seen, cards, first_row: at * chunk, out })
        })
    }

    /// The states of hands to which nothing has been dealt, [`STATE_WORDS`] words each.
    pub fn start(&self, states: &mut [u64]) -> Result<()> {
        Self::check_rows("states", states.len() / STATE_WORDS, STATE_WORDS, states.len())?;
        states
            .chunks_exact_mut(STATE_WORDS)
            .for_each(|state| state.copy_from_slice(&DealState::START.to_words(0, self.code)));
        Ok(())
    }

    /// Deals `round` to hands that have been dealt the rounds before it: `states` and `cards` hold a row a hand, the
    /// cards of this round only; the new states and the indices go to `extended` and `out`.
    ///
    /// A walk down a game tree pays only for the round that it deals. A state identifies its game and round: one of another
    /// game or round is [`Error::InvalidRow`].
    ///
    /// ```
    /// use pokerbits::{indexer::{HandIndexer, STATE_WORDS}, runtime::Run};
    /// let holdem = HandIndexer::new(&[2, 3, 1, 1])?;
    /// let (mut start, mut preflop, mut flop) = ([0; STATE_WORDS], [0; STATE_WORDS], [0; STATE_WORDS]);
    /// let mut index = [0];
    /// holdem.start(&mut start)?;
    /// holdem.extend(0, &start, &[22, 26], &mut preflop, &mut index, &mut Run::new(1))?;
    /// assert_eq!(index, [111]);
    /// holdem.extend(1, &preflop, &[34, 21, 42], &mut flop, &mut index, &mut Run::new(1))?;
    /// assert_eq!(index, [1_242_274]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn extend(
        &self,
        round: usize,
        states: &[u64],
        cards: &[u8],
        extended: &mut [u64],
        out: &mut [u64],
        run: &mut Run<'_>,
    ) -> Result<()> {
        self.check_round(round)?;
        let width = self.rounds[round].cards;
        let n_rows = out.len();
        Self::check_rows("states", n_rows, STATE_WORDS, states.len())?;
        Self::check_rows("new states", n_rows, STATE_WORDS, extended.len())?;
        Self::check_rows("cards of the round", n_rows, width, cards.len())?;
        let (level, chunk) = (run.level(), chunk_rows(n_rows));
        let old = states.chunks(chunk * STATE_WORDS).zip(cards.chunks(chunk * width));
        let new = extended.chunks_mut(chunk * STATE_WORDS).zip(out.chunks_mut(chunk));
        run.for_each(old.zip(new).enumerate(), n_rows.div_ceil(chunk), |(at, ((states, cards), (extended, out)))| {
            let first_row = at * chunk;
            bits::run(level, ExtendRows { indexer: self, round, states, cards, first_row, extended, out })
        })
    }
}

/// Rows of cards, each copied before `work` sees it with its number.
#[inline(always)]
fn for_each_copied_row(cards: &[u8], width: usize, mut work: impl FnMut(usize, &[u8]) -> Result<()>) -> Result<()> {
    let mut copy = [0; BLOCK * MAX_ROW];
    for (block, rows) in cards.chunks(BLOCK * width).enumerate() {
        let copy = &mut copy[..rows.len()];
        copy.copy_from_slice(rows);
        for (k, row) in copy.chunks_exact(width).enumerate() {
            work(block * BLOCK + k, row)?;
        }
    }
    Ok(())
}

/// Hands to their indices in the last `seen` rounds up to `round`.
pub(super) struct IndexRows<'a> {
    pub(super) indexer: &'a HandIndexer,
    pub(super) round: usize,
    pub(super) seen: usize,
    pub(super) cards: &'a [u8],
    pub(super) first_row: usize,
    pub(super) out: &'a mut [u64],
}

impl BitKernel for IndexRows<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<()> {
        let Self { indexer, round, seen, cards, first_row, out } = self;
        for_each_copied_row(cards, indexer.rounds[round].through, |row, cards| {
            let out = &mut out[row * seen..][..seen];
            indexer.deal(bits, round, cards, Some(first_row + row), out).map(drop)
        })
    }
}

struct ExtendRows<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    states: &'a [u64],
    cards: &'a [u8],
    first_row: usize,
    extended: &'a mut [u64],
    out: &'a mut [u64],
}

impl BitKernel for ExtendRows<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<()> {
        let Self { indexer, round: at, states, cards, first_row, extended, out } = self;
        let round = &indexer.rounds[at];
        let before = at.checked_sub(1).map(|at| &indexer.rounds[at]);
        let states = states.as_chunks::<STATE_WORDS>().0;
        let extended = extended.as_chunks_mut::<STATE_WORDS>().0;
        for_each_copied_row(cards, round.cards, |row, cards| {
            let state = states[row];
            let Some(mut deal) = DealState::from_words(&state, at, indexer.code, before) else {
                let reason = format!("not a state of this game before round {at}");
                return Err(Error::InvalidRow { row: Row(Some(first_row + row)), reason });
            };
            if !deal.step(bits, &indexer.deck, round, cards) {
                return Err(indexer.reject(deal.used(), cards, Some(first_row + row)));
            }
            extended[row] = deal.to_words(at + 1, indexer.code);
            out[row] = deal.index(round);
            Ok(())
        })
    }
}
