//! Sixteen rows of sixteen lanes, transposed with the instructions of v3: blocks in registers.

use std::arch::x86_64::*;

use super::lanes::{LANES, Lane, Lanes};
use crate::runtime::cpu::V3;

/// Calls a function for blocks of `N` rows and lanes: where its first row begins in `from`, and in `to`.
macro_rules! by_blocks {
    ($rows:ident, $to:ident, $block:ident, $n:literal) => {
        for (row, lane) in (0..LANES).step_by($n).flat_map(|row| (0..LANES).step_by($n).map(move |lane| (row, lane))) {
            // SAFETY: the proof is that of the instructions. A block is within both arrays, whose rows are `LANES` numbers one
            // after the other.
            unsafe { $block($rows[row].0.as_ptr().add(lane), $to[lane].0.as_mut_ptr().add(row)) };
        }
    };
}

impl Lane for f32 {
    #[inline(always)]
    fn transpose(_: V3, rows: &[Lanes<f32>; LANES], to: &mut [Lanes<f32>; LANES]) {
        by_blocks!(rows, to, eights, 8);
    }
}

impl Lane for f64 {
    #[inline(always)]
    fn transpose(_: V3, rows: &[Lanes<f64>; LANES], to: &mut [Lanes<f64>; LANES]) {
        by_blocks!(rows, to, fours, 4);
    }
}

/// # Safety
/// Eight numbers can be read at `from` and written at `to`, and `LANES` numbers behind these, seven times.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn eights(from: *const f32, to: *mut f32) {
    // SAFETY: see above.
    let row = |at: usize| unsafe { _mm256_loadu_ps(from.add(at * LANES)) };
    let pair = |a: usize| (_mm256_unpacklo_ps(row(a), row(a + 1)), _mm256_unpackhi_ps(row(a), row(a + 1)));
    let ((a, b), (c, d), (e, f), (g, h)) = (pair(0), pair(2), pair(4), pair(6));
    let low = [
        _mm256_shuffle_ps::<0b01_00_01_00>(a, c),
        _mm256_shuffle_ps::<0b11_10_11_10>(a, c),
        _mm256_shuffle_ps::<0b01_00_01_00>(b, d),
        _mm256_shuffle_ps::<0b11_10_11_10>(b, d),
    ];
    let high = [
        _mm256_shuffle_ps::<0b01_00_01_00>(e, g),
        _mm256_shuffle_ps::<0b11_10_11_10>(e, g),
        _mm256_shuffle_ps::<0b01_00_01_00>(f, h),
        _mm256_shuffle_ps::<0b11_10_11_10>(f, h),
    ];
    for i in 0..4 {
        // SAFETY: see above.
        unsafe {
            _mm256_storeu_ps(to.add(i * LANES), _mm256_permute2f128_ps::<0x20>(low[i], high[i]));
            _mm256_storeu_ps(to.add((i + 4) * LANES), _mm256_permute2f128_ps::<0x31>(low[i], high[i]));
        }
    }
}

/// # Safety
/// Four numbers can be read at `from` and written at `to`, and `LANES` numbers behind these, three times.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn fours(from: *const f64, to: *mut f64) {
    // SAFETY: see above.
    let row = |at: usize| unsafe { _mm256_loadu_pd(from.add(at * LANES)) };
    let low = [_mm256_unpacklo_pd(row(0), row(1)), _mm256_unpackhi_pd(row(0), row(1))];
    let high = [_mm256_unpacklo_pd(row(2), row(3)), _mm256_unpackhi_pd(row(2), row(3))];
    for i in 0..2 {
        // SAFETY: see above.
        unsafe {
            _mm256_storeu_pd(to.add(i * LANES), _mm256_permute2f128_pd::<0x20>(low[i], high[i]));
            _mm256_storeu_pd(to.add((i + 2) * LANES), _mm256_permute2f128_pd::<0x31>(low[i], high[i]));
        }
    }
}
