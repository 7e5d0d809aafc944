//! Tied suits: from the group indices of suits that can be exchanged to one index, and back.
//!
//! Suits with equal numbers of cards in every round can be exchanged, so their group indices form a multiset. In descending
//! order `g_1 >= ... >= g_j` it has the index `sum C(g_k + j - k, j - k + 1)`. All of this is exact in 64 bits if the result
//! fits: the odd factor is divided out by its inverse modulo 2^64.

use crate::cards::SUITS;
use crate::combinatorics::sort_few;
use crate::error::{Error, Result, Row};

/// Maximum number of group indices of a suit in any game: 13! / 2^4, in eight rounds.
const MAX_GROUPS: u64 = 389_188_800;

/// The inverse of 3 modulo 2^64.
const THIRD: u64 = 0xaaaa_aaaa_aaaa_aaab;

/// `C(v + 1, 2)` for `v < 2^32`.
#[inline(always)]
pub(super) fn pairs(v: u64) -> u64 {
    v.wrapping_mul(v.wrapping_add(1)) / 2
}

/// `C(v + 2, 3)` for `v < 2^32`, if it fits.
#[inline(always)]
fn triples(v: u64) -> u64 {
    pairs(v).wrapping_mul(v.wrapping_add(2)).wrapping_mul(THIRD)
}

/// `C(v + 3, 4)` for `v < 2^32`, if it fits.
#[inline(always)]
fn quadruples(v: u64) -> u64 {
    // C(v + 1, 2) C(v + 3, 2) / 6; one of the two factors is even.
    let (p, q) = (pairs(v), pairs(v.wrapping_add(2)));
    let odd = p & 1;
    (p >> (1 - odd)).wrapping_mul(q >> odd).wrapping_mul(THIRD)
}

/// The number of multisets of `j` of `z` values: `C(z + j - 1, j)`, or `None` beyond 64 bits.
pub(super) fn multisets(z: u64, j: usize) -> Option<u64> {
    let mut count: u128 = 1;
    for k in 0..j as u128 {
        count = count.checked_mul(u128::from(z) + k)? / (k + 1);
    }
    u64::try_from(count).ok()
}

/// The number of ways for `tied` exchangeable suits to hold group indices below `groups`, up to suit isomorphism: the
/// multisets `C(groups + tied - 1, tied)`.
///
/// # Errors
/// [`Error::InvalidArgument`] for more than 4 suits or more groups than any suit has (13! / 2^4), [`Error::Overflow`]
/// beyond 64 bits.
///
/// ```
/// use pokerbits::indexer::tied_suits_size;
/// assert_eq!(tied_suits_size(13, 2)?, 91); // two hole cards of different suits: 13 pairs and 78 others
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn tied_suits_size(groups: u64, tied: usize) -> Result<u64> {
    check_tied(tied)?;
    if groups > MAX_GROUPS {
        return Err(Error::InvalidArgument(format!("{groups} group indices: no suit has more than {MAX_GROUPS}")));
    }
    multisets(groups, tied).ok_or_else(|| Error::Overflow(format!("the number of {tied} group indices of {groups}")))
}

/// The index of the group indices of up to four exchangeable suits, in any order.
///
/// # Errors
/// [`Error::InvalidArgument`] for more than 4 suits or a group index that no suit has, [`Error::Overflow`] beyond 64 bits.
///
/// ```
/// use pokerbits::indexer::{tied_suits_index, tied_suits_unindex};
/// assert_eq!(tied_suits_index(&[3, 7])?, 31); // C(8, 2) + 3
/// assert_eq!(tied_suits_index(&[7, 3])?, 31);
/// assert_eq!(tied_suits_unindex(31, 2)?, [7, 3]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn tied_suits_index(groups: &[u64]) -> Result<u64> {
    check_tied(groups.len())?;
    if let Some(group) = groups.iter().find(|&&group| group >= MAX_GROUPS) {
        return Err(Error::InvalidArgument(format!("group index {group}: no suit has more than {MAX_GROUPS}")));
    }
    let mut sorted = groups.to_vec();
    sort_few(&mut sorted, &|a, b| a > b);
    let mut terms = sorted.iter().enumerate().map(|(at, &group)| multisets(group, sorted.len() - at));
    let index = terms.try_fold(0u64, |sum, term| sum.checked_add(term?));
    index.ok_or_else(|| Error::Overflow(format!("the index of the tied suits {groups:?}")))
}

