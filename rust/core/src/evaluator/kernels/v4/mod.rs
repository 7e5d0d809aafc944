//! The kernels at v4: 32 hands at a time by bit arithmetic alone, without a table in memory.
//!
//! A group of 32 hands becomes four vectors of 16-bit rank sets, one a suit (`rank_sets`); the strengths of the ranks
//! follow from them by logic, population counts and look-ups in registers (`strengths`). The few hands with a flush are
//! listed on the way and looked up one by one.

mod lookups;
mod rank_sets;
mod strengths;

use std::arch::x86_64::*;

use super::runs::{Reached, THRESHOLDS, Triples};
use crate::evaluator::one::flush_strength_of_ranks;
use crate::evaluator::rules::Category;
use crate::runtime::cpu::V4;
use lookups::Lookups;
use rank_sets::{CardLookups, Check, NATURAL_ORDER, RankSets, of_rows, of_sets};
use strengths::{is_straight, rank_strengths};

/// Hands that are evaluated together.
const GROUP: usize = 32;
/// Groups between two visits to the list of flushes.
const GROUPS: usize = 16;

/// The strengths of rows of `N` cards; false if one of them is not a hand, and the strengths mean nothing.
pub(super) fn rows<const N: usize>(_: V4, cards: &[u8], out: &mut [u16]) -> bool {
    // SAFETY: a V4 is the proof that the CPU has the instructions.
    unsafe { rows_v4::<N>(cards, out) }
}

/// The strengths of sets; false if one of them does not have `N` cards, and the strengths mean nothing.
pub(super) fn sets<const N: usize>(_: V4, sets: &[u64], out: &mut [u16]) -> bool {
    // SAFETY: as above.
    unsafe { sets_v4::<N>(sets, out) }
}

/// Counts how many of the hands made of the `fixed` cards, given as ranks by suit, and each of the first `n` triples
/// reach each category.
pub(super) fn count_reached<const N: usize>(
    _: V4,
    fixed: [u16; 4],
    triples: &Triples,
    n: usize,
    reached: &mut Reached,
) {
    // SAFETY: as above.
    unsafe { count_reached_v4::<N>(fixed, triples, n, reached) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,popcnt")]
fn rows_v4<const N: usize>(cards: &[u8], out: &mut [u16]) -> bool {
    let (lookups, cards_of_row) = (Lookups::new::<N>(), CardLookups::new::<N>());
    let mut check = Check::new();
    let mut flushes = Flushes::new();
    let blocks = cards.chunks(GROUPS * GROUP * N).zip(out.chunks_mut(GROUPS * GROUP));
    for (cards, out) in blocks {
        for (group, (cards, out)) in cards.chunks(GROUP * N).zip(out.chunks_mut(GROUP)).enumerate() {
            if out.len() == GROUP {
                let suits = of_rows::<N>(cards, &cards_of_row, &mut check);
                finish::<N>(suits, &lookups, group, &mut flushes, out);
            } else {
                // Some hand makes up the rows that are missing.
                let mut copy: [u8; 7 * GROUP] = std::array::from_fn(|i| (i % N) as u8);
                copy[..cards.len()].copy_from_slice(cards);
                let suits = of_rows::<N>(&copy, &cards_of_row, &mut check);
                let mut strengths = [0; GROUP];
                finish::<N>(suits, &lookups, group, &mut flushes, &mut strengths);
                out.copy_from_slice(&strengths[..out.len()]);
            }
        }
        flushes.take(out);
    }
    check.passed::<N>()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,popcnt")]
fn sets_v4<const N: usize>(sets: &[u64], out: &mut [u16]) -> bool {
    let lookups = Lookups::new::<N>();
    let mut check = Check::new();
    let mut flushes = Flushes::new();
    let blocks = sets.chunks(GROUPS * GROUP).zip(out.chunks_mut(GROUPS * GROUP));
    for (sets, out) in blocks {
        for (group, (sets, out)) in sets.chunks(GROUP).zip(out.chunks_mut(GROUP)).enumerate() {
            if out.len() == GROUP {
                finish::<N>(of_sets(sets, &mut check), &lookups, group, &mut flushes, out);
            } else {
                let mut copy = [(1 << N) - 1; GROUP];
                copy[..sets.len()].copy_from_slice(sets);
                let mut strengths = [0; GROUP];
                finish::<N>(of_sets(&copy, &mut check), &lookups, group, &mut flushes, &mut strengths);
                out.copy_from_slice(&strengths[..out.len()]);
            }
        }
        flushes.take(out);
    }
    check.passed::<N>()
}

/// Puts the strengths of the ranks of a group into `out`, hands in their own order, and lists the group's flushes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,popcnt")]
fn finish<const N: usize>(suits: RankSets, lookups: &Lookups, group: usize, flushes: &mut Flushes, out: &mut [u16]) {
    flushes.list(suits, group);
    let strengths = _mm512_permutexvar_epi16(vector(&NATURAL_ORDER), rank_strengths::<N>(suits, lookups));
    let out = &mut out[..GROUP];
    // SAFETY: `out` is 32 u16, one unaligned 512-bit store.
    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), strengths) };
}

