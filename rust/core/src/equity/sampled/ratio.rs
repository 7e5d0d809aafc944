//! Sums over samples: weights won, and their variances between samples.
//!
//! An equity is a ratio: the weight that a player wins in all samples, divided by the weight of all their deals. So are the
//! probabilities to win, to tie and to lose. Let one sample have `w` and `d`, and let `R` be the ratio of all. The variance
//! of `R` is `n / (n - 1)` times the sum of `(w - R d)^2`, divided by the squared sum of `d` (Cochran, "Sampling
//! Techniques", 1977, section 6.4). If `d` varies, `n` is the effective sample size: the squared sum of `d` divided by the
//! sum of its squares. Samples that depend on each other make a unit, which counts as one sample here (a cluster; the same,
//! section 9.3). `R` is not known before the end, so sums are kept about the ratio of the first sample, the `centre`. It is
//! close to `R`, so little precision is lost when the sums are moved.

use std::ops::AddAssign;

use crate::equity::MAX_PLAYERS;

/// Standard errors below this are rounding errors: the quantity does not vary.
const ROUNDING: f64 = 1e-13;

/// If the effective sample size differs from the number of samples by less than this part, all weights are equal up to
/// rounding.
const ALIKE: f64 = 1e-9;

/// Number of estimated quantities of a player: equity, and the probabilities to win, to tie and to lose.
const QUANTITIES: usize = 4;

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

impl Payoff {
    /// The payoff of a player in deals of weight 1, given by the number of players who share the pot.
    pub(crate) fn of_counts(shared: &[u64; MAX_PLAYERS + 1]) -> Self {
        let share = (1..).zip(&shared[1..]).map(|(sharers, &n)| n as f64 / f64::from(sharers)).sum();
        Self { win: shared[1] as f64, tie: shared[2..].iter().sum::<u64>() as f64, share }
    }

    /// The estimated quantities in deals of this weight: the share, and the deals won, tied and lost.
    #[inline(always)]
    fn quantities(&self, weight: f64) -> [f64; QUANTITIES] {
        [self.share, self.win, self.tie, weight - self.win - self.tie]
    }
}

impl AddAssign for Payoff {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.win += other.win;
        self.tie += other.tie;
        self.share += other.share;
    }
}

/// Sums of one quantity of a player over samples.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct RatioSums {
    sum: f64,
    centre: f64,
    /// Sums of the squares of `w - centre * d`, and of its products with `d`.
    squares: f64,
    products: f64,
}

impl RatioSums {
    /// The same sums about another centre; `weight_squares` is the sum of the squares of `d`.
    fn about(self, centre: f64, weight_squares: f64) -> Self {
        let by = centre - self.centre;
        let squares = self.squares - 2.0 * by * self.products + by * by * weight_squares;
        Self { centre, squares, products: self.products - by * weight_squares, ..self }
    }
}

/// Estimates equities and probabilities from samples, each with the weight of its deals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RatioEstimator {
    players: usize,
    samples: u64,
    /// Number of samples in units.
    in_units: u64,
    /// Number of samples and units with deals.
    independent: u64,
    weight: f64,
    weight_squares: f64,
    of: [[RatioSums; QUANTITIES]; MAX_PLAYERS],
}

impl RatioEstimator {
    pub(crate) fn new(players: usize) -> Self {
        let of = [[RatioSums::default(); QUANTITIES]; MAX_PLAYERS];
        Self { players, samples: 0, in_units: 0, independent: 0, weight: 0.0, weight_squares: 0.0, of }
    }

    /// Adds a sample whose deals weigh `weight`; 0 if it has no deal.
    #[inline(always)]
    pub(crate) fn add(&mut self, weight: f64, won: &[Payoff]) {
        self.samples += 1;
        if weight <= 0.0 {
            return;
        }
        let is_first = self.independent == 0;
        self.independent += 1;
        self.weight += weight;
        self.weight_squares += weight * weight;
        for (of, won) in self.of.iter_mut().zip(won) {
            for (of, part) in of.iter_mut().zip(won.quantities(weight)) {
                if is_first {
                    of.centre = part / weight;
                }
                let rest = part - of.centre * weight;
                of.squares += rest * rest;
                of.products += rest * weight;
                of.sum += part;
            }
        }
    }

