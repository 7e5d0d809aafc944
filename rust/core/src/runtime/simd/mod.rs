//! Vectors of doubles for sums over cards and over players: the widest of the CPU, with the same results on all CPUs.
//! Those of bytes and words are in `bytes` and `words`, those of sums of products in `products`.
//!
//! Products are rounded before they are added, and eight parts are added up in one order.

/// Methods of the vectors of a CPU level, each an expression of instructions that the level has.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! methods {
    ($($(#[$about:meta])* fn $name:ident($($args:tt)*) -> $of:ty = $call:expr;)+) => {
        $($(#[$about])*
        #[inline(always)]
        fn $name($($args)*) -> $of {
            // SAFETY: `self` is the proof that the CPU has the instructions. A slice is cut to the length of a load or store.
            unsafe { $call }
        })+
    };
}

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod aarch64;
#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod aarch64_bytes;
#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod aarch64_words;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod bytes;
mod lanes;
mod products;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
mod wasm32_transpose;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod words;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64_bytes;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64_lanes;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64_transpose;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64_words;

use std::ops::{Add, Sub};

#[cfg(not(target_arch = "aarch64"))]
pub(crate) use Scalar as BaselineSimd;
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64_words::{Neon, Neon as BaselineSimd};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use bytes::Bytes;
pub(crate) use lanes::{LANES, Lane, Lanes, row_by_row, transpose};
pub(crate) use products::{Factor, Pair, Products, Quad};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use words::Words;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64_bytes::Sse2;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64_lanes::LanesAt;

/// Four numbers in memory.
pub(crate) type F64x4 = [f64; 4];

/// Eight numbers in memory.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct F64x8(pub(crate) [f64; 8]);

/// Eight counts of 16 bits side by side. Sums wrap around: if the result is in range, it is exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct U16x8(pub(crate) [u16; 8]);

// Not closures: the copies of a kernel would call them, without the instructions of the level.
impl Add for U16x8 {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for i in 0..8 {
            self.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
        self
    }
}

impl Sub for U16x8 {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for i in 0..8 {
            self.0[i] = self.0[i].wrapping_sub(other.0[i]);
        }
        self
    }
}

/// Vectors of four numbers.
pub(crate) trait Simd4<W>: Copy {
    type X4: Copy;

    fn load(self, of: &[W; 4]) -> Self::X4;
    fn store(self, four: Self::X4) -> [W; 4];
    fn splat(self, number: W) -> Self::X4;
    fn add(self, a: Self::X4, b: Self::X4) -> Self::X4;
    fn sub(self, a: Self::X4, b: Self::X4) -> Self::X4;
    /// The horizontal sum `(0 + 1) + (2 + 3)` of each vector.
    fn hsum4(self, of: [Self::X4; 4]) -> Self::X4;
}

/// The vectors of a CPU level. A proof of the level implements this.
pub(crate) trait Simd: Simd4<f64> {
    type X8: Copy;

    /// `a[1] b[2], a[2] b[0], a[0] b[1]` and `a[3] b[3]`.
    fn cross(self, a: Self::X4, b: Self::X4) -> Self::X4;
    fn load8(self, of: &F64x8) -> Self::X8;
    fn sub8(self, a: Self::X8, b: Self::X8) -> Self::X8;
    /// `sum + a b`.
    fn add_product8(self, sum: Self::X8, a: Self::X8, b: Self::X8) -> Self::X8;
    /// The horizontal sum of each vector, and 0.
    fn hsum8(self, of: [Self::X8; 3]) -> Self::X4;
}

/// Without vectors.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

impl<W: Copy + Add<Output = W> + Sub<Output = W>> Simd4<W> for Scalar {
    type X4 = [W; 4];

    #[inline(always)]
    fn load(self, of: &[W; 4]) -> [W; 4] {
        *of
    }

    #[inline(always)]
    fn store(self, four: [W; 4]) -> [W; 4] {
        four
    }

    #[inline(always)]
    fn splat(self, number: W) -> [W; 4] {
        [number; 4]
    }

    #[inline(always)]
    fn add(self, a: [W; 4], b: [W; 4]) -> [W; 4] {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
    }

    #[inline(always)]
    fn sub(self, a: [W; 4], b: [W; 4]) -> [W; 4] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
    }

    #[inline(always)]
    fn hsum4(self, of: [[W; 4]; 4]) -> [W; 4] {
        of.map(|[a, b, c, d]| (a + b) + (c + d))
    }
}

impl Simd for Scalar {
    type X8 = [f64; 8];

    #[inline(always)]
    fn cross(self, a: F64x4, b: F64x4) -> F64x4 {
        [a[1] * b[2], a[2] * b[0], a[0] * b[1], a[3] * b[3]]
    }

    #[inline(always)]
    fn load8(self, of: &F64x8) -> [f64; 8] {
        of.0
    }

    #[inline(always)]
    fn sub8(self, a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5], a[6] - b[6], a[7] - b[7]]
    }

    #[inline(always)]
    fn add_product8(self, sum: [f64; 8], a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        // Not a loop: a compiler for small code would leave it one.
        [
            sum[0] + a[0] * b[0],
            sum[1] + a[1] * b[1],
            sum[2] + a[2] * b[2],
            sum[3] + a[3] * b[3],
            sum[4] + a[4] * b[4],
            sum[5] + a[5] * b[5],
            sum[6] + a[6] * b[6],
            sum[7] + a[7] * b[7],
        ]
    }

    #[inline(always)]
    fn hsum8(self, of: [[f64; 8]; 3]) -> F64x4 {
        let halves = of.map(|e| [e[0] + e[4], e[1] + e[5], e[2] + e[6], e[3] + e[7]]);
        self.hsum4([halves[0], halves[1], halves[2], [0.0; 4]])
    }
}
