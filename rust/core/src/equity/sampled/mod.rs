//! Equity of weighted ranges by random samples, where exact answers cost too much.
//!
//! Two hold'em ranges are sampled by whole boards, with all deals on each compared (`boards`); more, and hands of other games,
//! by deals: everybody's hand and the board (`deals`). Three ranges are sampled by one or the other, whichever reaches a
//! standard error sooner (`three_ranges`). `support` is what players can hold beside the known cards, `draws` draws their hands
//! together, `importance` does so where they nearly always need the same cards; `ratio` estimates equities from samples.
//!
//! Samples come in batches. Batch `b` draws from the [`Philox`] stream of its own that begins at block `[0, b, s, 0]`, with
//! `s` = 1 for boards and 2 for deals (3, from batch 0, tells how often hands drawn together need a card twice; 4, of the
//! key 0, how far boards differ for three ranges; 5 is for deals of Omaha what 2 is, and 6 what 3 is); batches
//! are added up in their order, and looked at after rounds whose sizes depend on the samples alone. So the answer does not
//! depend on the number of threads. The streams are a promise: the same key, the same samples, for ever.

mod boards;
mod deals;
mod draws;
mod importance;
mod ratio;
mod support;
mod three_ranges;

use boards::{BoardSampler, TwoRanges};
use deals::DealSampler;
use draws::DrawnHand;
use ratio::RatioEstimator;
use support::{Support, part_of_deals};
use three_ranges::ThreeRanges;

use super::spot::{Spot, Supports};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memory::try_vec;
use crate::runtime::progress::Phase;
use crate::runtime::rng::Philox;
use crate::runtime::{MayGoOn, Run};

/// The most samples of a call: standard errors below a millionth.
pub const MOST_SAMPLES: u64 = 1_000_000_000_000;

/// A standard error is believed from this many effective samples on.
const LEAST_EFFECTIVE: f64 = 200.0;

/// Batches of the first round, after which a standard error means something, and of the longest.
const FIRST_ROUND: u64 = 64;
const LONGEST_ROUND: u64 = 4096;

/// Sums over a board are differences of products of all weights. Deals must have at least this part of those products: then
/// rounding does not matter, nor how small the weights of deals are.
const LEAST_PART: f64 = 1e-6;

/// Progress is told in thousandths of the work.
const WHOLE: u64 = 1000;

/// Which random numbers, and how many samples: until there are `n_samples`, or until no player's equity has a larger
/// standard error than `std_error`, whichever comes first; without `n_samples` there are at most [`MOST_SAMPLES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// The key of all random numbers: the same key, the same answer.
    pub key: [u64; 2],
    /// Samples, of any number of deals.
    pub n_samples: Option<u64>,
    /// The standard error that is small enough. It is looked at after some thousands of samples, then whenever there are
    /// a quarter more: there may be a few more samples than it takes. It is believed when 200 samples are effective.
    pub std_error: Option<f64>,
}

/// What samples say about every player, in the order of the players.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The expected share of the pot.
    pub equity: Vec<f64>,
    /// The chance to win alone.
    pub win: Vec<f64>,
    /// The chance to share the pot.
    pub tie: Vec<f64>,
    /// The chance to win nothing.
    pub lose: Vec<f64>,
    /// The standard error of the equity: 0 where samples do not differ, NaN where one sample alone has any deal.
    pub std_error: Vec<f64>,
    /// How many samples: boards, each with all its deals, of two ranges; deals, of more. Of three ranges boards if there is
    /// a standard error to come to, no number of samples, and boards come to it sooner. 1 if the board was whole and the
    /// ranges two or three, as there is no other board: the answer is exact, then.
    pub samples: u64,
    /// How many samples of one weight say as much: the square of the sum of all weights by the sum of their squares. All of
    /// them where deals are drawn with their chances; fewer of boards, which count with the weight of their deals, and of
    /// deals that are so hard to draw that they have weights.
    pub effective_samples: f64,
}

impl From<&RatioEstimator> for Estimate {
    fn from(sums: &RatioEstimator) -> Self {
        Self {
            equity: sums.won().map(|won| won.share).collect(),
            win: sums.won().map(|won| won.win).collect(),
            tie: sums.won().map(|won| won.tie).collect(),
            lose: sums.won().map(|won| (1.0 - won.win - won.tie).max(0.0)).collect(),
            std_error: sums.std_errors().collect(),
            samples: sums.samples(),
            effective_samples: sums.effective(),
        }
    }
}

/// What draws samples.
pub(crate) trait Sampler: Sync {
    /// The third word of the counters of its streams.
    const STREAM: u64;
    /// Samples of one batch.
    const BATCH: u64;
    /// What goes from batch to batch without a trace.
    type Memory: Send;

    fn memory(&self) -> Result<Self::Memory>;

    /// Adds `n` samples.
    fn sample(&self, n: u64, rng: &mut Philox, memory: &mut Self::Memory, sums: &mut RatioEstimator) -> Result<()>;
}

