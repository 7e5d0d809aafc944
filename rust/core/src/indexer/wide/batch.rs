//! Batches of hands and indices of a wide deck: one result per row, in parallel.
//!
//! A row of cards is copied before it is checked: another thread of the caller may write to a borrowed array during the call.

use std::ops::Range;

use super::super::batch::chunk_rows;
use super::super::unindex_batch::IndexBatch;
use super::deck::MAX_CARDS;
use super::indexer::WideIndexer;
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::runtime::Run;

/// Calls `work` with the number of every row and its `width` items of `out`. An error has the row.
fn for_rows<T: Send>(
    out: &mut [T],
    width: usize,
    run: &mut Run<'_>,
    work: &(dyn Fn(usize, &mut [T]) -> Result<()> + Sync),
) -> Result<()> {
    let n_rows = out.len() / width;
    let chunk = chunk_rows(n_rows);
    run.for_each(out.chunks_mut(chunk * width).enumerate(), n_rows.div_ceil(chunk), |(at, out)| {
        for (row, out) in (at * chunk..).zip(out.chunks_mut(width)) {
            work(row, out).map_err(|error| error.at_row(row))?;
        }
        Ok(())
    })
}

/// The private copy of a row of cards.
struct Copied([u8; MAX_CARDS], usize);

impl Copied {
    fn row(cards: &[u8], row: usize, width: usize) -> Self {
        let mut copy = [0; MAX_CARDS];
        copy[..width].copy_from_slice(&cards[row * width..][..width]);
        Self(copy, width)
    }

    fn cards(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

impl WideIndexer {
    /// The indices in `round` of the hands in `cards`, one a row of `cards_through(round)` cards, into `out`.
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
        HandIndexer::check_rows("indices", n_rows, seen, out.len())?;
        HandIndexer::check_rows("cards", n_rows, width, cards.len())?;
        for_rows(out, seen, run, &|row, out| self.deal(round, Copied::row(cards, row, width).cards(), out))
    }

    /// The canonical hands of indices of `round`, a row of `cards_through(round)` cards each, into `out`.
    pub fn unindex_rows(&self, round: usize, indices: &[u64], out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        self.canonical_hands(round, &IndexBatch::Listed(indices), out, run)
    }

    /// The canonical hands of consecutive indices of `round`, which need no array of their own.
    pub fn unindex_range(&self, round: usize, indices: Range<u64>, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        self.check_range(round, &indices)?;
        self.canonical_hands(round, &IndexBatch::Range(indices), out, run)
    }

    fn canonical_hands(&self, round: usize, indices: &IndexBatch<'_>, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        let width = self.cards_through(round)?;
        HandIndexer::check_rows("cards", indices.len(), width, out.len())?;
        for_rows(out, width, run, &|row, out| {
            let index = indices.get(row);
            self.check_index(round, index, Some(row))?;
            self.deal_index(round, index, out);
            Ok(())
        })
    }

    /// The canonical hands of the classes of some hands, row for row.
    pub fn canonical_rows(&self, round: usize, cards: &[u8], out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        let width = self.cards_through(round)?;
        let n_rows = cards.len() / width;
        HandIndexer::check_rows("cards", n_rows, width, cards.len())?;
        HandIndexer::check_rows("canonical cards", n_rows, width, out.len())?;
        for_rows(out, width, run, &|row, out| {
            let mut index = [0];
            self.deal(round, Copied::row(cards, row, width).cards(), &mut index)?;
            self.deal_index(round, index[0], out);
            Ok(())
        })
    }

    /// The number of deals in the class of each index of `round`; see [`WideIndexer::multiplicity`].
    pub fn multiplicity_rows(&self, round: usize, indices: &[u64], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        self.multiplicities(round, &IndexBatch::Listed(indices), out, run)
    }

    /// The number of deals in the classes of consecutive indices of `round`.
    pub fn multiplicity_range(
        &self,
        round: usize,
        indices: Range<u64>,
        out: &mut [u64],
        run: &mut Run<'_>,
    ) -> Result<()> {
        self.check_range(round, &indices)?;
        self.multiplicities(round, &IndexBatch::Range(indices), out, run)
    }

    fn multiplicities(&self, round: usize, indices: &IndexBatch<'_>, out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        self.round(round)?;
        HandIndexer::check_rows("multiplicities", indices.len(), 1, out.len())?;
        for_rows(out, 1, run, &|row, out| {
            let index = indices.get(row);
            self.check_index(round, index, Some(row))?;
            out[0] = self.class_size(round, index);
            Ok(())
        })
    }

    fn check_range(&self, round: usize, indices: &Range<u64>) -> Result<()> {
        if indices.start > indices.end {
            return Err(Error::InvalidArgument(format!("the range {indices:?} of indices ends before it starts")));
        }
        if indices.end > self.size(round)? { self.check_index(round, indices.end - 1, None) } else { Ok(()) }
    }
}
