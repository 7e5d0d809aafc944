//! The seconds that steps of a count take on one thread, by which strategies are chosen. They were measured on a machine of
//! 2023 and are right within a factor of two or three.

pub(super) const SECONDS_PER_TABLE: f64 = 3e-3;
pub(super) const SECONDS_PER_RANKED_BOARD: f64 = 6e-6;
/// Sums of two ranges for all hands of a ranked board, and to begin and end such sums.
pub(super) const SECONDS_PER_SUMMED_BOARD: f64 = 8e-6;
pub(super) const SECONDS_PER_SORTED_SWEEP: f64 = 12e-6;
/// To compare two hands on a board, and to multiply what they have won by their weights.
pub(super) const SECONDS_PER_PAIR: f64 = 0.35e-9;
pub(super) const SECONDS_PER_WEIGHED_PAIR: f64 = 3e-9;
/// To compare one hand on a runout with every pair of ranks.
pub(super) const SECONDS_PER_RUNOUT_OF_ONE_HAND: f64 = 0.1e-6;
/// Sums of two other players for one hand.
pub(super) const SECONDS_PER_HAND_OF_THREE: f64 = 85e-9;
/// To remove the cards of enumerated hands from the other ranges.
pub(super) const SECONDS_PER_ENUMERATED_HAND: f64 = 3e-6;
pub(super) const SECONDS_PER_DEAL_COUNT: f64 = 5e-3;

/// By the number of folded ranges: to rank a board, to begin a hand of one player, and to compare it with a vector of the
/// other's hands.
pub(super) const SECONDS_PER_BOARD_BESIDE_FOLDED: [f64; 2] = [6e-6, 12e-6];
pub(super) const SECONDS_PER_HAND_BESIDE_FOLDED: [f64; 2] = [40e-9, 150e-9];
pub(super) const SECONDS_PER_TILE_BESIDE_FOLDED: [f64; 2] = [3e-9, 12e-9];

/// Hands of four to six cards: to look one up before the flop, to evaluate one on a board, and to compare two on a board.
pub(super) const SECONDS_PER_LOOKED_UP_HAND: f64 = 0.1e-6;
pub(super) const SECONDS_PER_OMAHA_HAND: f64 = 10e-9;
pub(super) const SECONDS_PER_OMAHA_PAIR: f64 = 1.2e-9;
/// For a range of ranks, and for each hand of both players.
pub(super) const SECONDS_PER_RANGE_OF_RANKS: f64 = 2.0;
pub(super) const SECONDS_PER_HAND_BESIDE_RANKS: f64 = 0.1e-3;

/// Without a board: to list and evaluate a hand, to compare the hands of all players, to copy a hand that leaves the cards of
/// the first players, and to begin and end a sweep.
pub(super) const SECONDS_PER_COMPLETION: f64 = 80e-9;
pub(super) const SECONDS_PER_COMPLETED_DEAL: f64 = 5e-9;
pub(super) const SECONDS_PER_COPIED_HAND: f64 = 3e-9;
pub(super) const SECONDS_PER_COMPLETED_SWEEP: f64 = 1e-6;
