//! Searches for key schemes, and the proof that a scheme is valid.
//!
//! A series grows one key at a time: the next key is the least integer that keeps all sums different, also those of fewer
//! cards that later keys complete. No candidate is tried. Let `T[a]` be the sums of cards that lack `a` of a hand. A new key
//! `x` makes two sums equal exactly if `(b - a) x = s - t` for some `s` in `T[a]` and `t` in `T[b]`. Every such `x` is
//! crossed out in a bit set, window by window, and the least integer left is the key.

use std::ops::RangeInclusive;

use super::scheme::KeyScheme;
use crate::combinatorics::{choose, for_each_multiset};
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::Run;

/// Candidates looked at together: one window's bits fit in the second-level cache.
const WINDOW: u64 = 1 << 21;
/// Searches are refused that would hold more sums than this at a time.
const MAX_SUMS: u128 = 1 << 24;
/// The largest hand, and the longest series: a full deck.
const MAX_CARDS: u32 = 52;
/// The largest sum of a dense table that is folded, twice that of the published keys.
const MAX_FOLDED_SUM: u64 = 1 << 24;

/// The least series of rank keys, found one by one, whose sums over hands of `hand_size` cards are unique when a hand has
/// at most `copies` cards of a rank.
///
/// # Errors
/// [`Error::InvalidArgument`] when a number is 0, a hand or a series has more than 52 members, `copies` of every rank do
/// not make a hand, or there are too many sums (more than 2^24) to keep apart. [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{evaluator::keys::find_rank_keys, runtime::Run};
/// assert_eq!(find_rank_keys(7, 8, 4, &mut Run::new(1))?, [0, 1, 5, 22, 98, 453, 2031, 8698]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn find_rank_keys(hand_size: u32, n_ranks: u32, copies: u32, run: &mut Run<'_>) -> Result<Vec<u64>> {
    Series { sizes: hand_size..=hand_size, copies }.find(n_ranks, run)
}

/// The least series of keys, found one by one, whose sums over five to `hand_size` different ranks are unique. It is
/// smaller than the published ones (1, 2, 4, 8, 16, ... 3328 for seven cards and 0, 1, 2, 4, 8, ... 1288 for five).
///
/// # Errors
/// As [`find_rank_keys`], and for a hand size below 5.
///
/// ```
/// use pokerbits::{evaluator::keys::find_flush_keys, runtime::Run};
/// let keys = find_flush_keys(5, 13, &mut Run::new(1))?;
/// assert_eq!(keys, [0, 1, 2, 4, 7, 13, 24, 44, 84, 161, 309, 594, 1164]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn find_flush_keys(hand_size: u32, n_ranks: u32, run: &mut Run<'_>) -> Result<Vec<u64>> {
    if hand_size < 5 {
        return Err(Error::InvalidArgument(format!("hand_size = {hand_size}: a flush has at least 5 cards")));
    }
    Series { sizes: 5..=hand_size, copies: 1 }.find(n_ranks, run)
}

/// The least series of suit keys, found one by one, whose sums over hands of `hand_size` cards are unique.
///
/// # Errors
/// As [`find_rank_keys`].
///
/// ```
/// use pokerbits::{evaluator::keys::find_suit_keys, runtime::Run};
/// assert_eq!(find_suit_keys(7, 4, &mut Run::new(1))?, [0, 1, 8, 57]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn find_suit_keys(hand_size: u32, n_suits: u32, run: &mut Run<'_>) -> Result<Vec<u64>> {
    Series { sizes: hand_size..=hand_size, copies: hand_size }.find(n_suits, run)
}

/// The property that equal sums of suit keys must share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distinct {
    /// Everything: every way to deal the suits has its own sum.
    Sums,
    /// The answer: equal sums have the same flush suit, or both none.
    Flushes,
}