/// The ranks that a hand has in the suit in which it has five or more; 0 without a flush.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn flush_ranks(suits: RankSets) -> __m512i {
    let mut ranks = _mm512_setzero_si512();
    for suit in suits {
        let has_five = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(suit), _mm512_set1_epi16(4));
        ranks = _mm512_mask_mov_epi16(ranks, has_five, suit);
    }
    ranks
}

/// The hands of a block that hold a flush.
struct Flushes {
    len: usize,
    rows: [u16; GROUPS * GROUP + GROUP],
    ranks: [u16; GROUPS * GROUP + GROUP],
}

impl Flushes {
    fn new() -> Self {
        Self { len: 0, rows: [0; _], ranks: [0; _] }
    }

    /// Appends the flushes of a group.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512bitalg,popcnt")]
    fn list(&mut self, suits: RankSets, group: usize) {
        let ranks = flush_ranks(suits);
        let is_flush = _mm512_test_epi16_mask(ranks, ranks);
        let rows = _mm512_add_epi16(vector(&rank_sets::HAND_AT), _mm512_set1_epi16((group * GROUP) as i16));
        // A block has at most as many flushes as hands, and both lists a group more.
        let (rows_to, ranks_to) = (&mut self.rows[self.len..][..GROUP], &mut self.ranks[self.len..][..GROUP]);
        // SAFETY: both slices are 32 u16, one unaligned 512-bit store each.
        unsafe {
            _mm512_storeu_si512(rows_to.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(is_flush, rows));
            _mm512_storeu_si512(ranks_to.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(is_flush, ranks));
        }
        self.len += is_flush.count_ones() as usize;
    }

    /// Puts the strengths of the flushes into `out` and empties the list.
    fn take(&mut self, out: &mut [u16]) {
        for (&row, &ranks) in self.rows.iter().zip(&self.ranks).take(self.len) {
            // The hands that fill up the last group are in no row.
            if let Some(out) = out.get_mut(usize::from(row)) {
                *out = flush_strength_of_ranks(ranks);
            }
        }
        self.len = 0;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,popcnt")]
fn count_reached_v4<const N: usize>(fixed: [u16; 4], triples: &Triples, n: usize, reached: &mut Reached) {
    let lookups = Lookups::new::<N>();
    let fixed = fixed.map(|ranks| _mm512_set1_epi16(ranks as i16));
    let mut counts = [_mm512_setzero_si512(); THRESHOLDS.len()];
    for first in (0..n).step_by(GROUP) {
        let mut suits = fixed;
        for (suit, triples) in suits.iter_mut().zip(triples.by_suit()) {
            *suit = _mm512_or_si512(*suit, vector(&triples[first / GROUP]));
        }
        let mut strengths = rank_strengths::<N>(suits, &lookups);
        // Which flush it is does not matter here, unless it is straight.
        let flush = flush_ranks(suits);
        let is_flush = _mm512_test_epi16_mask(flush, flush);
        strengths =
            _mm512_mask_mov_epi16(strengths, is_flush, _mm512_set1_epi16(const { Category::Flush.least() as i16 }));
        strengths = _mm512_mask_mov_epi16(
            strengths,
            is_straight(flush),
            _mm512_set1_epi16(const { Category::StraightFlush.least() as i16 }),
        );
        let present = if n - first >= GROUP { u32::MAX } else { (1 << (n - first)) - 1 };
        for (count, threshold) in counts.iter_mut().zip(THRESHOLDS) {
            let reach = _mm512_mask_cmpge_epu16_mask(present, strengths, _mm512_set1_epi16(threshold as i16));
            *count = _mm512_mask_sub_epi16(*count, reach, *count, _mm512_set1_epi16(-1));
        }
    }
    for (reached, count) in reached.iter_mut().zip(counts) {
        // Fewer than 32,768 groups: the counts are positive as signed numbers, too.
        let sums = _mm512_madd_epi16(count, _mm512_set1_epi16(1));
        *reached += u64::from(_mm512_reduce_add_epi32(sums).unsigned_abs());
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn vector(numbers: &[u16; 32]) -> __m512i {
    // SAFETY: an array of 32 u16 is one unaligned 512-bit load.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}
