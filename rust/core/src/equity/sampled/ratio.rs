//! Sums over samples: weights won, and the variance between samples.
//!
//! An equity is a ratio: the weight that a player wins in all samples, divided by the weight of all their deals. Let one
//! sample have `w` and `d`, and let `R` be the ratio of all. The variance of `R` is `n / (n - 1)` times the sum of `(w - R
//! d)^2`, divided by the squared sum of `d` (Cochran, "Sampling Techniques", 1977, section 6.4). If `d` varies, `n` is the
//! effective sample size: the squared sum of `d` divided by the sum of its squares. `R` is not known before the end, so sums
//! are kept about the ratio of the first sample, the `centre`. It is close to `R`, so little precision is lost when the sums
//! are moved.

use crate::equity::MAX_PLAYERS;

/// Standard errors below this are rounding errors: the quantity does not vary.
const ROUNDING: f64 = 1e-13;

/// If the effective sample size differs from the number of samples by less than this part, all weights are equal up to
/// rounding.
const ALIKE: f64 = 1e-9;

/// The payoff of one player in the deals of one sample, by weight.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Payoff {
    /// Deals won alone.
    pub(crate) win: f64,
    /// Deals shared with others.
    pub(crate) tie: f64,
    /// The share of all pots.
    pub(crate) share: f64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct OfPlayer {
    won: Payoff,
    centre: f64,
    /// Sums of the squares of `w - centre * d`, and of its products with `d`.
    squares: f64,
    products: f64,
}

impl OfPlayer {
    /// The same sums about another centre; `weight_squares` is the sum of the squares of `d`.
    fn about(self, centre: f64, weight_squares: f64) -> Self {
        let by = centre - self.centre;
        let squares = self.squares - 2.0 * by * self.products + by * by * weight_squares;
        Self { centre, squares, products: self.products - by * weight_squares, ..self }
    }
}

/// Estimates equities from samples, each with the weight of its deals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RatioEstimator {
    players: usize,
    samples: u64,
    /// Number of samples with deals.
    weighing: u64,
    weight: f64,
    weight_squares: f64,
    of: [OfPlayer; MAX_PLAYERS],
}

impl RatioEstimator {
    pub(crate) fn new(players: usize) -> Self {
        let of = [OfPlayer::default(); MAX_PLAYERS];
        Self { players, samples: 0, weighing: 0, weight: 0.0, weight_squares: 0.0, of }
    }

    /// Adds a sample whose deals weigh `weight`; 0 if it has no deal.
    #[inline(always)]
    pub(crate) fn add(&mut self, weight: f64, won: &[Payoff]) {
        self.samples += 1;
        if weight <= 0.0 {
            return;
        }
        let is_first = self.weighing == 0;
        self.weighing += 1;
        self.weight += weight;
        self.weight_squares += weight * weight;
        for (of, won) in self.of.iter_mut().zip(won) {
            if is_first {
                of.centre = won.share / weight;
            }
            let rest = won.share - of.centre * weight;
            of.squares += rest * rest;
            of.products += rest * weight;
            of.won.win += won.win;
            of.won.tie += won.tie;
            of.won.share += won.share;
        }
    }

