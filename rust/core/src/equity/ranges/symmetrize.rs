//! Turns sums over one board of each orbit under suit permutations into sums over all boards.

use crate::cards::{COMBO_COUNT, SuitPermutation};
use crate::equity::combo_counts::Amount;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};

/// Turns sums over one board of each orbit, times the size of the orbit, into sums over all boards: each combo gets the mean
/// over its own orbit.
pub(crate) fn symmetrize<W: Amount>(sums: &mut [W], symmetry: &[SuitPermutation]) -> Result<()> {
    if symmetry.len() == 1 {
        return Ok(());
    }
    let images = try_collect(symmetry.iter().map(|permutation| Ok(permutation.combos())))?;
    let mut even = try_vec(None, COMBO_COUNT)?;
    for combo in 0..COMBO_COUNT {
        if even[combo].is_none() {
            let orbit = || images.iter().map(|to| usize::from(to[combo]));
            let mean = W::mean(orbit().map(|to| sums[to]), symmetry.len());
            orbit().for_each(|to| even[to] = Some(mean));
        }
    }
    sums.iter_mut().zip(even).for_each(|(sum, even)| *sum = even.unwrap_or(*sum));
    Ok(())
}