    /// Adds `n` samples of one deal each, all of weight 1. `shared` has, for each player, the number of deals by the number of
    /// players who share the pot, the player among them.
    pub(crate) fn add_deals(&mut self, n: u64, shared: &[[u64; MAX_PLAYERS + 1]]) {
        let (is_first, all) = (self.independent == 0, n as f64);
        self.samples += n;
        self.independent += n;
        self.weight += all;
        self.weight_squares += all;
        for (of, shared) in self.of.iter_mut().zip(shared) {
            let sums = Payoff::of_counts(shared).quantities(all);
            if is_first {
                of.iter_mut().zip(sums).for_each(|(of, sum)| of.centre = sum / all);
            }
            let [_, win, tie, lost] = sums;
            // A share is one of several numbers; a deal is won, tied and lost or not.
            let parts =
                (1..).zip(&shared[1..]).map(|(sharers, &n)| (1.0 / f64::from(sharers) - of[0].centre, n as f64));
            let of_shares = parts.fold(lost * of[0].centre * of[0].centre, |sum, (rest, n)| sum + n * rest * rest);
            let of_either = |n: f64, centre: f64| n * (1.0 - centre).powi(2) + (all - n) * centre.powi(2);
            let [win, tie, lost] = [(win, of[1]), (tie, of[2]), (lost, of[3])].map(|(n, of)| of_either(n, of.centre));
            for ((of, sum), squares) in of.iter_mut().zip(sums).zip([of_shares, win, tie, lost]) {
                of.squares += squares;
                of.products += sum - of.centre * all;
                of.sum += sum;
            }
        }
    }

    /// Adds `n` samples of one deal each, which depend on each other, with the payoffs of all of them.
    pub(crate) fn add_unit(&mut self, n: u64, won: &[Payoff]) {
        self.add(n as f64, won);
        self.samples += n - 1;
        self.in_units += n;
    }

    /// Adds the sums of other samples. The same order gives the same sums, to the last bit.
    pub(crate) fn merge(&mut self, other: &Self) {
        let players = self.of.iter_mut().zip(&other.of).take(self.players);
        for (of, other_of) in players.flat_map(|(of, other_of)| of.iter_mut().zip(other_of)) {
            if self.independent == 0 {
                of.centre = other_of.centre;
            }
            let moved = other_of.about(of.centre, other.weight_squares);
            of.squares += moved.squares;
            of.products += moved.products;
            of.sum += moved.sum;
        }
        self.samples += other.samples;
        self.in_units += other.in_units;
        self.independent += other.independent;
        self.weight += other.weight;
        self.weight_squares += other.weight_squares;
    }

    pub(crate) fn samples(&self) -> u64 {
        self.samples
    }

    /// Whether any sample has a deal.
    pub(crate) fn has_deals(&self) -> bool {
        self.independent > 0
    }

    /// Effective sample size: the number of samples with a deal, if all have the same weight.
    pub(crate) fn effective(&self) -> f64 {
        if self.in_units > 0 { self.in_units as f64 } else { self.effective_independent() }
    }

    /// Effective number of independent samples and units.
    pub(crate) fn effective_independent(&self) -> f64 {
        let all = self.independent as f64;
        let found = if self.independent == 0 { 0.0 } else { self.weight * (self.weight / self.weight_squares) };
        // Weights that differ by rounding alone count as equal.
        if (found - all).abs() <= ALIKE * all { all } else { found }
    }

    /// The mean payoff of every player per deal.
    pub(crate) fn won(&self) -> impl Iterator<Item = Payoff> {
        self.of[..self.players].iter().map(|of| {
            let [share, win, tie, _] = of.map(|of| of.sum / self.weight);
            Payoff { win, tie, share }
        })
    }

    /// The standard errors of every player's equity, win, tie and lose; NaN with fewer than two samples with deals.
    pub(crate) fn std_errors(&self) -> impl Iterator<Item = [f64; QUANTITIES]> {
        // At least one, up to rounding.
        let n = self.effective_independent().max(1.0);
        let error = move |of: RatioSums| {
            let about = of.about(of.sum / self.weight, self.weight_squares);
            let variance = about.squares.max(0.0) * n / (n - 1.0) / (self.weight * self.weight);
            let error = if self.independent < 2 { f64::NAN } else { variance.sqrt() };
            if error < ROUNDING { 0.0 } else { error }
        };
        self.of[..self.players].iter().map(move |of| of.map(error))
    }

