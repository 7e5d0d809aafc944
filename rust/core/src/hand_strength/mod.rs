//! Hand strength against random hands: of single hands, in batches, and in tables of every hand of a street.
//!
//! On a board of five the hand strength HS of a combo is `(wins + ties / 2) / 990` over the 990 combos that an opponent
//! can hold. Before the river, `E[HS]` and `E[HS^2]` are the means of HS and of its square over every runout of the
//! board. Everything is counted in integers, `2 * wins + ties`; floats appear once, at the end.
//!
//! Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average Rank Strength" (2013), for
//! `HS`, `E[HS]` and `E[HS^2]`.

mod against_range;
#[cfg(any(feature = "binding", test))]
pub mod any_deck;
pub mod ars;
#[cfg(any(feature = "binding", test))]
mod clusters;
mod hand;
pub mod histogram;
mod moments;
mod now;
#[cfg(any(feature = "binding", test))]
pub mod ochs;
mod preflop;
#[cfg(any(feature = "binding", test))]
mod street_hands;
#[cfg(any(feature = "binding", test))]
pub mod strength_table;
mod sweep;

pub use against_range::{
    expected_hand_strength_rows_against, hand_strength_histogram_rows_against, hand_strength_rows_against,
};
pub use moments::{Moments, Power, expected_hand_strength_rows, moments};
pub use now::{HandStrength, hand_strength, hand_strength_rows};
#[cfg(any(feature = "binding", test))]
pub use street_hands::StreetHands;

pub use crate::showdown::street::Street;
