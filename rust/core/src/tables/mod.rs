//! Tables that are filled block by block, in any order and on any machine: what every kind of table shares.
//!
//! [`BlockTable`] fills, computes and places blocks for whatever implements [`RowSource`]; [`CellsMut`] are the numbers
//! that it writes. Nothing here knows what a row means: the kinds of tables stand in modules below this one, as
//! [`crate::hand_strength::strength_table`] does.

mod block_table;
mod cells;

pub use block_table::{BlockTable, Order, RowSource, RowWriter, Shape};
pub use cells::{Cell, Cells, CellsMut, CountType};
