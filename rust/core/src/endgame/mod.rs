//! Flop, turn and river endgames of hold'em or Omaha between two weighted ranges: counterfactual regret minimisation in vector form,
//! and best responses on real hands.
//!
//! A [`Tree`] is the betting, an [`Endgame`] the betting with a board and ranges. A [`Solver`] learns strategies of hands, or of
//! [`Buckets`] of hands that a player cannot tell apart, and values them: also against the best response, which sees its
//! hand. Vector form: all hands of a player go through the tree at once (Johanson, Waugh, Bowling, Zinkevich, "Accelerating
//! Best Response Calculation in Large Extensive Games", 2011).
//!
//! A `plan` orders the nodes of each street, `boards` are dealt between them, and a `walk` takes `players` through both, with the
//! `numbers` that they have learnt. An iteration learns by `update`, a `response` values what was learnt.

mod all_in;
mod boards;
mod buckets;
mod card_groups;
mod compared;
mod game;
mod hole_cards;
mod kept;
mod numbers;
mod plan;
mod players;
mod response;
mod solver;
mod subset_weights;
mod tree;
mod update;
mod walk;

pub use boards::DealtBoard;
pub use buckets::Buckets;
pub use game::Endgame;
pub use kept::Storage;
pub use numbers::Learnt;
pub use response::{Response, Seen};
pub use solver::Solver;
pub use tree::{Node, Tree};
pub use update::Algorithm;

#[cfg(test)]
mod tests;
