//! An iteration changes regrets of the player who values its hands, and the average strategy of the opponent.
//!
//! Two algorithms, which update players alternately. Discounted CFR: Brown, Sandholm (2019), arXiv 1809.04040, with alpha 1.5
//! and negative regrets halved. Its average counts iteration t of a phase with t³, and begins anew after each power of four:
//! what the first iterations chose is forgotten. CFR+: Tammelin, "Solving Large Imperfect Information Games Using CFR+"
//! (2014): regrets never fall below zero, and iteration t counts with t², which converges a little faster here than the
//! paper's t.
//!
//! The regret of an action `a` in a bucket `b` is `r(b, a) = sum of w(h) r(h, a)` over the hands `h` of the bucket on all
//! boards, where `w` is the weight in the player's range and `r(h, a)` the counterfactual regret of a hand. The average
//! strategy weights an iteration by the reach of the bucket, the sum of its hands' own reaches.

use super::boards::Board;
use super::buckets::{Buckets, Place};
use super::kept::{Dither, Kept};
use super::numbers::{BucketNumbers, HandNumbers, Locked, Numbers};
use super::plan::{Choice, Mix, Part};
use super::walk::{Play, Plays};
use crate::runtime::simd::{LANES, Lanes, row_by_row};

/// A way to learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// Discounted CFR.
    Discounted,
    /// CFR+.
    Plus,
}

/// By what numbers are multiplied before an iteration adds to them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    positive: f32,
    negative: f32,
    sums: f32,
    /// The least regret.
    least: f32,
    /// How numbers are rounded to sixteen bits.
    dither: Dither,
}

impl Algorithm {
    /// Those after `done` iterations.
    pub(super) fn rates(self, done: u32) -> Rates {
        let t = f64::from(done);
        match self {
            Self::Discounted => {
                let power = t * t.sqrt();
                let begun = done.checked_ilog(4).map_or(0, |phase| 4u32.pow(phase));
                let of_phase = t - f64::from(begun);
                let sums = of_phase / (of_phase + 1.0);
                let sums = (sums * sums * sums) as f32;
                Rates {
                    positive: (power / (power + 1.0)) as f32,
                    negative: 0.5,
                    sums,
                    least: f32::MIN,
                    dither: Dither::of(done),
                }
            }
            Self::Plus => {
                let sums = t / (t + 1.0);
                Rates { positive: 1.0, negative: 0.0, sums: (sums * sums) as f32, least: 0.0, dither: Dither::of(done) }
            }
        }
    }
}

impl Rates {
    /// Regrets after an iteration.
    #[inline(always)]
    fn regrets(&self, before: Lanes<f32>, more: Lanes<f32>) -> Lanes<f32> {
        let kept = before.if_positive(splat(self.positive), splat(self.negative));
        without_tiny((before * kept + more).max(splat(self.least)))
    }
}

/// Regrets and reach below this are zero. Else they would become denormal, with which CPUs are slow.
const TINY: f32 = 1e-20;

/// An iteration.
pub(super) struct Learn<'a> {
    pub(super) numbers: &'a [Numbers; 2],
    pub(super) rates: Rates,
    /// By decision whether its strategy is given: then regrets and sums hold it, and do not change.
    pub(super) given: &'a [bool],
    /// For each player the weights of its hands.
    pub(super) weights: &'a [Vec<Lanes<f32>>; 2],
    /// For each player what every leaf is worth.
    pub(super) leaves: &'a [Vec<Lanes<f64>>; 2],
}

/// [`Learn`] in one part on one board.
pub(super) struct LearnPart<'a> {
    of: &'a Learn<'a>,
    ours: Locked<'a>,
    theirs: Locked<'a>,
    player: usize,
    /// Memory for regrets, and for sums.
    spare: [Vec<Lanes<f32>>; 2],
}

impl Plays<f32> for Learn<'_> {
    type Play<'a>
        = LearnPart<'a>
    where
        Self: 'a;

    fn in_order(&self) -> bool {
        self.numbers.iter().any(|numbers| matches!(numbers, Numbers::Buckets(..)))
    }

    fn on<'a>(&'a self, part: &'a Part, board: &'a Board, player: usize) -> LearnPart<'a> {
        let [ours, theirs] = [player, 1 - player].map(|player| self.numbers[player].lock(part, board, player));
        LearnPart { of: self, ours, theirs, player, spare: [vec![], vec![]] }
    }
}

