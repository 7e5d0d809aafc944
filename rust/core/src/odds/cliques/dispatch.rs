//! The walk of the overlap counter compiled for more than the baseline, where counting and finding bits are one
//! instruction each.
#![allow(unsafe_code)]

use super::walk::{CliqueCounts, Rows, walk};
use crate::error::Result;
use crate::runtime::MayGoOn;
use crate::runtime::cpu::Proven;

/// [`walk`] compiled for the level `cpu`.
pub(super) fn walk_at<const W: usize>(
    cpu: Proven,
    rows: &Rows<W>,
    size: usize,
    edges: &[[u16; 2]],
    may_go_on: &mut MayGoOn<'_>,
) -> Result<CliqueCounts> {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn walk_v3<const W: usize>(
        rows: &Rows<W>,
        size: usize,
        edges: &[[u16; 2]],
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<CliqueCounts> {
        walk(rows, size, edges, may_go_on)
    }
    match cpu {
        // SAFETY: `cpu` proves that this CPU has every instruction of v3.
        #[cfg(target_arch = "x86_64")]
        Proven::V3(_) | Proven::V4(_) => unsafe { walk_v3(rows, size, edges, may_go_on) },
        _ => walk(rows, size, edges, may_go_on),
    }
}
