//! How a kernel counts, closes up and spreads rank bits on this CPU; the one place where the indexer's kernels are
//! compiled for more than the baseline. A route beyond the baseline holds the proof that this CPU supports it.
#![allow(unsafe_code)]

use super::rank_group::{compress, expand};
use super::rank_set::SETS;
#[cfg(target_arch = "x86_64")]
use crate::runtime::cpu::V3;
use crate::runtime::cpu::{self, Level, Proven};

/// Operations on 13-bit rank sets.
pub(super) trait Bits: Copy {
    /// Whether [`Bits::compress`] is one instruction.
    const ONE_INSTRUCTION: bool;
    /// The number of ranks.
    fn count(self, ranks: u32) -> u32;
    /// The bits of `value` at the ones of `mask`, closed up.
    fn compress(self, value: u32, mask: u32) -> u32;
    /// The inverse: the low bits of `value` to the ones of `mask`.
    fn expand(self, value: u32, mask: u32) -> u32;
}

/// Work to be done with the best [`Bits`] of a route. `run` must be `#[inline(always)]`, or it is compiled for the
/// baseline.
pub(super) trait Kernel {
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
    #[inline(always)]
    fn compress(self, value: u32, mask: u32) -> u32 {
        compress(value, mask)
    }
    #[inline(always)]
    fn expand(self, value: u32, mask: u32) -> u32 {
        expand(value, mask)
    }
}

/// A counting instruction, where `pext` and `pdep` are missing or slow.
#[derive(Clone, Copy)]
#[cfg(target_arch = "x86_64")]
struct Counting;

#[cfg(target_arch = "x86_64")]
impl Bits for Counting {
    const ONE_INSTRUCTION: bool = false;
    #[inline(always)]
    fn count(self, ranks: u32) -> u32 {
        ranks.count_ones()
    }
    #[inline(always)]
    fn compress(self, value: u32, mask: u32) -> u32 {
        compress(value, mask)
    }
    #[inline(always)]
    fn expand(self, value: u32, mask: u32) -> u32 {
        expand(value, mask)
    }
}

/// `popcnt`, `pext` and `pdep`, which need BMI2.
#[derive(Clone, Copy)]
#[cfg(target_arch = "x86_64")]
struct Pext(V3);

#[cfg(target_arch = "x86_64")]
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn with_counting<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Counting)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn with_pext<K: Kernel>(kernel: K, proof: V3) -> K::Output {
    kernel.run(Pext(proof))
}

/// A choice of [`Bits`] that this CPU supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Route(Choice);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Counting(V3),
    #[cfg(target_arch = "x86_64")]
    Pext(V3),
}

impl Route {
    /// The route of this process.
    #[inline]
    pub(super) fn native() -> Self {
        Self::of(cpu::proven())
    }

    /// The route that a process at `level` takes; a level that this CPU lacks counts as its best one.
    pub(super) fn at(level: Level) -> Self {
        Self::of(level.min(cpu::best()).prove().unwrap_or(Proven::Baseline))
    }

    #[inline]
    fn of(level: Proven) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let proof = match level {
                Proven::Baseline => return Self(Choice::Portable),
                Proven::V3(proof) => proof,
                Proven::V4(proof) => proof.v3(),
            };
            Self(if cpu::has_fast_pext() { Choice::Pext(proof) } else { Choice::Counting(proof) })
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = level;
            Self(Choice::Portable)
        }
    }

    /// Every route that this CPU supports.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let mut routes = vec![Self(Choice::Portable)];
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = V3::new() {
            routes.extend([Self(Choice::Counting(proof)), Self(Choice::Pext(proof))]);
        }
        routes
    }

    /// Runs `kernel`.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Choice::Portable => kernel.run(Portable),
            // SAFETY: the `V3` proves that this CPU has every feature that the function enables.
            #[cfg(target_arch = "x86_64")]
            Choice::Counting(_) => unsafe { with_counting(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Choice::Pext(proof) => unsafe { with_pext(kernel, proof) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Everything;

    impl Kernel for Everything {
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
    fn every_route_moves_the_same_bits() {
        let answers: Vec<u64> = Route::all().into_iter().map(|route| route.run(Everything)).collect();
        assert!(answers.iter().all(|&a| a == answers[0]));
        assert!(Level::ALL.into_iter().all(|level| Route::all().contains(&Route::at(level))));
    }
}
