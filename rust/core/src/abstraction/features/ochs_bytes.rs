//! The equity of every hand of a board against each cluster of opponents, one byte each.

use super::WORD;
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::MayGoOn;
use crate::showdown::board_rows::Sweep;

/// Equities are rounded to multiples of one over this number.
const PARTS: u64 = 100;

/// The bytes of sums against clusters.
pub(super) struct OchsBytes<S> {
    sums: S,
    row: Vec<u64>,
}

impl<S: Sweep> OchsBytes<S> {
    pub(super) fn new(sums: S, n_clusters: usize) -> Result<Self> {
        Ok(Self { sums, row: try_vec(0, n_clusters.div_ceil(WORD))? })
    }
}

impl<S: Sweep<Count: Into<u64>>> Sweep for OchsBytes<S> {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.sums.take(board, may_go_on)
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        write(self.sums.row(low, high), &mut self.row);
        &self.row
    }
}

/// Writes counts against clusters, followed by their totals, as bytes.
pub(super) fn write<N: Copy + Into<u64>>(counts: &[N], words: &mut [u64]) {
    words.fill(0);
    let (values, ofs) = counts.split_at(counts.len() / 2);
    for (at, (&value, &of)) in values.iter().zip(ofs).enumerate() {
        let (value, of) = (value.into(), of.into());
        // Halves are rounded up: floor(100 value / of + 1/2).
        let byte = (2 * PARTS * value + of).checked_div(2 * of).unwrap_or(0);
        words[at / WORD] |= byte << (8 * (at % WORD));
    }
}
