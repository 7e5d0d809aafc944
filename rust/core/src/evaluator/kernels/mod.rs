//! The kernels: many hands at a time, each at a proven CPU level.
//!
//! Hands by their keys are looked up in a table: rows of cards in `columns`, sets in `keyed`. `bits`, for sets at v3 and on
//! ARM64, is bit arithmetic and one look-up in a small table. At v4 bit arithmetic does it all, but under other rules than the
//! standard one. `scalar` needs no vectors.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod bits;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod columns;
mod keyed;
pub(super) mod runs;
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v4;

use runs::{FixedCards, Reached, RunStrengths, Triples};

use super::tables::Tables;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel, written_for};

/// Hands of a block, whole vectors of every kernel, and few enough that it stays in the first-level cache.
const BLOCK: usize = 256;

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
        written_for!(isa.bytes, |bytes| columns::rows::<N, T, _>(bytes, tables, cards, out));
        scalar::rows::<N, T>(tables, cards, out)
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
        const GAINS_FROM_V4: bool = true;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> usize {
            written_for!(isa.v4, |_| 3);
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
        let _ = (triples, n);
        scalar::count_reached(scalar::pair_strengths::<N>(fixed, lowest, strengths), reached);
    }
}
