//! Outcomes of a combo against its opponents' combos: the beaten weight and the tied weight.

use std::ops::{Add, Sub};

/// A type of weights: integers, floats, or several of them side by side.
pub trait Weight: Copy + Default + Add<Output = Self> + Sub<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> Weight for T {}

/// The outcome of one combo against the opponents that hold none of its cards and no card of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome<W> {
    /// The weight of the opponents that it beats.
    pub win: W,
    /// The weight of the opponents that it ties with.
    pub tie: W,
}

/// A receiver of outcomes.
pub(super) trait Sink<W> {
    /// Whether outcomes of combos with a card of the board, and repeated outcomes of a combo, are allowed: the last one
    /// counts. Then such combos need not be left out.
    const MAY_HEAR_MORE: bool;

    fn one(&mut self, combo: u16, outcome: Outcome<W>);

    /// Four combos, numbered one after the other.
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]);
}
