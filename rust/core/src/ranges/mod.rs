//! Ranges of hands: a weight for every combo, sets of Omaha hands, and their text notation.

mod caret;
mod characters;
mod combo_set;
mod hands;
mod omaha;
mod print;
mod range;
mod text;
mod top;

pub(crate) use combo_set::ComboSet;
pub use hands::Dialect;
#[cfg(not(feature = "omaha-odds"))]
pub use omaha::give_omaha_odds;
pub(crate) use omaha::pack_omaha_odds;
pub use omaha::{OmahaOdds, OmahaRange, omaha_odds, omaha_top_share, omaha_top_shares};
pub use range::Range;
pub use text::OnConflict;
pub use top::top_share;

pub use crate::decimals::{ExactWeights, exact_weights};