/// The group indices, largest first, of `tied` exchangeable suits: the inverse of [`tied_suits_index`].
///
/// # Errors
/// [`Error::InvalidArgument`] for more than 4 suits, [`Error::IndexOutOfRange`] beyond the group indices that a suit has.
///
/// ```
/// use pokerbits::indexer::tied_suits_unindex;
/// assert_eq!(tied_suits_unindex(0, 4)?, [0, 0, 0, 0]);
/// assert_eq!(tied_suits_unindex(15, 3)?, [3, 2, 2]); // C(5, 3) + C(3, 2) + C(2, 1)
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn tied_suits_unindex(index: u64, tied: usize) -> Result<Vec<u64>> {
    check_tied(tied)?;
    let last = multisets(MAX_GROUPS, tied).map_or(u64::MAX, |size| size - 1);
    if index > last {
        return Err(Error::IndexOutOfRange { row: Row(None), what: "index of tied suits", index, first: 0, last });
    }
    let mut groups = vec![0; tied];
    unindex(index, &mut groups);
    Ok(groups)
}

fn check_tied(tied: usize) -> Result<()> {
    if tied > SUITS.into() {
        return Err(Error::InvalidArgument(format!("{tied} tied suits: a deck has at most {SUITS}")));
    }
    Ok(())
}

/// The index of two values in any order.
#[inline(always)]
pub(super) fn index_2(a: u64, b: u64) -> u64 {
    pairs(a.max(b)).wrapping_add(a.min(b))
}

/// The index of three values in any order.
#[inline(always)]
pub(super) fn index_3(a: u64, b: u64, c: u64) -> u64 {
    let (a, b) = (a.max(b), a.min(b));
    let (a, c) = (a.max(c), a.min(c));
    triples(a).wrapping_add(index_2(b, c))
}

/// The index of four values in any order.
#[inline(always)]
pub(super) fn index_4(a: u64, b: u64, c: u64, d: u64) -> u64 {
    let (a, b) = (a.max(b), a.min(b));
    let (c, d) = (c.max(d), c.min(d));
    let (a, c) = (a.max(c), a.min(c));
    quadruples(a).wrapping_add(index_3(b, c, d))
}

/// The values, largest first, of the multiset of `out.len()` values with this index.
#[inline(always)]
#[allow(clippy::cast_sign_loss)]
pub(super) fn unindex(mut index: u64, out: &mut [u64]) {
    for k in (1..=out.len()).rev() {
        let at = out.len() - k;
        out[at] = match k {
            1 => index,
            2 => {
                // A floating-point root is near; integers make it exact.
                let mut v = (((index as f64 * 8.0 + 1.0).sqrt() - 1.0) * 0.5) as u64;
                v -= u64::from(pairs(v) > index);
                v + u64::from(pairs(v + 1) <= index)
            }
            _ => largest(index, k),
        };
        index -= multisets_below(out[at], k);
    }
}

/// `C(v + k - 1, k)` for `k` up to 4.
#[inline(always)]
fn multisets_below(v: u64, k: usize) -> u64 {
    match k {
        1 => v,
        2 => pairs(v),
        3 => triples(v),
        _ => quadruples(v),
    }
}