/// The series of suit keys with the smallest largest key, and the least among those.
///
/// # Errors
/// As [`find_rank_keys`].
///
/// ```
/// use pokerbits::{evaluator::keys::{Distinct, find_smallest_suit_keys}, runtime::Run};
/// assert_eq!(find_smallest_suit_keys(7, 4, Distinct::Sums, &mut Run::new(1))?, [0, 1, 29, 37]);
/// assert_eq!(find_smallest_suit_keys(7, 4, Distinct::Flushes, &mut Run::new(1))?, [0, 1, 25, 32]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn find_smallest_suit_keys(
    hand_size: u32,
    n_suits: u32,
    distinct: Distinct,
    run: &mut Run<'_>,
) -> Result<Vec<u64>> {
    if !(1..=7).contains(&hand_size) || !(1..=4).contains(&n_suits) {
        return Err(Error::InvalidArgument(format!(
            "hand_size = {hand_size}, n_suits = {n_suits}: the exhaustive search reaches 1 to 7 cards of 1 to 4 suits"
        )));
    }
    let deals = multisets(n_suits as usize, hand_size, hand_size);
    // The series found one key at a time bounds the largest key.
    let bound = find_suit_keys(hand_size, n_suits, run)?.last().copied().unwrap_or(0);
    for largest in 0..=bound {
        let mut keys = vec![0; n_suits as usize];
        keys[n_suits as usize - 1] = largest;
        let mut found = None;
        run.checkpoint(largest, bound)?;
        fill(&mut keys, 1, largest, &mut |keys| {
            let fits = works(keys, &deals, distinct);
            if fits && found.is_none() {
                found = Some(keys.to_vec());
            }
            fits
        });
        if let Some(keys) = found {
            return Ok(keys);
        }
    }
    Err(Error::InvalidArgument("no series of suit keys exists".into()))
}

/// Tries every ascending filling of `keys[at..]` whose last key is `largest`, until `try_keys` accepts one.
fn fill(keys: &mut [u64], at: usize, largest: u64, try_keys: &mut impl FnMut(&[u64]) -> bool) -> bool {
    if at + 1 >= keys.len() {
        return try_keys(keys);
    }
    for key in keys[at - 1] + 1..largest {
        keys[at] = key;
        if fill(keys, at + 1, largest, try_keys) {
            return true;
        }
    }
    false
}

fn works(keys: &[u64], deals: &[Vec<u32>], distinct: Distinct) -> bool {
    let mut meanings = std::collections::HashMap::new();
    deals.iter().enumerate().all(|(i, counts)| {
        let meaning = match distinct {
            Distinct::Sums => Some(i),
            Distinct::Flushes => counts.iter().position(|&n| n >= 5),
        };
        let sum: u64 = counts.iter().zip(keys).map(|(&n, key)| u64::from(n) * key).sum();
        *meanings.entry(sum).or_insert(meaning) == meaning
    })
}

/// The requirements on a series of keys.
struct Series {
    /// Cards in a hand.
    sizes: RangeInclusive<u32>,
    /// Most cards of one kind.
    copies: u32,
}

impl Series {
    fn find(&self, n_keys: u32, run: &mut Run<'_>) -> Result<Vec<u64>> {
        let invalid = |why: &str| {
            let sizes = &self.sizes;
            Err(Error::InvalidArgument(format!(
                "{n_keys} keys for hands of {} with at most {} alike: {why}",
                sizes.end(),
                self.copies
            )))
        };
        let Self { sizes, copies } = self;
        if n_keys == 0 || *sizes.start() == 0 || *copies == 0 {
            return invalid("every number must be at least 1");
        }
        if n_keys > MAX_CARDS || *sizes.end() > MAX_CARDS {
            return invalid("a hand has at most 52 cards, and a series at most 52 keys");
        }
        if u64::from(*sizes.start()) > u64::from(n_keys) * u64::from(*copies) {
            return invalid("a hand has more cards than there are");
        }
        // Multisets without a limit on copies bound those with one.
        let sums = choose(u64::from(n_keys) + u64::from(*sizes.end()), u64::from(n_keys));
        if sums.is_none_or(|n| n > MAX_SUMS) {
            return invalid("too many sums to keep apart");
        }
        // The sums of the keys found, by number of cards, ascending.
        let mut sums = vec![vec![]; *sizes.end() as usize + 1];
        sums[0].push(0);
        let mut keys = Vec::new();
        for later in (0..n_keys).rev() {
            let key = self.next_key(keys.last().map_or(0, |key| key + 1), &sums, later, run)?;
            self.add_key(key, &mut sums, run)?;
            keys.push(key);
        }
        Ok(keys)
    }

