//! Tables that are filled block by block, in any order and on any machine: the shared part of all kinds of tables.
//!
//! [`BlockTable`] fills, computes and places blocks of any [`RowSource`]; [`CellsMut`] are its cells. Nothing here knows the
//! meaning of a row: the kinds of tables are in modules below this one, such as [`crate::hand_strength::strength_table`].

mod block_table;
mod cells;

pub use block_table::{BlockTable, Order, RowSource, RowWriter, Shape};
pub use cells::{Cell, Cells, CellsMut, CountType, Entry};
