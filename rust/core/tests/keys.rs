//! The claims of the sources of the evaluator's keys: sums that are unique, series that are the least, and the point where a
//! dense table of sums folds onto itself.

use std::ops::RangeInclusive;

use pokerbits::evaluator::keys::{
    FLUSH_RANK_KEYS_5, FLUSH_RANK_KEYS_7, RANK_KEYS_5, RANK_KEYS_7, SUIT_KEYS_5, SUIT_KEYS_7,
};

/// Candidates looked at together.
const WINDOW: u64 = 1 << 21;

/// The sums of `0..=size` cards, ascending, when a hand has at most `copies` cards of a key.
fn sums(keys: &[u64], size: usize, copies: usize) -> Vec<Vec<u64>> {
    let mut sums = vec![vec![]; size + 1];
    sums[0].push(0);
    for key in keys {
        // From the largest size down, so that the smaller ones are still without the key.
        for size in (1..=size).rev() {
            for copies in 1..=size.min(copies) {
                let more: Vec<u64> = sums[size - copies].iter().map(|sum| sum + copies as u64 * key).collect();
                sums[size].extend(more);
            }
            sums[size].sort_unstable();
        }
    }
    sums
}

fn are_unique(sums: &[u64]) -> bool {
    sums.is_sorted_by(|a, b| a < b)
}

fn wide(keys: &[u32]) -> Vec<u64> {
    keys.iter().copied().map(u64::from).collect()
}

/// The least series, found one key at a time, whose sums over hands of each of these sizes together are unique.
///
/// No candidate is tried. Let `T[a]` be the sums of cards that lack `a` of a hand. A new key `x` makes two sums equal exactly
/// if `(b - a) x = s - t` for some `s` in `T[a]` and `t` in `T[b]`. Every such `x` is crossed out, window by window, and the
/// least integer left is the key.
fn least_series(sizes: RangeInclusive<usize>, copies: usize, n_keys: usize) -> Vec<u64> {
    let (size, mut keys) = (*sizes.end(), Vec::<u64>::new());
    for later in (0..n_keys).rev() {
        let sums = sums(&keys, size, copies);
        let lacking = |a: usize| {
            let mut all: Vec<u64> =
                sizes.clone().filter_map(|size| size.checked_sub(a)).flat_map(|size| sums[size].clone()).collect();
            all.sort_unstable();
            all
        };
        let lacking: Vec<Vec<u64>> = (0..=size).map(lacking).collect();
        let mut base = keys.last().map_or(0, |key| key + 1);
        keys.push(loop {
            let mut crossed = vec![false; WINDOW as usize];
            // The hand that lacks more can be completed by this key and the later ones.
            for b in 1..=size.min(copies * (later + 1)) {
                for a in b.saturating_sub(copies)..b {
                    cross_out(&mut crossed, base, (b - a) as u64, &lacking[a], &lacking[b]);
                }
            }
            match crossed.iter().position(|crossed| !crossed) {
                Some(at) => break base + at as u64,
                None => base += WINDOW,
            }
        });
    }
    keys
}

/// Crosses out every `x` of the window for which `step * x` is a difference `s - t`.
fn cross_out(crossed: &mut [bool], base: u64, step: u64, more: &[u64], less: &[u64]) {
    // For ascending s, the t whose difference is in the window are an ascending stretch.
    let (mut from, mut to) = (0, 0);
    for &s in more {
        from += less[from..].iter().take_while(|&&t| t + step * (base + WINDOW) <= s).count();
        to += less[to..].iter().take_while(|&&t| t + step * base <= s).count();
        for t in less[from..to].iter().filter(|&&t| (s - t).is_multiple_of(step)) {
            crossed[((s - t) / step - base) as usize] = true;
        }
    }
}

