//! The kernels: many hands at a time, each at the level that its caller proves the CPU to have.
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
use crate::error::Result;
use crate::runtime::cpu::Proven;

/// The strengths of rows of `N` cards; false if one of them is not a hand, and then the strengths mean nothing.
pub(super) fn rows<const N: usize, T: Tables>(level: Proven, tables: T, cards: &[u8], out: &mut [u16]) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) if T::IS_STANDARD => v4::rows::<N>(v4, cards, out),
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) => keyed::rows::<N, T>(Proven::V3(v4.v3()), tables, cards, out),
        _ => keyed::rows::<N, T>(level, tables, cards, out),
    }
}

/// The strengths of sets of cards; false if one of them does not have `N`, and then the strengths mean nothing.
pub(super) fn sets<const N: usize>(level: Proven, sets: &[u64], out: &mut [u16]) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) => v4::sets::<N>(v4, sets, out),
        _ => keyed::sets::<N>(level, sets, out),
    }
}

/// Counts how many of the hands made of the `fixed` cards and each pair of cards below `lowest` reach each category.
pub(super) fn count_pairs<const N: usize>(
    level: Proven,
    fixed: &Fixed,
    lowest: u8,
    strengths: &mut RunStrengths,
    reached: &mut Reached,
) {
    let run = scalar::pair_strengths::<N>(fixed, lowest, strengths);
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V3(v3) => v3::count_reached(v3, run, reached),
        _ => scalar::count_reached(run, reached),
    }
}

/// The triples of cards that the census runs over, where the level has a kernel for them.
pub(super) fn triples(level: Proven) -> Result<Option<Triples>> {
    matches!(level, Proven::V4(_)).then(Triples::new).transpose()
}

/// Counts how many of the hands made of the `fixed` cards and each triple of cards below `lowest` reach each category.
pub(super) fn count_triples<const N: usize>(
    level: Proven,
    fixed: &Fixed,
    lowest: u8,
    triples: &Triples,
    reached: &mut Reached,
) {
    #[cfg(target_arch = "x86_64")]
    if let Proven::V4(v4) = level {
        v4::count_reached::<N>(v4, fixed.ranks, triples, Triples::below(lowest), reached);
    }
}
