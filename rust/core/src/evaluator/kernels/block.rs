//! The block of hands that the passes work on, small enough that it stays in the first-level cache.

/// Hands in a block.
pub(super) const BLOCK: usize = 256;
/// Bytes of a block of the largest hands, and what a vector load may read beyond.
pub(super) const BLOCK_BYTES: usize = 7 * (BLOCK + 16);

/// The cards of a block, row after row.
pub(super) type BlockCards = [u8; BLOCK_BYTES];
/// The key sum of every row.
pub(super) type Keys = [u32; BLOCK];
/// The strength of every row.
pub(super) type BlockStrengths = [u16; BLOCK];
/// The rows that hold a flush, and what a vector store may write beyond.
pub(super) type FlushRows = [u32; BLOCK + 16];

/// The working memory of a block, reused from block to block.
pub(super) struct Scratch {
    pub(super) cards: BlockCards,
    pub(super) sets: [u64; BLOCK],
    pub(super) keys: Keys,
    pub(super) strengths: BlockStrengths,
    pub(super) flushes: FlushRows,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            cards: [0; BLOCK_BYTES],
            sets: [0; BLOCK],
            keys: [0; BLOCK],
            strengths: [0; BLOCK],
            flushes: [0; BLOCK + 16],
        }
    }
}
