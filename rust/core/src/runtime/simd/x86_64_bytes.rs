//! The vectors of bytes of x86-64: those of every CPU, 128 bits, and those of v3, 256. A proof of the level implements them.

use std::arch::x86_64::*;

use super::Bytes;
use crate::runtime::cpu::V3;

/// The instructions of every CPU of the architecture.
#[derive(Clone, Copy)]
pub(crate) struct Sse2;

/// The methods that are the same instructions for vectors of both lengths.
macro_rules! same {
    ($v:ty, $and:ident, $or:ident, $xor:ident, $add:ident, $sub:ident, $max:ident, $min:ident, $equal:ident, $low:ident,
     $high:ident, $shl:ident, $shr:ident, $splat:ident, $mask:ident) => {
        methods! {
            fn splat(self, byte: u8) -> $v = $splat(byte as i8);
            fn and(self, a: $v, b: $v) -> $v = $and(a, b);
            fn or(self, a: $v, b: $v) -> $v = $or(a, b);
            fn xor(self, a: $v, b: $v) -> $v = $xor(a, b);
            fn times_four(self, a: $v) -> $v = $and($shl::<2>(a), $splat(!3));
            fn quarter(self, a: $v) -> $v = $and($shr::<2>(a), $splat(0x3f));
            fn add(self, a: $v, b: $v) -> $v = $add(a, b);
            fn sub(self, a: $v, b: $v) -> $v = $sub(a, b);
            fn max(self, a: $v, b: $v) -> $v = $max(a, b);
            fn min(self, a: $v, b: $v) -> $v = $min(a, b);
            fn equal(self, a: $v, b: $v) -> $v = $equal(a, b);
            fn zip_low(self, a: $v, b: $v) -> $v = $low(a, b);
            fn zip_high(self, a: $v, b: $v) -> $v = $high(a, b);
            fn mask(self, a: $v) -> u32 = $mask(a).cast_unsigned();
        }
    };
}

/// The first eight bytes, in the low half of a vector.
#[inline(always)]
fn eight(bytes: &[u8]) -> __m128i {
    let bytes = &bytes[..8];
    // SAFETY: every CPU has the instruction, and `bytes` is one unaligned 64-bit load.
    unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) }
}

impl Bytes for Sse2 {
    type V = __m128i;
    const LEN: usize = 16;

    #[inline(always)]
    fn load_eight(self, bytes: &[u8], _: usize) -> __m128i {
        eight(bytes)
    }

    #[inline(always)]
    fn store(self, v: __m128i, to: &mut [u8]) {
        let to = &mut to[..16];
        // SAFETY: every CPU has the instruction, and `to` is one unaligned 128-bit store.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) };
    }

    same! {
        __m128i, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_add_epi8, _mm_sub_epi8, _mm_max_epu8, _mm_min_epu8,
        _mm_cmpeq_epi8, _mm_unpacklo_epi8, _mm_unpackhi_epi8, _mm_slli_epi16, _mm_srli_epi16, _mm_set1_epi8,
        _mm_movemask_epi8
    }
}

impl Bytes for V3 {
    type V = __m256i;
    const LEN: usize = 32;

    #[inline(always)]
    fn load_eight(self, bytes: &[u8], next: usize) -> __m256i {
        // SAFETY: the CPU has the instruction.
        unsafe { _mm256_set_m128i(eight(&bytes[next..]), eight(bytes)) }
    }

    #[inline(always)]
    fn store(self, v: __m256i, to: &mut [u8]) {
        let to = &mut to[..32];
        // SAFETY: the CPU has the instruction, and `to` is one unaligned 256-bit store.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) };
    }

    same! {
        __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_add_epi8, _mm256_sub_epi8,
        _mm256_max_epu8, _mm256_min_epu8, _mm256_cmpeq_epi8, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8,
        _mm256_slli_epi16, _mm256_srli_epi16, _mm256_set1_epi8, _mm256_movemask_epi8
    }
}