    /// The largest standard error.
    pub(crate) fn largest_error(&self) -> f64 {
        self.std_errors().flatten().fold(0.0, |most, error| if error <= most { most } else { error })
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
        // Weight, and of it the share and what is won, tied and lost.
        let samples: Vec<(f64, [f64; 4])> = (0..500)
            .map(|i| {
                let weight = if i % 5 == 0 { 0.0 } else { part(3.0) };
                let won = part(weight);
                let tied = part(weight - won);
                (weight, [won + tied / 3.0, won, tied, weight - won - tied])
            })
            .collect();
        let expected = [0, 1, 2, 3].map(|of| naive(&samples.iter().map(|s| (s.0, s.1[of])).collect::<Vec<_>>()));
        for batch in [1, 7, 100, 500] {
            let mut all = RatioEstimator::new(2);
            for batch in samples.chunks(batch) {
                let mut sums = RatioEstimator::new(2);
                for &(weight, [share, win, tie, lose]) in batch {
                    let other = Payoff { win: lose, tie: win, share: weight - share };
                    sums.add(weight, &[Payoff { win, tie, share }, other]);
                }
                all.merge(&sums);
            }
            assert_eq!(all.samples(), 500);
            let [weight, squares] = [1, 2].map(|power| samples.iter().map(|s| s.0.powi(power)).sum::<f64>());
            assert!((all.effective() - weight * weight / squares).abs() < 1e-9);
            let [first, second] = [0, 1].map(|player| all.won().nth(player).unwrap());
            let [share, win, tie, lose] = expected;
            let most = [share, win, tie, lose].iter().fold(0.0f64, |most, of| most.max(of.1));
            let [of_first, of_second] = [0, 1].map(|player| all.std_errors().nth(player).unwrap());
            let values = [first.share, first.win, first.tie, second.share, second.win, second.tie, all.largest_error()];
            let exact = [share.0, win.0, tie.0, 1.0 - share.0, lose.0, win.0, most];
            let errors = [share.1, win.1, tie.1, lose.1, share.1, lose.1, win.1, tie.1];
            let found = values.into_iter().chain(of_first).chain(of_second);
            for (found, expected) in found.zip(exact.into_iter().chain(errors)) {
                assert!((found - expected).abs() < 1e-13, "{found} {expected}");
            }
        }
    }

    #[test]
    fn counted_deals_are_deals_one_by_one() {
        let mut rng = Philox::new([7, 2], [0; 4]);
        let (mut counted, mut added) = (RatioEstimator::new(3), RatioEstimator::new(3));
        for _ in 0..3 {
            let mut shared = [[0; MAX_PLAYERS + 1]; 3];
            let mut batch = RatioEstimator::new(3);
            for _ in 0..500 {
                // One to three of the players win.
                let winners = 1 + rng.below(7);
                let n = winners.count_ones() as usize;
                let won = [0, 1, 2].map(|player| match winners >> player & 1 {
                    0 => Payoff::default(),
                    _ if n == 1 => Payoff { win: 1.0, tie: 0.0, share: 1.0 },
                    _ => Payoff { win: 0.0, tie: 1.0, share: 1.0 / n as f64 },
                });
                (0..3).filter(|player| winners >> player & 1 != 0).for_each(|player| shared[player][n] += 1);
                added.add(1.0, &won);
            }
            batch.add_deals(500, &shared);
            counted.merge(&batch);
        }
        assert_eq!((counted.samples(), counted.effective().to_bits()), (1500, 1500.0f64.to_bits()));
        let near = |(a, b): (f64, f64)| (a - b).abs() < 1e-13;
        let of = |sums: &RatioEstimator| sums.won().flat_map(|won| [won.win, won.tie, won.share]).collect::<Vec<_>>();
        assert!(of(&counted).into_iter().zip(of(&added)).all(near));
        assert!(counted.std_errors().flatten().zip(added.std_errors().flatten()).all(near));
    }

    #[test]
    fn units_vary_as_single_samples_with_the_weight_of_their_deals() {
        let mut rng = Philox::new([7, 3], [0; 4]);
        let (mut units, mut single) = (RatioEstimator::new(2), RatioEstimator::new(2));
        for n in [256, 256, 256, 100] {
            let (won, shared) = (rng.below(n / 2), rng.below(n / 2));
            let mut batch = RatioEstimator::new(2);
            let payoff =
                |won: u64| Payoff { win: won as f64, tie: shared as f64, share: won as f64 + shared as f64 / 2.0 };
            let payoffs = [payoff(won), payoff(n - won - shared)];
            batch.add_unit(n, &payoffs);
            units.merge(&batch);
            single.add(n as f64, &payoffs);
        }
        // All deals have the same weight.
        assert_eq!((units.samples(), units.effective().to_bits()), (868, 868.0f64.to_bits()));
        assert!(units.effective_independent() < 4.0);
        assert!(units.won().eq(single.won()));
        let errors = units.std_errors().flatten().zip(single.std_errors().flatten());
        assert!(errors.into_iter().all(|(a, b)| (a - b).abs() < 1e-15 && a > 0.0));
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
