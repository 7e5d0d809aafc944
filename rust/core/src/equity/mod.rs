//! How often hands win and tie at showdown: specific hands, and ranges.
//!
//! There are three entry points: [`exact_counts`] of specific hands, a [`Plan`] for the exact equity of a [`Spot`], and
//! [`sampled_equity`] of a spot. A spot is checked once; the plan chooses the fastest strategy of `ranges`. `rows` has many
//! spots of specific hands, `combo_equity` every hand against a range. Folded ranges of a spot (`ranges/folded`) are the
//! ranges of players who have folded. `subset_sums` counts the hands of more than two cards that share none with a hand.
//! [`preflop_class_equities`] and [`preflop_combo_counts`] are the matrices of all hands before the flop, and `three_way` has
//! the table of three hand classes.

mod combo_counts;
mod combo_equity;
mod costs;
mod counts;
mod given;
mod omaha_hands;
mod outcomes;
mod plan;
mod ranges;
mod rows;
mod sampled;
mod spot;
pub(crate) mod subset_sums;
#[cfg(any(feature = "binding", test))]
mod three_way;

pub use combo_equity::combo_equity;
pub use counts::{MAX_PLAYERS, ShowdownCounts};
pub use given::exact_counts;
pub use omaha_hands::{
    OMAHA_HANDS, OMAHA_PREFLOP_PARTS, OmahaWeights, compute_omaha_odds, omaha_hand_equity, omaha_preflop_counts,
};
pub use outcomes::{Outcomes, SpotEquity};
pub use plan::Plan;
pub use ranges::folded::{combo_deals_beside_folded, combo_equity_beside_folded};
pub(crate) use ranges::one_hand::wins_and_ties;
pub use ranges::table::{Matchup, compute_matchups, matchup, preflop_class_equities, preflop_combo_counts};
pub(crate) use ranges::two::runouts;
pub use rows::{EquityRows, equity_rows};
pub use sampled::{Estimate, MOST_SAMPLES, Sampling, sampled_equity};
pub use spot::{Player, Spot};
#[cfg(any(feature = "binding", test))]
pub use three_way::{ClassOutcomes, ThreeWayTable, three_way_outcomes};
