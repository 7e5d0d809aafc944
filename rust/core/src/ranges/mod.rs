//! Ranges of hands: a weight for every combo, and the text in which people write them.

mod combo_set;
mod decimal;
mod hands;
mod print;
mod range;
mod text;
mod top;

pub(crate) use combo_set::ComboSet;
pub use hands::Dialect;
pub use range::{ExactWeights, Range};
pub use text::OnConflict;
