//! The hands of a range that a board leaves.

/// The hands of one player that a board leaves: cards, strengths and, in games with a low, lows.
#[derive(Default)]
pub(crate) struct OnBoard {
    pub(crate) cards: Vec<u64>,
    pub(crate) strengths: Vec<u16>,
    pub(crate) lows: Vec<u8>,
    pub(crate) duplicates: Vec<u32>,
}
