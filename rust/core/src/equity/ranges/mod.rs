//! Strategies that count the deals of ranges exactly. They are private to the crate and trust the checks of `Spot`.
//!
//! Two ranges: a `table` before the flop, else board by board (`two`), hand against hand (`pairwise`, with `one_hand` for
//! one against many) or by a sorted sweep (`sorted_sweep`). Three and more: pairs of hands without a common card (`many`, over `three`). Few hands: deal by deal
//! (`deals`). Two ranges beside folded ones: board by board, with the folded hands that each deal leaves (`folded`). Combos that are blocked almost always are counted again (`recount`). `omaha` has
//! hands of four to six cards, `completions` those of games without a board.

mod compare;
pub(crate) mod completions;
pub(crate) mod deals;
pub(crate) mod folded;
pub(crate) mod many;
#[cfg(test)]
mod many_tests;
pub(crate) mod omaha;
pub(crate) mod one_hand;
pub(crate) mod pairwise;
pub(crate) mod recount;
pub(crate) mod sorted_sweep;
pub(crate) mod symmetrize;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod three;
pub(crate) mod two;

use crate::cards::{PerCombo, SuitPermutation};
use crate::evaluator::Rules;
use crate::ranges::ComboSet;
use crate::showdown::situation::Situation;

/// The weights of each player's hands of two cards, and of folded ones. Hands with a known card have weight 0, and no sum over deals overflows.
pub(crate) struct Ranges<'a, W> {
    pub(crate) rules: Rules,
    pub(crate) weights: &'a [&'a PerCombo<W>],
    /// The hands of each player.
    pub(crate) held: &'a [ComboSet],
    /// Those of the folded ranges. Only `deals` and `folded` count with any.
    pub(crate) folded: &'a [&'a PerCombo<W>],
    pub(crate) situation: &'a Situation,
    /// The suit permutations that fix weights and known cards, if the strategy uses them.
    pub(crate) symmetry: &'a [SuitPermutation],
}

impl<W> Ranges<'_, W> {
    /// The weights of the first and the last player.
    pub(crate) fn two(&self) -> [&PerCombo<W>; 2] {
        [self.weights[0], self.weights[self.weights.len() - 1]]
    }
}