    /// The least key from `base` on that keeps all sums apart when `later` more keys will follow.
    fn next_key(&self, mut base: u64, sums: &[Vec<u64>], later: u32, run: &mut Run<'_>) -> Result<u64> {
        // More copies than cards make no difference.
        let copies = self.copies.min(*self.sizes.end()) as usize;
        let tails = (0..sums.len()).map(|lacking| self.sums_lacking(sums, lacking)).collect::<Result<Vec<_>>>()?;
        loop {
            let mut crossed = try_vec(0u64, (WINDOW / 64) as usize)?;
            for b in 1..tails.len() {
                // b - a copies more of the new rank; of the a cards that both hands lack, it gives what copies are left.
                for a in b.saturating_sub(copies)..b {
                    run.checkpoint(0, 0)?;
                    let more = b - a;
                    if a <= copies - more + copies * later as usize {
                        cross_out(&mut crossed, base, more as u64, &tails[a], &tails[b], run)?;
                    }
                }
            }
            if let Some(word) = crossed.iter().position(|&word| word != u64::MAX) {
                return Ok(base + 64 * word as u64 + u64::from(crossed[word].trailing_ones()));
            }
            base = base.checked_add(WINDOW).ok_or_else(|| Error::Overflow("the next key".into()))?;
        }
    }

