//! Counts to probabilities: quotients of two integers, each rounded once.

use super::weights::TERMS;

/// A hand's expected share of the pot, and its probabilities of winning, tying and losing.
pub type Probabilities = [f64; 4];

/// The probabilities of a hand with these counts, `counts[j]` deals with `j` ties, out of `total` deals.
pub(super) fn probabilities(counts: &[u128], total: u128) -> Probabilities {
    let not_lost: u128 = counts.iter().sum();
    let of_all = |n: u128| quotient(Wide::product(n, 1), Wide::product(total, 1));
    [equity(counts, total), of_all(counts[0]), of_all(not_lost - counts[0]), of_all(total - not_lost)]
}

/// `sum counts[j] / (j + 1) / total`.
pub(super) fn equity(counts: &[u128], total: u128) -> f64 {
    let pot = POTS[counts.len() - 1];
    let shares = counts.iter().zip(1..).map(|(&n, winners)| Wide::product(n, pot / winners));
    quotient(shares.fold(Wide::default(), Wide::plus), Wide::product(total, pot))
}

/// Deals in which nobody beats the hero, and the shares of the pot that he gets in them, summed over boards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ShareSums {
    win: u128,
    tie: u128,
    /// Out of the pot of [`POTS`] in each deal.
    shares: Wide,
}

impl ShareSums {
    /// The sums of one hand, given its [`counts`](super::OpponentCounts::counts).
    pub(super) fn of(counts: &[u128]) -> Self {
        let mut sums = Self::default();
        counts.iter().enumerate().for_each(|(ties, &deals)| sums.add_deals(counts.len() - 1, ties, deals));
        sums
    }

    /// Adds `deals` in which `ties` of `opponents` tie with the hero.
    pub(super) fn add_deals(&mut self, opponents: usize, ties: usize, deals: u128) {
        *if ties == 0 { &mut self.win } else { &mut self.tie } += deals;
        self.shares = self.shares.plus(Wide::product(deals, POTS[opponents] / (ties as u64 + 1)));
    }

    /// Adds the deals of some boards, each with the deals `other`; modulo the size of the words.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self, boards: u16) {
        self.win = self.win.wrapping_add(other.win.wrapping_mul(boards.into()));
        self.tie = self.tie.wrapping_add(other.tie.wrapping_mul(boards.into()));
        self.shares = self.shares.plus(other.shares.times(boards.into()));
    }

    /// Takes away the deals `other`.
    #[inline(always)]
    pub(super) fn subtract(&mut self, other: &Self) {
        self.win = self.win.wrapping_sub(other.win);
        self.tie = self.tie.wrapping_sub(other.tie);
        self.shares = self.shares.minus(other.shares);
    }

    /// The probabilities to win and to tie, and the equity, out of `total` deals to `opponents`.
    pub(crate) fn fractions(&self, opponents: usize, total: u128) -> [f64; 3] {
        let of_all = |n: u128| quotient(Wide::product(n, 1), Wide::product(total, 1));
        [of_all(self.win), of_all(self.tie), quotient(self.shares, Wide::product(total, POTS[opponents]))]
    }
}

/// For each number of opponents, a pot that any number of winners can share evenly: `lcm(1, ..., k + 1)`, at most 37 bits.
static POTS: [u64; TERMS] = {
    const fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let mut pots = [1; TERMS];
    let mut k = 1;
    while k < TERMS {
        let winners = k as u64 + 1;
        pots[k] = pots[k - 1] / gcd(pots[k - 1], winners) * winners;
        k += 1;
    }
    pots
};

/// An unsigned integer of 192 bits; sums and differences wrap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Wide {
    high: u64,
    low: u128,
}

impl Wide {
    #[inline(always)]
    fn product(n: u128, factor: u64) -> Self {
        let low = u128::from(n as u64) * u128::from(factor);
        let high = (n >> 64) * u128::from(factor) + (low >> 64);
        Self { high: (high >> 64) as u64, low: high << 64 | u128::from(low as u64) }
    }

    #[inline(always)]
    fn times(self, factor: u64) -> Self {
        let product = Self::product(self.low, factor);
        Self { high: product.high.wrapping_add(self.high.wrapping_mul(factor)), ..product }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Self { high: self.high.wrapping_add(other.high).wrapping_add(u64::from(carry)), low }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(u64::from(borrow)), low }
    }

    fn doubled(self) -> Self {
        Self { high: self.high << 1 | (self.low >> 127) as u64, low: self.low << 1 }
    }
}

