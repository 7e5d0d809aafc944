//! Operations on rank bits for each kind of CPU: counting, compressing and expanding.
#![allow(unsafe_code)]

use super::rank_group::{compress, expand};
use super::rank_set::SETS;
use crate::runtime::cpu::{self, Proven};
use crate::runtime::dispatch::{self, Isa};

/// Operations on 13-bit rank sets.
pub(super) trait Bits: Copy {
    /// Whether [`Bits::compress`] is one instruction.
    const ONE_INSTRUCTION: bool;
    /// The number of ranks.
    fn count(self, ranks: u32) -> u32;
    /// The bits of `value` at the ones of `mask`, compressed.
    #[inline(always)]
    fn compress(self, value: u32, mask: u32) -> u32 {
        compress(value, mask)
    }
    /// The inverse: moves the low bits of `value` to the ones of `mask`.
    #[inline(always)]
    fn expand(self, value: u32, mask: u32) -> u32 {
        expand(value, mask)
    }
}

/// Work on rank bits. `run` must be `#[inline(always)]`, or it is compiled for the baseline.
pub(super) trait BitKernel {
    type Output;
    fn run<B: Bits>(self, bits: B) -> Self::Output;
}

static COUNTS: [u8; SETS] = {
    let mut table = [0; SETS];
    let mut set = 0;
    while set < SETS {
        table[set] = set.count_ones() as u8;
        set += 1;
    }
    table
};

/// No instruction beyond the baseline: counts come from a table.
#[derive(Clone, Copy)]
struct Portable;

impl Bits for Portable {
    const ONE_INSTRUCTION: bool = false;
    #[inline(always)]
    fn count(self, ranks: u32) -> u32 {
        COUNTS[ranks as usize % SETS].into()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::Bits;
    use crate::runtime::cpu::V3;

    /// A counting instruction, where `pext` and `pdep` are missing or slow.
    #[derive(Clone, Copy)]
    pub(super) struct Counting;

    impl Bits for Counting {
        const ONE_INSTRUCTION: bool = false;
        #[inline(always)]
        fn count(self, ranks: u32) -> u32 {
            ranks.count_ones()
        }
    }

    /// `popcnt`, `pext` and `pdep`, which need BMI2.
    #[derive(Clone, Copy)]
    pub(super) struct Pext(pub(super) V3);

    impl Bits for Pext {
        const ONE_INSTRUCTION: bool = true;
        #[inline(always)]
        fn count(self, ranks: u32) -> u32 {
            ranks.count_ones()
        }
        #[inline(always)]
        fn compress(self, value: u32, mask: u32) -> u32 {
            // SAFETY: the `V3` in a `Pext` proves that this CPU has BMI2.
            unsafe { std::arch::x86_64::_pext_u32(value, mask) }
        }
        #[inline(always)]
        fn expand(self, value: u32, mask: u32) -> u32 {
            // SAFETY: as above.
            unsafe { std::arch::x86_64::_pdep_u32(value, mask) }
        }
    }
}

/// Runs a kernel with the best [`Bits`] of a level.
#[inline]
pub(super) fn run<K: BitKernel>(level: Proven, kernel: K) -> K::Output {
    if cpu::has_fast_pext() { level.run(WithBits::<K, true>(kernel)) } else { level.run(WithBits::<K, false>(kernel)) }
}

/// A kernel that may use `pext` and `pdep`, if the level has them.
struct WithBits<K, const PEXT: bool>(K);

impl<K: BitKernel, const PEXT: bool> dispatch::Kernel for WithBits<K, PEXT> {
    type Output = K::Output;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = isa.v3() {
            return if PEXT { self.0.run(x86_64::Pext(proof)) } else { self.0.run(x86_64::Counting) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = isa;
        self.0.run(Portable)
    }
}

/// The results of a kernel with all [`Bits`] of this CPU.
#[cfg(test)]
pub(super) fn run_with_all<K: BitKernel>(kernel: impl Fn() -> K) -> Vec<K::Output> {
    let levels = cpu::Level::ALL.into_iter().filter_map(cpu::Level::prove);
    let with_both =
        |level: Proven| [level.run(WithBits::<K, false>(kernel())), level.run(WithBits::<K, true>(kernel()))];
    levels.flat_map(with_both).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Everything;

    impl BitKernel for Everything {
        type Output = u64;
        #[inline(always)]
        fn run<B: Bits>(self, bits: B) -> u64 {
            let mut hash = 0u64;
            for mask in (0..SETS as u32).step_by(7) {
                for value in (0..SETS as u32).step_by(11) {
                    let closed = bits.compress(value, mask);
                    assert_eq!(bits.expand(closed, mask), value & mask);
                    assert_eq!(bits.count(closed), (value & mask).count_ones());
                    hash = hash.wrapping_mul(31).wrapping_add(closed.into());
                }
            }
            hash
        }
    }

    #[test]
    fn bits_move_alike_on_every_cpu() {
        let answers = run_with_all(|| Everything);
        assert!(answers.iter().all(|&a| a == answers[0]));
    }
}