/// The largest `v` with `C(v + k - 1, k) <= index`, for `k` of 3 or 4.
#[allow(clippy::cast_sign_loss)]
fn largest(index: u64, k: usize) -> u64 {
    let fits = |v: u64| multisets(v, k).is_some_and(|count| count <= index);
    let x = index as f64;
    let root = if k == 3 { (6.0 * x).cbrt() } else { (24.0 * x).sqrt().sqrt() };
    // The root of k! x exceeds the answer by less than k.
    let mut v = root as u64;
    while !fits(v) {
        v -= 1;
    }
    while fits(v + 1) {
        v += 1;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_are_numbered_densely() {
        const Z: u64 = 12;
        let mut next = [0u64; 5];
        for a in 0..Z {
            for b in 0..=a {
                assert_eq!((index_2(a, b), index_2(b, a)), (next[2], next[2]));
                next[2] += 1;
                for c in 0..=b {
                    for [x, y, z] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                        assert_eq!(index_3(x, y, z), next[3]);
                        for d in 0..=c {
                            let want = next[4] + d;
                            assert_eq!(index_4(x, y, z, d), want);
                            assert_eq!(index_4(d, x, y, z), want);
                            assert_eq!(index_4(x, d, y, z), want);
                            assert_eq!(index_4(x, y, d, z), want);
                            let mut out = [0; 4];
                            unindex(want, &mut out);
                            assert_eq!(out, [a, b, c, d]);
                        }
                    }
                    let mut out = [0; 3];
                    unindex(next[3], &mut out);
                    assert_eq!(out, [a, b, c]);
                    next[3] += 1;
                    next[4] += c + 1;
                }
                let mut out = [0; 2];
                unindex(index_2(a, b), &mut out);
                assert_eq!(out, [a, b]);
            }
        }
        for (j, &count) in next.iter().enumerate().skip(2) {
            assert_eq!(multisets(Z, j), Some(count));
        }
    }

    #[test]
    fn bad_ties_are_refused() {
        let text = |result: Result<u64>| result.unwrap_err().to_string();
        assert!(text(tied_suits_index(&[0; 5])).contains("5 tied suits: a deck has at most 4"));
        assert!(text(tied_suits_size(3, 5)).contains("5 tied suits"));
        assert!(text(tied_suits_index(&[MAX_GROUPS])).contains("group index 389188800: no suit has more"));
        assert!(text(tied_suits_index(&[u64::MAX, 0])).contains("no suit has more"));
        assert!(text(tied_suits_size(MAX_GROUPS + 1, 1)).contains("389188801 group indices: no suit has more"));
        assert!(text(tied_suits_index(&[1, MAX_GROUPS - 1, 0, 0])).contains("does not fit"));
        assert!(text(tied_suits_size(MAX_GROUPS, 3)).contains("does not fit"));
        assert!(tied_suits_unindex(0, 5).is_err());
        assert!(tied_suits_unindex(1, 0).is_err());
        assert!(tied_suits_unindex(MAX_GROUPS, 1).is_err());
        let pairs = tied_suits_size(MAX_GROUPS, 2).unwrap();
        assert_eq!(tied_suits_unindex(pairs - 1, 2), Ok(vec![MAX_GROUPS - 1; 2]));
        assert!(tied_suits_unindex(pairs, 2).is_err());
    }

    #[test]
    fn ties_are_there_and_back() {
        assert_eq!((tied_suits_index(&[]), tied_suits_unindex(0, 0)), (Ok(0), Ok(vec![])));
        for tied in 1..=4 {
            for z in [0, 1, 2, 9] {
                let size = tied_suits_size(z, tied).unwrap();
                for index in 0..size {
                    let groups = tied_suits_unindex(index, tied).unwrap();
                    assert!(groups.iter().all(|&group| group < z) && groups.is_sorted_by(|a, b| a >= b));
                    assert_eq!(tied_suits_index(&groups), Ok(index));
                }
            }
            let last = tied_suits_size(MAX_GROUPS, tied).map_or(u64::MAX, |size| size - 1);
            for index in [last, last - 1, last / 2, last / 3] {
                let mut groups = tied_suits_unindex(index, tied).unwrap();
                groups.reverse();
                assert_eq!(tied_suits_index(&groups), Ok(index));
            }
        }
    }

    #[test]
    fn large_values_are_exact() {
        for j in 2..=4usize {
            // The largest z whose multisets fit in 64 bits, and values near every edge.
            let (mut low, mut high) = (1u64, 1 << 32);
            while high - low > 1 {
                let mid = low.midpoint(high);
                if multisets(mid, j).is_some() { low = mid } else { high = mid }
            }
            let mut steps = 0;
            for v in [low - 1, low - 2, low / 2, low / 3, 5_000, 1] {
                let index = multisets_below(v, j);
                assert_eq!(Some(index), multisets(v, j), "C({v} + {j} - 1, {j})");
                for near in [index, index + 1, index + v / 2, index.saturating_sub(1)] {
                    let mut out = [0; 4];
                    unindex(near, &mut out[..j]);
                    let back = match j {
                        2 => index_2(out[1], out[0]),
                        3 => index_3(out[1], out[2], out[0]),
                        _ => index_4(out[3], out[1], out[0], out[2]),
                    };
                    assert_eq!(back, near);
                    assert!(out[..j].is_sorted_by(|a, b| a >= b));
                    steps += 1;
                }
            }
            assert_eq!(steps, 24);
        }
    }
}