#[inline(always)]
fn splat(number: f32) -> Lanes<f32> {
    Lanes([number; LANES])
}

/// The positive part.
#[inline(always)]
fn positive(mut of: Lanes<f32>) -> Lanes<f32> {
    if cfg!(target_arch = "wasm32") {
        // There the compiler makes sixteen branches of a maximum. Results are the same: what is added to a zero or multiplied
        // by it does not tell its sign.
        for number in &mut of.0 {
            let bits = number.to_bits();
            *number = f32::from_bits(bits & !(bits.cast_signed() >> 31).cast_unsigned());
        }
        return of;
    }
    of.max(Lanes::default())
}

/// Zeros instead of numbers near zero.
#[inline(always)]
fn without_tiny(mut of: Lanes<f32>) -> Lanes<f32> {
    for lane in 0..LANES {
        of.0[lane] = if of.0[lane].abs() < TINY { 0.0 } else { of.0[lane] };
    }
    of
}

/// The factor of positive regrets, and the share of each action without such a regret, so that all shares add up to `total`.
#[inline(always)]
fn shares(regrets: &[Lanes<f32>], total: Lanes<f32>) -> [Lanes<f32>; 2] {
    let mut sum = Lanes::default();
    for action in row_by_row(regrets.len()) {
        sum = sum + positive(regrets[action]);
    }
    let zero = Lanes::default();
    let equal = total * splat(1.0 / regrets.len() as f32);
    [sum.if_positive(total / sum, zero), sum.if_positive(zero, equal)]
}

/// The reach after each action of the opponent, which its sums count.
#[inline(always)]
fn count(
    regrets: &[Lanes<f32>],
    sums: &mut [Lanes<f32>],
    before: &Lanes<f32>,
    after: &mut [Lanes<f32>],
    rates: &Rates,
    is_given: bool,
) {
    let [factor, without] = shares(regrets, *before);
    let rate = splat(rates.sums);
    for action in row_by_row(regrets.len()) {
        let reach = without_tiny(positive(regrets[action]) * factor + without);
        after[action] = reach;
        if !is_given {
            sums[action] = sums[action] * rate + reach;
        }
    }
}

/// The value of a decision from those of its actions, to which the regrets are added.
#[inline(always)]
fn learn(regrets: &mut [Lanes<f32>], actions: &[Lanes<f32>], rates: &Rates, is_given: bool) -> Lanes<f32> {
    let [factor, without] = shares(regrets, Lanes([1.0; LANES]));
    let mut value = Lanes::default();
    for action in row_by_row(actions.len()) {
        value = value + (positive(regrets[action]) * factor + without) * actions[action];
    }
    if !is_given {
        for action in row_by_row(actions.len()) {
            regrets[action] = rates.regrets(regrets[action], actions[action] - value);
        }
    }
    value
}

