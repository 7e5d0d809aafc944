//! Equity of weighted ranges by random samples, for spots whose exact answers cost too much.
//!
//! A sample is a deal: hands, board, showdown. `support` has the hands of players beside the known cards, and `draws` draws
//! them, as `importance` does if nearly all draws conflict. `holdem_deals` makes deals of hold'em in blocks, with random sets
//! of cards from `subsets`. `deals` makes all other deals: those of other games, and those whose hands conflict in nearly all
//! draws. It also makes the deals beside folded ranges, whose hands are drawn with the others and have no showdown. `ratio`
//! estimates equities from samples.
//!
//! Samples come in batches. Batch `b` draws from its own [`Philox`] stream, which begins at block `[0, b, 2, 0]`; the pilot
//! draws from block `[0, 0, 3, 0]` on. Batches are added in order, and the stop rule is checked after rounds whose sizes
//! depend on the samples alone, so the answer does not depend on the number of threads. The streams are stable: the same key
//! will always give the same samples.

mod deals;
mod draws;
mod holdem_deals;
mod importance;
mod ratio;
mod subsets;
mod support;

use deals::DealSampler;
use holdem_deals::HoldemDeals;
use ratio::RatioEstimator;

use super::spot::{Spot, Supports};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memory::try_vec;
use crate::runtime::progress::Phase;
use crate::runtime::rng::Philox;
use crate::runtime::{MayGoOn, Run};

/// Maximum number of samples of a call: standard errors below one millionth.
pub const MOST_SAMPLES: u64 = 1_000_000_000_000;

/// A standard error is trusted from this many effective samples on.
const LEAST_EFFECTIVE: f64 = 200.0;

/// Samples of one batch.
const BATCH: u64 = 1024;

/// The third words of the counters of the streams: of the samples, and of the pilot draws.
const STREAM: u64 = 2;
const PILOT_STREAM: u64 = 3;

/// Batches of the first round, after which a standard error is meaningful, and of the longest round.
const FIRST_ROUND: u64 = 64;
const LONGEST_ROUND: u64 = 4096;

/// Progress is reported in thousandths of the work.
const WHOLE: u64 = 1000;

/// The random stream and the number of samples. Sampling stops after `n_samples`, or when no number of a player has a standard
/// error above `std_error`, whichever comes first; without `n_samples` at most [`MOST_SAMPLES`] are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// The key of all random numbers. The same key gives the same answer.
    pub key: [u64; 2],
    /// The number of samples.
    pub n_samples: Option<u64>,
    /// The requested standard error of equity, win, tie and lose of every player. It is checked after some thousands of
    /// samples, and then after each increase by a quarter, so there may be more samples than needed. It is trusted from
    /// 200 effective samples on.
    pub std_error: Option<f64>,
}

/// Estimates for every player, in the order of the players.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The expected share of the pot.
    pub equity: Vec<f64>,
    /// The probability of winning alone.
    pub win: Vec<f64>,
    /// The probability of sharing the pot.
    pub tie: Vec<f64>,
    /// The probability of winning nothing.
    pub lose: Vec<f64>,
    /// The standard error of the equity: 0 if samples do not differ, NaN if only one sample has a deal.
    pub std_error: Vec<f64>,
    /// The standard error of `win`, in the same way.
    pub win_std_error: Vec<f64>,
    /// The standard error of `tie`.
    pub tie_std_error: Vec<f64>,
    /// The standard error of `lose`.
    pub lose_std_error: Vec<f64>,
    /// Number of samples. A sample is a deal.
    pub samples: u64,
    /// Effective sample size: the squared sum of all weights, divided by the sum of their squares. It is the number of
    /// samples if all have the same weight. Deals that are hard to draw have weights, so it is smaller.
    pub effective_samples: f64,
}

impl From<&RatioEstimator> for Estimate {
    fn from(sums: &RatioEstimator) -> Self {
        let [std_error, win_std_error, tie_std_error, lose_std_error] =
            [0, 1, 2, 3].map(|of| sums.std_errors().map(|errors| errors[of]).collect());
        Self {
            equity: sums.won().map(|won| won.share).collect(),
            win: sums.won().map(|won| won.win).collect(),
            tie: sums.won().map(|won| won.tie).collect(),
            lose: sums.won().map(|won| (1.0 - won.win - won.tie).max(0.0)).collect(),
            std_error,
            win_std_error,
            tie_std_error,
            lose_std_error,
            samples: sums.samples(),
            effective_samples: sums.effective(),
        }
    }
}

/// A source of samples.
pub(crate) trait Sampler: Sync {
    /// Working memory that is reused from batch to batch.
    type Memory: Send;

    fn memory(&self) -> Result<Self::Memory>;

    /// Adds `n` samples.
    fn sample(&self, n: u64, rng: &mut Philox, memory: &mut Self::Memory, sums: &mut RatioEstimator) -> Result<()>;
}

