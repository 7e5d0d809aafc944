//! The kernels of bit arithmetic, a vector of hands at a time; for CPU levels that have no kernels of their own.
//!
//! Cards become rank sets by suit (`rank_sets`), and these, by logic alone, two numbers and an index (`strengths`). The
//! entry of a table at the index completes the strength. A block of hands goes through three passes, so that no pass waits for
//! another's results.

mod check;
mod rank_sets;
mod strengths;

use super::runs::{Reached, THRESHOLDS, Triples};
use crate::evaluator::tables::{OTHER_RANKS_5, OTHER_RANKS_6, OTHER_RANKS_7};
use crate::runtime::simd::Words;
use check::{Check, counts};
use rank_sets::{RankSets, of_rows, of_sets};
use strengths::{FLUSHES, parts};

/// Hands in a block, a multiple of every vector's words.
const BLOCK: usize = 256;
/// Bytes that loads of rows read beyond the last.
const BEYOND: usize = 16;
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

/// The strengths of rows of `N` cards; false if one of them is not a hand, and the strengths mean nothing. A row is loaded
/// once: its owner may write to it meanwhile.
#[inline(always)]
pub(super) fn rows<const N: usize, W: Words>(w: W, rows: &[u8], out: &mut [u16]) -> bool {
    let mut block = StrengthBlock::new();
    let mut check = Check::new(w);
    for (number, out) in out.chunks_mut(BLOCK).enumerate() {
        for first in (0..out.len()).step_by(W::LEN) {
            let rows = &rows[(number * BLOCK + first) * N..];
            let suits = if rows.len() >= W::LEN * N + BEYOND {
                of_rows::<N, W>(w, rows, &mut check)
            } else {
                // Some hand makes up the rows that are missing.
                let mut copy = [0; 7 * MOST_WORDS + BEYOND];
                let n = rows.len().min(W::LEN * N);
                copy[..n].copy_from_slice(&rows[..n]);
                for (i, card) in copy.iter_mut().enumerate().skip(n) {
                    *card = (i % N) as u8;
                }
                of_rows::<N, W>(w, &copy, &mut check)
            };
            block.see::<N, W>(w, first, suits, &mut check);
        }
        block.finish::<N, W>(w, out);
    }
    check.passed(w)
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

/// Counts how many of the hands made of the `fixed` cards, given as ranks by suit, and each of the first `n` triples
/// reach each category.
#[inline(always)]
pub(super) fn count_reached<const N: usize, W: Words>(
    w: W,
    fixed: [u16; 4],
    triples: &Triples,
    n: usize,
    reached: &mut Reached,
) {
    let mut block = StrengthBlock::new();
    let mut check = Check::new(w);
    // Each word counts a sixteenth or an eighth of at most 22,100 triples.
    let mut counts = [w.splat(0); THRESHOLDS.len()];
    let [c, d, h, s] = triples.by_suit();
    let triples = [c.as_flattened(), d.as_flattened(), h.as_flattened(), s.as_flattened()];
    for begin in (0..n).step_by(BLOCK) {
        let hands = BLOCK.min(n - begin);
        for first in (0..hands).step_by(W::LEN) {
            let mut suits = [w.splat(0); 4];
            for ((suit, triples), fixed) in suits.iter_mut().zip(triples).zip(fixed) {
                *suit = w.or(w.splat(fixed), w.load(&triples[begin + first..]));
            }
            block.see::<N, W>(w, first, suits, &mut check);
        }
        block.look_up::<N, W>(hands);
        for first in (0..hands).step_by(W::LEN) {
            let mut strengths = block.strengths::<N, W>(w, first);
            if first + W::LEN > hands {
                // Strength 0 reaches no category.
                let mut copy = [0; MOST_WORDS];
                w.store(strengths, &mut copy);
                copy[hands - first..].fill(0);
                strengths = w.load(&copy);
            }
            for (count, threshold) in counts.iter_mut().zip(THRESHOLDS) {
                *count = w.sub(*count, w.greater(strengths, w.splat(threshold - 1)));
            }
        }
    }
    for (reached, count) in reached.iter_mut().zip(counts) {
        let mut words = [0; MOST_WORDS];
        w.store(count, &mut words);
        *reached += words.iter().map(|&n| u64::from(n)).sum::<u64>();
    }
}
