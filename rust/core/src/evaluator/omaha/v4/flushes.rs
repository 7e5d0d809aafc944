//! The hands of a group with two hole cards and three board cards of one suit, listed with the ranks of that suit.

use std::arch::x86_64::*;

use super::columns::{Columns, HAND_AT};
use super::{CardBytes, GROUP, load, numbers, of_card, store, store_words};
use crate::evaluator::omaha::flush::flush_strength;
use crate::evaluator::one::flush_strength_of_ranks;

/// The hands of a group with a flush.
pub(super) struct GroupFlushes {
    len: usize,
    hands: [u8; GROUP],
    /// Their ranks of the suit.
    hole: [[u16; 32]; GROUP / 32],
    board: [[u16; 32]; GROUP / 32],
    /// The highest two of the hole cards and the highest three of the board.
    highest: [[u16; 32]; GROUP / 32],
    /// Those whose ranks make a straight, of whichever cards.
    straights: u64,
}

const SUIT: CardBytes = of_card!(|card| 1 << (card % 4));
const LOW_RANK: CardBytes = of_card!(|card| if card < 32 { 1 << (card / 4) } else { 0 });
const HIGH_RANK: CardBytes = of_card!(|card| if card < 32 { 0 } else { 1 << (card / 4 - 8) });

impl GroupFlushes {
    pub(super) fn new() -> Self {
        Self { len: 0, hands: [0; _], hole: [[0; _]; _], board: [[0; _]; _], highest: [[0; _]; _], straights: 0 }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512bitalg,popcnt")]
    pub(super) fn find<const H: usize, const B: usize>(&mut self, cards: &Columns<H, B>) {
        let (hole, board) = (suits(&cards.hole), suits(&cards.board));
        let suit = _mm512_and_si512(held_twice(&hole), held_three_times(&board));
        let is_flush = _mm512_test_epi8_mask(suit, suit);
        (self.len, self.straights) = (is_flush.count_ones() as usize, 0);
        store(&mut self.hands, _mm512_maskz_compress_epi8(is_flush, load(&HAND_AT)));
        let hole = compress(is_flush, ranks_of_suit(&cards.hole, &hole, suit));
        let board = compress(is_flush, ranks_of_suit(&cards.board, &board, suit));
        for half in 0..self.len.div_ceil(32) {
            let (hole, board) = (words(hole, half), words(board, half));
            let highest = _mm512_or_si512(highest::<2, H>(hole), highest::<3, B>(board));
            self.straights |= u64::from(has_straight(_mm512_or_si512(hole, board))) << (32 * half);
            store_words(&mut self.hole[half], hole);
            store_words(&mut self.board[half], board);
            store_words(&mut self.highest[half], highest);
        }
    }

    /// Puts the strength of every flush that is larger into `out`.
    #[inline]
    pub(super) fn raise(&mut self, out: &mut [u16; GROUP]) {
        let mut raise = |at: usize, strength: u16| {
            let out = &mut out[usize::from(self.hands[at]) % GROUP];
            *out = strength.max(*out);
        };
        for (at, &ranks) in self.highest.as_flattened().iter().take(self.len).enumerate() {
            raise(at, flush_strength_of_ranks(ranks));
        }
        // Other cards than the highest may make a straight.
        while self.straights != 0 {
            let at = self.straights.trailing_zeros() as usize;
            raise(at, flush_strength(self.board.as_flattened()[at], self.hole.as_flattened()[at]));
            self.straights &= self.straights - 1;
        }
    }
}

/// The suit of every card, as a bit.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn suits<const N: usize>(cards: &[__m512i; N]) -> [__m512i; N] {
    let mut suits = *cards;
    for suits in &mut suits {
        *suits = numbers(&SUIT, *suits);
    }
    suits
}

/// The bits of two vectors or more, of six at most.
#[inline]
#[target_feature(enable = "avx512f")]
fn held_twice<const N: usize>(suits: &[__m512i; N]) -> __m512i {
    let (mut once, mut twice) = (suits[0], _mm512_setzero_si512());
    for &suits in &suits[1..] {
        twice = _mm512_ternarylogic_epi64::<{ A | B & C }>(twice, once, suits);
        once = _mm512_or_si512(once, suits);
    }
    twice
}

/// The bits of three vectors or more, of five at most.
#[inline]
#[target_feature(enable = "avx512f")]
fn held_three_times<const N: usize>(suits: &[__m512i; N]) -> __m512i {
    let (mut once, mut twice, mut three_times) = (suits[0], _mm512_setzero_si512(), _mm512_setzero_si512());
    for &suits in &suits[1..] {
        three_times = _mm512_ternarylogic_epi64::<{ A | B & C }>(three_times, twice, suits);
        twice = _mm512_ternarylogic_epi64::<{ A | B & C }>(twice, once, suits);
        once = _mm512_or_si512(once, suits);
    }
    three_times
}

/// The truth tables of the arguments of a ternary operation: any formula of them is the operation's table.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

/// The ranks of the cards in the suit of their hand, one bit each: those below ten, and the others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn ranks_of_suit<const N: usize>(cards: &[__m512i; N], suits: &[__m512i; N], suit: __m512i) -> [__m512i; 2] {
    let mut ranks = [_mm512_setzero_si512(); 2];
    for (&cards, &suits) in cards.iter().zip(suits) {
        let of_suit = _mm512_test_epi8_mask(suits, suit);
        for (ranks, rank) in ranks.iter_mut().zip([&LOW_RANK, &HIGH_RANK]) {
            *ranks = _mm512_or_si512(*ranks, _mm512_maskz_mov_epi8(of_suit, numbers(rank, cards)));
        }
    }
    ranks
}

#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn compress(kept: __mmask64, [low, high]: [__m512i; 2]) -> [__m512i; 2] {
    [_mm512_maskz_compress_epi8(kept, low), _mm512_maskz_compress_epi8(kept, high)]
}

/// Half of the words with these low and high bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn words(bytes: [__m512i; 2], half: usize) -> __m512i {
    let [mut low, mut high] = bytes;
    if half == 1 {
        (low, high) = (_mm512_shuffle_i64x2::<0b11_10>(low, low), _mm512_shuffle_i64x2::<0b11_10>(high, high));
    }
    let (low, high) = (_mm512_castsi512_si256(low), _mm512_castsi512_si256(high));
    _mm512_or_si512(_mm512_cvtepu8_epi16(low), _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(high)))
}

/// The `N` highest ranks of sets of `MOST` at most.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn highest<const N: usize, const MOST: usize>(mut ranks: __m512i) -> __m512i {
    for _ in N..MOST {
        let fewer = _mm512_and_si512(ranks, _mm512_add_epi16(ranks, _mm512_set1_epi16(-1)));
        let too_many = _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(ranks), _mm512_set1_epi16(N as i16));
        ranks = _mm512_mask_mov_epi16(ranks, too_many, fewer);
    }
    ranks
}

/// The sets that contain a straight.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn has_straight(ranks: __m512i) -> __mmask32 {
    let with_low_ace = _mm512_or_si512(_mm512_slli_epi16::<1>(ranks), _mm512_srli_epi16::<12>(ranks));
    let runs = _mm512_and_si512(with_low_ace, _mm512_slli_epi16::<1>(with_low_ace));
    let runs = _mm512_and_si512(runs, _mm512_slli_epi16::<2>(runs));
    _mm512_test_epi16_mask(runs, _mm512_slli_epi16::<4>(with_low_ace))
}
