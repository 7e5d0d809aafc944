//! Vectors of doubles for sums over cards and over players: the widest of the CPU, and the same results with all.
//!
//! Products are rounded before they are added, and eight parts are added up in one order.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
use std::ops::{Add, Sub};

#[cfg(target_arch = "x86_64")]
use super::cpu::{V3, V4};

/// Four numbers in memory.
pub(crate) type Four = [f64; 4];

/// Eight numbers in memory.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct Eight(pub(crate) [f64; 8]);

/// Vectors of four numbers.
pub(crate) trait Fours<W>: Copy {
    type Four: Copy;

    fn four(self, of: &[W; 4]) -> Self::Four;
    fn array(self, four: Self::Four) -> [W; 4];
    fn times_four(self, number: W) -> Self::Four;
    fn plus(self, a: Self::Four, b: Self::Four) -> Self::Four;
    fn less(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// Of each the sum `(0 + 1) + (2 + 3)`.
    fn sums(self, of: [Self::Four; 4]) -> Self::Four;
}

/// The vectors of a CPU level; a proof of the level is what has them.
pub(crate) trait Vectors: Fours<f64> {
    type Eight: Copy;

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
pub(crate) struct Plain;

impl<W: Copy + Add<Output = W> + Sub<Output = W>> Fours<W> for Plain {
    type Four = [W; 4];

    #[inline(always)]
    fn four(self, of: &[W; 4]) -> [W; 4] {
        *of
    }

    #[inline(always)]
    fn array(self, four: [W; 4]) -> [W; 4] {
        four
    }

    #[inline(always)]
    fn times_four(self, number: W) -> [W; 4] {
        [number; 4]
    }

    #[inline(always)]
    fn plus(self, a: [W; 4], b: [W; 4]) -> [W; 4] {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
    }

    #[inline(always)]
    fn less(self, a: [W; 4], b: [W; 4]) -> [W; 4] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
    }

    #[inline(always)]
    fn sums(self, of: [[W; 4]; 4]) -> [W; 4] {
        of.map(|[a, b, c, d]| (a + b) + (c + d))
    }
}

impl Vectors for Plain {
    type Eight = [f64; 8];

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
        let halves = of.map(|e| [e[0] + e[4], e[1] + e[5], e[2] + e[6], e[3] + e[7]]);
        self.sums([halves[0], halves[1], halves[2], [0.0; 4]])
    }
}

/// Four numbers, which both levels have in the same way: a proof of either is one of AVX2.
#[cfg(target_arch = "x86_64")]
macro_rules! fours {
    ($proof:ty) => {
        impl Fours<f64> for $proof {
            type Four = __m256d;

            #[inline(always)]
            fn four(self, of: &Four) -> __m256d {
                // SAFETY: the CPU has the instruction, and `of` is four numbers.
                unsafe { _mm256_loadu_pd(of.as_ptr()) }
            }

            #[inline(always)]
            fn array(self, four: __m256d) -> Four {
                let mut to = [0.0; 4];
                // SAFETY: the CPU has the instruction, and `to` is four numbers.
                unsafe { _mm256_storeu_pd(to.as_mut_ptr(), four) };
                to
            }

            #[inline(always)]
            fn times_four(self, number: f64) -> __m256d {
                // SAFETY: the CPU has the instruction.
                unsafe { _mm256_set1_pd(number) }
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
            fn sums(self, of: [__m256d; 4]) -> __m256d {
                // SAFETY: the CPU has the instructions.
                unsafe { sums_of_fours(of) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
fours!(V3);
#[cfg(target_arch = "x86_64")]
fours!(V4);

/// The sum of both halves.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(eight: __m512d) -> __m256d {
    _mm256_add_pd(_mm512_castpd512_pd256(eight), _mm512_extractf64x4_pd::<1>(eight))
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_fours([a, b, c, d]: [__m256d; 4]) -> __m256d {
    // Of each the sums of the numbers 0 and 1, and 2 and 3.
    let (ab, cd) = (_mm256_hadd_pd(a, b), _mm256_hadd_pd(c, d));
    _mm256_add_pd(_mm256_permute2f128_pd::<0x20>(ab, cd), _mm256_permute2f128_pd::<0x31>(ab, cd))
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn cross([a, b]: [__m256d; 2]) -> __m256d {
    _mm256_mul_pd(_mm256_permute4x64_pd::<0b11_00_10_01>(a), _mm256_permute4x64_pd::<0b11_01_00_10>(b))
}

#[cfg(target_arch = "x86_64")]
impl Vectors for V3 {
    type Eight = [__m256d; 2];

    #[inline(always)]
    fn cross(self, a: __m256d, b: __m256d) -> __m256d {
        // SAFETY: the CPU has the instructions.
        unsafe { cross([a, b]) }
    }

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
        let products = unsafe { [_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1])] };
        [self.plus(sum[0], products[0]), self.plus(sum[1], products[1])]
    }

    #[inline(always)]
    fn totals(self, [x, y, z]: [[__m256d; 2]; 3]) -> __m256d {
        self.sums([self.plus(x[0], x[1]), self.plus(y[0], y[1]), self.plus(z[0], z[1]), self.times_four(0.0)])
    }
}

#[cfg(target_arch = "x86_64")]
impl Vectors for V4 {
    type Eight = __m512d;

    #[inline(always)]
    fn cross(self, a: __m256d, b: __m256d) -> __m256d {
        // SAFETY: the CPU has the instructions.
        unsafe { cross([a, b]) }
    }

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
        unsafe { self.sums([halves(x), halves(y), halves(z), self.times_four(0.0)]) }
    }
}
