//! Hands of Omaha at v4: 64 at a time, one vector for each card, and all pairs of a hand looked up at once.
//!
//! `columns` turns rows of cards into vectors, sorts the cards and checks them. A row of the table is three registers, so
//! two permutations find the strengths of all pairs of a hand (`pairs`). `flushes` lists the few hands that may have more.

mod columns;
mod flushes;
mod pairs;

use std::arch::x86_64::*;

use super::rows::{PairRow, PairRows};
use crate::runtime::cpu::V4;
use columns::{Check, Columns};
use flushes::GroupFlushes;
use pairs::Pairs;

/// Hands that are evaluated together.
const GROUP: usize = 64;
/// Most cards of a hand and its board.
const MOST_CARDS: usize = 6 + 5;

/// The strengths of rows of `H` hole cards and `B` board cards; false if a row has no different cards, and then all
/// strengths are invalid.
pub(super) fn strengths<const H: usize, const B: usize>(_: V4, rows: &PairRows, cards: &[u8], out: &mut [u16]) -> bool {
    // SAFETY: a V4 is the proof that the CPU has the instructions.
    unsafe { strengths_v4::<H, B>(rows, cards, out) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,popcnt,bmi1,bmi2")]
fn strengths_v4<const H: usize, const B: usize>(rows: &PairRows, cards: &[u8], out: &mut [u16]) -> bool {
    let mut groups =
        Evaluator { rows: rows.of_size::<B>(), check: Check::new(), pairs: Pairs::new(), flushes: GroupFlushes::new() };
    let (whole, rest) = out.as_chunks_mut();
    let mut cards = cards.chunks(GROUP * (H + B));
    for (out, cards) in whole.iter_mut().zip(&mut cards) {
        groups.evaluate::<H, B>(cards, out);
    }
    if let Some(cards) = cards.next() {
        // Some hand makes up the rows that are missing.
        let mut copy: [u8; GROUP * MOST_CARDS] = std::array::from_fn(|at| (at % (H + B)) as u8);
        copy[..cards.len()].copy_from_slice(cards);
        let mut strengths = [0; GROUP];
        groups.evaluate::<H, B>(&copy, &mut strengths);
        rest.copy_from_slice(&strengths[..rest.len()]);
    }
    groups.check.passed()
}

/// Tables, and the place for a group of hands.
struct Evaluator<'a> {
    rows: &'a [PairRow],
    check: Check,
    pairs: Pairs,
    flushes: GroupFlushes,
}

impl Evaluator<'_> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,popcnt,bmi1,bmi2")]
    fn evaluate<const H: usize, const B: usize>(&mut self, cards: &[u8], out: &mut [u16; GROUP]) {
        let mut cards = Columns::<H, B>::of_rows(cards);
        cards.sort(&mut self.check);
        self.pairs.find(&cards);
        self.flushes.find(&cards);
        self.pairs.look_up::<H>(self.rows, out);
        self.flushes.raise(out);
    }
}

/// A number of each card; 0 for bytes that are not cards.
type CardBytes = [u8; 64];

/// The numbers `of(card)` of the cards.
macro_rules! of_card {
    (|$card:ident| $of:expr) => {{
        let mut numbers = [0; 64];
        let mut $card = 0;
        while $card < $crate::cards::DECK {
            numbers[$card as usize] = $of;
            $card += 1;
        }
        numbers
    }};
}
use of_card;

/// The number of each of 64 cards. Bytes above 63 are taken for other cards.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn numbers(of: &CardBytes, cards: __m512i) -> __m512i {
    _mm512_permutexvar_epi8(cards, load(of))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(from: &[u8; 64]) -> __m512i {
    // SAFETY: an array of 64 bytes is one unaligned 512-bit load.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_words(from: &[u16; 32]) -> __m512i {
    // SAFETY: an array of 32 u16 is one unaligned 512-bit load.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(to: &mut [u8; 64], bytes: __m512i) {
    // SAFETY: an array of 64 bytes is one unaligned 512-bit store.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), bytes) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_words(to: &mut [u16; 32], words: __m512i) {
    // SAFETY: an array of 32 u16 is one unaligned 512-bit store.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
}
