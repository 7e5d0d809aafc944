#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! A module imports only modules that stand above it in this list:
//!
//! * `card_name` (private): how a card id prints;
//! * `error` (private): the one error type, which names the reason and the place;
//! * `memory` (feature `binding`): allocations that fail with an error;
//! * [`cards`]: cards, sets of cards, decks, combos and hand classes;
//! * [`combinatorics`]: binomials, colexicographic numbers, subsets, multisets;
//! * `decimals` (private): weights as exact decimals and integers;
//! * [`runtime`]: threads and progress; CPU levels and random numbers (feature `binding`);
//! * `random_hands` (private): random hands, the same on any number of threads;
//! * [`evaluator`]: five to seven cards to a strength from 1 to 7462;
//! * `game` (private): a game as data: the deck, the hole cards, how hands rank;
//! * [`indexer`]: hands to dense indices, up to suit isomorphism, and back;
//! * `showdown` (feature `binding`): boards as hands see them, and the outcomes of every hand on them;
//! * [`ranges`]: ranges of hands, a weight for every combo, and their text notation;
//! * [`equity`]: specific hands and ranges at showdown, counted exactly or sampled;
//! * [`odds`]: exact odds against random hands;
//! * `tables` (feature `binding`): tables of any kind that are filled block by block;
//! * [`mod@hand_strength`]: hand strength against random hands, and averages of it; its tables (feature `binding`);
//! * `abstraction` (feature `binding`): similar hands in buckets;
//! * `endgame` (feature `binding`): turns and rivers between two ranges, solved on buckets, and best responses.
//!
//! At the root are what private modules export, such as [`Game`] and [`Error`], and the most frequent names of the others:
//! [`Card`], [`CardSet`], [`Run`] and functions such as [`evaluate`]. Every other type has one path, in its module.
//!
//! Cards are numbered `4 * rank + suit`, deuce = 0 to ace = 12, suits `c d h s` = 0 to 3. Larger
//! strength is stronger.

// Without the feature, code that serves the bindings alone has no caller, and clippy checks private functions more strictly.
// A macro would write each pair of modules below once, but rustfmt does not format the files of such modules.
#![cfg_attr(not(feature = "binding"), allow(dead_code, unused_imports, clippy::unused_self))]

#[cfg(any(feature = "binding", test))]
pub mod abstraction;
mod card_name;
pub mod cards;
pub mod combinatorics;
mod decimals;
#[cfg(any(feature = "binding", test))]
pub mod endgame;
pub mod equity;
mod error;
pub mod evaluator;
mod game;
pub mod hand_strength;
pub mod indexer;
#[cfg(feature = "binding")]
pub mod memory;
#[cfg(not(feature = "binding"))]
mod memory;
pub mod odds;
mod random_hands;
pub mod ranges;
pub mod runtime;
#[cfg(feature = "binding")]
pub mod showdown;
#[cfg(not(feature = "binding"))]
mod showdown;
#[cfg(feature = "binding")]
pub mod tables;
#[cfg(not(feature = "binding"))]
mod tables;

/// The tests under `tests/` and those in the modules share their helpers, which name the crate as its users do.
#[cfg(test)]
extern crate self as pokerbits;
#[cfg(test)]
mod level_tests;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod testing;

pub use cards::{Card, CardSet, parse_cards};
pub use equity::exact_counts;
#[cfg(feature = "binding")]
pub use error::quoted;
pub use error::{Error, Result, Row};
pub use evaluator::{MAX_STRENGTH, evaluate, evaluate_combos, evaluate_rows};
pub use game::{Game, HoleCardsUsed};
pub use hand_strength::hand_strength;
pub use odds::{odds_vs_random, preflop_odds};
pub use random_hands::random_hands;
pub use runtime::Run;
