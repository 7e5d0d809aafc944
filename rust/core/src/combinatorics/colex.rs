//! The colexicographic number of a set among the sets of its size: sets are compared by their highest element first.

use super::choose;

/// `C(n, 2)`: where the pairs with the greater element `n` begin.
#[inline(always)]
pub const fn pairs(n: usize) -> usize {
    n * n.wrapping_sub(1) / 2
}

/// The colexicographic rank of a set of positions among the sets of its size: `sum C(a_k, k)` over `a_1 < a_2 < ...`.
pub fn colex_rank(mut set: u32) -> u32 {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        rank += choose(u64::from(set.trailing_zeros()), k).map_or(0, |c| c as u32);
        set &= set - 1;
        k += 1;
    }
    rank
}
