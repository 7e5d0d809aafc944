//! Many hands of Omaha, in chunks that threads take. A kernel only reports whether all its hands are valid. If not, they are
//! evaluated one by one to name the first invalid one.

use super::board::{evaluate_omaha_ids, omaha_low_ids};
use super::check_sizes;
use super::kernel;
use super::low::Lows;
use super::rows::PairRows;
use crate::error::{Error, Result};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;

/// Hands that one thread takes at a time.
const CHUNK: usize = 16_384;

/// Does the same with both sizes as constants.
macro_rules! with_sizes {
    ($sizes:expr, $kernel:ident::<H, B>($($argument:expr),+)) => {
        match $sizes {
            (4, 3) => kernel::$kernel::<4, 3>($($argument),+),
            (4, 4) => kernel::$kernel::<4, 4>($($argument),+),
            (4, _) => kernel::$kernel::<4, 5>($($argument),+),
            (5, 3) => kernel::$kernel::<5, 3>($($argument),+),
            (5, 4) => kernel::$kernel::<5, 4>($($argument),+),
            (5, _) => kernel::$kernel::<5, 5>($($argument),+),
            (_, 3) => kernel::$kernel::<6, 3>($($argument),+),
            (_, 4) => kernel::$kernel::<6, 4>($($argument),+),
            (_, _) => kernel::$kernel::<6, 5>($($argument),+),
        }
    };
}

/// Strengths of hands of `hole` cards, four to six, on boards of `board` cards, three to five: each row of `cards` is one
/// hand and its board, `cards[i * (hole + board)..]` to `out[i]`.
///
/// # Errors
/// [`Error::CardCount`]; [`Error::InvalidArgument`] when the lengths disagree; the first row with
/// [`Error::CardOutOfRange`] or [`Error::DuplicateCard`]; [`Error::OutOfMemory`]; [`Error::Cancelled`]. `out` is then
/// partly written.
///
/// ```
/// use pokerbits::{evaluator::evaluate_omaha_rows, runtime::Run};
/// let mut out = [0];
/// let hole_and_board = [51, 47, 0, 1, 43, 39, 35, 2, 3]; // AsKs2c2d QsJsTs2h2s
/// evaluate_omaha_rows(&hole_and_board, 4, 5, &mut out, &mut Run::new(1))?;
/// assert_eq!(out, [7462]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate_omaha_rows(cards: &[u8], hole: usize, board: usize, out: &mut [u16], run: &mut Run<'_>) -> Result<()> {
    check_sizes(hole, board)?;
    let (rows, level) = (PairRows::get()?, run.level());
    let kernel = |cards: &[u8], out: &mut [u16]| with_sizes!((hole, board), strengths::<H, B>(level, rows, cards, out));
    in_chunks(cards, hole, hole + board, out, run, kernel, evaluate_omaha_ids)
}

/// Eight-or-better lows, 1 to 56 or 0 for no low, of rows as [`evaluate_omaha_rows`] takes them.
///
/// # Errors
/// As [`evaluate_omaha_rows`].
pub fn omaha_low_rows(cards: &[u8], hole: usize, board: usize, out: &mut [u8], run: &mut Run<'_>) -> Result<()> {
    check_sizes(hole, board)?;
    let table = Lows::get()?;
    let kernel = |cards: &[u8], out: &mut [u8]| with_sizes!((hole, board), lows::<H, B>(table, cards, out));
    in_chunks(cards, hole, hole + board, out, run, kernel, omaha_low_ids)
}

/// Evaluates some hundreds of rows of `hole` hole cards and five board cards each, on this thread.
#[derive(Clone, Copy)]
pub(crate) struct OmahaRows {
    level: Proven,
    rows: &'static PairRows,
    lows: &'static Lows,
}

impl OmahaRows {
    /// The tables, built at the first call.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn get(level: Proven) -> Result<Self> {
        Ok(Self { level, rows: PairRows::get()?, lows: Lows::get()? })
    }

    /// Their strengths; false if one of them is not a hand.
    pub(crate) fn strengths(self, cards: &[u8], hole: usize, out: &mut [u16]) -> bool {
        with_sizes!((hole, 5), strengths::<H, B>(self.level, self.rows, cards, out))
    }

    /// Their lows; false if one of them is not a hand.
    pub(crate) fn lows(self, cards: &[u8], hole: usize, out: &mut [u8]) -> bool {
        with_sizes!((hole, 5), lows::<H, B>(self.lows, cards, out))
    }
}

/// Passes rows of `width` cards, `hole` of them hole cards, to `kernel` in chunks, and each row to `one` if that fails.
fn in_chunks<T: Send>(
    cards: &[u8],
    hole: usize,
    width: usize,
    out: &mut [T],
    run: &mut Run<'_>,
    kernel: impl Fn(&[u8], &mut [T]) -> bool + Sync,
    one: impl Fn(&[u8], &[u8]) -> Result<T> + Sync,
) -> Result<()> {
    if out.len().checked_mul(width) != Some(cards.len()) {
        let (cards, rows) = (cards.len(), out.len());
        return Err(Error::InvalidArgument(format!("{cards} cards are not {rows} rows of {width}")));
    }
    let chunks = cards.chunks(CHUNK * width).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, cards.len().div_ceil(CHUNK * width), |(chunk, (cards, out))| {
        if kernel(cards, out) {
            return Ok(());
        }
        // Rows that are valid by now are evaluated.
        for ((row, cards), out) in (chunk * CHUNK..).zip(cards.chunks_exact(width)).zip(out) {
            let (hole, board) = cards.split_at(hole);
            *out = one(hole, board).map_err(|error| error.at_row(row))?;
        }
        Ok(())
    })
}
