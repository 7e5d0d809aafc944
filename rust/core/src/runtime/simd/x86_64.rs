//! The vectors of v3 and v4. A proof of the level implements them.

use std::arch::x86_64::*;

use super::{F64x4, F64x8, Simd, Simd4};
use crate::runtime::cpu::{V3, V4};

/// Four numbers, which both levels have in the same way: a proof of either is one of AVX2.
macro_rules! fours {
    ($proof:ty) => {
        impl Simd4<f64> for $proof {
            type X4 = __m256d;

            #[inline(always)]
            fn store(self, four: __m256d) -> F64x4 {
                let mut to = [0.0; 4];
                // SAFETY: the CPU has the instruction, and `to` is four numbers.
                unsafe { _mm256_storeu_pd(to.as_mut_ptr(), four) };
                to
            }

            methods! {
                fn load(self, of: &F64x4) -> __m256d = _mm256_loadu_pd(of.as_ptr());
                fn splat(self, number: f64) -> __m256d = _mm256_set1_pd(number);
                fn add(self, a: __m256d, b: __m256d) -> __m256d = _mm256_add_pd(a, b);
                fn sub(self, a: __m256d, b: __m256d) -> __m256d = _mm256_sub_pd(a, b);
                fn hsum4(self, of: [__m256d; 4]) -> __m256d = sums_of_fours(of);
            }
        }
    };
}

fours!(V3);
fours!(V4);

/// The sum of both halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(eight: __m512d) -> __m256d {
    _mm256_add_pd(_mm512_castpd512_pd256(eight), _mm512_extractf64x4_pd::<1>(eight))
}

#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_fours([a, b, c, d]: [__m256d; 4]) -> __m256d {
    // The sums of the numbers 0 and 1, and of 2 and 3, of each vector.
    let (ab, cd) = (_mm256_hadd_pd(a, b), _mm256_hadd_pd(c, d));
    _mm256_add_pd(_mm256_permute2f128_pd::<0x20>(ab, cd), _mm256_permute2f128_pd::<0x31>(ab, cd))
}

#[inline]
#[target_feature(enable = "avx2")]
fn cross([a, b]: [__m256d; 2]) -> __m256d {
    _mm256_mul_pd(_mm256_permute4x64_pd::<0b11_00_10_01>(a), _mm256_permute4x64_pd::<0b11_01_00_10>(b))
}

impl Simd for V3 {
    type X8 = [__m256d; 2];

    methods! {
        fn cross(self, a: __m256d, b: __m256d) -> __m256d = cross([a, b]);
        fn load8(self, of: &F64x8) -> [__m256d; 2] = {
            [_mm256_load_pd(of.0.as_ptr()), _mm256_load_pd(of.0.as_ptr().add(4))]
        };
    }

    #[inline(always)]
    fn sub8(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        [self.sub(a[0], b[0]), self.sub(a[1], b[1])]
    }

    #[inline(always)]
    fn add_product8(self, sum: [__m256d; 2], a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: the CPU has the instruction.
        let products = unsafe { [_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1])] };
        [self.add(sum[0], products[0]), self.add(sum[1], products[1])]
    }

    #[inline(always)]
    fn hsum8(self, [x, y, z]: [[__m256d; 2]; 3]) -> __m256d {
        self.hsum4([self.add(x[0], x[1]), self.add(y[0], y[1]), self.add(z[0], z[1]), self.splat(0.0)])
    }
}

impl Simd for V4 {
    type X8 = __m512d;

    methods! {
        fn cross(self, a: __m256d, b: __m256d) -> __m256d = cross([a, b]);
        fn load8(self, of: &F64x8) -> __m512d = _mm512_load_pd(of.0.as_ptr());
        fn sub8(self, a: __m512d, b: __m512d) -> __m512d = _mm512_sub_pd(a, b);
        fn add_product8(self, sum: __m512d, a: __m512d, b: __m512d) -> __m512d = {
            _mm512_add_pd(sum, _mm512_mul_pd(a, b))
        };
        fn hsum8(self, [x, y, z]: [__m512d; 3]) -> __m256d = {
            self.hsum4([halves(x), halves(y), halves(z), self.splat(0.0)])
        };
    }
}
