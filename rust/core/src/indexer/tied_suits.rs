//! The fourth rung's arithmetic: the group indices of tied suits, which are exchangeable, to one index, and back.
//!
//! Suits that receive equally many cards in every round can be exchanged, so their group indices form a multiset. In
//! descending order `g_1 >= ... >= g_j` it has the index `sum C(g_k + j - k, j - k + 1)`.
//! All of this is exact in 64 bits whenever the result is: the odd factor is divided out by its inverse modulo 2^64.

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
