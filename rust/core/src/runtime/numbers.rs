//! Random numbers below small bounds, several from one random word, each with the same probability (Brackett-Rozinsky and
//! Lemire, "Batched Ranged Random Integer Generation", 2024).

use super::rng::Philox;

/// The largest number of results of one word: nearly every word makes them equally likely.
pub(crate) const MOST_WAYS: u64 = 1 << 56;

/// Draws numbers below small bounds.
pub(crate) struct SmallNumbers<'a> {
    rng: &'a mut Philox,
    /// The rest of the last word.
    rest: u64,
    /// The number of results of the last word.
    ways: u64,
    are_even: bool,
}

impl<'a> SmallNumbers<'a> {
    #[inline(always)]
    pub(crate) fn new(rng: &'a mut Philox) -> Self {
        let rest = rng.next_u64();
        Self { rng, rest, ways: 1, are_even: true }
    }

    /// Numbers of one word, which has `ways` results.
    #[inline(always)]
    pub(crate) fn reserved(rng: &'a mut Philox, ways: u64) -> Self {
        debug_assert!(ways <= MOST_WAYS);
        Self { ways, ..Self::new(rng) }
    }

    /// The source of the words.
    #[inline(always)]
    pub(crate) fn rng(&mut self) -> &mut Philox {
        self.rng
    }

    /// Takes another word, if the last one cannot tell `ways` results apart beside those before.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, ways: u64) {
        if self.ways.saturating_mul(ways) > MOST_WAYS {
            self.are_even = self.are_even();
            (self.rest, self.ways) = (self.rng.next_u64(), 1);
        }
        self.ways *= ways;
    }

    /// The next number below `bound`, of those that are reserved.
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.rest) * bound as u128;
        self.rest = product as u64;
        (product >> 64) as usize
    }

    /// Whether all numbers had equal probabilities. If not, they are drawn again.
    #[inline(always)]
    pub(crate) fn are_even(&self) -> bool {
        // The rest is uneven only below 2^64 mod ways.
        self.are_even && (self.rest >= self.ways || self.rest >= self.ways.wrapping_neg() % self.ways)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Checks that each of `kinds` results comes as often as the others.
    pub(crate) fn check_even(kinds: usize, n: usize, mut draw: impl FnMut(&mut Philox) -> usize) {
        let rng = &mut Philox::new([3, 4], [0; 4]);
        let mut counts = vec![0.0; kinds];
        (0..n).for_each(|_| counts[draw(rng)] += 1.0);
        let (mean, freedom) = (n as f64 / kinds as f64, (kinds - 1) as f64);
        let chi2: f64 = counts.iter().map(|count: &f64| (count - mean).powi(2) / mean).sum();
        assert!((chi2 - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi2} with {freedom} degrees of freedom");
    }

    #[test]
    fn numbers_of_one_word_are_even_and_independent() {
        check_even(3 * 5 * 7, 200_000, |rng| {
            let mut numbers = SmallNumbers::new(rng);
            numbers.reserve(3 * 5 * 7);
            let digits = [3, 5, 7].map(|bound| numbers.below(bound));
            assert!(numbers.are_even());
            digits[0] + 3 * (digits[1] + 5 * digits[2])
        });
    }

    #[test]
    fn numbers_that_do_not_fit_in_a_word_take_another() {
        let (rng, words) = (&mut Philox::new([5, 6], [0; 4]), &mut Philox::new([5, 6], [0; 4]));
        let words: Vec<u64> = (0..2).map(|_| words.next_u64()).collect();
        let mut numbers = SmallNumbers::new(rng);
        for (i, word) in words.into_iter().enumerate() {
            // A word draws eleven numbers below 32.
            let bits = |k: usize| (word >> (59 - 5 * k)) as usize % 32;
            for k in 0..11 {
                numbers.reserve(32);
                assert_eq!(numbers.below(32), bits(k), "word {i}");
            }
        }
    }

    #[test]
    fn words_that_favour_some_results_are_refused() {
        // 2^64 mod 3 = 1: the word 0 is one too many.
        let words = &mut Philox::new([0; 2], [0; 4]);
        let mut numbers = SmallNumbers::new(words);
        numbers.reserve(3);
        for (rest, is_even) in [(0, false), (1, true), (2, true), (u64::MAX, true)] {
            numbers.rest = rest;
            assert_eq!(numbers.are_even(), is_even);
        }
        numbers.rest = 0;
        numbers.reserve(MOST_WAYS);
        // The second word is even, but not the first.
        assert!(!numbers.are_even());
    }
}
