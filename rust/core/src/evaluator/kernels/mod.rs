//! The kernels: many hands at a time, each at a proven CPU level.
//!
//! There are three ways. `keyed` adds keys and looks their sum up in a table, in passes over a `block`: at every
//! baseline but that of ARM64, and at every level under other rules than the standard one. `bits`, for v3 and ARM64, is
//! bit arithmetic and one look-up in a small table. At v4 bit arithmetic does it all.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod bits;
mod block;
mod keyed;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub(super) mod runs;
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v3;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v4;

use runs::{FixedCards, Reached, RunStrengths, Triples};

use super::tables::Tables;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel, written_for};

/// The strengths of rows of `N` cards; false if one of them is invalid, and then all strengths are.
pub(super) fn rows<const N: usize, T: Tables>(level: Proven, tables: T, cards: &[u8], out: &mut [u16]) -> bool {
    level.run(KernelRows::<N, T> { tables, cards, out })
}

struct KernelRows<'a, const N: usize, T> {
    tables: T,
    cards: &'a [u8],
    out: &'a mut [u16],
}

impl<const N: usize, T: Tables> Kernel for KernelRows<'_, N, T> {
    type Output = bool;
    const GAINS_FROM_V4: bool = T::IS_STANDARD;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let Self { tables, cards, out } = self;
        // Only the standard rule has a copy for v4.
        written_for!(isa.v4, |v4| v4::rows::<N>(v4, cards, out));
        if T::IS_STANDARD {
            written_for!(isa.words, |words| bits::rows::<N, _>(words, cards, out));
        }
        keyed::rows::<N, T, I>(isa, tables, cards, out)
    }
}

/// The strengths of sets of cards; false if one of them does not have `N`, and then all strengths are invalid.
pub(super) fn sets<const N: usize>(level: Proven, sets: &[u64], out: &mut [u16]) -> bool {
    level.run(Sets::<N> { sets, out })
}

struct Sets<'a, const N: usize> {
    sets: &'a [u64],
    out: &'a mut [u16],
}

impl<const N: usize> Kernel for Sets<'_, N> {
    type Output = bool;
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        let Self { sets, out } = self;
        written_for!(isa.v4, |v4| v4::sets::<N>(v4, sets, out));
        written_for!(isa.words, |words| bits::sets::<N, _>(words, sets, out));
        keyed::sets::<N>(sets, out)
    }
}

/// Number of the lowest cards that the census leaves to [`count_run`].
pub(super) fn cards_of_run(level: Proven) -> usize {
    struct CardsOfRun;
    impl Kernel for CardsOfRun {
        type Output = usize;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> usize {
            written_for!(isa.words, |_| 3);
            2
        }
    }
    level.run(CardsOfRun)
}

/// Counts the hands, made of the `fixed` cards and each combination of [`cards_of_run`] cards below `lowest`, that reach
/// each category.
pub(super) fn count_run<const N: usize>(
    level: Proven,
    fixed: &FixedCards,
    lowest: u8,
    triples: &Triples,
    strengths: &mut RunStrengths,
    reached: &mut Reached,
) {
    level.run(CountRun::<N> { fixed, lowest, triples, strengths, reached });
}

struct CountRun<'a, const N: usize> {
    fixed: &'a FixedCards,
    lowest: u8,
    triples: &'a Triples,
    strengths: &'a mut RunStrengths,
    reached: &'a mut Reached,
}

impl<const N: usize> Kernel for CountRun<'_, N> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { fixed, lowest, triples, strengths, reached } = self;
        let n = Triples::below(lowest);
        written_for!(isa.v4, |v4| v4::count_reached::<N>(v4, fixed.ranks, triples, n, reached));
        written_for!(isa.words, |words| bits::count_reached::<N, _>(words, fixed.ranks, triples, n, reached));
        let _ = (triples, n);
        scalar::count_reached(scalar::pair_strengths::<N>(fixed, lowest, strengths), reached);
    }
}
