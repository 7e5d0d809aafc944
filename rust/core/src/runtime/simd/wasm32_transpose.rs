//! Sixteen rows of sixteen lanes, transposed with the vectors of WebAssembly: blocks in registers.

use std::arch::wasm32::*;

use super::lanes::{LANES, Lane, Lanes};

/// Calls a function for blocks of `N` rows and lanes: where its first row begins in `from`, and in `to`.
macro_rules! by_blocks {
    ($rows:ident, $to:ident, $block:ident, $n:literal) => {
        for row in (0..LANES).step_by($n) {
            for lane in (0..LANES).step_by($n) {
                // SAFETY: a block is within both arrays, whose rows are `LANES` numbers one after the other.
                unsafe { $block($rows[row].0.as_ptr().add(lane), $to[lane].0.as_mut_ptr().add(row)) };
            }
        }
    };
}

impl Lane for f32 {
    #[inline(always)]
    fn transpose(rows: &[Lanes<f32>; LANES], to: &mut [Lanes<f32>; LANES]) {
        by_blocks!(rows, to, fours, 4);
    }
}

impl Lane for f64 {
    #[inline(always)]
    fn transpose(rows: &[Lanes<f64>; LANES], to: &mut [Lanes<f64>; LANES]) {
        by_blocks!(rows, to, twos, 2);
    }
}

/// # Safety
/// Four numbers can be read at `from` and written at `to`, and `LANES` numbers behind these, three times.
#[inline(always)]
unsafe fn fours(from: *const f32, to: *mut f32) {
    // SAFETY: see above.
    let row = |at: usize| unsafe { v128_load(from.add(at * LANES).cast()) };
    let (a, b, c, d) = (row(0), row(1), row(2), row(3));
    let (low, high) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (more_low, more_high) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
    let turned = [
        i64x2_shuffle::<0, 2>(low, more_low),
        i64x2_shuffle::<1, 3>(low, more_low),
        i64x2_shuffle::<0, 2>(high, more_high),
        i64x2_shuffle::<1, 3>(high, more_high),
    ];
    for (at, turned) in turned.into_iter().enumerate() {
        // SAFETY: see above.
        unsafe { v128_store(to.add(at * LANES).cast(), turned) };
    }
}

/// # Safety
/// Two numbers can be read at `from` and written at `to`, and `LANES` numbers behind these.
#[inline(always)]
unsafe fn twos(from: *const f64, to: *mut f64) {
    // SAFETY: see above.
    unsafe {
        let (a, b) = (v128_load(from.cast()), v128_load(from.add(LANES).cast()));
        v128_store(to.cast(), i64x2_shuffle::<0, 2>(a, b));
        v128_store(to.add(LANES).cast(), i64x2_shuffle::<1, 3>(a, b));
    }
}
