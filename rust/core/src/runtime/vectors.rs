//! Vectors of doubles for sums over cards and over players: the widest of the CPU, and the same results with all.
//!
//! Products are rounded before they are added, and eight parts are added up in one order.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
use crate::runtime::cpu::{V3, V4};

/// Four numbers in memory.
pub(super) type Four = [f64; 4];

/// Eight numbers in memory.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Eight(pub(super) [f64; 8]);

/// The vectors of a CPU level; a proof of the level is what has them.
pub(super) trait Vectors: Copy {
    type Four: Copy;
    type Eight: Copy;

    fn four(self, of: &Four) -> Self::Four;
    fn put(self, four: Self::Four, to: &mut Four);
    fn plus(self, a: Self::Four, b: Self::Four) -> Self::Four;
    fn less(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// `a[1] b[2], a[2] b[0], a[0] b[1]` and `a[3] b[3]`.
    fn cross(self, a: Self::Four, b: Self::Four) -> Self::Four;

    fn eight(self, of: &Eight) -> Self::Eight;
    fn less_eight(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    /// `sum + a b`.
    fn plus_product(self, sum: Self::Eight, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    /// The sum of each, and nothing.
    fn totals(self, of: [Self::Eight; 3]) -> Self::Four;
}

/// Without vectors.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Vectors for Plain {
    type Four = Four;
    type Eight = [f64; 8];

    #[inline(always)]
    fn four(self, of: &Four) -> Four {
        *of
    }

    #[inline(always)]
    fn put(self, four: Four, to: &mut Four) {
        *to = four;
    }

    #[inline(always)]
    fn plus(self, a: Four, b: Four) -> Four {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
    }

    #[inline(always)]
    fn less(self, a: Four, b: Four) -> Four {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
    }

    #[inline(always)]
    fn cross(self, a: Four, b: Four) -> Four {
        [a[1] * b[2], a[2] * b[0], a[0] * b[1], a[3] * b[3]]
    }

    #[inline(always)]
    fn eight(self, of: &Eight) -> [f64; 8] {
        of.0
    }

    #[inline(always)]
    fn less_eight(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        a.iter_mut().zip(b).for_each(|(a, b)| *a -= b);
        a
    }

    #[inline(always)]
    fn plus_product(self, mut sum: [f64; 8], a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        sum.iter_mut().zip(a.into_iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
        sum
    }

    #[inline(always)]
    fn totals(self, of: [[f64; 8]; 3]) -> Four {
        let [x, y, z] = of.map(|e| ((e[0] + e[4]) + (e[1] + e[5])) + ((e[2] + e[6]) + (e[3] + e[7])));
        [x, y, z, 0.0]
    }
}

/// The operations on four numbers, which both levels have: a proof of either is one of AVX2.
#[cfg(target_arch = "x86_64")]
macro_rules! fours {
    () => {
        type Four = __m256d;

        #[inline(always)]
        fn four(self, of: &Four) -> __m256d {
            // SAFETY: the CPU has the instruction, and `of` is four numbers.
            unsafe { _mm256_loadu_pd(of.as_ptr()) }
        }

        #[inline(always)]
        fn put(self, four: __m256d, to: &mut Four) {
            // SAFETY: the CPU has the instruction, and `to` is four numbers.
            unsafe { _mm256_storeu_pd(to.as_mut_ptr(), four) }
        }

        #[inline(always)]
        fn plus(self, a: __m256d, b: __m256d) -> __m256d {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm256_add_pd(a, b) }
        }

        #[inline(always)]
        fn less(self, a: __m256d, b: __m256d) -> __m256d {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm256_sub_pd(a, b) }
        }

        #[inline(always)]
        fn cross(self, a: __m256d, b: __m256d) -> __m256d {
            // SAFETY: the CPU has the instructions.
            unsafe {
                let (a, b) = (_mm256_permute4x64_pd::<0b11_00_10_01>(a), _mm256_permute4x64_pd::<0b11_01_00_10>(b));
                _mm256_mul_pd(a, b)
            }
        }
    };
}

/// The sum of the four numbers of each, and nothing.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn totals_of_fours([x, y, z]: [__m256d; 3]) -> __m256d {
    // Of each the sums of the numbers 0 and 1, and 2 and 3.
    let (xy, z) = (_mm256_hadd_pd(x, y), _mm256_hadd_pd(z, _mm256_setzero_pd()));
    _mm256_add_pd(_mm256_permute2f128_pd::<0x20>(xy, z), _mm256_permute2f128_pd::<0x31>(xy, z))
}

#[cfg(target_arch = "x86_64")]
impl Vectors for V3 {
    fours!();

    type Eight = [__m256d; 2];

    #[inline(always)]
    fn eight(self, of: &Eight) -> [__m256d; 2] {
        // SAFETY: the CPU has the instruction; `of` is eight numbers, and aligned.
        unsafe { [_mm256_load_pd(of.0.as_ptr()), _mm256_load_pd(of.0.as_ptr().add(4))] }
    }

    #[inline(always)]
    fn less_eight(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        [self.less(a[0], b[0]), self.less(a[1], b[1])]
    }

    #[inline(always)]
    fn plus_product(self, sum: [__m256d; 2], a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: the CPU has the instruction.
        let product = |i: usize| unsafe { _mm256_mul_pd(a[i], b[i]) };
        [self.plus(sum[0], product(0)), self.plus(sum[1], product(1))]
    }

    #[inline(always)]
    fn totals(self, [x, y, z]: [[__m256d; 2]; 3]) -> __m256d {
        // SAFETY: the CPU has the instructions.
        unsafe { totals_of_fours([self.plus(x[0], x[1]), self.plus(y[0], y[1]), self.plus(z[0], z[1])]) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Vectors for V4 {
    fours!();

    type Eight = __m512d;

    #[inline(always)]
    fn eight(self, of: &Eight) -> __m512d {
        // SAFETY: the CPU has the instruction; `of` is eight numbers, and aligned.
        unsafe { _mm512_load_pd(of.0.as_ptr()) }
    }

    #[inline(always)]
    fn less_eight(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: the CPU has the instruction.
        unsafe { _mm512_sub_pd(a, b) }
    }

    #[inline(always)]
    fn plus_product(self, sum: __m512d, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: the CPU has the instructions.
        unsafe { _mm512_add_pd(sum, _mm512_mul_pd(a, b)) }
    }

    #[inline(always)]
    fn totals(self, [x, y, z]: [__m512d; 3]) -> __m256d {
        // SAFETY: the CPU has the instructions.
        unsafe {
            let half = |eight| _mm256_add_pd(_mm512_castpd512_pd256(eight), _mm512_extractf64x4_pd::<1>(eight));
            totals_of_fours([half(x), half(y), half(z)])
        }
    }
}
