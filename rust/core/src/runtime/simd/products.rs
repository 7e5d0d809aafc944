//! Vectors of sums of products: of singles, of pairs of 16-bit integers, and of four small integers.
#![allow(unsafe_code)]

use super::Scalar;

/// Two integers: a product of pairs is the sum of the products of their first and of their second integers.
pub(crate) type Pair = [i16; 2];

/// Four integers of at most 127: a product of two such is the sum of the products of their parts.
pub(crate) type Quad = [u8; 4];

/// A number whose products are added up.
pub(crate) trait Factor: Copy + Default + Send + Sync {
    type Sum: Copy + Default + PartialOrd + Send + Sync;
}

impl Factor for f32 {
    type Sum = Self;
}

impl Factor for Pair {
    type Sum = i32;
}

impl Factor for Quad {
    type Sum = i32;
}

/// Vectors of factors, and of sums of products. Sums of integers wrap around: if the result is in range, it is exact.
pub(crate) trait Products<F: Factor>: Copy {
    type Factors: Copy;
    type Sums: Copy;

    /// Sums of a vector.
    const LEN: usize;
    /// Rows of two vectors each that the registers hold, with room for the operands: 4 or 8.
    const ROWS: usize;

    /// The first [`Self::LEN`] factors.
    fn load(self, factors: &[F]) -> Self::Factors;
    fn splat(self, factor: F) -> Self::Factors;
    /// The first [`Self::LEN`] sums.
    fn load_sums(self, sums: &[F::Sum]) -> Self::Sums;
    fn store_sums(self, sums: Self::Sums, to: &mut [F::Sum]);
    /// `to + a b`.
    fn add_product(self, to: Self::Sums, a: Self::Factors, b: Self::Factors) -> Self::Sums;
    /// The bits of the lanes that are at most the limit.
    fn at_most(self, sums: Self::Sums, limit: F::Sum) -> u32;
}

