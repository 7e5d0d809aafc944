//! What a combo meets among its opponents' combos: the weight that it beats and the weight that it ties with.

use std::ops::{Add, Sub};

/// What opponents are counted in: integers, floats, or several of them side by side.
pub trait Weight: Copy + Default + Add<Output = Self> + Sub<Output = Self> {}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> Weight for T {}

/// What one combo meets among the opponents that hold none of its cards and no card of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome<W> {
    /// The weight of the opponents that it beats.
    pub win: W,
    /// The weight of the opponents that it ties with.
    pub tie: W,
}

/// Who is told of outcomes.
pub(super) trait Sink<W> {
    /// What is said of combos that hold a card of the board, and what is said of a combo before the last time, is of no
    /// consequence: nobody needs to leave such combos out.
    const MAY_HEAR_MORE: bool;

    fn one(&mut self, combo: u16, outcome: Outcome<W>);

    /// Four combos, numbered one after the other.
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]);
}
