//! Boards, and the strengths and outcomes of every combo on them.
//!
//! A `situation` has the known cards, checked. `runouts` complete its board, and `runout_tallies` are sums over them;
//! `boards` complete it up to suit isomorphism and in chunks. A `board_view` is a whole board as hands see it, and a
//! `board_pattern` counts the boards with one view. An `ordering` sorts combos, a `rank_order` pairs of ranks. The
//! `seen_sums` of weaker hands give every combo its `outcome`. `ranked_board`, `ranked_boards`, `ranked_types`,
//! `pattern_values` and `value_sums` compare all combos.

pub(crate) mod board_pattern;
pub(crate) mod board_rows;
pub(crate) mod board_view;
pub(crate) mod boards;
pub(crate) mod canonical_boards;
pub(crate) mod combo_grid;
#[cfg(any(feature = "binding", test))]
pub mod fraction_table;
pub(crate) mod lanes;
pub(crate) mod ordering;
mod outcome;
pub(crate) mod pattern_values;
mod rank_order;
pub(crate) mod ranked_board;
pub(crate) mod ranked_boards;
pub(crate) mod ranked_types;
mod reach_values;
pub(crate) mod runout_tallies;
pub(crate) mod runouts;
pub(crate) mod seen_sums;
pub(crate) mod situation;
pub(crate) mod street;
pub(crate) mod value_sums;
pub(crate) mod weights;

pub use ranked_boards::{ERROR_BOUND, Pairing, RankedBoards};
pub use weights::Float;
