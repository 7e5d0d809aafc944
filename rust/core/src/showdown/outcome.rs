//! Outcomes of a combo against its opponents' combos: the beaten weight and the tied weight.

use std::ops::{Add, Sub};

use crate::cards::COMBO_COUNT;

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
pub(super) trait Sink<W: Copy> {
    /// Whether outcomes of combos with a card of the board, and repeated outcomes of a combo, are allowed: the last one
    /// counts. Then such combos need not be left out.
    const MAY_HEAR_MORE: bool;

    fn one(&mut self, combo: u16, outcome: Outcome<W>);

    /// Four combos, numbered one after the other.
    #[inline(always)]
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]) {
        for (combo, (win, tie)) in (first..).zip(win.into_iter().zip(tie)) {
            self.one(combo, Outcome { win, tie });
        }
    }
}

/// Tells a function.
pub(super) struct Told<F>(pub(super) F);

impl<W: Copy, F: FnMut(u16, Outcome<W>)> Sink<W> for Told<F> {
    const MAY_HEAR_MORE: bool = false;

    #[inline(always)]
    fn one(&mut self, combo: u16, outcome: Outcome<W>) {
        (self.0)(combo, outcome);
    }
}

/// Writes what `number` makes of the weights, at the number of each combo.
pub(super) struct Written<'a, T, F> {
    pub(super) win: &'a mut [T; COMBO_COUNT],
    pub(super) tie: &'a mut [T; COMBO_COUNT],
    pub(super) number: F,
}

impl<W: Copy, T, F: Fn(W) -> T> Sink<W> for Written<'_, T, F> {
    const MAY_HEAR_MORE: bool = true;

    #[inline(always)]
    fn one(&mut self, combo: u16, outcome: Outcome<W>) {
        self.win[usize::from(combo)] = (self.number)(outcome.win);
        self.tie[usize::from(combo)] = (self.number)(outcome.tie);
    }

    #[inline(always)]
    fn four(&mut self, first: u16, win: [W; 4], tie: [W; 4]) {
        let wins = &mut self.win[usize::from(first)..][..4];
        let ties = &mut self.tie[usize::from(first)..][..4];
        for i in 0..4 {
            wins[i] = (self.number)(win[i]);
            ties[i] = (self.number)(tie[i]);
        }
    }
}
