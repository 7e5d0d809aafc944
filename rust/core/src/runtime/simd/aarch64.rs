//! The vectors of doubles of ARM64: pairs, as NEON belongs to every such CPU.

use std::arch::aarch64::*;

use super::{F64x4, F64x8, Neon, Simd, Simd4};

impl Simd4<f64> for Neon {
    type X4 = [float64x2_t; 2];

    #[inline(always)]
    fn store(self, four: [float64x2_t; 2]) -> F64x4 {
        let mut to = [0.0; 4];
        // SAFETY: every CPU has the instruction, and `to` is four numbers.
        unsafe {
            vst1q_f64(to.as_mut_ptr(), four[0]);
            vst1q_f64(to.as_mut_ptr().add(2), four[1]);
        }
        to
    }

    #[inline(always)]
    fn splat(self, number: f64) -> [float64x2_t; 2] {
        // SAFETY: every CPU has the instruction.
        [unsafe { vdupq_n_f64(number) }; 2]
    }

    methods! {
        fn load(self, of: &F64x4) -> [float64x2_t; 2] = [vld1q_f64(of.as_ptr()), vld1q_f64(of.as_ptr().add(2))];
        fn add(self, a: [float64x2_t; 2], b: [float64x2_t; 2]) -> [float64x2_t; 2] = {
            [vaddq_f64(a[0], b[0]), vaddq_f64(a[1], b[1])]
        };
        fn sub(self, a: [float64x2_t; 2], b: [float64x2_t; 2]) -> [float64x2_t; 2] = {
            [vsubq_f64(a[0], b[0]), vsubq_f64(a[1], b[1])]
        };
    }

    #[inline(always)]
    fn hsum4(self, [a, b, c, d]: [[float64x2_t; 2]; 4]) -> [float64x2_t; 2] {
        // SAFETY: every CPU has the instruction, which adds the two numbers of each operand.
        unsafe {
            let (a, b) = (vpaddq_f64(a[0], a[1]), vpaddq_f64(b[0], b[1]));
            let (c, d) = (vpaddq_f64(c[0], c[1]), vpaddq_f64(d[0], d[1]));
            [vpaddq_f64(a, b), vpaddq_f64(c, d)]
        }
    }
}

impl Simd for Neon {
    type X8 = [float64x2_t; 4];

    #[inline(always)]
    fn cross(self, a: [float64x2_t; 2], b: [float64x2_t; 2]) -> [float64x2_t; 2] {
        // SAFETY: every CPU has the instructions.
        unsafe {
            let low = vmulq_f64(vextq_f64::<1>(a[0], a[1]), vzip1q_f64(b[1], b[0]));
            [low, vmulq_f64(vcopyq_laneq_f64::<1, 1>(a[0], a[1]), vzip2q_f64(b[0], b[1]))]
        }
    }

    #[inline(always)]
    fn load8(self, of: &F64x8) -> [float64x2_t; 4] {
        let [a, b, c, d, e, f, g, h] = of.0;
        joined(self.load(&[a, b, c, d]), self.load(&[e, f, g, h]))
    }

    #[inline(always)]
    fn sub8(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        let ([low, high], [b_low, b_high]) = (halves(a), halves(b));
        joined(self.sub(low, b_low), self.sub(high, b_high))
    }

    #[inline(always)]
    fn add_product8(self, sum: [float64x2_t; 4], a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: every CPU has the instruction. Products are rounded, not fused.
        let products =
            unsafe { [vmulq_f64(a[0], b[0]), vmulq_f64(a[1], b[1]), vmulq_f64(a[2], b[2]), vmulq_f64(a[3], b[3])] };
        let ([low, high], [p_low, p_high]) = (halves(sum), halves(products));
        joined(self.add(low, p_low), self.add(high, p_high))
    }

    #[inline(always)]
    fn hsum8(self, [x, y, z]: [[float64x2_t; 4]; 3]) -> [float64x2_t; 2] {
        let ([x, x_high], [y, y_high], [z, z_high]) = (halves(x), halves(y), halves(z));
        self.hsum4([self.add(x, x_high), self.add(y, y_high), self.add(z, z_high), self.splat(0.0)])
    }
}

#[inline(always)]
fn halves([a, b, c, d]: [float64x2_t; 4]) -> [[float64x2_t; 2]; 2] {
    [[a, b], [c, d]]
}

#[inline(always)]
fn joined([a, b]: [float64x2_t; 2], [c, d]: [float64x2_t; 2]) -> [float64x2_t; 4] {
    [a, b, c, d]
}
