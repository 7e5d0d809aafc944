//! From cards to rank sets: 32 hands to four vectors of 16-bit rank sets, one a suit.
//!
//! A row of cards is a sum of products of two one-hot bytes, one of its suit and one of its rank. With a row of bits for
//! each card, it is the suits' matrix, transposed, times the ranks' matrix. One instruction (GFNI) multiplies eight by eight
//! matrices of bits, and a product with the identity transposes. Duplicate cards cancel, and invalid cards have no bit, so
//! the population of the result shows whether the row is a hand.

use std::arch::x86_64::*;

use super::GROUP;

/// The ranks of 32 hands, by suit. Lane `i` belongs to hand `HAND_AT[i]` of the group.
pub(super) type RankSets = [__m512i; 4];

/// Which hand of a group is in each lane of [`RankSets`].
pub(super) const HAND_AT: [u16; GROUP] = {
    let mut hands = [0; GROUP];
    let mut hand = 0;
    while hand < GROUP {
        hands[NATURAL_ORDER[hand] as usize] = hand as u16;
        hand += 1;
    }
    hands
};

/// The lane of every hand of a group: the permutation that restores the order of the hands.
pub(super) const NATURAL_ORDER: [u16; GROUP] = {
    let mut lanes = [0; GROUP];
    let mut hand = 0;
    while hand < GROUP {
        // `transpose` interleaves the four vectors, two hands of each to a quarter.
        let (vector, quarter, second) = (hand / 8, hand % 8 / 2, hand % 2);
        lanes[hand] = (8 * quarter + 2 * vector + second) as u16;
        hand += 1;
    }
    lanes
};

/// Checks of the hands so far.
pub(super) struct Check {
    /// Every bit that should be zero in a card, or in a set.
    stray: __m512i,
    /// Bits that are missing where a hand has fewer cards.
    fewest: __m512i,
    most: __m512i,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new() -> Self {
        let zero = _mm512_setzero_si512();
        Self { stray: zero, fewest: _mm512_set1_epi64(-1), most: zero }
    }

    /// Sees eight sets of cards.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn see(&mut self, stray: __m512i, sets: __m512i) {
        let cards = _mm512_popcnt_epi64(sets);
        self.stray = _mm512_or_si512(self.stray, stray);
        self.fewest = _mm512_and_si512(self.fewest, cards);
        self.most = _mm512_or_si512(self.most, cards);
    }

    /// Whether every hand had `N` cards of the deck.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn passed<const N: usize>(&self) -> bool {
        let n = _mm512_set1_epi64(N as i64);
        // All counts have the bits of `N` and no others.
        let unequal = _mm512_cmpneq_epi64_mask(self.fewest, n) | _mm512_cmpneq_epi64_mask(self.most, n);
        _mm512_test_epi64_mask(self.stray, self.stray) == 0 && unequal == 0
    }
}

/// A byte that is not a card.
const NO_CARD: i8 = 63;

/// The tables that turn the bytes of rows into one-bit bytes.
pub(super) struct CardLookups {
    /// Where the bytes of eight rows go, eight to a lane.
    spread: __m512i,
    /// By card: the suit, as two equal bits; the ranks below ten, and the others, as one bit.
    suit: __m512i,
    low_rank: __m512i,
    high_rank: __m512i,
}

impl CardLookups {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new<const N: usize>() -> Self {
        Self {
            spread: bytes(const { &spread(N) }),
            suit: bytes(const { &one_hot(OneHot::Suit) }),
            low_rank: bytes(const { &one_hot(OneHot::LowRank) }),
            high_rank: bytes(const { &one_hot(OneHot::HighRank) }),
        }
    }
}

/// For each byte of eight lanes, which byte of eight rows it is; the others are the 64th, which no row reaches.
const fn spread(n: usize) -> [u8; 64] {
    let mut from = [63; 64];
    let mut i = 0;
    while i < 64 {
        if i % 8 < n {
            from[i] = (i / 8 * n + i % 8) as u8;
        }
        i += 1;
    }
    from
}

#[derive(Clone, Copy)]
enum OneHot {
    Suit,
    LowRank,
    HighRank,
}

const fn one_hot(what: OneHot) -> [u8; 64] {
    let mut table = [0; 64];
    let mut card = 0;
    while card < crate::cards::DECK {
        let (rank, suit) = (card / 4, card % 4);
        table[card as usize] = match what {
            // Two bits: the ranks' product of each half stands in every other byte, and a blend joins the halves.
            OneHot::Suit => 0b11 << (2 * suit),
            OneHot::LowRank if rank < 8 => 1 << rank,
            OneHot::HighRank if rank >= 8 => 1 << (rank - 8),
            _ => 0,
        };
        card += 1;
    }
    table
}

