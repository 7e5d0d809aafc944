//! Boards as hands see them, and what every hand is worth on them.

pub mod board;
pub mod board_pattern;
pub mod canonical_boards;
pub mod pair_grid;
pub mod pattern_values;
