//! From rows of cards to columns, one vector for each card of 64 hands; sorted, and checked to be different cards.

use std::arch::x86_64::*;

use super::{GROUP, load};
use crate::cards::DECK;

/// The cards of 64 hands with their boards. Byte `i` of every vector belongs to hand `HAND_AT[i]`.
pub(super) struct Columns<const H: usize, const B: usize> {
    pub(super) hole: [__m512i; H],
    pub(super) board: [__m512i; B],
}

/// The hand at each byte of a column. Two columns that are interleaved, low halves and high halves of quarters, are words
/// in the order of the hands.
pub(super) const HAND_AT: [u8; GROUP] = {
    let mut hands = [0; GROUP];
    let mut at = 0;
    while at < GROUP {
        let (quarter, half, hand) = (at / 16, at / 8 % 2, at % 8);
        hands[at] = (32 * half + 8 * quarter + hand) as u8;
        at += 1;
    }
    hands
};

/// Where the cards of rows of one width are, if two registers at a time hold as many rows as they can.
struct Spread {
    /// The first card of each hand among the bytes of its two registers.
    first_card: [u8; GROUP],
    /// The bytes of a column that come from each two registers.
    hands: [u64; GROUP],
}

const fn spread(width: usize) -> Spread {
    let mut spread = Spread { first_card: [0; GROUP], hands: [0; GROUP] };
    let mut at = 0;
    while at < GROUP {
        let hand = HAND_AT[at] as usize;
        spread.first_card[at] = (hand % rows_of_two(width) * width) as u8;
        spread.hands[hand / rows_of_two(width)] |= 1 << at;
        at += 1;
    }
    spread
}

/// Rows that two registers hold.
const fn rows_of_two(width: usize) -> usize {
    128 / width
}

impl<const H: usize, const B: usize> Columns<H, B> {
    /// The columns of the first 64 rows.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn of_rows(cards: &[u8]) -> Self {
        let cards = &cards[..GROUP * (H + B)];
        let spread = const { &spread(H + B) };
        let first_card = load(&spread.first_card);
        let (mut hole, mut board) = ([first_card; H], [first_card; B]);
        for (card, column) in (0..).zip(hole.iter_mut().chain(&mut board)) {
            *column = _mm512_add_epi8(first_card, _mm512_set1_epi8(card));
        }
        for (cards, hands) in cards.chunks(rows_of_two(H + B) * (H + B)).zip(spread.hands) {
            let (low, high) = (load_some(cards), load_some(cards.get(64..).unwrap_or_default()));
            for column in hole.iter_mut().chain(&mut board) {
                // Hands that are not read yet keep the place of their card.
                *column = _mm512_mask2_permutex2var_epi8(low, *column, hands, high);
            }
        }
        Self { hole, board }
    }

    /// Sorts the hole cards and the board of every hand in ascending order.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn sort(&mut self, check: &mut Check) {
        for hole in self.hole {
            for board in self.board {
                check.see_two(hole, board);
            }
        }
        sort(&mut self.hole, check);
        sort(&mut self.board, check);
    }
}

/// The first 64 bytes; zeros beyond the last.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_some(bytes: &[u8]) -> __m512i {
    let loaded = if bytes.len() < 64 { (1 << bytes.len()) - 1 } else { u64::MAX };
    // SAFETY: the mask loads no more bytes than there are.
    unsafe { _mm512_maskz_loadu_epi8(loaded, bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sort<const N: usize>(cards: &mut [__m512i; N], check: &mut Check) {
    for end in (1..N).rev() {
        for at in 0..end {
            let (a, b) = (cards[at], cards[at + 1]);
            cards[at] = _mm512_min_epu8(a, b);
            cards[at + 1] = _mm512_max_epu8(a, b);
        }
    }
    for at in 1..N {
        check.see_two(cards[at - 1], cards[at]);
    }
    check.highest = _mm512_max_epu8(check.highest, cards[N - 1]);
}

/// Whether all hands so far are different cards.
pub(super) struct Check {
    /// The least exclusive or of two cards: 0 if two are equal.
    least: __m512i,
    highest: __m512i,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new() -> Self {
        Self { least: _mm512_set1_epi8(-1), highest: _mm512_setzero_si512() }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn see_two(&mut self, a: __m512i, b: __m512i) {
        self.least = _mm512_min_epu8(self.least, _mm512_xor_si512(a, b));
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn passed(&self) -> bool {
        let equal = _mm512_testn_epi8_mask(self.least, self.least);
        let out_of_range = _mm512_cmpge_epu8_mask(self.highest, _mm512_set1_epi8(DECK as i8));
        equal | out_of_range == 0
    }
}