/// The identity matrix as the instruction reads it: a product with it transposes the other factor, rows last to first.
const IDENTITY: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The same with columns last to first, so that the two reversals of a product cancel.
const REVERSED: i64 = 0x0102_0408_1020_4080;

/// The rank sets of 32 rows of `N` cards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
pub(super) fn of_rows<const N: usize>(rows: &[u8], tables: &CardLookups, check: &mut Check) -> RankSets {
    let mut hands = [_mm512_setzero_si512(); 4];
    for (hands, rows) in hands.iter_mut().zip(rows.chunks_exact(8 * N)) {
        let loaded = const { u64::MAX >> (64 - 8 * N) };
        // SAFETY: `rows` is 8 * N bytes, and the mask loads that many of the 64; the others are the given ones.
        let rows = unsafe { _mm512_mask_loadu_epi8(_mm512_set1_epi8(NO_CARD), loaded, rows.as_ptr().cast()) };
        let cards = _mm512_permutexvar_epi8(tables.spread, rows);
        let suits = _mm512_permutexvar_epi8(cards, tables.suit);
        let low_ranks = _mm512_permutexvar_epi8(cards, tables.low_rank);
        let high_ranks = _mm512_permutexvar_epi8(cards, tables.high_rank);
        let suits = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), suits);
        let low_ranks = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(REVERSED), low_ranks);
        let high_ranks = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(REVERSED), high_ranks);
        let low = _mm512_gf2p8affine_epi64_epi8::<0>(suits, low_ranks);
        let high = _mm512_gf2p8affine_epi64_epi8::<0>(suits, high_ranks);
        *hands = _mm512_mask_mov_epi8(low, 0xaaaa_aaaa_aaaa_aaaa, high);
        // Look-ups see the low six bits of a byte.
        check.see(_mm512_and_si512(cards, _mm512_set1_epi8(0xc0_u8 as i8)), *hands);
    }
    transpose(hands)
}

/// The rank sets of 32 sets of cards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
pub(super) fn of_sets(sets: &[u64], check: &mut Check) -> RankSets {
    let mut hands = [_mm512_setzero_si512(); 4];
    for (hands, sets) in hands.iter_mut().zip(sets.as_chunks::<8>().0) {
        // SAFETY: eight u64 are one unaligned 512-bit load.
        let sets = unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) };
        check.see(_mm512_srli_epi64::<{ crate::cards::DECK as u32 }>(sets), sets);
        // A byte a rank, the suits in its low four bits; ranks last to first, as transposing turns them round.
        let low_ranks = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(0x0004_080c_1014_181c), sets);
        let high_ranks = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(0x2024_282c_3034_383c), sets);
        let low = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), low_ranks);
        let high = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), high_ranks);
        *hands = _mm512_permutex2var_epi8(low, bytes(const { &INTERLEAVED }), high);
    }
    transpose(hands)
}

/// The first four bytes of each lane of two vectors, alternating.
const INTERLEAVED: [u8; 64] = {
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        from[i] = (i / 8 * 8 + i % 8 / 2 + i % 2 * 64) as u8;
        i += 1;
    }
    from
};

/// Hands of four words each, eight to a vector, to words of a suit each. See [`NATURAL_ORDER`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn transpose([a, b, c, d]: [__m512i; 4]) -> RankSets {
    let (first, second) = (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b));
    let (third, fourth) = (_mm512_unpacklo_epi16(c, d), _mm512_unpackhi_epi16(c, d));
    let (ab_low, ab_high) = (_mm512_unpacklo_epi16(first, second), _mm512_unpackhi_epi16(first, second));
    let (cd_low, cd_high) = (_mm512_unpacklo_epi16(third, fourth), _mm512_unpackhi_epi16(third, fourth));
    [
        _mm512_unpacklo_epi64(ab_low, cd_low),
        _mm512_unpackhi_epi64(ab_low, cd_low),
        _mm512_unpacklo_epi64(ab_high, cd_high),
        _mm512_unpackhi_epi64(ab_high, cd_high),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(table: &[u8; 64]) -> __m512i {
    // SAFETY: an array of 64 bytes is one unaligned 512-bit load.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}
