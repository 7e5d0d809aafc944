//! Weights as exact numbers: as the decimals that they represent, and as integers.
//!
//! A weight is a float, and represents the shortest decimal that reads back as that float: `decimal` finds it. `integers` turns
//! lists of weights into integers over one denominator, or in the same ratios, whose sums are exact in any order. `quotient`
//! divides such sums, rounding once.

mod decimal;
mod integers;
mod quotient;

pub(crate) use decimal::{difference, product};
pub use integers::{ExactWeights, exact_weights};
pub(crate) use integers::{Ratios, exact_ratios, ratios, short_decimals_to_integers};
pub(crate) use quotient::{floor_of_multiple, quotient};
