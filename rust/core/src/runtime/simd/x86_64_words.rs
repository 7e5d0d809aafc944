//! The vectors of words of v3: 256 bits. A proof of the level implements them.

use std::arch::x86_64::*;

use super::Words;
use crate::runtime::cpu::V3;

/// The same 16 bytes in both lanes.
#[inline(always)]
fn both(_: V3, bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the CPU has the instructions, and `bytes` is one unaligned 128-bit load.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// A method that is one call of instructions.
macro_rules! calls {
    ($($(#[$about:meta])* fn $name:ident($($arg:ident),+) = $call:expr;)+) => {
        $($(#[$about])*
        #[inline(always)]
        fn $name(self, $($arg: __m256i),+) -> __m256i {
            // SAFETY: the CPU has the instructions.
            unsafe { $call }
        })+
    };
}

impl Words for V3 {
    type V = __m256i;
    const LEN: usize = 16;

    #[inline(always)]
    fn load(self, words: &[u16]) -> __m256i {
        let words = &words[..16];
        // SAFETY: the CPU has the instruction, and `words` is one unaligned 256-bit load.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_u64(self, numbers: &[u64], next: usize) -> __m256i {
        let (low, high) = (&numbers[..2], &numbers[next..][..2]);
        // SAFETY: the CPU has the instructions, and each slice is one unaligned 128-bit load.
        unsafe { _mm256_set_m128i(_mm_loadu_si128(high.as_ptr().cast()), _mm_loadu_si128(low.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, v: __m256i, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: the CPU has the instruction, and `to` is one unaligned 256-bit store.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) };
    }

    calls! {
        fn and(a, b) = _mm256_and_si256(a, b);
        fn without(a, b) = _mm256_andnot_si256(b, a);
        fn or(a, b) = _mm256_or_si256(a, b);
        fn xor(a, b) = _mm256_xor_si256(a, b);
        fn add(a, b) = _mm256_add_epi16(a, b);
        fn mul(a, b) = _mm256_mullo_epi16(a, b);
        fn max(a, b) = _mm256_max_epi16(a, b);
        fn equal(a, b) = _mm256_cmpeq_epi16(a, b);
        fn greater(a, b) = _mm256_cmpgt_epi16(a, b);
        fn select(mask, a, b) = _mm256_blendv_epi8(b, a, mask);
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the CPU has the instruction.
        unsafe { _mm256_slli_epi16::<BITS>(a) }
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the CPU has the instruction.
        unsafe { _mm256_srli_epi16::<BITS>(a) }
    }

    #[inline(always)]
    fn count(self, a: __m256i) -> __m256i {
        const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        // SAFETY: the CPU has the instructions.
        unsafe {
            let nibble = _mm256_set1_epi8(0x0f);
            let low = self.look_up(&COUNTS, _mm256_and_si256(a, nibble));
            let high = self.look_up(&COUNTS, _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble));
            _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
        }
    }

    methods! {
        fn splat(self, word: u16) -> __m256i = _mm256_set1_epi16(word as i16);
        fn any(self, a: __m256i) -> bool = _mm256_testz_si256(a, a) == 0;
        fn look_up(self, table: &[u8; 16], at: __m256i) -> __m256i = _mm256_shuffle_epi8(both(self, table), at);
        fn reorder(self, bytes: __m256i, order: &[u8; 16]) -> __m256i = _mm256_shuffle_epi8(bytes, both(self, order));
    }

    #[inline(always)]
    fn transpose(self, [a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
        // SAFETY: the CPU has the instructions.
        unsafe {
            let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
            [
                _mm256_unpacklo_epi64(ab_low, cd_low),
                _mm256_unpackhi_epi64(ab_low, cd_low),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ]
        }
    }
}
