//! The vectors of bytes of ARM64: 128 bits.

use std::arch::aarch64::*;

use super::{Bytes, Neon};

impl Bytes for Neon {
    type V = uint8x16_t;
    const LEN: usize = 16;

    #[inline(always)]
    fn load_eight(self, bytes: &[u8], _: usize) -> uint8x16_t {
        let bytes = &bytes[..8];
        // SAFETY: every CPU has the instructions, and `bytes` is one 64-bit load.
        unsafe { vcombine_u8(vld1_u8(bytes.as_ptr()), vdup_n_u8(0)) }
    }

    #[inline(always)]
    fn store(self, v: uint8x16_t, to: &mut [u8]) {
        let to = &mut to[..16];
        // SAFETY: every CPU has the instruction, and `to` is one 128-bit store.
        unsafe { vst1q_u8(to.as_mut_ptr(), v) };
    }

    methods! {
        fn splat(self, byte: u8) -> uint8x16_t = vdupq_n_u8(byte);
        fn and(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vandq_u8(a, b);
        fn or(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vorrq_u8(a, b);
        fn xor(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = veorq_u8(a, b);
        fn times_four(self, a: uint8x16_t) -> uint8x16_t = vshlq_n_u8::<2>(a);
        fn quarter(self, a: uint8x16_t) -> uint8x16_t = vshrq_n_u8::<2>(a);
        fn add(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vaddq_u8(a, b);
        fn sub(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vsubq_u8(a, b);
        fn max(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vmaxq_u8(a, b);
        fn min(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vminq_u8(a, b);
        fn equal(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vceqq_u8(a, b);
        fn zip_low(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vzip1q_u8(a, b);
        fn zip_high(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vzip2q_u8(a, b);
        fn mask(self, a: uint8x16_t) -> u32 = {
            const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
            let bits = vandq_u8(a, vld1q_u8(BITS.as_ptr()));
            u32::from(vaddv_u8(vget_low_u8(bits))) | u32::from(vaddv_u8(vget_high_u8(bits))) << 8
        };
    }
}