/// `n / d` for `n <= d < 2^191`, rounded to nearest, ties to even.
fn quotient(n: Wide, d: Wide) -> f64 {
    if d.high == 0 && d.low < 1 << 53 {
        return n.low as f64 / d.low as f64;
    }
    if n == Wide::default() || n == d {
        return f64::from(u8::from(n == d));
    }
    // The first 55 or 56 bits of the quotient. The last of them is set if any bit is cut off, so that the conversion to a
    // float with 53 bits rounds correctly.
    let (mut bits, mut shift, mut rest) = (0u64, 0, n);
    if d.high == 0 && d.low < 1 << 72 {
        shift = 55 + n.low.leading_zeros() - d.low.leading_zeros();
        let dividend = n.low << shift;
        bits = (dividend / d.low) as u64;
        rest.low = dividend - u128::from(bits) * d.low;
    }
    while bits < 1 << 54 {
        rest = rest.doubled();
        bits <<= 1;
        shift += 1;
        if rest >= d {
            rest = rest.minus(d);
            bits |= 1;
        }
    }
    (bits | u64::from(rest != Wide::default())) as f64 * 0.5f64.powi(shift as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use num_bigint::BigUint;

    fn big(x: Wide) -> BigUint {
        (BigUint::from(x.high) << 128) + x.low
    }

    /// Whether no float is nearer to `n / d` than `found`, which has to be even if two floats are equally near.
    fn is_nearest(found: f64, n: Wide, d: Wide) -> bool {
        // All in units of a quarter of the last place of the float below.
        let (mantissa, scale) = (found.to_bits() << 12 >> 12 | 1 << 52, 1077 - (found.to_bits() >> 52) as usize);
        let (exact, unit) = (big(n) << scale, big(d));
        let [low, high] = if mantissa == 1 << 52 { [1u64, 2] } else { [2, 2] };
        let (least, most) = (&unit * (4 * mantissa - low), &unit * (4 * mantissa + high));
        let is_even = mantissa % 2 == 0;
        (exact > least || (is_even && exact == least)) && (exact < most || (is_even && exact == most))
    }

    #[test]
    fn quotients_are_rounded_once() {
        let mut rng = Philox::new([7, 1], [0; 4]);
        let mut word = |bits: u64| rng.below(1 << bits.min(63));
        let mut checked = [0; 3];
        for round in 0..200_000u64 {
            let mut wide = |bits: u64| {
                let x = Wide { high: word(63), low: u128::from(word(63)) << 65 | u128::from(word(63)) << 2 | 3 };
                let mut x = x;
                for _ in bits..191 {
                    x = Wide { high: x.high >> 1, low: x.low >> 1 | u128::from(x.high) << 127 };
                }
                x
            };
            let (a, b) = (wide(1 + round % 191), wide(1 + round / 191 % 191));
            let (n, d) = (a.min(b), a.max(b));
            if n == Wide::default() {
                assert!(d == n || quotient(n, d).to_bits() == 0);
                continue;
            }
            checked[usize::from(d.high > 0) + usize::from(d.high > 0 || d.low >> 72 > 0)] += 1;
            assert!(is_nearest(quotient(n, d), n, d), "{n:?} / {d:?}");
            assert_eq!(quotient(d, d).to_bits(), 1f64.to_bits());
        }
        assert!(checked.iter().all(|&n| n > 10_000), "{checked:?}");
    }

    #[test]
    fn halves_of_the_last_place_go_to_even() {
        for d in [1u128 << 60, 1 << 70, 1 << 90, 3 << 60, 3 << 90] {
            for odd in [(1u128 << 53) + 1, (1 << 53) + 3, (1 << 54) - 1] {
                // odd / 2^54 lies half-way between two floats.
                let (n, d) = (Wide::product(odd * (d >> 54), 1), Wide::product(d, 1));
                assert!(is_nearest(quotient(n, d), n, d), "{n:?} / {d:?}");
            }
        }
    }

    /// Counts against 22 opponents, times the pot, have more than 128 bits.
    #[test]
    fn equities_of_large_counts_are_rounded_once() {
        let wide = |x: &BigUint| {
            let digit = |at: usize| x.iter_u64_digits().nth(at).unwrap_or(0);
            Wide { high: digit(2), low: u128::from(digit(1)) << 64 | u128::from(digit(0)) }
        };
        let mut rng = Philox::new([7, 2], [0; 4]);
        let pot = POTS[22];
        for _ in 0..200 {
            let mut count = || u128::from(rng.below(1 << 50)) << 50 | u128::from(rng.below(1 << 50));
            let counts: Vec<u128> = (0..23).map(|_| count()).collect();
            let total = counts.iter().sum::<u128>() + count();
            let won: BigUint = counts.iter().zip(1..).map(|(&n, winners)| BigUint::from(n) * (pot / winners)).sum();
            let all = BigUint::from(total) * pot;
            assert!(wide(&won).high > 0);
            assert!(is_nearest(equity(&counts, total), wide(&won), wide(&all)), "{counts:?} {total}");
        }
    }

    #[test]
    fn a_pot_is_shared_by_all_winners() {
        let all: Vec<u128> = vec![60; 6];
        let [equity, win, tie, lose] = probabilities(&all, 720);
        assert_eq!((equity, win, tie, lose), (147.0 / 720.0, 60.0 / 720.0, 300.0 / 720.0, 0.5));
    }
}
