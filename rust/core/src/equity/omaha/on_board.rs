//! What a board leaves of a range.

/// The hands of one player that a board leaves: cards, strengths and, where they count, lows.
#[derive(Default)]
pub(super) struct OnBoard {
    pub(super) cards: Vec<u64>,
    pub(super) strengths: Vec<u16>,
    pub(super) lows: Vec<u8>,
    pub(super) twins: Vec<u32>,
}