/// The methods of a level whose vectors of sums are arrays of four.
macro_rules! of_arrays {
    ($factor:ty, $sum:ty, |$to:ident, $a:ident, $b:ident| $add_product:expr) => {
        impl Products<$factor> for Scalar {
            type Factors = [$factor; 4];
            type Sums = [$sum; 4];
            const LEN: usize = 4;
            const ROWS: usize = 4;

            #[inline(always)]
            fn load(self, factors: &[$factor]) -> [$factor; 4] {
                [factors[0], factors[1], factors[2], factors[3]]
            }

            #[inline(always)]
            fn splat(self, factor: $factor) -> [$factor; 4] {
                [factor; 4]
            }

            #[inline(always)]
            fn load_sums(self, sums: &[$sum]) -> [$sum; 4] {
                [sums[0], sums[1], sums[2], sums[3]]
            }

            #[inline(always)]
            fn store_sums(self, sums: [$sum; 4], to: &mut [$sum]) {
                to[..4].copy_from_slice(&sums);
            }

            // Not a closure: the copies of a kernel would call it, without the instructions of the level.
            #[inline(always)]
            fn add_product(self, mut to: [$sum; 4], a: [$factor; 4], b: [$factor; 4]) -> [$sum; 4] {
                for lane in 0..4 {
                    let ($to, $a, $b) = (to[lane], a[lane], b[lane]);
                    to[lane] = $add_product;
                }
                to
            }

            #[inline(always)]
            fn at_most(self, sums: [$sum; 4], limit: $sum) -> u32 {
                let mut bits = 0;
                for lane in 0..4 {
                    bits |= u32::from(sums[lane] <= limit) << lane;
                }
                bits
            }
        }
    };
}
of_arrays!(f32, f32, |to, a, b| to + a * b);
#[cfg(not(target_arch = "x86_64"))]
of_arrays!(Pair, i32, |to, a, b| {
    let products = i32::from(a[0]) * i32::from(b[0]) + i32::from(a[1]) * i32::from(b[1]);
    to.wrapping_add(products)
});
#[cfg(not(target_arch = "x86_64"))]
of_arrays!(Quad, i32, |to, a, b| {
    let mut sum = to;
    for part in 0..4 {
        sum = sum.wrapping_add(i32::from(a[part]) * i32::from(b[part]));
    }
    sum
});

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::{Pair, Products, Quad, Scalar};
    use crate::runtime::cpu::{V3, V4};

    /// The bits of a pair.
    #[inline(always)]
    fn both([first, second]: Pair) -> i32 {
        i32::from(first) & 0xffff | i32::from(second) << 16
    }

    /// The compiler makes no vectors of the products of pairs.
    impl Products<Pair> for Scalar {
        type Factors = __m128i;
        type Sums = __m128i;
        const LEN: usize = 4;
        const ROWS: usize = 4;

        methods! {
            fn load(self, of: &[Pair]) -> __m128i = _mm_loadu_si128(of[..4].as_ptr().cast());
            fn splat(self, of: Pair) -> __m128i = _mm_set1_epi32(both(of));
            fn load_sums(self, of: &[i32]) -> __m128i = _mm_loadu_si128(of[..4].as_ptr().cast());
            fn store_sums(self, sums: __m128i, to: &mut [i32]) -> () = _mm_storeu_si128(to[..4].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m128i, a: __m128i, b: __m128i) -> __m128i = _mm_add_epi32(to, _mm_madd_epi16(a, b));
            fn at_most(self, sums: __m128i, limit: i32) -> u32 = {
                let above = _mm_cmpgt_epi32(sums, _mm_set1_epi32(limit));
                _mm_movemask_ps(_mm_castsi128_ps(above)).cast_unsigned() ^ 0xf
            };
        }
    }

    impl Products<Quad> for Scalar {
        /// The first and third integers, and the second and fourth.
        type Factors = [__m128i; 2];
        type Sums = __m128i;
        const LEN: usize = 4;
        const ROWS: usize = 4;

        methods! {
            fn load(self, of: &[Quad]) -> [__m128i; 2] = {
                let all = _mm_loadu_si128(of[..4].as_ptr().cast());
                [_mm_and_si128(all, _mm_set1_epi16(0xff)), _mm_srli_epi16::<8>(all)]
            };
            fn splat(self, of: Quad) -> [__m128i; 2] = {
                let all = _mm_set1_epi32(i32::from_le_bytes(of));
                [_mm_and_si128(all, _mm_set1_epi16(0xff)), _mm_srli_epi16::<8>(all)]
            };
            fn load_sums(self, of: &[i32]) -> __m128i = _mm_loadu_si128(of[..4].as_ptr().cast());
            fn store_sums(self, sums: __m128i, to: &mut [i32]) -> () = _mm_storeu_si128(to[..4].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m128i, a: [__m128i; 2], b: [__m128i; 2]) -> __m128i = {
                let products = [_mm_madd_epi16(a[0], b[0]), _mm_madd_epi16(a[1], b[1])];
                _mm_add_epi32(_mm_add_epi32(to, products[0]), products[1])
            };
            fn at_most(self, sums: __m128i, limit: i32) -> u32 = {
                let above = _mm_cmpgt_epi32(sums, _mm_set1_epi32(limit));
                _mm_movemask_ps(_mm_castsi128_ps(above)).cast_unsigned() ^ 0xf
            };
        }
    }

    impl Products<f32> for V3 {
        type Factors = __m256;
        type Sums = __m256;
        const LEN: usize = 8;
        const ROWS: usize = 4;

        methods! {
            fn load(self, of: &[f32]) -> __m256 = _mm256_loadu_ps(of[..8].as_ptr());
            fn splat(self, of: f32) -> __m256 = _mm256_set1_ps(of);
            fn load_sums(self, of: &[f32]) -> __m256 = _mm256_loadu_ps(of[..8].as_ptr());
            fn store_sums(self, sums: __m256, to: &mut [f32]) -> () = _mm256_storeu_ps(to[..8].as_mut_ptr(), sums);
            fn add_product(self, to: __m256, a: __m256, b: __m256) -> __m256 = _mm256_fmadd_ps(a, b, to);
            fn at_most(self, sums: __m256, limit: f32) -> u32 = {
                _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(sums, _mm256_set1_ps(limit))).cast_unsigned()
            };
        }
    }

    impl Products<Pair> for V3 {
        type Factors = __m256i;
        type Sums = __m256i;
        const LEN: usize = 8;
        const ROWS: usize = 4;

        methods! {
            fn load(self, of: &[Pair]) -> __m256i = _mm256_loadu_si256(of[..8].as_ptr().cast());
            fn splat(self, of: Pair) -> __m256i = _mm256_set1_epi32(both(of));
            fn load_sums(self, of: &[i32]) -> __m256i = _mm256_loadu_si256(of[..8].as_ptr().cast());
            fn store_sums(self, sums: __m256i, to: &mut [i32]) -> () = _mm256_storeu_si256(to[..8].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m256i, a: __m256i, b: __m256i) -> __m256i = _mm256_add_epi32(to, _mm256_madd_epi16(a, b));
            fn at_most(self, sums: __m256i, limit: i32) -> u32 = {
                let above = _mm256_cmpgt_epi32(sums, _mm256_set1_epi32(limit));
                _mm256_movemask_ps(_mm256_castsi256_ps(above)).cast_unsigned() ^ 0xff
            };
        }
    }

    impl Products<Quad> for V3 {
        type Factors = __m256i;
        type Sums = __m256i;
        const LEN: usize = 8;
        const ROWS: usize = 4;

        methods! {
            fn load(self, of: &[Quad]) -> __m256i = _mm256_loadu_si256(of[..8].as_ptr().cast());
            fn splat(self, of: Quad) -> __m256i = _mm256_set1_epi32(i32::from_le_bytes(of));
            fn load_sums(self, of: &[i32]) -> __m256i = _mm256_loadu_si256(of[..8].as_ptr().cast());
            fn store_sums(self, sums: __m256i, to: &mut [i32]) -> () = _mm256_storeu_si256(to[..8].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m256i, a: __m256i, b: __m256i) -> __m256i = {
                let pairs = _mm256_maddubs_epi16(a, b);
                _mm256_add_epi32(to, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
            };
            fn at_most(self, sums: __m256i, limit: i32) -> u32 = {
                let above = _mm256_cmpgt_epi32(sums, _mm256_set1_epi32(limit));
                _mm256_movemask_ps(_mm256_castsi256_ps(above)).cast_unsigned() ^ 0xff
            };
        }
    }

    impl Products<f32> for V4 {
        type Factors = __m512;
        type Sums = __m512;
        const LEN: usize = 16;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[f32]) -> __m512 = _mm512_loadu_ps(of[..16].as_ptr());
            fn splat(self, of: f32) -> __m512 = _mm512_set1_ps(of);
            fn load_sums(self, of: &[f32]) -> __m512 = _mm512_loadu_ps(of[..16].as_ptr());
            fn store_sums(self, sums: __m512, to: &mut [f32]) -> () = _mm512_storeu_ps(to[..16].as_mut_ptr(), sums);
            fn add_product(self, to: __m512, a: __m512, b: __m512) -> __m512 = _mm512_fmadd_ps(a, b, to);
            fn at_most(self, sums: __m512, limit: f32) -> u32 = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(sums, _mm512_set1_ps(limit)).into();
        }
    }

    impl Products<Pair> for V4 {
        type Factors = __m512i;
        type Sums = __m512i;
        const LEN: usize = 16;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[Pair]) -> __m512i = _mm512_loadu_si512(of[..16].as_ptr().cast());
            fn splat(self, of: Pair) -> __m512i = _mm512_set1_epi32(both(of));
            fn load_sums(self, of: &[i32]) -> __m512i = _mm512_loadu_si512(of[..16].as_ptr().cast());
            fn store_sums(self, sums: __m512i, to: &mut [i32]) -> () = _mm512_storeu_si512(to[..16].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m512i, a: __m512i, b: __m512i) -> __m512i = _mm512_dpwssd_epi32(to, a, b);
            fn at_most(self, sums: __m512i, limit: i32) -> u32 = _mm512_cmple_epi32_mask(sums, _mm512_set1_epi32(limit)).into();
        }
    }

    impl Products<Quad> for V4 {
        type Factors = __m512i;
        type Sums = __m512i;
        const LEN: usize = 16;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[Quad]) -> __m512i = _mm512_loadu_si512(of[..16].as_ptr().cast());
            fn splat(self, of: Quad) -> __m512i = _mm512_set1_epi32(i32::from_le_bytes(of));
            fn load_sums(self, of: &[i32]) -> __m512i = _mm512_loadu_si512(of[..16].as_ptr().cast());
            fn store_sums(self, sums: __m512i, to: &mut [i32]) -> () = _mm512_storeu_si512(to[..16].as_mut_ptr().cast(), sums);
            fn add_product(self, to: __m512i, a: __m512i, b: __m512i) -> __m512i = _mm512_dpbusd_epi32(to, a, b);
            fn at_most(self, sums: __m512i, limit: i32) -> u32 = _mm512_cmple_epi32_mask(sums, _mm512_set1_epi32(limit)).into();
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use std::arch::aarch64::*;

    use super::super::Neon;
    use super::{Pair, Products, Quad};

    const BITS: [u32; 4] = [1, 2, 4, 8];

    impl Products<f32> for Neon {
        type Factors = float32x4_t;
        type Sums = float32x4_t;
        const LEN: usize = 4;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[f32]) -> float32x4_t = vld1q_f32(of[..4].as_ptr());
            fn splat(self, of: f32) -> float32x4_t = vdupq_n_f32(of);
            fn load_sums(self, of: &[f32]) -> float32x4_t = vld1q_f32(of[..4].as_ptr());
            fn store_sums(self, sums: float32x4_t, to: &mut [f32]) -> () = vst1q_f32(to[..4].as_mut_ptr(), sums);
            fn add_product(self, to: float32x4_t, a: float32x4_t, b: float32x4_t) -> float32x4_t = vfmaq_f32(to, a, b);
            fn at_most(self, sums: float32x4_t, limit: f32) -> u32 = {
                vaddvq_u32(vandq_u32(vcleq_f32(sums, vdupq_n_f32(limit)), vld1q_u32(BITS.as_ptr())))
            };
        }
    }

    impl Products<Pair> for Neon {
        /// The first integers, and the second.
        type Factors = int16x4x2_t;
        type Sums = int32x4_t;
        const LEN: usize = 4;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[Pair]) -> int16x4x2_t = vld2_s16(of[..4].as_ptr().cast());
            fn splat(self, of: Pair) -> int16x4x2_t = int16x4x2_t(vdup_n_s16(of[0]), vdup_n_s16(of[1]));
            fn load_sums(self, of: &[i32]) -> int32x4_t = vld1q_s32(of[..4].as_ptr());
            fn store_sums(self, sums: int32x4_t, to: &mut [i32]) -> () = vst1q_s32(to[..4].as_mut_ptr(), sums);
            fn add_product(self, to: int32x4_t, a: int16x4x2_t, b: int16x4x2_t) -> int32x4_t = {
                vmlal_s16(vmlal_s16(to, a.0, b.0), a.1, b.1)
            };
            fn at_most(self, sums: int32x4_t, limit: i32) -> u32 = {
                vaddvq_u32(vandq_u32(vcleq_s32(sums, vdupq_n_s32(limit)), vld1q_u32(BITS.as_ptr())))
            };
        }
    }

    impl Products<Quad> for Neon {
        type Factors = uint8x16_t;
        type Sums = int32x4_t;
        const LEN: usize = 4;
        const ROWS: usize = 8;

        methods! {
            fn load(self, of: &[Quad]) -> uint8x16_t = vld1q_u8(of[..4].as_ptr().cast());
            fn splat(self, of: Quad) -> uint8x16_t = vreinterpretq_u8_u32(vdupq_n_u32(u32::from_le_bytes(of)));
            fn load_sums(self, of: &[i32]) -> int32x4_t = vld1q_s32(of[..4].as_ptr());
            fn store_sums(self, sums: int32x4_t, to: &mut [i32]) -> () = vst1q_s32(to[..4].as_mut_ptr(), sums);
            fn add_product(self, to: int32x4_t, a: uint8x16_t, b: uint8x16_t) -> int32x4_t = {
                let halves = [vmull_u8(vget_low_u8(a), vget_low_u8(b)), vmull_high_u8(a, b)];
                let pairs = vpaddq_u16(halves[0], halves[1]);
                vreinterpretq_s32_u32(vpadalq_u16(vreinterpretq_u32_s32(to), pairs))
            };
            fn at_most(self, sums: int32x4_t, limit: i32) -> u32 = {
                vaddvq_u32(vandq_u32(vcleq_s32(sums, vdupq_n_s32(limit)), vld1q_u32(BITS.as_ptr())))
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::runtime::cpu::{Level, Proven};
    use crate::runtime::dispatch::{Isa, Kernel};
    use crate::runtime::rng::Philox;

    /// Lanes of every vector.
    const LANES: usize = 16;

    /// A step of a sketch: the sums, and the bits of those that are at most the limit.
    struct SketchStep<'a, F: Factor> {
        to: &'a [F::Sum; LANES],
        point: F,
        centers: &'a [F; LANES],
        limit: F::Sum,
    }

    impl<F: Factor> SketchStep<'_, F> {
        #[inline(always)]
        fn with<P: Products<F>>(self, products: P) -> ([F::Sum; LANES], u32) {
            let Self { to, point, centers, limit } = self;
            let (mut sums, mut bits) = ([F::Sum::default(); LANES], 0);
            for lane in (0..LANES).step_by(P::LEN) {
                let (start, centers) = (products.load_sums(&to[lane..]), products.load(&centers[lane..]));
                let sum = products.add_product(start, products.splat(point), centers);
                products.store_sums(sum, &mut sums[lane..]);
                bits |= products.at_most(sum, limit) << lane;
            }
            (sums, bits)
        }
    }

    impl Kernel for SketchStep<'_, f32> {
        type Output = ([f32; LANES], u32);
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            self.with(isa.products())
        }
    }

    impl Kernel for SketchStep<'_, Pair> {
        type Output = ([i32; LANES], u32);
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            self.with(isa.products())
        }
    }

    impl Kernel for SketchStep<'_, Quad> {
        type Output = ([i32; LANES], u32);
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            self.with(isa.products())
        }
    }

    /// Compares a step of all levels with that of single numbers.
    fn check<F: Factor<Sum: Debug>>(
        [to, limit]: [&[F::Sum; LANES]; 2],
        (point, centers): (F, &[F; LANES]),
        sum: impl Fn(F::Sum, F, F) -> F::Sum,
        step: impl Fn(Proven, SketchStep<'_, F>) -> ([F::Sum; LANES], u32),
    ) {
        let sums: [_; LANES] = std::array::from_fn(|lane| sum(to[lane], point, centers[lane]));
        // Each of the sums, too, is a limit.
        for limit in limit.iter().chain(&sums).copied() {
            let bits = (0..LANES).map(|lane| u32::from(sums[lane] <= limit) << lane).sum();
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                let found = step(level, SketchStep { to, point, centers, limit });
                assert_eq!(found, (sums, bits), "{level} {limit:?}");
            }
        }
    }

    #[test]
    fn products_are_those_of_single_numbers_at_any_level() {
        let mut rng = Philox::new([15, 1], [0; 4]);
        for _ in 0..200 {
            // Singles of which no sum is rounded.
            let mut single = || rng.below(2001) as f32 - 1000.0;
            let [to, limit, centers]: [[f32; LANES]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| single()));
            check([&to, &limit], (single(), &centers), |to, a, b| to + a * b, |level, step| level.run(step));
        }
        for size in [3, 1 << 15, 1 << 16] {
            for _ in 0..200 {
                let mut integer = |size: u64| rng.below(size) as i64 - (size / 2) as i64;
                let [to, limit]: [[i32; LANES]; 2] =
                    std::array::from_fn(|_| std::array::from_fn(|_| integer(size << 13) as i32));
                // The product of two pairs of the least integer, which no sketch has, is left out.
                let mut short = || integer(size).max(-32_767) as i16;
                let centers: [Pair; LANES] = std::array::from_fn(|_| [short(), short()]);
                let wide = |a: Pair, b: Pair| i32::from(a[0]) * i32::from(b[0]) + i32::from(a[1]) * i32::from(b[1]);
                let sum = |to: i32, a, b| to.wrapping_add(wide(a, b));
                check([&to, &limit], ([short(), short()], &centers), sum, |level, step| level.run(step));
            }
        }
        for size in [2, 13, 128] {
            for _ in 0..200 {
                let mut integer = |size: u64| rng.below(size);
                let [to, limit]: [[i32; LANES]; 2] =
                    std::array::from_fn(|_| std::array::from_fn(|_| integer(1 << 17) as i32 - (1 << 16)));
                let mut quad = || -> Quad { std::array::from_fn(|_| 127 - integer(size) as u8) };
                let centers: [Quad; LANES] = std::array::from_fn(|_| quad());
                let sum = |to: i32, a: Quad, b: Quad| {
                    to + a.iter().zip(b).map(|(&a, b)| i32::from(a) * i32::from(b)).sum::<i32>()
                };
                check([&to, &limit], (quad(), &centers), sum, |level, step| level.run(step));
            }
        }
    }
}
