//! The passes at v4 (AVX-512 F, BW, VL): keys eight hands at a time, strengths sixteen at a time by gathers.

use std::arch::x86_64::*;

use super::block::{Cards, FlushRows, Keys, Strengths};
use super::lanes::{KEY_BYTES, ROTATIONS, flush_bits, widen};
use super::pairs::{PAIR_KEYS, PAIR_RANKS, Reached, THRESHOLDS};
use crate::cards::DECK;
use crate::evaluator::keys::SUIT_BITS;
use crate::evaluator::perfect_hash::{MULTIPLIER, SLOT_SHIFT};
use crate::evaluator::tables::{FLUSH, RankTable};
use crate::runtime::cpu::V4;

/// Key sums of the first `rows` rows; false if one of them is not a hand.
pub(super) fn row_keys<const N: usize>(_: V4, cards: &Cards, rows: usize, keys: &mut Keys) -> bool {
    // SAFETY: a V4 is the proof that the CPU has the instructions.
    unsafe { row_keys_v4::<N>(cards, rows, keys) }
}

/// Strengths of ranks and the list of flushes.
pub(super) fn rank_strengths<const N: usize>(
    _: V4,
    keys: &Keys,
    rows: usize,
    strengths: &mut Strengths,
    flushes: &mut FlushRows,
) -> usize {
    // SAFETY: as above.
    unsafe { rank_strengths_v4::<N>(keys, rows, strengths, flushes) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,popcnt,bmi1,bmi2")]
fn row_keys_v4<const N: usize>(cards: &Cards, rows: usize, keys: &mut Keys) -> bool {
    let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    let mut check = Check { largest: _mm512_setzero_si512(), closest: _mm512_set1_epi8(-1) };
    let mut at = 0;
    while at < rows {
        let low = hand_sums::<N>(load::<N>(cards, at), &mut check);
        let high = hand_sums::<N>(load::<N>(cards, at + 8), &mut check);
        let sixteen = &mut keys[at..at + 16];
        let packed = _mm512_permutex2var_epi32(low, even, high);
        // SAFETY: `sixteen` is sixteen u32, one unaligned 512-bit store.
        unsafe { _mm512_storeu_si512(sixteen.as_mut_ptr().cast(), packed) };
        at += 16;
    }

    let too_large = _mm512_cmpgt_epu8_mask(check.largest, _mm512_set1_epi8(DECK as i8 - 1));
    // Only the first N bytes of a hand are cards.
    let cards = u64::from_ne_bytes([(1u16 << N).wrapping_sub(1) as u8; 8]);
    let equal = _mm512_mask_cmpeq_epi8_mask(cards, check.closest, _mm512_setzero_si512());
    too_large == 0 && equal == 0
}

/// Rows `at..at + 8`, two to a lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load<const N: usize>(cards: &Cards, at: usize) -> __m512i {
    let words = const { lane_words(N) };
    let bytes = &cards[at * N..][..64];
    // SAFETY: `bytes` is 64 bytes and `words` 32 words, one unaligned 512-bit load each.
    let (bytes, words) =
        unsafe { (_mm512_loadu_si512(bytes.as_ptr().cast()), _mm512_loadu_si512(words.as_ptr().cast())) };
    _mm512_permutexvar_epi16(words, bytes)
}

/// Which 16-bit words of eight rows go to which lane: two rows, `n` words, each.
const fn lane_words(n: usize) -> [u16; 32] {
    let mut words = [0; 32];
    let mut i = 0;
    while i < 32 {
        words[i] = (i / 8 * n + i % 8) as u16;
        i += 1;
    }
    words
}

/// What the rows so far have shown: their largest byte, and the smallest difference between two cards of a hand.
struct Check {
    largest: __m512i,
    closest: __m512i,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn broadcast(bytes: [u8; 16]) -> __m512i {
    // SAFETY: an array of 16 bytes is one unaligned 128-bit load.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// The key sums of the eight hands of `rows`, one a 64-bit lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn hand_sums<const N: usize>(rows: __m512i, check: &mut Check) -> __m512i {
    let shuffles = const { widen(N) };
    let hands = _mm512_shuffle_epi8(rows, broadcast(shuffles[0]));
    check.largest = _mm512_max_epu8(check.largest, hands);
    // Five cards meet each other within two rotations.
    for &shuffle in &shuffles[1..if N == 5 { 3 } else { ROTATIONS }] {
        let rotated = _mm512_shuffle_epi8(rows, broadcast(shuffle));
        check.closest = _mm512_min_epu8(check.closest, _mm512_xor_si512(hands, rotated));
    }

    let zero = _mm512_setzero_si512();
    let ranks = _mm512_and_si512(_mm512_srli_epi16::<2>(hands), _mm512_set1_epi8(0x0f));
    let byte = |i: usize, index| _mm512_sad_epu8(_mm512_shuffle_epi8(broadcast(KEY_BYTES[i]), index), zero);
    let low = _mm512_add_epi64(byte(0, hands), _mm512_slli_epi64::<8>(byte(1, ranks)));
    let high = _mm512_add_epi64(byte(2, ranks), _mm512_slli_epi64::<8>(byte(3, ranks)));
    _mm512_add_epi64(low, _mm512_slli_epi64::<16>(high))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,popcnt,bmi1,bmi2")]
fn rank_strengths_v4<const N: usize>(
    keys: &Keys,
    rows: usize,
    strengths: &mut Strengths,
    flushes: &mut FlushRows,
) -> usize {
    let bits = const { flush_bits(N) };
    // SAFETY: `bits` is sixteen u32, one unaligned 512-bit load.
    let bits = unsafe { _mm512_loadu_si512(bits.as_ptr().cast()) };
    let mut row = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let mut count = 0;
    let mut at = 0;
    while at < rows {
        let sixteen = &keys[at..at + 16];
        // SAFETY: `sixteen` is sixteen u32, one unaligned 512-bit load.
        let sums = unsafe { _mm512_loadu_si512(sixteen.as_ptr().cast()) };
        let found = gather::<N>(sums);
        let to = &mut strengths[at..at + 16];
        // SAFETY: `to` is sixteen u16, one unaligned 256-bit store.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi32_epi16(found)) };

        // The word of the sum's high bits, then the bit of its low five.
        let word = _mm512_permutexvar_epi32(_mm512_srli_epi32::<5>(sums), bits);
        let bit = _mm512_srlv_epi32(word, _mm512_and_si512(sums, _mm512_set1_epi32(31)));
        let is_flush = _mm512_test_epi32_mask(bit, _mm512_set1_epi32(1));
        let list = &mut flushes[count..count + 16];
        // SAFETY: `list` is sixteen u32, one unaligned 512-bit store.
        unsafe { _mm512_storeu_si512(list.as_mut_ptr().cast(), _mm512_maskz_compress_epi32(is_flush, row)) };
        count += is_flush.count_ones() as usize;
        row = _mm512_add_epi32(row, _mm512_set1_epi32(16));
        at += 16;
    }
    count
}

/// Sixteen looks into the table of ranks.
#[inline]
#[target_feature(enable = "avx512f")]
fn gather<const N: usize>(sums: __m512i) -> __m512i {
    let table = RankTable::of_size(N);
    let low_half = _mm512_set1_epi32(0xffff);
    let hash = _mm512_mullo_epi32(_mm512_srli_epi32::<SUIT_BITS>(sums), _mm512_set1_epi32(MULTIPLIER as i32));
    let bucket = _mm512_srlv_epi32(hash, _mm512_set1_epi32(32 - table.shape.bucket_bits as i32));
    const {
        let table = RankTable::of_size(N);
        assert!(table.displacements.len() > table.shape.buckets() && table.slots.len() > table.shape.slots());
    }
    // SAFETY: a bucket is a number of `bucket_bits` bits and a slot one of `slot_bits`; both arrays have one entry more
    // than such numbers name, so the four bytes from any entry are inside.
    unsafe {
        let displacement = _mm512_i32gather_epi32::<2>(bucket, table.displacements.as_ptr().cast());
        let slot = _mm512_xor_si512(_mm512_srli_epi32::<SLOT_SHIFT>(hash), displacement);
        let slot = _mm512_and_si512(slot, _mm512_set1_epi32(table.shape.slots() as i32 - 1));
        _mm512_and_si512(_mm512_i32gather_epi32::<2>(slot, table.slots.as_ptr().cast()), low_half)
    }
}

/// Counts how many of the hands made of the fixed cards, whose keys sum to `sum`, and each of the first `pairs`
/// combinations reach each category. `flush` is the suit that the fixed cards have three of, and their ranks of it.
pub(super) fn count_reached<const N: usize>(
    _: V4,
    sum: u32,
    flush: Option<(usize, u16)>,
    pairs: usize,
    reached: &mut Reached,
) {
    // SAFETY: as above.
    unsafe { count_reached_v4::<N>(sum, flush, pairs, reached) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,popcnt,bmi1,bmi2")]
fn count_reached_v4<const N: usize>(sum: u32, flush: Option<(usize, u16)>, pairs: usize, reached: &mut Reached) {
    let mut counts = *reached;
    for first in (0..pairs).step_by(32) {
        let low = pair_strengths::<N>(sum, flush, first / 16);
        // Many runs are shorter than one vector.
        let both = if pairs - first > 16 {
            let high = pair_strengths::<N>(sum, flush, first / 16 + 1);
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        } else {
            _mm512_zextsi256_si512(low)
        };
        let present = if pairs - first >= 32 { u32::MAX } else { (1 << (pairs - first)) - 1 };
        for (count, threshold) in counts.iter_mut().zip(THRESHOLDS) {
            let reach = _mm512_mask_cmpge_epu16_mask(present, both, _mm512_set1_epi16(threshold as i16));
            *count += u64::from(reach.count_ones());
        }
    }
    *reached = counts;
}

/// The strengths of the fixed cards with combinations `16 * sixteen` and on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn pair_strengths<const N: usize>(sum: u32, flush: Option<(usize, u16)>, sixteen: usize) -> __m256i {
    let keys = &PAIR_KEYS.as_chunks::<16>().0[sixteen];
    // SAFETY: `keys` is sixteen u32, one unaligned 512-bit load.
    let keys = unsafe { _mm512_loadu_si512(keys.as_ptr().cast()) };
    let by_ranks = gather::<N>(_mm512_add_epi32(_mm512_set1_epi32(sum as i32), keys));
    let Some((suit, fixed)) = flush else {
        return _mm512_cvtepi32_epi16(by_ranks);
    };
    let ranks = &PAIR_RANKS[suit].as_chunks::<16>().0[sixteen];
    // SAFETY: `ranks` is sixteen u16, one unaligned 256-bit load.
    let ranks = unsafe { _mm256_loadu_si256(ranks.as_ptr().cast()) };
    let suited = _mm512_or_si512(_mm512_cvtepu16_epi32(ranks), _mm512_set1_epi32(fixed.into()));
    let suited = _mm512_and_si512(suited, _mm512_set1_epi32(0x1fff));
    const { assert!(FLUSH.len() > 0x1fff + 1) };
    // SAFETY: the index has 13 bits and the table one entry more than such indices name.
    let flush = unsafe { _mm512_i32gather_epi32::<2>(suited, FLUSH.as_ptr().cast()) };
    _mm512_cvtepi32_epi16(_mm512_max_epi32(by_ranks, _mm512_and_si512(flush, _mm512_set1_epi32(0xffff))))
}