#[test]
fn published_sums_are_unique() {
    let other_7 = [0, 1, 6, 26, 111, 491, 2144, 8756, 29201, 92494, 253_672, 642_893, 1_586_207];
    let other_5 = [0, 1, 6, 26, 94, 335, 1069, 2576, 5961, 10552, 24667, 45198, 83623];
    for keys in [RANK_KEYS_7, other_7] {
        let sums = sums(&wide(&keys), 7, 4);
        assert!([5, 6, 7].iter().all(|&size| are_unique(&sums[size])));
        assert_eq!([5, 6, 7].map(|size| sums[size].len()), [6175, 18395, 49205]);
    }
    for keys in [RANK_KEYS_5, other_5] {
        assert!(are_unique(&sums(&wide(&keys), 5, 4)[5]));
        assert!(!are_unique(&sums(&wide(&keys), 7, 4)[7]));
    }
    for (keys, size) in [(FLUSH_RANK_KEYS_7, 7), (FLUSH_RANK_KEYS_5, 5)] {
        let mut sums = sums(&wide(&keys), size, 1)[5..].concat();
        sums.sort_unstable();
        assert!(are_unique(&sums));
    }
    assert_eq!(sums(&wide(&RANK_KEYS_7), 7, 4)[7].last(), Some(&7_825_759));
}

/// Equal sums of suit keys have the same flush suit, or none; all but those of 0, 1, 25, 32 are unique.
#[test]
fn published_suit_sums_tell_the_flush() {
    for (keys, size, n_sums) in
        [(SUIT_KEYS_7, 7, 120), ([0, 1, 29, 37], 7, 120), ([0, 1, 25, 32], 7, 119), (SUIT_KEYS_5, 5, 56)]
    {
        let mut meanings = std::collections::HashMap::new();
        for code in 0u32..1 << (3 * keys.len()) {
            let counts: [u32; 4] = std::array::from_fn(|suit| code >> (3 * suit) & 7);
            if counts.iter().sum::<u32>() == size {
                let sum: u32 = counts.iter().zip(keys).map(|(count, key)| count * key).sum();
                let flush = counts.iter().position(|&count| count >= 5);
                assert_eq!(*meanings.entry(sum).or_insert(flush), flush, "{keys:?} {counts:?}");
            }
        }
        assert_eq!(meanings.len(), n_sums);
    }
}

#[test]
fn published_series_are_the_least() {
    assert_eq!(least_series(7..=7, 4, 13), wide(&RANK_KEYS_7));
    assert_eq!(least_series(5..=5, 4, 13), wide(&RANK_KEYS_5));
    assert_eq!(least_series(7..=7, 7, 4), wide(&SUIT_KEYS_7));
    assert_eq!(least_series(5..=5, 5, 4), wide(&SUIT_KEYS_5));
}

/// The published flush keys are valid but not least.
#[test]
fn smaller_flush_keys_than_published() {
    let least = [1, 2, 4, 8, 15, 29, 56, 108, 208, 408, 801, 1573, 3090];
    assert_eq!(least_series(5..=7, 1, 13), least);
    assert!(least[12] < FLUSH_RANK_KEYS_7[12].into());
    assert_eq!(least_series(5..=5, 1, 13), [0, 1, 2, 4, 7, 13, 24, 44, 84, 161, 309, 594, 1164]);
}

/// Folded at `m`, a table stores a sum `k >= m` at `k - m`. The source counts from 1 and prints 4565146.
#[test]
fn the_table_folds_where_published() {
    let sums = &sums(&wide(&RANK_KEYS_7), 7, 4)[7];
    let (last, mut meets) = (sums[sums.len() - 1], vec![false; 7_825_760]);
    let first = last / 2 + 1;
    for sum in sums {
        sums.iter().take_while(|&&low| low + first <= *sum).for_each(|low| meets[(sum - low) as usize] = true);
    }
    let folds: Vec<u64> = (first..=last).filter(|&m| !meets[m as usize]).collect();
    assert_eq!((folds[0], folds.len()), (4_565_145, 1_100_821));
    assert!(!folds.contains(&4_565_146));
}
