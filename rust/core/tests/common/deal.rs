//! The one random deal of tests and benchmarks. Unit tests of the crate include this file, too, so it names nothing of
//! the crate.

/// Deals `n` cards: moves them, in the order in which they are dealt, to the front of `deck`, and returns them.
/// `below(k)` is a random number below `k`.
pub fn deal(deck: &mut [u8], n: usize, mut below: impl FnMut(u64) -> u64) -> &[u8] {
    for k in 0..n {
        let j = k + below((deck.len() - k) as u64) as usize;
        deck.swap(k, j);
    }
    &deck[..n]
}
