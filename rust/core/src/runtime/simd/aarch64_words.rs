//! The vectors of words of ARM64: 128 bits. NEON belongs to every such CPU.

use std::arch::aarch64::*;

use super::Words;

/// The instructions of every CPU of the architecture.
#[derive(Clone, Copy)]
pub(crate) struct Neon;

/// A method that is one call of instructions.
macro_rules! calls {
    ($(fn $name:ident($($arg:ident),+) = $call:expr;)+) => {
        $(#[inline(always)]
        fn $name(self, $($arg: uint16x8_t),+) -> uint16x8_t {
            // SAFETY: every CPU of the architecture has the instructions.
            unsafe { $call }
        })+
    };
}

impl Words for Neon {
    type V = uint16x8_t;
    const LEN: usize = 8;

    #[inline(always)]
    fn load(self, words: &[u16]) -> uint16x8_t {
        let words = &words[..8];
        // SAFETY: every CPU has the instruction, and `words` is one 128-bit load.
        unsafe { vld1q_u16(words.as_ptr()) }
    }

    #[inline(always)]
    fn load_u64(self, numbers: &[u64], _: usize) -> uint16x8_t {
        let numbers = &numbers[..2];
        // SAFETY: every CPU has the instruction, and `numbers` is one 128-bit load.
        unsafe { vreinterpretq_u16_u64(vld1q_u64(numbers.as_ptr())) }
    }

    #[inline(always)]
    fn store(self, v: uint16x8_t, to: &mut [u16]) {
        let to = &mut to[..8];
        // SAFETY: every CPU has the instruction, and `to` is one 128-bit store.
        unsafe { vst1q_u16(to.as_mut_ptr(), v) };
    }

    calls! {
        fn and(a, b) = vandq_u16(a, b);
        fn without(a, b) = vbicq_u16(a, b);
        fn or(a, b) = vorrq_u16(a, b);
        fn xor(a, b) = veorq_u16(a, b);
        fn add(a, b) = vaddq_u16(a, b);
        fn mul(a, b) = vmulq_u16(a, b);
        fn max(a, b) = vmaxq_u16(a, b);
        fn count(a) = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a)));
        fn equal(a, b) = vceqq_u16(a, b);
        fn greater(a, b) = vcgtq_u16(a, b);
        fn select(mask, a, b) = vbslq_u16(mask, a, b);
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self, a: uint16x8_t) -> uint16x8_t {
        // SAFETY: every CPU has the instruction.
        unsafe { vshlq_n_u16::<BITS>(a) }
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self, a: uint16x8_t) -> uint16x8_t {
        // SAFETY: every CPU has the instruction.
        unsafe { vshrq_n_u16::<BITS>(a) }
    }

    methods! {
        fn splat(self, word: u16) -> uint16x8_t = vdupq_n_u16(word);
        fn any(self, a: uint16x8_t) -> bool = vmaxvq_u16(a) != 0;
        fn look_up(self, table: &[u8; 16], at: uint16x8_t) -> uint16x8_t = {
            vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(table.as_ptr()), vreinterpretq_u8_u16(at)))
        };
        fn reorder(self, bytes: uint16x8_t, order: &[u8; 16]) -> uint16x8_t = {
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(bytes), vld1q_u8(order.as_ptr())))
        };
    }

    #[inline(always)]
    fn transpose(self, [a, b, c, d]: [uint16x8_t; 4]) -> [uint16x8_t; 4] {
        // SAFETY: every CPU has the instructions.
        unsafe {
            let [a, b, c, d] = [a, b, c, d].map(|row| vreinterpretq_u32_u16(row));
            let (ab_low, ab_high) = (vzip1q_u32(a, b), vzip2q_u32(a, b));
            let (cd_low, cd_high) = (vzip1q_u32(c, d), vzip2q_u32(c, d));
            let [ab_low, ab_high, cd_low, cd_high] =
                [ab_low, ab_high, cd_low, cd_high].map(|v| vreinterpretq_u64_u32(v));
            [
                vreinterpretq_u16_u64(vzip1q_u64(ab_low, cd_low)),
                vreinterpretq_u16_u64(vzip2q_u64(ab_low, cd_low)),
                vreinterpretq_u16_u64(vzip1q_u64(ab_high, cd_high)),
                vreinterpretq_u16_u64(vzip2q_u64(ab_high, cd_high)),
            ]
        }
    }
}
