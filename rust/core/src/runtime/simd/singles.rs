//! Vectors of singles, for sketches: sums of products that only have to be nearly right.
//!
//! Levels round differently, as some have instructions that round a product and its sum once.
#![allow(unsafe_code)]

use super::Scalar;

/// The vectors of a CPU level. A proof of the level implements this.
pub(crate) trait Singles: Copy {
    type V: Copy;

    /// Singles of a vector.
    const LEN: usize;
    /// Rows of two vectors each that the registers hold, with room for the operands: 4 or 8.
    const ROWS: usize;

    /// The first [`Self::LEN`] singles.
    fn load(self, singles: &[f32]) -> Self::V;
    fn store(self, v: Self::V, to: &mut [f32]);
    fn splat(self, single: f32) -> Self::V;
    /// `from - a b`.
    fn sub_product(self, from: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// The bits of the lanes that are at most the limit.
    fn at_most(self, v: Self::V, limit: Self::V) -> u32;
}

impl Singles for Scalar {
    type V = [f32; 4];
    const LEN: usize = 4;
    const ROWS: usize = 4;

    #[inline(always)]
    fn load(self, singles: &[f32]) -> [f32; 4] {
        [singles[0], singles[1], singles[2], singles[3]]
    }

    #[inline(always)]
    fn store(self, v: [f32; 4], to: &mut [f32]) {
        to[..4].copy_from_slice(&v);
    }

    #[inline(always)]
    fn splat(self, single: f32) -> [f32; 4] {
        [single; 4]
    }

    #[inline(always)]
    fn sub_product(self, from: [f32; 4], a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        [from[0] - a[0] * b[0], from[1] - a[1] * b[1], from[2] - a[2] * b[2], from[3] - a[3] * b[3]]
    }

    #[inline(always)]
    fn at_most(self, v: [f32; 4], limit: [f32; 4]) -> u32 {
        let mut bits = 0;
        for lane in 0..4 {
            bits |= u32::from(v[lane] <= limit[lane]) << lane;
        }
        bits
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::Singles;
    use crate::runtime::cpu::{V3, V4};

    impl Singles for V3 {
        type V = __m256;
        const LEN: usize = 8;
        const ROWS: usize = 4;

        #[inline(always)]
        fn load(self, singles: &[f32]) -> __m256 {
            let singles = &singles[..8];
            // SAFETY: the CPU has the instruction, and `singles` is one 256-bit load.
            unsafe { _mm256_loadu_ps(singles.as_ptr()) }
        }

        #[inline(always)]
        fn store(self, v: __m256, to: &mut [f32]) {
            let to = &mut to[..8];
            // SAFETY: the CPU has the instruction, and `to` is one 256-bit store.
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), v) }
        }

        #[inline(always)]
        fn splat(self, single: f32) -> __m256 {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm256_set1_ps(single) }
        }

        #[inline(always)]
        fn sub_product(self, from: __m256, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm256_fnmadd_ps(a, b, from) }
        }

        #[inline(always)]
        fn at_most(self, v: __m256, limit: __m256) -> u32 {
            // SAFETY: the CPU has the instructions.
            unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(v, limit)).cast_unsigned() }
        }
    }

    impl Singles for V4 {
        type V = __m512;
        const LEN: usize = 16;
        const ROWS: usize = 8;

        #[inline(always)]
        fn load(self, singles: &[f32]) -> __m512 {
            let singles = &singles[..16];
            // SAFETY: the CPU has the instruction, and `singles` is one 512-bit load.
            unsafe { _mm512_loadu_ps(singles.as_ptr()) }
        }

        #[inline(always)]
        fn store(self, v: __m512, to: &mut [f32]) {
            let to = &mut to[..16];
            // SAFETY: the CPU has the instruction, and `to` is one 512-bit store.
            unsafe { _mm512_storeu_ps(to.as_mut_ptr(), v) }
        }

        #[inline(always)]
        fn splat(self, single: f32) -> __m512 {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm512_set1_ps(single) }
        }

        #[inline(always)]
        fn sub_product(self, from: __m512, a: __m512, b: __m512) -> __m512 {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm512_fnmadd_ps(a, b, from) }
        }

        #[inline(always)]
        fn at_most(self, v: __m512, limit: __m512) -> u32 {
            // SAFETY: the CPU has the instruction.
            unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(v, limit).into() }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use std::arch::aarch64::*;

    use super::super::Neon;
    use super::Singles;

    impl Singles for Neon {
        type V = float32x4_t;
        const LEN: usize = 4;
        const ROWS: usize = 8;

        #[inline(always)]
        fn load(self, singles: &[f32]) -> float32x4_t {
            let singles = &singles[..4];
            // SAFETY: every CPU of the architecture has the instruction, and `singles` is one 128-bit load.
            unsafe { vld1q_f32(singles.as_ptr()) }
        }

        #[inline(always)]
        fn store(self, v: float32x4_t, to: &mut [f32]) {
            let to = &mut to[..4];
            // SAFETY: every CPU has the instruction, and `to` is one 128-bit store.
            unsafe { vst1q_f32(to.as_mut_ptr(), v) }
        }

        #[inline(always)]
        fn splat(self, single: f32) -> float32x4_t {
            // SAFETY: every CPU has the instruction.
            unsafe { vdupq_n_f32(single) }
        }

        #[inline(always)]
        fn sub_product(self, from: float32x4_t, a: float32x4_t, b: float32x4_t) -> float32x4_t {
            // SAFETY: every CPU has the instruction.
            unsafe { vfmsq_f32(from, a, b) }
        }

        #[inline(always)]
        fn at_most(self, v: float32x4_t, limit: float32x4_t) -> u32 {
            const BITS: [u32; 4] = [1, 2, 4, 8];
            // SAFETY: every CPU has the instructions, and `BITS` is one 128-bit load.
            unsafe { vaddvq_u32(vandq_u32(vcleq_f32(v, limit), vld1q_u32(BITS.as_ptr()))) }
        }
    }
}
