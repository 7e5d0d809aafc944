//! The ways to count the deals of ranges exactly: private to the crate, they trust what a `Spot` has checked.
//!
//! Two ranges are looked up in a `table` before the flop, or counted board by board (`two`): hand against hand
//! (`pairwise`), or along the order of all hands (`sorted_sweep`). More are solved by pairs of hands without a common card
//! (`many`, over `three`), and few hands are dealt one by one (`deals`). Combos that can hardly be dealt are counted again
//! (`recount`). Hands of four to six cards are those of `omaha`.

mod compare;
pub(crate) mod deals;
pub(crate) mod many;
#[cfg(test)]
mod many_tests;
pub(crate) mod omaha;
mod pairwise;
pub(crate) mod recount;
pub(crate) mod sorted_sweep;
pub(crate) mod symmetrize;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod three;
pub(crate) mod two;

use crate::cards::SuitPermutation;
use crate::evaluator::Rules;
use crate::showdown::ranked_boards::OfCombos;
use crate::showdown::situation::Situation;

/// What is counted: the weights of each player's hands of two cards, none of them with a known card, so small that no sum over
/// deals overflows.
pub(crate) struct Ranges<'a, W> {
    pub(crate) rules: Rules,
    pub(crate) weights: &'a [&'a OfCombos<W>],
    pub(crate) situation: &'a Situation,
    /// The suit permutations that leave weights and known cards as they are, as far as the strategy asks for them.
    pub(crate) symmetry: &'a [SuitPermutation],
}

impl<W> Ranges<'_, W> {
    /// The weights of the first and the last player.
    pub(crate) fn two(&self) -> [&OfCombos<W>; 2] {
        [self.weights[0], self.weights[self.weights.len() - 1]]
    }
}