    /// The sums, ascending, of cards that lack `lacking` of a hand.
    fn sums_lacking(&self, sums: &[Vec<u64>], lacking: usize) -> Result<Vec<u64>> {
        let mut found = Vec::new();
        for size in self.sizes.clone().filter_map(|size| (size as usize).checked_sub(lacking)) {
            reserve(&mut found, sums[size].len())?;
            found.extend(&sums[size]);
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Adds the sums with a new key to those of `sums[size]` cards.
    fn add_key(&self, key: u64, sums: &mut [Vec<u64>], run: &mut Run<'_>) -> Result<()> {
        // From the largest size down, so that the smaller ones are still without the key.
        for size in (1..sums.len()).rev() {
            let (without, with) = sums.split_at_mut(size);
            for copies in 1..=size.min(self.copies as usize) {
                run.checkpoint(0, 0)?;
                reserve(&mut with[0], without[size - copies].len())?;
                with[0].extend(without[size - copies].iter().map(|sum| sum + copies as u64 * key));
            }
            with[0].sort_unstable();
        }
        Ok(())
    }
}

/// Sets the bits of `base..base + WINDOW` at every `x` for which `step * x` is a difference `s - t`.
fn cross_out(crossed: &mut [u64], base: u64, step: u64, more: &[u64], less: &[u64], run: &mut Run<'_>) -> Result<()> {
    // For ascending s, the t whose difference is in the window are an ascending stretch.
    let (mut from, mut to) = (0, 0);
    for (n, &s) in more.iter().enumerate() {
        if n % 256 == 0 {
            run.checkpoint(0, 0)?;
        }
        from += less[from..].iter().take_while(|&&t| t + step * (base + WINDOW) <= s).count();
        to += less[to..].iter().take_while(|&&t| t + step * base <= s).count();
        for &t in &less[from..to] {
            let x = match step {
                1 => s - t,
                _ if (s - t) % step == 0 => (s - t) / step,
                _ => continue,
            };
            crossed[((x - base) / 64) as usize] |= 1 << ((x - base) % 64);
        }
    }
    Ok(())
}

/// The counts of every multiset of `size` of `kinds`, at most `copies` of each.
fn multisets(kinds: usize, size: u32, copies: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for_each_multiset(kinds, size, copies, &mut |counts| all.push(counts.to_vec()));
    all
}

/// Appends to `all` the sum of every multiset of `size` keys, at most `copies` of each.
fn add_sums(all: &mut Vec<u64>, keys: &[u64], size: u32, copies: u32) -> Result<()> {
    let mut fits = Ok(());
    for_each_multiset(keys.len(), size, copies, &mut |counts| {
        if fits.is_ok() {
            fits = push(all, counts.iter().zip(keys).map(|(&n, key)| u64::from(n) * key).sum());
        }
    });
    fits
}

fn push(all: &mut Vec<u64>, one: u64) -> Result<()> {
    reserve(all, 1)?;
    all.push(one);
    Ok(())
}

/// Makes room for `more` numbers, for which there may be no memory.
fn reserve(all: &mut Vec<u64>, more: usize) -> Result<()> {
    all.try_reserve(more).map_err(|_| Error::OutOfMemory { bytes: size_of::<u64>() * (all.len() + more) })
}

impl KeyScheme {
    /// Whether sums with different meanings are different, by listing them all. Sums of rank keys are those of hands of
    /// `hand_size` cards with at most four of a rank; sums of flush keys those of five to `hand_size` ranks; sums of suit
    /// keys have to agree on the flush suit only.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] when a series has the wrong length or the hand size is not 5, 6 or 7.
    pub fn is_valid(&self) -> Result<bool> {
        self.check_shape()?;
        let unique = |sums: Vec<u64>| {
            let mut sums = sums;
            sums.sort_unstable();
            sums.windows(2).all(|pair| pair[0] != pair[1])
        };
        let (mut flushes, keys) = (Vec::new(), widen(&self.flush_rank_keys));
        (5..=self.hand_size).try_for_each(|size| add_sums(&mut flushes, &keys, size, 1))?;
        let suits = multisets(self.suit_keys.len(), self.hand_size, self.hand_size);
        Ok(unique(self.rank_sums()?) && unique(flushes) && works(&widen(&self.suit_keys), &suits, Distinct::Flushes))
    }

    /// The points at which the dense table of strengths by sum of rank keys folds onto itself: every `m` past the middle
    /// for which no sum `k >= m` has another sum at `k - m`. Ascending; sums count from 0.
    ///
    /// # Errors
    /// As [`Self::is_valid`], [`Error::InvalidArgument`] when [`Self::largest_sum`] is above 2^24 (the dense table that is
    /// folded has a place for every sum), and [`Error::Cancelled`].
    pub fn folding_points(&self, run: &mut Run<'_>) -> Result<Vec<u64>> {
        self.check_shape()?;
        let mut sums = self.rank_sums()?;
        sums.sort_unstable();
        let last = sums.last().copied().unwrap_or(0);
        if last > MAX_FOLDED_SUM {
            return Err(Error::InvalidArgument(format!(
                "the largest sum of rank keys is {last}: tables of sums up to {MAX_FOLDED_SUM} can be folded"
            )));
        }
        let first = last / 2 + 1;
        let mut meets = try_vec(false, (last + 1 - first) as usize)?;
        for (i, &sum) in sums.iter().enumerate() {
            if i % 256 == 0 {
                run.checkpoint(i as u64, sums.len() as u64)?;
            }
            sums.iter()
                .take_while(|&&other| other + first <= sum)
                .for_each(|other| meets[(sum - other - first) as usize] = true);
        }
        let mut points = Vec::new();
        for (m, meets) in (first..).zip(meets) {
            if m % (1 << 16) == 0 {
                run.checkpoint(m, last)?;
            }
            if !meets {
                push(&mut points, m)?;
            }
        }
        Ok(points)
    }

    /// The largest sum of rank keys of a hand.
    ///
    /// # Errors
    /// As [`Self::is_valid`].
    pub fn largest_sum(&self) -> Result<u64> {
        self.check_shape()?;
        Ok(self.rank_sums()?.into_iter().max().unwrap_or(0))
    }

    fn rank_sums(&self) -> Result<Vec<u64>> {
        let mut sums = Vec::new();
        add_sums(&mut sums, &widen(&self.rank_keys), self.hand_size, 4)?;
        Ok(sums)
    }

    fn check_shape(&self) -> Result<()> {
        let lengths = [self.rank_keys.len(), self.flush_rank_keys.len(), self.suit_keys.len()];
        if !(5..=7).contains(&self.hand_size) || lengths != [13, 13, 4] {
            return Err(Error::InvalidArgument(format!(
                "a scheme has hands of 5, 6 or 7 cards and 13 rank, 13 flush and 4 suit keys; this one has hands of {} and {lengths:?}",
                self.hand_size
            )));
        }
        Ok(())
    }
}

fn widen(keys: &[u32]) -> Vec<u64> {
    keys.iter().copied().map(u64::from).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scheme::*;
    use super::*;

    fn scheme(hand_size: u32, rank_keys: [u32; 13], flush_rank_keys: [u32; 13], suit_keys: [u32; 4]) -> KeyScheme {
        let (rank_keys, flush_rank_keys) = (rank_keys.to_vec(), flush_rank_keys.to_vec());
        KeyScheme { hand_size, rank_keys, flush_rank_keys, suit_keys: suit_keys.to_vec() }
    }

    #[test]
    fn the_published_series_are_valid() {
        let other_7 = [0, 1, 6, 26, 111, 491, 2144, 8756, 29201, 92494, 253_672, 642_893, 1_586_207];
        let other_5 = [0, 1, 6, 26, 94, 335, 1069, 2576, 5961, 10552, 24667, 45198, 83623];
        for suits in [SUIT_KEYS_7, [0, 1, 29, 37], [0, 1, 25, 32]] {
            for ranks in [RANK_KEYS_7, other_7] {
                for size in 5..=7 {
                    assert_eq!(scheme(size, ranks, FLUSH_RANK_KEYS_7, suits).is_valid(), Ok(true), "{size} {suits:?}");
                }
            }
        }
        for ranks in [RANK_KEYS_5, other_5] {
            assert_eq!(scheme(5, ranks, FLUSH_RANK_KEYS_5, SUIT_KEYS_5).is_valid(), Ok(true));
        }
        assert_eq!(scheme(7, RANK_KEYS_7, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).largest_sum(), Ok(7_825_759));
    }

    #[test]
    fn a_wrong_series_is_not() {
        let mut ranks = RANK_KEYS_7;
        ranks[12] -= 1;
        assert_eq!(scheme(7, ranks, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).is_valid(), Ok(false));
        assert_eq!(scheme(7, RANK_KEYS_5, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).is_valid(), Ok(false));
        assert_eq!(scheme(7, RANK_KEYS_7, FLUSH_RANK_KEYS_5, SUIT_KEYS_7).is_valid(), Ok(false));
        assert_eq!(scheme(7, RANK_KEYS_7, FLUSH_RANK_KEYS_7, [0, 1, 24, 32]).is_valid(), Ok(false));
        assert!(scheme(8, RANK_KEYS_7, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).is_valid().is_err());
    }

    #[test]
    fn the_searches_find_the_published_series() {
        let run = &mut Run::new(1);
        assert_eq!(find_rank_keys(7, 13, 4, run).unwrap(), widen(&RANK_KEYS_7));
        assert_eq!(find_rank_keys(5, 13, 4, run).unwrap(), widen(&RANK_KEYS_5));
        assert_eq!(find_suit_keys(5, 4, run).unwrap(), widen(&SUIT_KEYS_5));
    }

    /// The published flush keys are valid but not least: the search finds smaller ones, which are valid too.
    #[test]
    fn smaller_flush_keys_than_published() {
        for (size, published, least) in [
            (7, FLUSH_RANK_KEYS_7, [1, 2, 4, 8, 15, 29, 56, 108, 208, 408, 801, 1573, 3090]),
            (5, FLUSH_RANK_KEYS_5, [0, 1, 2, 4, 7, 13, 24, 44, 84, 161, 309, 594, 1164]),
        ] {
            let found = find_flush_keys(size, 13, &mut Run::new(1)).unwrap();
            assert_eq!(found, widen(&least));
            assert!(least[12] < published[12]);
            assert_eq!(scheme(size, RANK_KEYS_7, least, SUIT_KEYS_7).is_valid(), Ok(true));
        }
    }

    #[test]
    fn the_suits_of_0_1_25_32_have_119_sums() {
        let mut sums = Vec::new();
        add_sums(&mut sums, &[0, 1, 25, 32], 7, 7).unwrap();
        assert_eq!(sums.len(), 120);
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), 119);
    }