/// An estimate of what the players of a spot win. A deal, of hands without a common card, is as likely as the product of its
/// hands' weights says.
///
/// # Errors
/// [`Error::InvalidArgument`] for a stop rule that is no number of samples or standard error or none of both;
/// [`Error::InvalidRange`] for a player without a hand beside the known cards, players who cannot be dealt hands at once, and
/// samples none of which has a deal; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{Game, Range, Run, cards::CardSet, equity::{Player, Sampling, Spot, sampled_equity}};
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
    let ranges = match spot.supports() {
        // Whole boards are not sampled: the hands of a range are much alike on a board, so that all deals on one say little
        // more than one deal does.
        Supports::Hands(hands) => {
            let supports = support::of_hands(hands, spot)?;
            return Ok(Estimate::from(&sample_deals(spot, &supports, sampling.key, stop, run)?));
        }
        Supports::Ranges(ranges) => ranges,
    };
    let supports = support::of_ranges(ranges, spot)?;
    let situation = spot.situation();
    let (level, is_whole) = (run.level(), situation.missing() == 0);
    let of_boards = if is_whole { StopRule { most: 1, ..stop } } else { stop };
    let (sums, is_swept) = if spot.game() != Game::HOLDEM {
        (sample_deals(spot, &supports, sampling.key, stop, run)?, false)
    } else if let Some(two) = <&[_; 2]>::try_from(&supports[..]).ok().filter(|two| part_of_deals(two) >= LEAST_PART) {
        let boards = BoardSampler::new(situation, two, TwoRanges::new(two, level)?);
        (sample(&boards, 2, sampling.key, of_boards, run)?, true)
    } else if let Some(three) = ThreeRanges::if_better(situation, &supports, stop, level)? {
        let boards = BoardSampler::new(situation, &supports, &three);
        (sample(&boards, 3, sampling.key, of_boards, run)?, true)
    } else {
        (sample_deals(spot, &supports, sampling.key, stop, run)?, false)
    };
    let mut estimate = Estimate::from(&sums);
    if is_swept && is_whole {
        estimate.std_error.fill(0.0);
    }
    Ok(estimate)
}

/// Draws deals until the stop rule says so.
fn sample_deals<H: DrawnHand>(
    spot: &Spot<'_>,
    supports: &[Support<H>],
    key: [u64; 2],
    stop: StopRule,
    run: &mut Run<'_>,
) -> Result<RatioEstimator> {
    let deals = DealSampler::new(spot, supports, key, run.level())?;
    sample(&deals, supports.len(), key, stop, run)
}

/// When to stop drawing samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopRule {
    most: u64,
    /// Whether that many samples were asked for.
    is_number: bool,
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
        Ok(Self { most: n_samples.unwrap_or(MOST_SAMPLES), is_number: n_samples.is_some(), std_error })
    }

    fn is_reached(&self, sums: &RatioEstimator) -> bool {
        let is_small = |error| sums.effective() >= LEAST_EFFECTIVE && sums.largest_error() <= error;
        sums.samples() >= self.most || self.std_error.is_some_and(is_small)
    }

    /// How many batches the next round has at most, after so many.
    fn round(&self, before: u64) -> u64 {
        match self.std_error {
            Some(_) => (before / 4).clamp(FIRST_ROUND, LONGEST_ROUND),
            // After the first, which shows that there are deals, there is nothing to look at between rounds.
            None if before > 0 => LONGEST_ROUND,
            None => FIRST_ROUND,
        }
    }

    /// What part of the work `samples` are, in thousandths: of `most`, or of the samples that the standard error will take
    /// by what it is so far. All of it are only the last.
    fn progress(&self, samples: u64, sums: &RatioEstimator) -> u64 {
        if samples >= self.most {
            return WHOLE;
        }
        let by_number = samples as f64 / self.most as f64;
        // The square of the error falls as samples grow.
        let expected = |error: f64| sums.samples() as f64 * (sums.largest_error() / error).powi(2);
        let by_error = self.std_error.map_or(0.0, |error| samples as f64 / expected(error));
        let part = if by_error.is_finite() { by_number.max(by_error) } else { by_number };
        ((WHOLE as f64 * part) as i64).unsigned_abs().min(WHOLE - 1)
    }
}

/// Draws samples until the stop rule says so.
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
        let batches = stop.round(before).min(left.div_ceil(S::BATCH));
        let next = stop.progress(all.samples() + left.min(batches * S::BATCH), &all).max(told);
        run.enter_phase(Phase { before: told, steps: next - told, total: WHOLE });
        let mut round = try_vec(RatioEstimator::new(players), batches as usize)?;
        let work = |memory: &mut S::Memory, (batch, sums): (u64, &mut RatioEstimator), _: &mut MayGoOn<'_>| {
            let n = S::BATCH.min(left - batch * S::BATCH);
            let rng = &mut Philox::new(key, [0, before + batch, S::STREAM, 0]);
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
