//! The buckets of rows of cards: indexed and looked up block by block, without an array of all indices.

use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::runtime::Run;

/// Rows whose indices are kept at a time.
const BLOCK: usize = 1024;
/// Rows of one step of a parallel batch.
const CHUNK: usize = 16 * BLOCK;

/// Looks up each hand of `cards` in `table`: a row has `cards_through(round)` cards, and `out[i] = table[index]`.
///
/// # Errors
/// The errors of [`HandIndexer::index_rows`]; [`Error::InvalidArgument`] for a table whose size is not that of the round.
///
/// ```
/// use pokerbits::{abstraction::buckets::lookup_rows, indexer::HandIndexer, runtime::Run};
/// let preflop = HandIndexer::new(&[2])?;
/// let table: Vec<u16> = (0..169).map(|class| class / 10).collect();
/// let mut out = [0; 2];
/// lookup_rows(&preflop, 0, &[51, 50, 51, 47], &table, &mut out, &mut Run::new(1))?;
/// assert_eq!(out, [9, 16]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn lookup_rows<T: Copy + Send + Sync>(
    indexer: &HandIndexer,
    round: usize,
    cards: &[u8],
    table: &[T],
    out: &mut [T],
    run: &mut Run<'_>,
) -> Result<()> {
    let (width, size) = (indexer.cards_through(round)?, indexer.size(round)?);
    if table.len() as u64 != size {
        let found = table.len();
        return Err(Error::InvalidArgument(format!("a table of {found} numbers for {size} classes of hands")));
    }
    if cards.len() != out.len() * width {
        let (rows, found) = (out.len(), cards.len());
        return Err(Error::InvalidArgument(format!("{found} cards are not {rows} rows of {width}")));
    }
    let chunks = cards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK)).enumerate();
    let level = run.level();
    let total = chunks.len();
    run.for_each(chunks, total, |(chunk, (cards, out))| {
        let mut indices = [0; BLOCK];
        for (block, (cards, out)) in cards.chunks(BLOCK * width).zip(out.chunks_mut(BLOCK)).enumerate() {
            let indices = &mut indices[..out.len()];
            indexer.index_rows(round, cards, indices, &mut Run::new(1).at(level)).map_err(|mut error| {
                let row = error.take_row().unwrap_or(0);
                error.at_row(chunk * CHUNK + block * BLOCK + row)
            })?;
            for (out, &index) in out.iter_mut().zip(&*indices) {
                *out = table[index as usize];
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_blocks_are_looked_up() {
        let flop = HandIndexer::new(&[2, 3]).unwrap();
        let n = 3 * CHUNK + 17;
        let mut cards = vec![0; 5 * n];
        flop.unindex_range(1, 0..n as u64, &mut cards, &mut Run::new(2)).unwrap();
        let table: Vec<u32> = (0..flop.size(1).unwrap() as u32).map(|i| i ^ 0x5555).collect();
        for threads in [1, 2, 3] {
            let mut out = vec![0; n];
            lookup_rows(&flop, 1, &cards, &table, &mut out, &mut Run::new(threads)).unwrap();
            assert!(out == table[..n]);
        }
        let row = 2 * CHUNK + 2 * BLOCK + 5;
        cards[5 * row] = cards[5 * row + 1];
        let failed = lookup_rows(&flop, 1, &cards, &table, &mut vec![0; n], &mut Run::new(2)).unwrap_err();
        assert!(failed.to_string().starts_with(&format!("row {row}: ")), "{failed}");
        assert!(lookup_rows(&flop, 1, &cards, &table[1..], &mut vec![0; n], &mut Run::new(1)).is_err());
        assert!(lookup_rows(&flop, 1, &cards[1..], &table, &mut vec![0; n], &mut Run::new(1)).is_err());
    }
}