    #[test]
    fn the_table_folds_where_published() {
        let folds = scheme(7, RANK_KEYS_7, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).folding_points(&mut Run::new(1)).unwrap();
        assert_eq!(folds[0], 4_565_145);
        // One more, as a count from 1 would have it, does not work.
        assert!(!folds.contains(&4_565_146));
        assert_eq!(folds.len(), 1_100_821);
    }

    /// The largest and the strangest searches that are not refused end, and soon.
    #[test]
    fn searches_at_the_bounds() {
        let run = &mut Run::new(1);
        assert_eq!(find_suit_keys(52, 1, run), Ok(vec![0]));
        assert_eq!(find_rank_keys(52, 1, 52, run), Ok(vec![0]));
        assert_eq!(find_rank_keys(52, 1, u32::MAX, run), Ok(vec![0]));
        assert_eq!(find_suit_keys(52, 2, run), Ok(vec![0, 1]));
        assert_eq!(find_rank_keys(1, 52, 4, run), Ok((0..52).collect()));
        // Of two ranks with one card each both are held, whatever their keys.
        assert_eq!(find_rank_keys(2, 2, 1, run), Ok(vec![0, 1]));
        assert_eq!(find_flush_keys(7, 5, run).unwrap().len(), 5);
    }

    #[test]
    fn tables_too_large_to_fold_are_refused() {
        let folds =
            |ranks: [u32; 13], run: &mut Run<'_>| scheme(7, ranks, FLUSH_RANK_KEYS_7, SUIT_KEYS_7).folding_points(run);
        let mut large: [u32; 13] = std::array::from_fn(|i| (1 << 24) + i as u32);
        let refused = folds(large, &mut Run::new(1)).unwrap_err().to_string();
        assert_eq!(refused, "the largest sum of rank keys is 117440593: tables of sums up to 16777216 can be folded");
        large = [u32::MAX; 13];
        assert!(matches!(folds(large, &mut Run::new(1)), Err(Error::InvalidArgument(_))));
        assert_eq!(folds([0; 13], &mut Run::new(1)), Ok(vec![]));
        // Four of the highest and three of the next: exactly the largest sum.
        let mut most = RANK_KEYS_7;
        most[12] = (MAX_FOLDED_SUM as u32 - 3 * most[11]) / 4;
        assert!(folds(most, &mut Run::new(1)).is_ok());
        let mut stop = |_, _| std::ops::ControlFlow::Break(());
        let mut run = Run::new(1).watched(&mut stop);
        std::thread::sleep(crate::runtime::progress::PERIOD);
        assert_eq!(folds(RANK_KEYS_7, &mut run), Err(Error::Cancelled));
    }

