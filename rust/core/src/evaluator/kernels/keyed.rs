//! Hands by additive keys: a block goes through three short passes (keys, strengths of ranks, flushes), each vectorised
//! where the CPU allows it.

use super::block::{BLOCK, BlockCards, Keys, Scratch};
use super::scalar;
use crate::evaluator::keys::SUIT_MASK;
use crate::evaluator::tables::{Standard, Tables};
use crate::runtime::dispatch::{Isa, written_for};

/// The strengths of rows; false if one of them is not a hand. A block is copied before it is evaluated: the owner of the
/// rows may write to them meanwhile.
#[inline(always)]
pub(super) fn rows<const N: usize, T: Tables, I: Isa>(isa: I, tables: T, rows: &[u8], out: &mut [u16]) -> bool {
    let mut scratch = Scratch::new();
    for (rows, out) in rows.chunks(BLOCK * N).zip(out.chunks_mut(BLOCK)) {
        let Scratch { cards, keys, .. } = &mut scratch;
        cards[..rows.len()].copy_from_slice(rows);
        let of_deck =
            T::LOWEST_CARD == 0 || cards[..rows.len()].iter().fold(u8::MAX, |a, &b| a.min(b)) >= T::LOWEST_CARD;
        if !out.len().is_multiple_of(16) {
            // Whole vectors are evaluated; the rows that fill up the last one must be hands, too.
            for (i, card) in cards[rows.len()..][..16 * N].iter_mut().enumerate() {
                *card = (i % N) as u8;
            }
        }
        if !of_deck || !row_keys::<N, I>(isa, cards, out.len(), keys) {
            return false;
        }
        finish::<N>(tables, &mut scratch, out, |scratch, row| {
            scratch.cards[row * N..][..N].iter().fold(0, |set, &card| set | 1u64 << (card & 63))
        });
    }
    true
}

/// The strengths of sets; false if one of them does not have `N` cards.
#[inline(always)]
pub(super) fn sets<const N: usize>(sets: &[u64], out: &mut [u16]) -> bool {
    let mut scratch = Scratch::new();
    for (sets, out) in sets.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let copy = &mut scratch.sets[..sets.len()];
        copy.copy_from_slice(sets);
        if !scalar::set_keys::<N>(copy, &mut scratch.keys) {
            return false;
        }
        finish::<N>(Standard, &mut scratch, out, |scratch, row| scratch.sets[row]);
    }
    true
}

/// From keys to strengths: ranks first, then the few hands with a flush again, by their sets of cards.
#[inline(always)]
fn finish<const N: usize>(
    tables: impl Tables,
    scratch: &mut Scratch,
    out: &mut [u16],
    set_of: impl Fn(&Scratch, usize) -> u64,
) {
    let Scratch { keys, strengths, flushes, .. } = scratch;
    let count = scalar::rank_strengths::<N>(tables, keys, out.len(), strengths, flushes);
    out.copy_from_slice(&strengths[..out.len()]);
    for &row in &scratch.flushes[..count] {
        let row = row as usize;
        let sum = scratch.keys[row];
        let suit = tables.flush_suits::<N>()[(sum & SUIT_MASK) as usize].checked_sub(1);
        // Rows past the end are the padding of the last vector.
        if let (Some(out), Some(suit)) = (out.get_mut(row), suit) {
            *out = tables.with_flush(sum, set_of(scratch, row), suit);
        }
    }
}

/// Key sums of the first `rows` rows; false if one of them is not a hand.
#[inline(always)]
fn row_keys<const N: usize, I: Isa>(isa: I, cards: &BlockCards, rows: usize, keys: &mut Keys) -> bool {
    written_for!(isa.v3, |v3| super::v3::row_keys::<N>(v3, cards, rows, keys));
    scalar::row_keys::<N>(cards, rows, keys)
}
