//! The strengths of each pair of ranks with the ranks of a board, without flushes.

use crate::combinatorics::{choose_small, for_each_multiset};
use crate::error::Result;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::one::rank_strength;
use crate::memory::try_vec;
use crate::runtime::lazy::Lazy;

/// Pairs of ranks.
const PAIRS: usize = 91;
/// From one row to the next: a row is three lines of the cache.
const STRIDE: usize = 96;
/// A row as the look-ups see it. Elements beyond its pairs are arbitrary; with 256 elements a byte is always a valid index.
pub(super) type LookupRow = [u16; 256];

/// One row.
#[cfg(target_arch = "x86_64")]
pub(super) type PairRow = [[u16; 32]; STRIDE / 32];

/// The place of a pair of ranks in a row.
#[inline(always)]
pub(super) const fn pair_place(high: u8, low: u8) -> u8 {
    triangle(high) + low
}

/// `0 + 1 + ... + high`.
#[inline(always)]
pub(super) const fn triangle(high: u8) -> u8 {
    // In 16 bits, as vectors have no product of bytes.
    ((high as u16 * (high as u16 + 1)) >> 1) as u8
}

/// Rows for boards of three, four and five cards, 1.6 MB.
pub(in crate::evaluator) struct PairRows {
    entries: Vec<u16>,
    /// Where the first row begins: at a line of the cache.
    start: usize,
}

/// The contribution of the card at each place of a board, in ascending order, to the place of its row. The multiset of ranks
/// `a <= b <= c <= ...` has the colexicographic number of the set `{a, b + 1, c + 2, ...}`.
pub(super) const fn row_step(at: usize, rank: usize) -> usize {
    choose_small(rank + at, at + 1) as usize
}

/// [`row_step`] in elements.
const fn step(at: usize, rank: usize) -> usize {
    row_step(at, rank) * STRIDE
}

/// [`step`] by card. Bytes that are not cards contribute 0.
static STEPS: [[u32; 256]; 5] = {
    let mut steps = [[0; 256]; 5];
    let mut at = 0;
    while at < 5 {
        let mut card = 0;
        while card < 52 {
            steps[at][card] = step(at, card / 4) as u32;
            card += 1;
        }
        at += 1;
    }
    steps
};

/// Number of multisets of `size` ranks, including five of one rank.
const fn multisets(size: usize) -> usize {
    choose_small(12 + size, size) as usize
}

/// Where the rows for boards of `size` cards begin: after those of smaller boards.
const fn first(size: usize) -> usize {
    match size {
        3 => 0,
        4 => multisets(3) * STRIDE,
        _ => (multisets(3) + multisets(4)) * STRIDE,
    }
}

impl PairRows {
    /// The rows, built at the first call: well under a hundredth of a second.
    pub(in crate::evaluator) fn get() -> Result<&'static Self> {
        static ROWS: Lazy<PairRows> = Lazy::new();
        ROWS.get_or_try_init(Self::build)
    }

    fn build() -> Result<Self> {
        const LINE: usize = 64;
        let len = first(5) + multisets(5) * STRIDE;
        let entries = try_vec(0, len + size_of::<LookupRow>() / 2 + LINE / 2)?;
        let start = entries.as_ptr().align_offset(LINE).min(LINE / 2);
        let mut rows = Self { entries, start };
        for_each_multiset(13, 3, 4, &mut |counts| rows.fill_from_hands(counts));
        for size in 4..=5 {
            for_each_multiset(13, size, 4, &mut |counts| rows.fill_from_smaller_boards(counts));
        }
        Ok(rows)
    }

    /// The row of a board of three cards: with each pair it is one hand of five.
    fn fill_from_hands(&mut self, counts: &[u32]) {
        let at = self.start + place_of(counts);
        let sum: u32 = counts.iter().zip(RANK_KEYS_7).map(|(&count, key)| count * key).sum();
        for high in 0..13u8 {
            for low in 0..=high {
                let (h, l) = (usize::from(high), usize::from(low));
                let copies = |rank: usize| counts[rank] + u32::from(rank == h) + u32::from(rank == l);
                if copies(h) <= 4 && copies(l) <= 4 {
                    let strength = rank_strength::<5>(sum + RANK_KEYS_7[h] + RANK_KEYS_7[l]);
                    self.entries[at + usize::from(pair_place(high, low))] = strength;
                }
            }
        }
    }

    /// The row of a larger board: the best of the boards with one card less.
    fn fill_from_smaller_boards(&mut self, counts: &[u32]) {
        let at = self.start + place_of(counts);
        let mut best = [0; PAIRS];
        for rank in (0..13).filter(|&rank| counts[rank] > 0) {
            let mut counts: [u32; 13] = std::array::from_fn(|rank| counts[rank]);
            counts[rank] -= 1;
            let smaller = &self.entries[self.start + place_of(&counts)..];
            best.iter_mut().zip(smaller).for_each(|(best, &strength)| *best = strength.max(*best));
        }
        self.entries[at..at + PAIRS].copy_from_slice(&best);
    }

    /// The rows of boards of `N` cards.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn of_size<const N: usize>(&self) -> &[PairRow] {
        self.entries.get(self.start + first(N)..).unwrap_or_default().as_chunks().0.as_chunks().0
    }

    /// The row of a board of `N` cards, ascending; suits do not matter.
    #[inline(always)]
    pub(super) fn of<const N: usize>(&self, board: [u8; N]) -> Option<&LookupRow> {
        let steps = board.iter().zip(&STEPS).map(|(&card, steps)| steps[usize::from(card)]).sum::<u32>();
        self.entries.get(self.start + first(N) + steps as usize..)?.first_chunk()
    }
}

/// Where the row of a board begins, by its number of cards of each rank.
fn place_of(counts: &[u32]) -> usize {
    let ranks = (0..13).zip(counts).flat_map(|(rank, &count)| (0..count).map(move |_| rank));
    let (size, place) = ranks.fold((0, 0), |(at, place), rank| (at + 1, place + step(at, rank)));
    first(size) + place
}
