//! Four times eight counts of 16 bits, at v3 and v4.

use std::arch::x86_64::*;

use super::{Simd4, U16x8};
use crate::runtime::cpu::{V3, V4};

/// The vectors of a level, given its proof.
#[derive(Clone, Copy)]
pub(crate) struct LanesAt<P>(pub(crate) P);

impl Simd4<U16x8> for LanesAt<V3> {
    type X4 = [__m256i; 2];

    #[inline(always)]
    fn load(self, of: &[U16x8; 4]) -> Self::X4 {
        let at: *const __m256i = of.as_ptr().cast();
        // SAFETY: the CPU has the instruction, and `of` is two unaligned 256-bit loads.
        unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] }
    }

    #[inline(always)]
    fn store(self, [low, high]: Self::X4) -> [U16x8; 4] {
        let mut to = [U16x8::default(); 4];
        let at: *mut __m256i = to.as_mut_ptr().cast();
        // SAFETY: the CPU has the instruction, and `to` is two unaligned 256-bit stores.
        unsafe {
            _mm256_storeu_si256(at, low);
            _mm256_storeu_si256(at.add(1), high);
        }
        to
    }

    methods! {
        fn splat(self, number: U16x8) -> Self::X4 = {
            [_mm256_broadcastsi128_si256(_mm_loadu_si128(number.0.as_ptr().cast())); 2]
        };
        fn add(self, a: Self::X4, b: Self::X4) -> Self::X4 = {
            [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
        };
        fn sub(self, a: Self::X4, b: Self::X4) -> Self::X4 = {
            [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
        };
        fn hsum4(self, [a, b, c, d]: [Self::X4; 4]) -> Self::X4 = [sums_of_two([a, b]), sums_of_two([c, d])];
    }
}

/// The sums of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_two([a, b]: [[__m256i; 2]; 2]) -> __m256i {
    let (a, b) = (_mm256_add_epi16(a[0], a[1]), _mm256_add_epi16(b[0], b[1]));
    _mm256_add_epi16(_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
}

impl Simd4<U16x8> for LanesAt<V4> {
    type X4 = __m512i;

    #[inline(always)]
    fn store(self, four: __m512i) -> [U16x8; 4] {
        let mut to = [U16x8::default(); 4];
        // SAFETY: the CPU has the instruction, and `to` is one unaligned 512-bit store.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), four) };
        to
    }

    methods! {
        fn load(self, of: &[U16x8; 4]) -> __m512i = _mm512_loadu_si512(of.as_ptr().cast());
        fn splat(self, number: U16x8) -> __m512i = _mm512_broadcast_i32x4(_mm_loadu_si128(number.0.as_ptr().cast()));
        fn add(self, a: __m512i, b: __m512i) -> __m512i = _mm512_add_epi16(a, b);
        fn sub(self, a: __m512i, b: __m512i) -> __m512i = _mm512_sub_epi16(a, b);
        fn hsum4(self, of: [__m512i; 4]) -> __m512i = sums_of_four(of);
    }
}

/// The sum of each vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sums_of_four([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let even_and_odd = |a, b| {
        _mm512_add_epi16(_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b), _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b))
    };
    let (ab, cd) = (even_and_odd(a, b), even_and_odd(c, d));
    even_and_odd(ab, cd)
}
