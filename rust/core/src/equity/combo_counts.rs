//! Wins and shared pots of each combo against the ranges of the others, summed over their combos and over boards.

use std::iter::Sum;
use std::ops::Mul;

use crate::cards::COMBO_COUNT;
use crate::decimals::quotient;
use crate::error::Result;
use crate::memory::try_zeros;
use crate::showdown::ranked_board::Weight;

/// The weight of deals: integers, which are exact, or floats, for weights that are not short decimals.
pub(crate) trait Amount: Weight + Mul<Output = Self> + PartialOrd + Send + Sync + Sum {
    /// Whether these are integers.
    const IS_EXACT: bool;

    /// This amount `n` times.
    #[must_use]
    fn times(self, n: u64) -> Self;

    /// The product of two weights.
    #[must_use]
    fn by(self, other: Self) -> Self;

    /// The nearest float.
    fn float(self) -> f64;

    /// The float nearest to `self / whole`, from 0 to 1; NaN if that is 0.
    fn share(self, whole: Self) -> f64;

    /// The amount nearest to a float that is not negative.
    fn nearest(amount: f64) -> Self;

    /// The mean of `n` amounts. The mean of integers has to be an integer.
    fn mean(of: impl Iterator<Item = Self>, n: usize) -> Self;
}

/// Integers. A float becomes one through a type for which CPUs have an instruction, if the integers fit in it.
macro_rules! integers {
    ($(#[$doc:meta])* $type:ty, $through:ty) => {
        $(#[$doc])*
        impl Amount for $type {
            const IS_EXACT: bool = true;

            #[inline(always)]
            fn times(self, n: u64) -> Self {
                self * Self::from(n)
            }

            #[inline(always)]
            fn by(self, other: Self) -> Self {
                self * other
            }

            #[inline(always)]
            fn float(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn share(self, whole: Self) -> f64 {
                quotient(self.into(), whole.into())
            }

            #[inline(always)]
            #[allow(clippy::cast_sign_loss)]
            fn nearest(amount: f64) -> Self {
                amount as $through as Self
            }

            fn mean(of: impl Iterator<Item = Self>, n: usize) -> Self {
                // The sum may be too large for 64 bits although the mean is not.
                (of.map(u128::from).sum::<u128>() / n as u128) as Self
            }
        }
    };
}
integers! {
    /// Below `2^63`.
    u64, i64
}
integers! {
    /// For decimals of many digits: below `2^122`.
    u128, u128
}

impl Amount for f64 {
    const IS_EXACT: bool = false;

    #[inline(always)]
    fn times(self, n: u64) -> Self {
        self * n as Self
    }

    #[inline(always)]
    fn by(self, other: Self) -> Self {
        self * other
    }

    #[inline(always)]
    fn float(self) -> f64 {
        self
    }

    #[inline(always)]
    fn share(self, whole: Self) -> f64 {
        // By rounding, sums of floats that should be 0 may be slightly positive or negative.
        (self / whole).clamp(0.0, 1.0)
    }

    #[inline(always)]
    fn nearest(amount: f64) -> Self {
        amount
    }

    fn mean(of: impl Iterator<Item = Self>, n: usize) -> Self {
        of.sum::<Self>() / n as Self
    }
}

/// Multiplies weights by the power of two that brings the largest to about one, and returns that power. Nothing is rounded,
/// and products of ten weights are finite.
pub(crate) fn scale_to_one<'a>(weights: impl IntoIterator<Item = &'a mut f64>) -> f64 {
    let weights: Vec<_> = weights.into_iter().collect();
    let most = weights.iter().fold(0.0f64, |most, weight| most.max(**weight));
    let scale = f64::from_bits((2046 - (most.to_bits() >> 52)).max(1) << 52);
    for weight in weights {
        *weight *= scale;
    }
    scale
}

/// For every combo, at its number, the weight of its deals: the product of the weights of the others' hands, summed over
/// deals and boards. The weight of the combo itself is not a factor. Combos that nobody can hold have 0.
///
/// Integers overflow unless the products of the others' total weights, times all boards, are below `2^63`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ComboCounts<W> {
    /// Element `j`: deals in which the combo is best and shares the pot with exactly `j` others.
    pub(crate) shares: Vec<Vec<W>>,
    /// All deals.
    pub(crate) total: Vec<W>,
}

/// The expected share of the pot of two players, of the deals that one of them wins alone, those that both share, and all.
#[inline(always)]
pub(crate) fn equity_of_two<W: Amount>(alone: W, shared: W, all: W) -> f64 {
    // One division: a tie is half of a win.
    (alone + alone + shared).share(all + all)
}

impl<W: Amount> ComboCounts<W> {
    /// No deals yet, against this many other players.
    pub(crate) fn new(others: usize) -> Result<Self> {
        let shares = (0..=others).map(|_| try_zeros(COMBO_COUNT)).collect::<Result<_>>()?;
        Ok(Self { shares, total: try_zeros(COMBO_COUNT)? })
    }

    /// Adds other counts. Sums of floats are the same on any number of threads if the order of the calls is.
    pub(crate) fn add(&mut self, other: &Self) {
        let ours = self.shares.iter_mut().chain([&mut self.total]);
        for (ours, more) in ours.zip(other.shares.iter().chain([&other.total])) {
            ours.iter_mut().zip(more).for_each(|(sum, &more)| *sum = *sum + more);
        }
    }

    /// The expected share of the pot of a combo; NaN without deals, or for an invalid number of a combo.
    pub(crate) fn equity(&self, combo: usize) -> f64 {
        let of = |amounts: &[W]| amounts.get(combo).map_or(f64::NAN, |amount| amount.float());
        if let [alone, shared] = &self.shares[..] {
            let won = alone.get(combo).zip(shared.get(combo)).zip(self.total.get(combo));
            return won.map_or(f64::NAN, |((&alone, &shared), &all)| equity_of_two(alone, shared, all));
        }
        let won: f64 = (1u32..).zip(&self.shares).map(|(sharers, won)| of(won) / f64::from(sharers)).sum();
        won / of(&self.total)
    }
}
