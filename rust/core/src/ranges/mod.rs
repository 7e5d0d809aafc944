//! Ranges of hands: a weight for every combo, sets of Omaha hands, and their text notation.

mod caret;
mod combo_set;
mod decimal;
mod hands;
mod omaha;
mod print;
mod range;
mod text;
mod top;

pub(crate) use combo_set::ComboSet;
pub use hands::Dialect;
pub use omaha::OmahaRange;
pub use range::{ExactWeights, Range};
pub use text::OnConflict;
