//! Where the states of the label programme lie: one block for every vector of reserved cards, one entry for every
//! number of edges placed.

/// Most labels that are tracked at once.
pub(super) const MAX_LABELS: usize = super::class_graph::MAX_CLASSES;

/// A vector of reserved cards and where its entries are.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// Its first entry.
    pub(super) start: u32,
    /// Its entries: edges 0, 1, ...
    pub(super) len: u8,
    /// Reserved cards in all.
    pub(super) sum: u8,
    /// Reserved cards by label.
    pub(super) reserved: [u8; MAX_LABELS],
}

/// The blocks of one step, in lexicographic order of their vectors.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) labels: usize,
    pub(super) caps: [u8; MAX_LABELS],
    pub(super) blocks: Vec<Block>,
    pub(super) entries: usize,
    /// Most reserved cards in all.
    pub(super) most: usize,
    /// `before[label][left][x]`: vectors from `label` on, with `left` still to reserve, that begin below `x`.
    before: Vec<u32>,
}

impl Layout {
    fn at(&self, label: usize, left: usize) -> usize {
        (label * (self.most + 1) + left) * (self.most + 2)
    }

    /// Lays out vectors within `caps` and at most `most` in all. `edges(sum)` is the most edges of a block.
    pub(super) fn set(&mut self, caps: &[u8], most: usize, edges: impl Fn(usize) -> usize) {
        self.labels = caps.len();
        self.caps[..caps.len()].copy_from_slice(caps);
        self.most = most;
        self.before.clear();
        self.before.resize(caps.len() * (most + 1) * (most + 2), 0);
        for label in (0..caps.len()).rev() {
            let cap = caps[label] as usize;
            for left in 0..=most {
                let row = self.at(label, left);
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
        let mut reserved = [0u8; MAX_LABELS];
        let mut sum = 0;
        loop {
            let len = edges(sum) + 1;
            self.blocks.push(Block { start: self.entries as u32, len: len as u8, sum: sum as u8, reserved });
            self.entries += len;
            // The next vector: raise the last label that can be raised, clear those after it.
            let mut label = caps.len();
            loop {
                if label == 0 {
                    return;
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

    fn total(&self, label: usize, left: usize) -> u32 {
        self.before[self.at(label, left) + self.most + 1]
    }

    /// The number of the block of a vector within the caps.
    pub(super) fn find(&self, reserved: &[u8]) -> usize {
        let mut left = self.most;
        let mut number = 0;
        for (label, &x) in reserved.iter().enumerate() {
            number += self.before[self.at(label, left) + x as usize] as usize;
            left -= x as usize;
        }
        number
    }
}