/// Estimates the equities of a spot. The probability of a deal, of hands without a common card, is proportional to the
/// product of its hands' weights, those of folded ranges included.
///
/// # Errors
/// [`Error::InvalidArgument`] for an invalid number of samples or standard error, or without either. [`Error::InvalidRange`]
/// for a player without a hand beside the known cards, players who cannot all be dealt hands, and if no sample has a deal.
/// [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{CardSet, Game, Run, equity::{Player, Sampling, Spot, sampled_equity}, ranges::Range};
/// let ranges = ["QQ+, AKs", "22+, A2s+", "random"].map(|text| text.parse::<Range>().unwrap());
/// let spot = Spot::new(Game::HOLDEM, &ranges.each_ref().map(Player::Range), &[], CardSet::EMPTY)?;
/// let sampling = Sampling { key: [1, 2], n_samples: Some(50_000), std_error: None };
/// let estimate = sampled_equity(&spot, &sampling, &mut Run::new(1))?;
/// assert!((estimate.equity.iter().sum::<f64>() - 1.0).abs() < 1e-12);
/// assert!(estimate.std_error[0] < 0.003 && estimate.equity[0] > estimate.equity[1]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn sampled_equity(spot: &Spot<'_>, sampling: &Sampling, run: &mut Run<'_>) -> Result<Estimate> {
    let stop = StopRule::new(sampling)?;
    let supports = match spot.supports() {
        Supports::Hands(hands) => support::of_hands(hands, spot),
        Supports::Ranges(ranges) => support::of_ranges(ranges, spot),
    }?;
    let (key, level, units_are_many) = (sampling.key, run.level(), stop.most >= FIRST_ROUND * BATCH);
    let is_holdem = spot.game() == Game::HOLDEM && spot.folded().is_empty();
    let of_holdem = is_holdem.then(|| HoldemDeals::new(spot, &supports, key, units_are_many, level)).flatten();
    let sums = match of_holdem {
        Some(deals) => sample(&deals, spot.players(), key, stop, run),
        None => sample(&DealSampler::new(spot, &supports, key, units_are_many, level)?, spot.players(), key, stop, run),
    };
    Ok(Estimate::from(&sums?))
}

/// The stop rule of sampling.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopRule {
    most: u64,
    std_error: Option<f64>,
}

impl StopRule {
    pub(crate) fn new(sampling: &Sampling) -> Result<Self> {
        let Sampling { n_samples, std_error, .. } = *sampling;
        let invalid = |what| Err(Error::InvalidArgument(what));
        if n_samples.is_none() && std_error.is_none() {
            return invalid("n_samples, std_error: at least one is needed".into());
        }
        if let Some(n) = n_samples.filter(|n| !(1..=MOST_SAMPLES).contains(n)) {
            return invalid(format!("n_samples = {n}: expected 1 to {MOST_SAMPLES}"));
        }
        if let Some(error) = std_error.filter(|error| !(error.is_finite() && *error > 0.0)) {
            return invalid(format!("std_error = {error}: expected a positive number"));
        }
        Ok(Self { most: n_samples.unwrap_or(MOST_SAMPLES), std_error })
    }

    fn is_reached(&self, sums: &RatioEstimator) -> bool {
        let is_small = |error| sums.effective_independent() >= LEAST_EFFECTIVE && sums.largest_error() <= error;
        sums.samples() >= self.most || self.std_error.is_some_and(is_small)
    }

    /// Maximum number of batches of the next round, after `before` batches.
    fn round(&self, before: u64) -> u64 {
        match self.std_error {
            Some(_) => (before / 4).clamp(FIRST_ROUND, LONGEST_ROUND),
            // The first round shows that there are deals. Without a standard error nothing is checked after it.
            None if before > 0 => LONGEST_ROUND,
            None => FIRST_ROUND,
        }
    }

    /// Progress in thousandths: of `most`, or of the estimated number of samples for the standard error. Only the end of the
    /// work is all of it.
    fn progress(&self, samples: u64, sums: &RatioEstimator) -> u64 {
        if samples >= self.most {
            return WHOLE;
        }
        let by_number = samples as f64 / self.most as f64;
        // The squared error is inversely proportional to the number of samples.
        let expected = |error: f64| sums.samples() as f64 * (sums.largest_error() / error).powi(2);
        let by_error = self.std_error.map_or(0.0, |error| samples as f64 / expected(error));
        let part = if by_error.is_finite() { by_number.max(by_error) } else { by_number };
        ((WHOLE as f64 * part) as i64).unsigned_abs().min(WHOLE - 1)
    }
}

/// Draws samples until the stop rule is reached.
pub(crate) fn sample<S: Sampler>(
    sampler: &S,
    players: usize,
    key: [u64; 2],
    stop: StopRule,
    run: &mut Run<'_>,
) -> Result<RatioEstimator> {
    let mut all = RatioEstimator::new(players);
    let (mut before, mut told) = (0, 0);
    while !stop.is_reached(&all) {
        let left = stop.most - all.samples();
        let batches = stop.round(before).min(left.div_ceil(BATCH));
        let next = stop.progress(all.samples() + left.min(batches * BATCH), &all).max(told);
        run.enter_phase(Phase { before: told, steps: next - told, total: WHOLE });
        let mut round = try_vec(RatioEstimator::new(players), batches as usize)?;
        let work = |memory: &mut S::Memory, (batch, sums): (u64, &mut RatioEstimator), _: &mut MayGoOn<'_>| {
            let n = BATCH.min(left - batch * BATCH);
            let rng = &mut Philox::new(key, [0, before + batch, STREAM, 0]);
            sampler.sample(n, rng, memory, sums)
        };
        run.fold((0..).zip(&mut round), batches as usize, || sampler.memory(), work)?;
        for sums in &round {
            all.merge(sums);
        }
        (before, told) = (before + batches, next);
        if !all.has_deals() {
            let what = format!(
                "none of {} samples has a deal: players or board need the same cards, or nearly; take more samples",
                all.samples()
            );
            return Err(Error::no_range(what));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
