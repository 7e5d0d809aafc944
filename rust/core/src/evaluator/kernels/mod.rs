//! The passes over a block of hands, each at the level that its caller proves the CPU to have.

pub(super) mod block;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub(super) mod pairs;
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v3;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod v4;

use block::{Cards, FlushRows, Keys, Strengths};
use pairs::{LANES, Reached, RunStrengths};

use crate::runtime::cpu::Proven;

/// Key sums of the first `rows` rows; false if one of them is not a hand.
pub(super) fn row_keys<const N: usize>(level: Proven, cards: &Cards, rows: usize, keys: &mut Keys) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) => v4::row_keys::<N>(v4, cards, rows, keys),
        #[cfg(target_arch = "x86_64")]
        Proven::V3(v3) => v3::row_keys::<N>(v3, cards, rows, keys),
        _ => scalar::row_keys::<N>(cards, rows, keys),
    }
}

/// Key sums of sets; false if one of them does not have `N` cards.
pub(super) fn set_keys<const N: usize>(level: Proven, sets: &[u64], keys: &mut Keys) -> bool {
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) => v3::set_keys::<N>(v4.v3(), sets, keys),
        #[cfg(target_arch = "x86_64")]
        Proven::V3(v3) => v3::set_keys::<N>(v3, sets, keys),
        _ => scalar::set_keys::<N>(sets, keys),
    }
}

/// Strengths of ranks of the first `rows` keys, and the list of rows that hold a flush; returns the list's length.
pub(super) fn rank_strengths<const N: usize>(
    level: Proven,
    keys: &Keys,
    rows: usize,
    strengths: &mut Strengths,
    flushes: &mut FlushRows,
) -> usize {
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V4(v4) => v4::rank_strengths::<N>(v4, keys, rows, strengths, flushes),
        #[cfg(target_arch = "x86_64")]
        Proven::V3(v3) => v3::rank_strengths::<N>(v3, keys, rows, strengths, flushes),
        _ => scalar::rank_strengths::<N>(keys, rows, strengths, flushes),
    }
}

/// Counts how many of the hands made of the fixed cards, whose keys sum to `sum`, and each of the first `pairs`
/// combinations reach each category. `flush` is the suit that the fixed cards have three of, and their ranks of it.
pub(super) fn count_reached<const N: usize>(
    level: Proven,
    sum: u32,
    flush: Option<(usize, u16)>,
    pairs: usize,
    strengths: &mut RunStrengths,
    reached: &mut Reached,
) {
    #[cfg(target_arch = "x86_64")]
    if let Proven::V4(v4) = level {
        return v4::count_reached::<N>(v4, sum, flush, pairs, reached);
    }
    scalar::pair_strengths::<N>(sum, flush, pairs, strengths);
    // Strength 0 reaches no category.
    let counted = pairs.next_multiple_of(LANES);
    strengths[pairs..counted].fill(0);
    match level {
        #[cfg(target_arch = "x86_64")]
        Proven::V3(v3) => v3::count_reached(v3, &strengths[..counted], reached),
        _ => scalar::count_reached(&strengths[..counted], reached),
    }
}
