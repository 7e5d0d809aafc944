//! Kernels and the CPU levels that they are compiled for: the only place that chooses by level.
//!
//! A kernel is one generic body. It is compiled for the baseline and for the levels that make it faster, each time with all
//! instructions of the level; [`Proven::run`] calls the copy for its proof. A function called by the body has those
//! instructions only if it is inlined: it is marked `#[inline(always)]`, and large closures are avoided.
#![allow(unsafe_code)]

use super::cpu::Proven;
#[cfg(target_arch = "x86_64")]
use super::cpu::{V3, V4};
#[cfg(target_arch = "aarch64")]
use super::simd::Neon;
#[cfg(target_arch = "x86_64")]
use super::simd::Sse2;
use super::simd::{BaselineSimd, Pair, Products, Quad, Scalar, Simd, Simd4, U16x8};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::simd::{Bytes, Words};

/// A kernel, compiled for every level that makes it faster.
pub(crate) trait Kernel: Sized {
    type Output;

    /// Whether there is a copy for v4; otherwise v4 runs the copy of v3.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    const GAINS_FROM_V4: bool = false;

    /// The work. An implementation must be `#[inline(always)]`, or every level runs the code of the baseline.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// The instructions of the level that a kernel is compiled for.
pub(crate) trait Isa: Copy {
    type Simd: Simd;
    type Products: Products<f32> + Products<Pair> + Products<Quad>;
    type Lanes: Simd4<U16x8>;

    /// The vectors of doubles of the level.
    fn simd(self) -> Self::Simd;

    /// The vectors of sums of products of the level.
    fn products(self) -> Self::Products;

    /// The vectors of counts of the level.
    fn lanes(self) -> Self::Lanes;

    /// Vectors of words, at levels whose kernels for sets of ranks are written with them.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    type Words: Words;

    /// The vectors of words of the level.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn words(self) -> Option<Self::Words> {
        None
    }

    /// Vectors of bytes, on architectures that have them at every level.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    type Bytes: Bytes;

    /// The vectors of bytes of the level.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    fn bytes(self) -> Option<Self::Bytes>;

    /// The proof of v3, if the level includes it: for code written with its instructions.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn v3(self) -> Option<V3> {
        None
    }

    /// The proof of v4, if the level includes it.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn v4(self) -> Option<V4> {
        None
    }
}