    /// Adds the sums of other samples. The same order gives the same sums, to the last bit.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (of, other_of) in self.of.iter_mut().zip(&other.of).take(self.players) {
            if self.weighing == 0 {
                of.centre = other_of.centre;
            }
            let moved = other_of.about(of.centre, other.weight_squares);
            of.squares += moved.squares;
            of.products += moved.products;
            of.won.win += moved.won.win;
            of.won.tie += moved.won.tie;
            of.won.share += moved.won.share;
        }
        self.samples += other.samples;
        self.weighing += other.weighing;
        self.weight += other.weight;
        self.weight_squares += other.weight_squares;
    }

    pub(crate) fn samples(&self) -> u64 {
        self.samples
    }

    /// The weight of all deals.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether any sample has a deal.
    pub(crate) fn has_deals(&self) -> bool {
        self.weighing > 0
    }

    /// Effective sample size: the number of samples with a deal, if all have the same weight.
    pub(crate) fn effective(&self) -> f64 {
        let all = self.weighing as f64;
        let found = if self.weighing == 0 { 0.0 } else { self.weight * (self.weight / self.weight_squares) };
        // Weights that differ by rounding alone count as equal.
        if (found - all).abs() <= ALIKE * all { all } else { found }
    }

    /// The mean payoff of every player per deal.
    pub(crate) fn won(&self) -> impl Iterator<Item = Payoff> {
        let Self { weight, .. } = *self;
        self.of[..self.players].iter().map(move |of| {
            let Payoff { win, tie, share } = of.won;
            Payoff { win: win / weight, tie: tie / weight, share: share / weight }
        })
    }

    /// The standard error of every player's equity; NaN with fewer than two samples with deals.
    pub(crate) fn std_errors(&self) -> impl Iterator<Item = f64> {
        self.of[..self.players].iter().map(|of| {
            let about = of.about(of.won.share / self.weight, self.weight_squares);
            // At least one, up to rounding.
            let n = self.effective().max(1.0);
            let variance = about.squares.max(0.0) * n / (n - 1.0) / (self.weight * self.weight);
            let error = if self.weighing < 2 { f64::NAN } else { variance.sqrt() };
            if error < ROUNDING { 0.0 } else { error }
        })
    }

    /// The largest standard error.
    pub(crate) fn largest_error(&self) -> f64 {
        self.std_errors().fold(0.0, |most, error| if error <= most { most } else { error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    /// The textbook formula, in two passes.
    fn naive(samples: &[(f64, f64)]) -> (f64, f64) {
        let weight: f64 = samples.iter().map(|s| s.0).sum();
        let ratio = samples.iter().map(|s| s.1).sum::<f64>() / weight;
        let n = weight * weight / samples.iter().map(|s| s.0 * s.0).sum::<f64>();
        let squares: f64 = samples.iter().map(|s| (s.1 - ratio * s.0).powi(2)).sum();
        (ratio, (squares * n / (n - 1.0)).sqrt() / weight)
    }

    #[test]
    fn sums_are_those_of_the_textbook() {
        let mut rng = Philox::new([7, 1], [0; 4]);
        let mut part = |all: f64| rng.below(1001) as f64 / 1000.0 * all;
        let samples: Vec<(f64, f64)> = (0..500)
            .map(|i| {
                let weight = if i % 5 == 0 { 0.0 } else { part(3.0) };
                (weight, part(weight))
            })
            .collect();
        let (ratio, error) = naive(&samples);
        for batch in [1, 7, 100, 500] {
            let mut all = RatioEstimator::new(2);
            for batch in samples.chunks(batch) {
                let mut sums = RatioEstimator::new(2);
                for &(weight, share) in batch {
                    let lost = Payoff { share: weight - share, ..Payoff::default() };
                    sums.add(weight, &[Payoff { win: share / 2.0, tie: share, share }, lost]);
                }
                all.merge(&sums);
            }
            assert_eq!(all.samples(), 500);
            let [weight, squares] = [1, 2].map(|power| samples.iter().map(|s| s.0.powi(power)).sum::<f64>());
            assert!((all.effective() - weight * weight / squares).abs() < 1e-9);
            let [first, second] = [0, 1].map(|player| all.won().nth(player).unwrap());
            for (found, expected) in [
                (first.share, ratio),
                (first.tie, ratio),
                (first.win, ratio / 2.0),
                (second.share, 1.0 - ratio),
                (all.std_errors().next().unwrap(), error),
                (all.largest_error(), error),
            ] {
                assert!((found - expected).abs() < 1e-13, "{found} {expected}");
            }
        }
    }

    #[test]
    fn what_does_not_vary_has_no_error_and_one_sample_has_none_that_is_known() {
        let mut sums = RatioEstimator::new(1);
        let third = |weight: f64| [Payoff { win: 0.0, tie: weight, share: weight / 3.0 }];
        sums.add(0.0, &third(0.0));
        assert!(!sums.has_deals());
        sums.add(0.7, &third(0.7));
        assert!(sums.has_deals() && sums.largest_error().is_nan());
        assert_eq!(sums.effective().to_bits(), 1.0f64.to_bits());
        (1..100).for_each(|i| sums.add(f64::from(i) / 7.0, &third(f64::from(i) / 7.0)));
        assert_eq!((sums.largest_error(), sums.samples()), (0.0, 101));
    }
}
