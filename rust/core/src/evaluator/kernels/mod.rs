//! The kernels: many hands at a time, each at a proven CPU level.
//!
//! Below v4, and under other rules than the standard one, hands are evaluated by `keyed`, in passes over a `block`:
//! additive keys and a look-up in a table. At v4 bit arithmetic does it all.

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

use runs::{Fixed, Reached, RunStrengths, Triples};

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
        keyed::sets::<N>(sets, out)
    }
}

/// Number of the lowest cards that the census leaves to [`count_run`].
#[inline(always)]
pub(super) fn cards_of_run<I: Isa>(isa: I) -> usize {
    written_for!(isa.v4, |_| 3);
    2
}

/// Counts the hands, made of the `fixed` cards and each combination of [`cards_of_run`] cards below `lowest`, that reach
/// each category. Code of a single level has its instructions: gathers would be slower than loads.
#[inline]
pub(super) fn count_run<const N: usize, I: Isa>(
    isa: I,
    fixed: &Fixed,
    lowest: u8,
    triples: &Triples,
    strengths: &mut RunStrengths,
    reached: &mut Reached,
) {
    written_for!(isa.v4, |v4| v4::count_reached::<N>(v4, fixed.ranks, triples, Triples::below(lowest), reached));
    let _ = triples;
    let strengths = scalar::pair_strengths::<N>(fixed, lowest, strengths);
    written_for!(isa.v3, |v3| v3::count_reached(v3, strengths, reached));
    scalar::count_reached(strengths, reached);
}
