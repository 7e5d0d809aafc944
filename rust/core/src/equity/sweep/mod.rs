//! What all combos of two ranges do against each other over many boards: two ways that give the same sums.
//!
//! Wide ranges rank all combos of a board and take running sums (`ranking`); small ones compare their own hands only
//! (`match_ups`). `boards` lists one board of each orbit under suit permutations, `symmetrize` makes sums over all boards.

pub(super) mod boards;
mod compare;
pub(super) mod match_ups;
pub(super) mod ranking;
pub(super) mod symmetrize;