/// Returns from a kernel the result of code for a level, if the kernel runs at a level that includes it.
macro_rules! written_for {
    ($isa:ident.words, |$words:pat_param| $code:expr) => {
        written_for!(on simd $isa.words, |$words| $code);
    };
    ($isa:ident.bytes, |$bytes:pat_param| $code:expr) => {
        written_for!(on simd $isa.bytes, |$bytes| $code);
    };
    (on simd $isa:ident.$vectors:ident, |$proof:pat_param| $code:expr) => {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        if let Some($proof) = $isa.$vectors() {
            return $code;
        }
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let _ = $isa;
    };
    ($isa:ident.neon, |$neon:pat_param| $code:expr) => {
        #[cfg(target_arch = "aarch64")]
        if let Some($neon) = $isa.words() {
            return $code;
        }
        #[cfg(not(target_arch = "aarch64"))]
        let _ = $isa;
    };
    ($isa:ident.$level:ident, |$proof:pat_param| $code:expr) => {
        #[cfg(target_arch = "x86_64")]
        if let Some($proof) = $isa.$level() {
            return $code;
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = $isa;
    };
}
pub(crate) use written_for;

/// A function compiled for v3, which only a proof of v3 may call. It is for code that gains from separate arguments, which
/// the compiler knows not to overlap, unlike the borrows of a kernel.
#[cfg(target_arch = "x86_64")]
macro_rules! only_for_v3 {
    (with [$function:item] $($extension:tt)+) => {
        $(#[target_feature(enable = $extension)])+
        $function
    };
    ($function:item) => {
        $crate::runtime::cpu::extensions!(V3 => only_for_v3! { with [$function] });
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use only_for_v3;

/// Needs no proof.
#[derive(Clone, Copy)]
struct Baseline;

impl Isa for Baseline {
    type Simd = BaselineSimd;
    type Products = BaselineSimd;
    type Lanes = Scalar;
    #[cfg(target_arch = "x86_64")]
    type Words = V3;
    #[cfg(target_arch = "aarch64")]
    type Words = Neon;
    #[cfg(target_arch = "x86_64")]
    type Bytes = Sse2;
    #[cfg(target_arch = "aarch64")]
    type Bytes = Neon;

    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn words(self) -> Option<Neon> {
        Some(Neon)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn bytes(self) -> Option<Sse2> {
        Some(Sse2)
    }

    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn bytes(self) -> Option<Neon> {
        Some(Neon)
    }

    #[inline(always)]
    fn simd(self) -> BaselineSimd {
        BaselineSimd
    }

    #[inline(always)]
    fn products(self) -> BaselineSimd {
        BaselineSimd
    }

    #[inline(always)]
    fn lanes(self) -> Scalar {
        Scalar
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Isa, Kernel};
    use crate::runtime::cpu::{V3, V4, extensions};
    use crate::runtime::simd::LanesAt;

    impl Isa for V3 {
        type Simd = Self;
        type Products = Self;
        type Lanes = LanesAt<Self>;
        type Words = Self;
        type Bytes = Self;

        #[inline(always)]
        fn words(self) -> Option<Self> {
            Some(self)
        }

        #[inline(always)]
        fn bytes(self) -> Option<Self> {
            Some(self)
        }

        #[inline(always)]
        fn simd(self) -> Self {
            self
        }

        #[inline(always)]
        fn products(self) -> Self {
            self
        }

        #[inline(always)]
        fn lanes(self) -> LanesAt<Self> {
            LanesAt(self)
        }

        #[inline(always)]
        fn v3(self) -> Option<V3> {
            Some(self)
        }
    }

    impl Isa for V4 {
        type Simd = Self;
        type Products = Self;
        type Lanes = LanesAt<Self>;
        type Words = V3;
        type Bytes = V3;

        #[inline(always)]
        fn words(self) -> Option<V3> {
            Some(V4::v3(self))
        }

        #[inline(always)]
        fn bytes(self) -> Option<V3> {
            Some(V4::v3(self))
        }

        #[inline(always)]
        fn simd(self) -> Self {
            self
        }

        #[inline(always)]
        fn products(self) -> Self {
            self
        }

        #[inline(always)]
        fn lanes(self) -> LanesAt<Self> {
            LanesAt(self)
        }

        #[inline(always)]
        fn v3(self) -> Option<V3> {
            Some(V4::v3(self))
        }

        #[inline(always)]
        fn v4(self) -> Option<V4> {
            Some(self)
        }
    }

    /// A function that runs any kernel with the instructions of a level.
    macro_rules! compiled_for {
        ($name:ident $proof:ident $($extension:tt)+) => {
            $(#[target_feature(enable = $extension)])+
            pub(super) fn $name<K: Kernel>(kernel: K, proof: $proof) -> K::Output {
                kernel.run(proof)
            }
        };
    }
    extensions!(V3 => compiled_for! { at_v3 V3 });
    extensions!(V3 and V4 => compiled_for! { at_v4 V4 });
}

impl Proven {
    /// Runs the copy of `kernel` for this level.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(test)]
        ceiling::check(self.level());
        match self {
            // SAFETY: the proof is that this CPU has every extension that the function enables.
            #[cfg(target_arch = "x86_64")]
            Self::V4(proof) if K::GAINS_FROM_V4 => unsafe { x86_64::at_v4(kernel, proof) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::V4(proof) => unsafe { x86_64::at_v3(kernel, proof.v3()) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::V3(proof) => unsafe { x86_64::at_v3(kernel, proof) },
            _ => kernel.run(Baseline),
        }
    }
}

/// The highest level that kernels of a thread may run at, for tests.
#[cfg(test)]
pub(crate) mod ceiling {
    use std::cell::Cell;

    use crate::runtime::cpu::Level;

    thread_local! {
        /// The level, and the number of kernels that have run below it.
        static CEILING: Cell<Option<(Level, u32)>> = const { Cell::new(None) };
    }

    /// Does work whose kernels may not run above a level; returns how many ran.
    pub(crate) fn below(level: Level, work: impl FnOnce()) -> u32 {
        CEILING.set(Some((level, 0)));
        work();
        CEILING.take().map_or(0, |(_, ran)| ran)
    }

    pub(super) fn check(found: Level) {
        if let Some((level, ran)) = CEILING.get() {
            assert!(level.includes(found), "a kernel at {found} in a call at {level}");
            CEILING.set(Some((level, ran + 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::Level;

    /// Returns the level at which a kernel runs.
    struct SeenLevel<const GAINS: bool>;

    impl<const GAINS: bool> Kernel for SeenLevel<GAINS> {
        type Output = &'static str;
        const GAINS_FROM_V4: bool = GAINS;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> &'static str {
            written_for!(isa.v4, |_| "v4");
            written_for!(isa.v3, |_| "v3");
            "baseline"
        }
    }

    #[test]
    fn a_kernel_runs_at_the_best_level_that_it_gains_from() {
        for level in Level::ALL.into_iter().filter_map(Level::prove) {
            assert_eq!(level.run(SeenLevel::<true>), level.level().name());
            let below_v4 = if level.level() == Level::V4 { "v3" } else { level.level().name() };
            assert_eq!(level.run(SeenLevel::<false>), below_v4);
        }
    }
}
