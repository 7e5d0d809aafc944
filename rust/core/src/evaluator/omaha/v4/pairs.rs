//! The best pair of hole cards without flushes: all pairs of a hand are looked up at once in the row of its board.

use std::arch::x86_64::*;

use super::columns::Columns;
use super::{CardBytes, GROUP, load_words, numbers, of_card, store, store_words};
use crate::evaluator::omaha::rows::{PairRow, row_step, triangle};

/// The row of the board of each hand, and the places of its pairs in it.
#[repr(align(64))]
pub(super) struct Pairs {
    rows: [[u16; 32]; GROUP / 32],
    /// Eight bytes a hand with four hole cards, and else sixteen. Those without a pair repeat the first.
    places: [[u8; 64]; GROUP / 4],
}

const RANK: CardBytes = of_card!(|card| card / 4);
const TRIANGLE: CardBytes = of_card!(|card| triangle(card / 4));
/// The low and the high bytes of what the card at each place of a board adds to the place of its row.
const STEPS: [[CardBytes; 2]; 5] = {
    let mut steps = [[[0; 64]; 2]; 5];
    let mut at = 0;
    while at < 5 {
        steps[at] = [
            of_card!(|card| row_step(at, card as usize / 4) as u8),
            of_card!(|card| (row_step(at, card as usize / 4) >> 8) as u8),
        ];
        at += 1;
    }
    steps
};

impl Pairs {
    pub(super) fn new() -> Self {
        Self { rows: [[0; 32]; _], places: [[0; 64]; _] }
    }

    /// Finds the rows and places of hands whose cards are sorted.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn find<const H: usize, const B: usize>(&mut self, cards: &Columns<H, B>) {
        self.find_rows(&cards.board);
        self.find_places(&cards.hole);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn find_rows<const B: usize>(&mut self, board: &[__m512i; B]) {
        let mut rows = [_mm512_setzero_si512(); 2];
        for (&cards, [low, high]) in board.iter().zip(const { &STEPS }) {
            let [low_rows, high_rows] = interleaved(numbers(low, cards), numbers(high, cards));
            rows = [_mm512_add_epi16(rows[0], low_rows), _mm512_add_epi16(rows[1], high_rows)];
        }
        store_words(&mut self.rows[0], rows[0]);
        store_words(&mut self.rows[1], rows[1]);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn find_places<const H: usize>(&mut self, hole: &[__m512i; H]) {
        let mut ranks = *hole;
        for ranks in &mut ranks {
            *ranks = numbers(&RANK, *ranks);
        }
        let mut pairs = [_mm512_add_epi8(numbers(&TRIANGLE, hole[1]), ranks[0]); 16];
        let mut pair = 1;
        for high in 2..H {
            let triangle = numbers(&TRIANGLE, hole[high]);
            for &low in &ranks[..high] {
                pairs[pair] = _mm512_add_epi8(triangle, low);
                pair += 1;
            }
        }
        // From a column for each pair to the places of each hand: interleaved again and again.
        let mut twos = [[pairs[0]; 2]; 8];
        for (two, [a, b]) in twos.iter_mut().zip(pairs.as_chunks().0) {
            *two = interleaved(*a, *b);
        }
        let mut fours = [[pairs[0]; 4]; 4];
        for (four, [a, b]) in fours.iter_mut().zip(twos.as_chunks().0) {
            for half in 0..2 {
                four[2 * half] = _mm512_unpacklo_epi16(a[half], b[half]);
                four[2 * half + 1] = _mm512_unpackhi_epi16(a[half], b[half]);
            }
        }
        let mut eights = [[pairs[0]; 8]; 2];
        for (eight, [a, b]) in eights.iter_mut().zip(fours.as_chunks().0) {
            for quarter in 0..4 {
                eight[2 * quarter] = _mm512_unpacklo_epi32(a[quarter], b[quarter]);
                eight[2 * quarter + 1] = _mm512_unpackhi_epi32(a[quarter], b[quarter]);
            }
        }
        let [low, high] = eights;
        for eighth in 0..8 {
            if H == 4 {
                store(&mut self.places[eighth], low[eighth]);
            } else {
                store(&mut self.places[2 * eighth], _mm512_unpacklo_epi64(low[eighth], high[eighth]));
                store(&mut self.places[2 * eighth + 1], _mm512_unpackhi_epi64(low[eighth], high[eighth]));
            }
        }
    }

    /// Puts the largest strength of the pairs of every hand into `out`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn look_up<const H: usize>(&self, rows: &[PairRow], out: &mut [u16; GROUP]) {
        let eights = self.rows.as_flattened().as_chunks::<8>().0.iter().zip(out.as_chunks_mut().0);
        for (eight, (places_of_rows, out)) in eights.enumerate() {
            let mut strengths = [_mm_setzero_si128(); 8];
            for (hand, &row) in places_of_rows.iter().enumerate() {
                // Whatever the bytes were, no step is larger than that of an ace: there is such a row.
                let Some(row) = rows.get(usize::from(row)) else { return };
                strengths[hand] = self.strengths::<H>(row, eight, hand);
            }
            let largest = largest(strengths);
            // SAFETY: `out` is eight u16, one unaligned 128-bit store.
            unsafe { _mm_storeu_si128(std::ptr::from_mut::<[u16; 8]>(out).cast(), largest) };
        }
    }

    /// The strengths of the pairs of one of eight hands; of sixteen pairs the larger of each two.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn strengths<const H: usize>(&self, row: &PairRow, eight: usize, hand: usize) -> __m128i {
        let (half, quarter) = (eight / 4, eight % 4);
        if H == 4 {
            let places = self.places[4 * half + hand / 2].as_chunks().0[2 * quarter + hand % 2];
            let places = _mm_cvtepu8_epi16(_mm_cvtsi64_si128(i64::from_le_bytes(places)));
            _mm512_castsi512_si128(look_up(row, _mm512_castsi128_si512(places)))
        } else {
            let places: &[u8; 16] = &self.places[8 * half + hand].as_chunks().0[quarter];
            // SAFETY: an array of 16 bytes is one unaligned 128-bit load.
            let places = unsafe { _mm_loadu_si128(places.as_ptr().cast()) };
            let found = look_up(row, _mm512_castsi256_si512(_mm256_cvtepu8_epi16(places)));
            let found = _mm512_castsi512_si256(found);
            _mm_max_epu16(_mm256_castsi256_si128(found), _mm256_extracti128_si256::<1>(found))
        }
    }
}

/// The strengths at places in a row.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn look_up(row: &PairRow, places: __m512i) -> __m512i {
    let [a, b, c] = row;
    let found = _mm512_permutex2var_epi16(load_words(a), places, load_words(b));
    let in_third = _mm512_test_epi16_mask(places, _mm512_set1_epi16(64));
    _mm512_mask_permutexvar_epi16(found, in_third, places, load_words(c))
}

/// The largest word of each of eight vectors.
#[inline]
#[target_feature(enable = "sse4.1")]
fn largest([a, b, c, d, e, f, g, h]: [__m128i; 8]) -> __m128i {
    let [ae, bf, cg, dh] = [larger(a, e), larger(b, f), larger(c, g), larger(d, h)];
    larger(larger(ae, cg), larger(bf, dh))
}

/// The larger words of two vectors, of neighbours each: first those of the low halves, then those of the high halves.
#[inline]
#[target_feature(enable = "sse4.1")]
fn larger(a: __m128i, b: __m128i) -> __m128i {
    _mm_max_epu16(_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b))
}

/// Two columns as words in the order of the hands.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn interleaved(low: __m512i, high: __m512i) -> [__m512i; 2] {
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}
