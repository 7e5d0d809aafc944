//! The equity of every hand of a board against each cluster of opponents, one byte each.

use crate::error::Result;
use crate::hand_strength::Street;
use crate::hand_strength::ochs::{ClusterSums, Clusters};
use crate::memory::try_vec;
use crate::runtime::MayGoOn;
use crate::runtime::cpu::Proven;
use crate::showdown::board_rows::Sweep;

use super::WORD;

/// Equities are rounded to multiples of one over this number.
const PARTS: u64 = 100;

pub(super) struct OchsBytes {
    sums: ClusterSums,
    n: usize,
    row: Vec<u64>,
}

impl OchsBytes {
    pub(super) fn new(clusters: &Clusters, street: Street, level: Proven) -> Result<Self> {
        let row = try_vec(0, clusters.n().div_ceil(WORD))?;
        Ok(Self { sums: ClusterSums::new(clusters, street, level)?, n: clusters.n(), row })
    }
}

impl Sweep for OchsBytes {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.sums.take(board, may_go_on)
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        let (values, ofs) = self.sums.row(low, high).split_at(self.n);
        self.row.fill(0);
        for (at, (&value, &of)) in values.iter().zip(ofs).enumerate() {
            let (value, of) = (u64::from(value), u64::from(of));
            // Halves are rounded up: floor(100 value / of + 1/2).
            let byte = (2 * PARTS * value + of).checked_div(2 * of).unwrap_or(0);
            self.row[at / WORD] |= byte << (8 * (at % WORD));
        }
        &self.row
    }
}