impl Play<f32> for LearnPart<'_> {
    #[inline(always)]
    fn mix(&mut self, mix: &Mix, block: usize, before: &Lanes<f32>, after: &mut [Lanes<f32>]) {
        match &mut self.theirs {
            Locked::Hands(numbers, first, n, _) => {
                let at = *first + block * *n + mix.choice.first;
                let HandNumbers { regrets, sums } = &mut **numbers;
                let (rates, is_given) = (&self.of.rates, self.of.given[mix.choice.decision]);
                // A case of its own: iterations on a river are faster by 2%.
                if let (Kept::Single(regrets), Kept::Single(sums)) = (&*regrets, &mut *sums) {
                    let n = after.len();
                    return count(&regrets[at..][..n], &mut sums[at..][..n], before, after, rates, is_given);
                }
                let [of_regrets, of_sums] = &mut self.spare;
                let regrets = regrets.read(at, after.len(), of_regrets);
                count(regrets, sums.open(at, after.len(), of_sums), before, after, rates, is_given);
                sums.close(at, of_sums, &rates.dither);
            }
            Locked::Buckets(numbers, buckets, of_hands) => {
                let place = buckets.place(mix.choice.decision);
                let of_hands = &of_hands[block];
                for lane in 0..LANES {
                    numbers.reached[place.first_reached + of_hands.0[lane] as usize] += f64::from(before.0[lane]);
                }
                buckets.spread(mix.choice.decision, &numbers.strategy, of_hands, after.iter_mut());
                for after in after {
                    *after = *after * *before;
                }
            }
        }
    }

    #[inline(always)]
    fn choose(&mut self, choice: &Choice, block: usize, actions: &[Lanes<f32>]) -> Lanes<f32> {
        match &mut self.ours {
            Locked::Hands(numbers, first, n, _) => {
                let at = *first + block * *n + choice.first;
                let (rates, is_given) = (&self.of.rates, self.of.given[choice.decision]);
                if let Kept::Single(regrets) = &mut numbers.regrets {
                    return learn(&mut regrets[at..][..actions.len()], actions, rates, is_given);
                }
                let regrets = numbers.regrets.open(at, actions.len(), &mut self.spare[0]);
                let value = learn(regrets, actions, rates, is_given);
                numbers.regrets.close(at, &self.spare[0], &rates.dither);
                value
            }
            Locked::Buckets(numbers, buckets, of_hands) => {
                let Place { first, n, .. } = buckets.place(choice.decision);
                let BucketNumbers { strategy, more, .. } = &mut **numbers;
                let (of_hands, weights) = (&of_hands[block], &self.of.weights[self.player][block]);
                let mut value = Lanes::default();
                for (&action, strategy) in actions.iter().zip(strategy[first..].chunks_exact(n)) {
                    for lane in 0..LANES {
                        value.0[lane] += strategy[of_hands.0[lane] as usize] * action.0[lane];
                    }
                }
                for (&action, more) in actions.iter().zip(more[first..].chunks_exact_mut(n)) {
                    let gain = (action - value) * *weights;
                    for lane in 0..LANES {
                        more[of_hands.0[lane] as usize] += f64::from(gain.0[lane]);
                    }
                }
                value
            }
        }
    }

    #[inline(always)]
    fn leaf(&self, leaf: usize, block: usize) -> Lanes<f32> {
        let n_blocks = self.of.weights[self.player].len();
        Lanes(self.of.leaves[self.player][leaf * n_blocks + block].0.map(|gain| gain as f32))
    }
}

impl BucketNumbers {
    /// Begins a walk: finds its strategy. Numbers that a cancelled walk has left count for nothing.
    pub(super) fn look(&mut self, buckets: &Buckets) {
        self.more.fill(0.0);
        self.reached.fill(0.0);
        for Place { first, n, n_actions, .. } in buckets.places() {
            let all = first..first + n * n_actions;
            let (regrets, strategy) = (&self.regrets[all.clone()], &mut self.strategy[all]);
            for bucket in 0..n {
                let regret = |action: usize| regrets[action * n + bucket].max(0.0);
                let total: f32 = (0..n_actions).map(regret).sum();
                for action in 0..n_actions {
                    let share = if total > 0.0 { regret(action) / total } else { 1.0 / n_actions as f32 };
                    strategy[action * n + bucket] = share;
                }
            }
        }
    }

    /// Ends a walk of the player.
    pub(super) fn learn(&mut self, rates: Rates) {
        for (regret, more) in self.regrets.iter_mut().zip(&self.more) {
            *regret = rates.regrets(splat(*regret), splat(*more as f32)).0[0];
        }
    }

    /// Ends a walk of the opponent.
    pub(super) fn count(&mut self, buckets: &Buckets, rates: Rates) {
        for Place { first, first_reached, n, n_actions } in buckets.places() {
            let reached = &self.reached[first_reached..first_reached + n];
            let all = first..first + n * n_actions;
            let rows = self.sums[all.clone()].chunks_exact_mut(n).zip(self.strategy[all].chunks_exact(n));
            for (sums, strategy) in rows {
                for ((sum, share), reached) in sums.iter_mut().zip(strategy).zip(reached) {
                    *sum = *sum * rates.sums + share * *reached as f32;
                }
            }
        }
    }
}
