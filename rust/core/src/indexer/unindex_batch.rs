//! Batches of indices to canonical hands and class sizes, in parallel.

use std::ops::Range;

use super::batch::{IndexRows, chunk_rows};
use super::bits::{self, BitKernel, Bits};
use super::bucket_order::{are_scattered, by_bucket};
use super::hand_indexer::HandIndexer;
use super::unindex::class_size;
use super::walk::Walk;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::Run;

impl HandIndexer {
    /// The canonical hands of indices of `round`, a row of `cards_through(round)` cards each, into `out`.
    pub fn unindex_rows(&self, round: usize, indices: &[u64], out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        self.canonical_hands(round, &IndexBatch::Listed(indices), out, run)
    }

    /// The canonical hands of consecutive indices of `round`, which need no array of their own.
    ///
    /// ```
    /// use pokerbits::{indexer::HandIndexer, runtime::Run};
    /// let preflop = HandIndexer::new(&[2])?;
    /// let mut out = [0; 6];
    /// preflop.unindex_range(0, 0..3, &mut out, &mut Run::new(1))?;
    /// assert_eq!(out, [0, 1, 4, 1, 4, 5]); // 2c 2d, 3c 2d, 3c 3d
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn unindex_range(&self, round: usize, indices: Range<u64>, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        self.check_range(round, &indices)?;
        self.canonical_hands(round, &IndexBatch::Range(indices), out, run)
    }

    fn canonical_hands(&self, round: usize, indices: &IndexBatch<'_>, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        let width = self.cards_through(round)?;
        Self::check_rows("cards", indices.len(), width, out.len())?;
        let (level, chunk) = (run.level(), chunk_rows(indices.len()));
        let chunks = out.chunks_mut(chunk * width).enumerate();
        run.for_each(chunks, indices.len().div_ceil(chunk), |(at, out)| {
            let first_row = at * chunk;
            let indices = indices.part(first_row, out.len() / width);
            bits::run(level, UnindexRows { indexer: self, round, indices, first_row, out })
        })
    }

    /// The canonical hands of the classes of some hands, row for row.
    pub fn canonical_rows(&self, round: usize, cards: &[u8], out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
        let width = self.cards_through(round)?;
        let n_rows = cards.len() / width;
        Self::check_rows("cards", n_rows, width, cards.len())?;
        Self::check_rows("canonical cards", n_rows, width, out.len())?;
        let (level, chunk) = (run.level(), chunk_rows(n_rows));
        let chunks = cards.chunks(chunk * width).zip(out.chunks_mut(chunk * width)).enumerate();
        run.for_each(chunks, n_rows.div_ceil(chunk), |(at, (cards, out))| {
            let first_row = at * chunk;
            let mut indices = try_vec(0, cards.len() / width)?;
            bits::run(level, IndexRows { indexer: self, round, seen: 1, cards, first_row, out: &mut indices })?;
            let indices = IndexBatch::Listed(&indices);
            bits::run(level, UnindexRows { indexer: self, round, indices, first_row, out })
        })
    }

    /// The number of deals in the class of each index of `round`; see [`HandIndexer::multiplicity`].
    pub fn multiplicity_rows(&self, round: usize, indices: &[u64], out: &mut [u64], run: &mut Run<'_>) -> Result<()> {
        self.check_round(round)?;
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
        Self::check_rows("multiplicities", indices.len(), 1, out.len())?;
        let chunk = chunk_rows(indices.len());
        run.for_each(out.chunks_mut(chunk).enumerate(), indices.len().div_ceil(chunk), |(at, out)| {
            let first_row = at * chunk;
            let indices = indices.part(first_row, out.len());
            for (k, out) in out.iter_mut().enumerate() {
                let index = indices.get(k);
                self.check_index(round, index, Some(first_row + k))?;
                *out = class_size(self.n_suits(), &self.rounds[round], index);
            }
            Ok(())
        })
    }

    fn check_range(&self, round: usize, indices: &Range<u64>) -> Result<()> {
        self.check_round(round)?;
        if indices.start > indices.end {
            return Err(Error::InvalidArgument(format!("the range {indices:?} of indices ends before it starts")));
        }
        if indices.end > self.rounds[round].size { self.check_index(round, indices.end - 1, None) } else { Ok(()) }
    }
}

/// The indices of a batch: a list, or consecutive ones.
pub(super) enum IndexBatch<'a> {
    Listed(&'a [u64]),
    Range(Range<u64>),
}

impl IndexBatch<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Listed(list) => list.len(),
            Self::Range(range) => usize::try_from(range.end - range.start).unwrap_or(usize::MAX),
        }
    }

    /// `n` of them from `first` on.
    fn part(&self, first: usize, n: usize) -> Self {
        match self {
            Self::Listed(list) => Self::Listed(&list[first..first + n]),
            Self::Range(range) => {
                let start = range.start + first as u64;
                Self::Range(start..start + n as u64)
            }
        }
    }

    /// Whether `n` of them from `first` on, all below `size`, are better sorted. Another thread may write to them.
    fn are_scattered(&self, first: usize, n: usize, size: u64) -> bool {
        match self {
            Self::Listed(list) => are_scattered(&list[first..first + n], size),
            Self::Range(_) => false,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> u64 {
        match self {
            Self::Listed(list) => list[at],
            Self::Range(range) => range.start + at as u64,
        }
    }
}

/// Rows that are put in order together.
const BLOCK: usize = 4096;

struct UnindexRows<'a> {
    indexer: &'a HandIndexer,
    round: usize,
    indices: IndexBatch<'a>,
    first_row: usize,
    out: &'a mut [u8],
}

impl BitKernel for UnindexRows<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Result<()> {
        let Self { indexer, round, indices, first_row, out } = self;
        let rounds = &indexer.rounds[..=round];
        let (size, width) = (rounds[round].size, rounds[round].through);
        let mut walk = Walk::new(&indexer.deck, rounds);
        for (block, out) in out.chunks_mut(BLOCK * width).enumerate() {
            let (first, n_rows) = (block * BLOCK, out.len() / width);
            let check = |row: usize, index: u64| indexer.check_index(round, index, Some(first_row + first + row));
            if indices.are_scattered(first, n_rows, size) {
                let copy = try_collect((0..n_rows).map(|row| {
                    let index = indices.get(first + row);
                    check(row, index).map(|()| index)
                }))?;
                for row in by_bucket(&copy, size)? {
                    let row = usize::from(row);
                    walk.go_to(bits, copy[row], &mut out[row * width..(row + 1) * width]);
                }
            } else {
                for (row, out) in out.chunks_exact_mut(width).enumerate() {
                    let index = indices.get(first + row);
                    if index >= size {
                        return check(row, index);
                    }
                    walk.go_to(bits, index, out);
                }
            }
        }
        Ok(())
    }
}