    #[test]
    fn schemes_without_keys_are_refused() {
        let whole = scheme(7, RANK_KEYS_7, FLUSH_RANK_KEYS_7, SUIT_KEYS_7);
        for broken in [
            KeyScheme { rank_keys: vec![], ..whole.clone() },
            KeyScheme { flush_rank_keys: vec![], ..whole.clone() },
            KeyScheme { suit_keys: vec![], ..whole.clone() },
            KeyScheme { hand_size: 0, ..whole.clone() },
            KeyScheme { hand_size: u32::MAX, ..whole },
        ] {
            let shape = |error: Error| error.to_string().contains("13 rank, 13 flush and 4 suit keys");
            assert!(broken.is_valid().is_err_and(shape));
            assert!(broken.largest_sum().is_err_and(shape));
            assert!(broken.folding_points(&mut Run::new(1)).is_err_and(shape));
        }
    }

    #[test]
    fn impossible_searches_are_refused() {
        let run = &mut Run::new(1);
        assert!(find_rank_keys(0, 13, 4, run).is_err());
        assert!(find_rank_keys(7, 0, 4, run).is_err());
        assert!(find_rank_keys(20, 30, 4, run).is_err());
        assert!(find_flush_keys(4, 13, run).is_err());
        for (found, why) in [
            (
                find_suit_keys(1_000_000, 1, run),
                "1 keys for hands of 1000000 with at most 1000000 alike: a hand has at most 52",
            ),
            (find_rank_keys(1_000_000, 1, 1, run), "a hand has at most 52"),
            (find_rank_keys(1, 1_000_000, 1, run), "a series at most 52 keys"),
            (find_rank_keys(7, 1, 4, run), "a hand has more cards than there are"),
            (find_rank_keys(5, 4, 1, run), "a hand has more cards than there are"),
            (find_flush_keys(7, 4, run), "a hand has more cards than there are"),
            (find_rank_keys(30, 30, u32::MAX, run), "too many sums"),
        ] {
            assert!(found.clone().is_err_and(|error| error.to_string().contains(why)), "{found:?} should say {why}");
        }
        assert!(find_smallest_suit_keys(7, 5, Distinct::Sums, run).is_err());
        let mut stop = |_, _| std::ops::ControlFlow::Break(());
        assert_eq!(find_rank_keys(7, 13, 4, &mut Run::new(1).watched(&mut stop)), Err(Error::Cancelled));
    }
}
