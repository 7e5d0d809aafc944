//! The layout of the states of the dynamic programme in memory: a block for every vector of reserved cards, with an entry
//! for every number of placed edges.

use super::class_graph::MAX_CLASSES;
use crate::error::Result;
use crate::memory::{try_push, try_resize};

/// A vector of reserved cards, and the place of its entries.
#[derive(Clone, Copy)]
pub(super) struct EntryBlock {
    /// The index of its first entry, without placed edges.
    pub(super) start: u32,
    /// The number of its entries: 0, 1, ..., len - 1 placed edges.
    pub(super) len: u8,
    /// The number of reserved cards of all labels.
    pub(super) sum: u8,
    /// The number of reserved cards of each label.
    pub(super) reserved: [u8; MAX_CLASSES],
}

/// The blocks after one step of the programme, in lexicographic order of their vectors.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) labels: usize,
    /// Maximum number of reserved cards of each label.
    pub(super) caps: [u8; MAX_CLASSES],
    pub(super) blocks: Vec<EntryBlock>,
    /// The entries of all blocks.
    pub(super) entries: usize,
    /// Maximum number of reserved cards of all labels together.
    pub(super) most: usize,
    /// Ranks vectors, as binomials rank sets. The row (label, left) counts the ways to reserve at most `left` cards of
    /// `label` and the labels after it: entry x counts those with fewer than x cards of `label`, the last entry all.
    before: Vec<u32>,
}

impl Layout {
    /// Where the row (label, left) of `before` begins.
    fn row(&self, label: usize, left: usize) -> usize {
        (label * (self.most + 1) + left) * (self.most + 2)
    }

    /// Lays out all vectors with at most `caps[l]` cards of label l and at most `most` cards together. A block with `sum`
    /// reserved cards has entries for up to `edges(sum)` placed edges.
    pub(super) fn set(&mut self, caps: &[u8], most: usize, edges: &dyn Fn(usize) -> usize) -> Result<()> {
        self.labels = caps.len();
        self.caps[..caps.len()].copy_from_slice(caps);
        self.most = most;
        self.before.clear();
        try_resize(&mut self.before, caps.len() * (most + 1) * (most + 2), 0)?;
        for label in (0..caps.len()).rev() {
            let cap = caps[label] as usize;
            for left in 0..=most {
                let row = self.row(label, left);
                let mut total = 0;
                for x in 0..=left.min(cap) {
                    self.before[row + x] = total;
                    total += if label + 1 == caps.len() { 1 } else { self.total(label + 1, left - x) };
                }
                self.before[row + most + 1] = total;
            }
        }
        self.blocks.clear();
        self.entries = 0;
        let mut reserved = [0u8; MAX_CLASSES];
        let mut sum = 0;
        loop {
            let len = edges(sum) + 1;
            let block = EntryBlock { start: self.entries as u32, len: len as u8, sum: sum as u8, reserved };
            try_push(&mut self.blocks, block)?;
            self.entries += len;
            // The next vector: increment the last number that can grow, and set the numbers after it to 0.
            let mut label = caps.len();
            loop {
                if label == 0 {
                    return Ok(());
                }
                label -= 1;
                if reserved[label] < caps[label] && sum < most {
                    reserved[label] += 1;
                    sum += 1;
                    break;
                }
                sum -= reserved[label] as usize;
                reserved[label] = 0;
            }
        }
    }

    /// The number of ways to reserve at most `left` cards of `label` and the labels after it.
    fn total(&self, label: usize, left: usize) -> u32 {
        self.before[self.row(label, left) + self.most + 1]
    }

    /// The index in `blocks` of the vector `reserved`, which must be within the caps.
    pub(super) fn find(&self, reserved: &[u8]) -> usize {
        let mut left = self.most;
        let mut number = 0;
        for (label, &x) in reserved.iter().enumerate() {
            number += self.before[self.row(label, left) + x as usize] as usize;
            left -= x as usize;
        }
        number
    }
}
