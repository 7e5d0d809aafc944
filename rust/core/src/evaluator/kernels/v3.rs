//! Key sums at v3 (AVX2), four hands at a time.

use std::arch::x86_64::*;

use super::block::{BlockCards, Keys};
use super::lanes::{KEY_BYTES, ROTATIONS, widen};
use crate::cards::DECK;
use crate::runtime::cpu::V3;

/// Key sums of the first `rows` rows; false if one of them is not a hand.
pub(super) fn row_keys<const N: usize>(_: V3, cards: &BlockCards, rows: usize, keys: &mut Keys) -> bool {
    // SAFETY: a V3 is the proof that the CPU has the instructions.
    unsafe { row_keys_v3::<N>(cards, rows, keys) }
}

#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn row_keys_v3<const N: usize>(cards: &BlockCards, rows: usize, keys: &mut Keys) -> bool {
    let mut check = Check::new();
    let mut at = 0;
    while at < rows {
        let low = hand_sums::<N>(load::<N>(cards, at), &mut check);
        let high = hand_sums::<N>(load::<N>(cards, at + 4), &mut check);
        // The low halves of eight 64-bit sums, in order.
        let packed = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(
            _mm256_castsi256_ps(low),
            _mm256_castsi256_ps(high),
        ));
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        let eight = &mut keys[at..at + 8];
        // SAFETY: `eight` is eight u32, one unaligned 256-bit store.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), packed) };
        at += 8;
    }
    check.passed::<N>()
}

/// Rows `at..at + 4`, two to a lane.
#[inline]
#[target_feature(enable = "avx2")]
fn load<const N: usize>(cards: &BlockCards, at: usize) -> __m256i {
    let (low, high) = (&cards[at * N..][..16], &cards[(at + 2) * N..][..16]);
    // SAFETY: both slices are 16 bytes, one unaligned 128-bit load each.
    unsafe { _mm256_set_m128i(_mm_loadu_si128(high.as_ptr().cast()), _mm_loadu_si128(low.as_ptr().cast())) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(bytes: [u8; 16]) -> __m256i {
    // SAFETY: an array of 16 bytes is one unaligned 128-bit load.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// Checks of the rows so far: their largest byte, and the smallest difference between two cards of a hand.
struct Check {
    largest: __m256i,
    closest: __m256i,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self { largest: _mm256_setzero_si256(), closest: _mm256_set1_epi8(-1) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn passed<const N: usize>(&self) -> bool {
        let limit = _mm256_set1_epi8(DECK as i8 - 1);
        let in_deck = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(self.largest, limit), limit));
        let equal = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.closest, _mm256_setzero_si256()));
        // Only the first N bytes of a hand are cards.
        in_deck == -1 && equal & i32::from_ne_bytes([(1u16 << N).wrapping_sub(1) as u8; 4]) == 0
    }
}

/// The key sums of the four hands of `rows`, one a 64-bit lane.
#[inline]
#[target_feature(enable = "avx2")]
fn hand_sums<const N: usize>(rows: __m256i, check: &mut Check) -> __m256i {
    let shuffles = const { widen(N) };
    let hands = _mm256_shuffle_epi8(rows, broadcast(shuffles[0]));
    check.largest = _mm256_max_epu8(check.largest, hands);
    // Two rotations compare any two of five cards.
    for &shuffle in &shuffles[1..if N == 5 { 3 } else { ROTATIONS }] {
        let rotated = _mm256_shuffle_epi8(rows, broadcast(shuffle));
        check.closest = _mm256_min_epu8(check.closest, _mm256_xor_si256(hands, rotated));
    }

    let zero = _mm256_setzero_si256();
    let ranks = _mm256_and_si256(_mm256_srli_epi16::<2>(hands), _mm256_set1_epi8(0x0f));
    let byte = |i: usize, index| _mm256_sad_epu8(_mm256_shuffle_epi8(broadcast(KEY_BYTES[i]), index), zero);
    let low = _mm256_add_epi64(byte(0, hands), _mm256_slli_epi64::<8>(byte(1, ranks)));
    let high = _mm256_add_epi64(byte(2, ranks), _mm256_slli_epi64::<8>(byte(3, ranks)));
    _mm256_add_epi64(low, _mm256_slli_epi64::<16>(high))
}
