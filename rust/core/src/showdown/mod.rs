//! Boards as hands see them.

pub mod board_pattern;
