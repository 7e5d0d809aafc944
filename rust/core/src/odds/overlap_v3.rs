//! The walk of the overlap counter compiled for v3: popcounts and trailing zeros are one instruction each.
#![allow(unsafe_code)]

use super::overlap_walk::{Counts, Rows, walk_body};
use super::steps::MayGoOn;
use crate::error::Result;

/// [`walk_body`]; the CPU must support v3.
pub(super) fn walk<const W: usize>(
    rows: &Rows<W>,
    size: usize,
    edges: &[[u16; 2]],
    may_go_on: &mut MayGoOn<'_>,
) -> Result<Counts> {
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn clone<const W: usize>(
        rows: &Rows<W>,
        size: usize,
        edges: &[[u16; 2]],
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<Counts> {
        walk_body(rows, size, edges, may_go_on)
    }
    // SAFETY: the caller dispatches on the CPU level, which the counter asserts to be supported.
    unsafe { clone(rows, size, edges, may_go_on) }
}
