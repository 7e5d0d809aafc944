//! The kernels of bit arithmetic, a vector of hands at a time; for CPU levels that have no kernels of their own.
//!
//! Cards become rank sets by suit (`rank_sets`), and these, by logic alone, two numbers and an index (`strengths`). The
//! entry of a table at the index completes the strength. A block of hands goes through three passes, so that no pass waits for
//! another's results.

mod check;
mod rank_sets;
mod strengths;

use super::BLOCK;
use crate::evaluator::tables::{OTHER_RANKS_5, OTHER_RANKS_6, OTHER_RANKS_7};
use crate::runtime::simd::Words;
use check::{Check, counts};
use rank_sets::{RankSets, of_sets};
use strengths::{FLUSHES, parts};

/// Words of the longest vector.
const MOST_WORDS: usize = 16;

/// By [`Parts::index`](strengths::Parts::index).
type IndexTable = [u16; 2 * FLUSHES];

#[inline(always)]
const fn table<const N: usize>() -> &'static IndexTable {
    match N {
        5 => &OTHER_RANKS_5,
        6 => &OTHER_RANKS_6,
        _ => &OTHER_RANKS_7,
    }
}

/// The parts of the strengths of a block of hands.
struct StrengthBlock {
    index: [u16; BLOCK],
    start: [u16; BLOCK],
    straight: [u16; BLOCK],
    entries: [u16; BLOCK],
}

impl StrengthBlock {
    fn new() -> Self {
        Self { index: [0; BLOCK], start: [0; BLOCK], straight: [0; BLOCK], entries: [0; BLOCK] }
    }

    /// The first pass, for the group of hands that begins at `first`.
    #[inline(always)]
    fn see<const N: usize, W: Words>(&mut self, w: W, first: usize, suits: RankSets<W>, check: &mut Check<W::V>) {
        let parts = parts::<N, W>(w, suits, check);
        w.store(parts.index, &mut self.index[first..]);
        w.store(parts.start, &mut self.start[first..]);
        // The table has those of five cards.
        if N != 5 {
            w.store(parts.straight, &mut self.straight[first..]);
        }
    }

    /// The second pass: looks `hands` up, rounded up to a vector.
    #[inline(always)]
    fn look_up<const N: usize, W: Words>(&mut self, hands: usize) {
        let table = const { table::<N>() };
        let hands = hands.next_multiple_of(W::LEN);
        for (entry, &index) in self.entries[..hands].iter_mut().zip(&self.index) {
            *entry = table[usize::from(index) % table.len()];
        }
    }

    /// The third pass, for one group.
    #[inline(always)]
    fn strengths<const N: usize, W: Words>(&self, w: W, first: usize) -> W::V {
        let strengths = w.add(w.load(&self.entries[first..]), w.load(&self.start[first..]));
        if N == 5 { strengths } else { w.max(strengths, w.load(&self.straight[first..])) }
    }

    /// The second pass and the third: the strengths of a block.
    #[inline(always)]
    fn finish<const N: usize, W: Words>(&mut self, w: W, out: &mut [u16]) {
        self.look_up::<N, W>(out.len());
        for (group, out) in out.chunks_mut(W::LEN).enumerate() {
            let strengths = self.strengths::<N, W>(w, group * W::LEN);
            if out.len() == W::LEN {
                w.store(strengths, out);
            } else {
                let mut copy = [0; MOST_WORDS];
                w.store(strengths, &mut copy);
                out.copy_from_slice(&copy[..out.len()]);
            }
        }
    }
}

/// The strengths of sets; false if one of them does not have `N` cards, and the strengths mean nothing.
#[inline(always)]
pub(super) fn sets<const N: usize, W: Words>(w: W, sets: &[u64], out: &mut [u16]) -> bool {
    let mut block = StrengthBlock::new();
    let mut check = Check::new(w);
    for (sets, out) in sets.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        for first in (0..out.len()).step_by(W::LEN) {
            let sets = &sets[first..];
            let suits = if sets.len() >= W::LEN {
                of_sets(w, sets)
            } else {
                let mut copy = [(1 << N) - 1; MOST_WORDS];
                copy[..sets.len()].copy_from_slice(sets);
                of_sets(w, &copy)
            };
            if N == 5 {
                check.sizes::<N, W>(w, counts(w, suits));
            }
            block.see::<N, W>(w, first, suits, &mut check);
        }
        block.finish::<N, W>(w, out);
    }
    check.passed(w)
}
