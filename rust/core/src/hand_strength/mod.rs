//! Hand strength against random hands: of single hands, in batches, and in tables of every hand of a street.
//!
//! On a board of five the hand strength HS of a pair of hole cards is `(wins + ties / 2) / 990` over the 990 pairs that
//! an opponent can hold. Before the river, `E[HS]` and `E[HS^2]` are its means over every runout of the board. Everything
//! is counted in integers, `2 * wins + ties`; floats appear once, at the end.
//!
//! Teófilo, Reis, Lopes Cardoso, "Speeding-Up Poker Game Abstraction Computation: Average Rank Strength" (2013), for
//! `HS`, `E[HS]` and `E[HS^2]`.

pub mod ars;
pub mod hands;
pub mod histogram;
pub mod ochs;
mod preflop;
mod street;
pub mod strength_table;
mod sweep;

pub use street::Street;

/// More opponents than this cannot be dealt in.
pub const MAX_OPPONENTS: u32 = 22;

/// `x` to the power of the number of opponents, by repeated multiplication: the same on every machine.
fn against(x: f64, n_opponents: u32) -> f64 {
    (1..n_opponents).fold(x, |product, _| product * x)
}

fn check_opponents(n: u32) -> crate::Result<()> {
    if (1..=MAX_OPPONENTS).contains(&n) {
        return Ok(());
    }
    Err(crate::Error::InvalidArgument(format!("n_opponents = {n}: 1 to {MAX_OPPONENTS} can be dealt in")))
}
