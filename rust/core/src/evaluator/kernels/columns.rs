//! Rows of cards as columns: a vector holds the cards that as many hands have in one place.
//!
//! Columns that are compared with each other show a card given twice. The ranks of two columns are one index of a table, so
//! that a hand costs half as many look-ups as it has cards.

use super::BLOCK;
use super::scalar::row_key;
use crate::cards::{DECK, RANKS};
use crate::evaluator::tables::{Tables, hash_of_rank};
use crate::runtime::simd::Bytes;

/// Hands of the longest vector.
const MOST_HANDS: usize = 32;
/// The cards of a block, row after row, and what the load of a last row may read beyond.
type BlockCards = [u8; 7 * BLOCK + 8];

/// The hash of two ranks, four bits each.
static PAIRS: [u32; 1 << 8] = {
    let mut hashes = [0; 1 << 8];
    let mut high = 0;
    while high < RANKS {
        let mut low = 0;
        while low < RANKS {
            hashes[(high << 4 | low) as usize] = hash_of_rank(low).wrapping_add(hash_of_rank(high));
            low += 1;
        }
        high += 1;
    }
    hashes
};

/// The strengths of rows of `N` cards; false if one of them is not a hand of the deck, and the strengths mean nothing. A
/// block is copied before it is evaluated: the owner of the rows may write to them meanwhile.
#[inline(always)]
pub(super) fn rows<const N: usize, T: Tables, B: Bytes>(b: B, tables: T, rows: &[u8], out: &mut [u16]) -> bool {
    let mut cards: BlockCards = [0; _];
    let mut strengths: [u16; BLOCK] = [0; _];
    for (rows, out) in rows.chunks(BLOCK * N).zip(out.chunks_mut(BLOCK)) {
        cards[..rows.len()].copy_from_slice(rows);
        if !out.len().is_multiple_of(B::LEN) {
            // Whole vectors are evaluated; the rows that fill up the last one must be hands, too.
            for (i, card) in cards[rows.len()..].iter_mut().take(MOST_HANDS * N).enumerate() {
                *card = DECK - 1 - (i % N) as u8;
            }
        }
        let Some(flushes) = rank_strengths::<N, T, B>(b, tables, &cards, out.len(), &mut strengths) else {
            return false;
        };
        out.copy_from_slice(&strengths[..out.len()]);
        for (n, mut bits) in flushes.into_iter().enumerate() {
            while bits != 0 {
                let row = 128 * n + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if let (Some(out), Some(cards)) = (out.get_mut(row), cards.as_chunks::<N>().0.get(row)) {
                    let (sum, set, _) = row_key(cards);
                    *out = tables.strength::<N>(sum, set);
                }
            }
        }
    }
    true
}

/// A bit for each hand of a block that holds five cards of a suit. These few are evaluated again after the others: a branch at
/// each hand would be mispredicted.
type Flushes = [u128; BLOCK / 128];

/// The strengths of the ranks of the first `rows` rows, and which have a flush; nothing if one is not a hand of the deck. Rows
/// up to a whole vector are read.
#[inline(always)]
fn rank_strengths<const N: usize, T: Tables, B: Bytes>(
    b: B,
    tables: T,
    cards: &BlockCards,
    rows: usize,
    strengths: &mut [u16; BLOCK],
) -> Option<Flushes> {
    let table = tables.ranks::<N>();
    let mut flushes = Flushes::default();
    let mut wrong = b.splat(0);
    // The ranks of two cards each, and of the last of an odd number with the lowest rank, whose key is 0.
    let mut pairs = [[0; MOST_HANDS]; 4];
    for first in (0..rows).step_by(B::LEN) {
        let columns = columns::<N, B>(b, &cards[first * N..]);
        wrong = b.or(wrong, faults::<N, T, B>(b, &columns));
        for (pair, columns) in pairs.iter_mut().zip(columns.chunks(2)) {
            b.store(ranks_of_pair(b, columns), pair);
        }
        for (i, strength) in strengths[first..][..B::LEN].iter_mut().enumerate() {
            let mut hash = 0u32;
            for pair in &pairs[..N.div_ceil(2)] {
                hash = hash.wrapping_add(PAIRS[usize::from(pair[i])]);
            }
            *strength = table.strength_of_hash(hash);
        }
        flushes[first / 128] |= u128::from(with_flush::<N, B>(b, &columns)) << (first % 128);
    }
    (b.mask(b.equal(wrong, b.splat(0))).count_ones() as usize == B::LEN).then_some(flushes)
}

/// The columns of as many rows as a vector has bytes; up to eight bytes are read of the last row.
#[inline(always)]
fn columns<const N: usize, B: Bytes>(b: B, rows: &[u8]) -> [B::V; N] {
    // The bytes of two rows in turn, then of four, of eight, of sixteen: those of a column come together.
    let mut twos = [b.splat(0); 8];
    for (i, two) in twos.iter_mut().enumerate() {
        // A second lane is for the sixteen rows behind.
        let row = |row: usize| b.load_eight(&rows[row * N..], 16 * N);
        *two = b.zip_low(row(i), row(i + 8));
    }
    let [mut low, mut high] = [[b.splat(0); 4]; 2];
    for i in 0..4 {
        low[i] = b.zip_low(twos[i], twos[i + 4]);
        high[i] = b.zip_high(twos[i], twos[i + 4]);
    }
    let (low, high) = (four_columns(b, low), four_columns(b, high));
    let mut columns = [low[0]; N];
    for (i, column) in columns.iter_mut().enumerate() {
        *column = if i < 4 { low[i] } else { high[i - 4] };
    }
    columns
}

/// The last two steps to four columns.
#[inline(always)]
fn four_columns<B: Bytes>(b: B, fours: [B::V; 4]) -> [B::V; 4] {
    let (first, second) = (b.zip_low(fours[0], fours[2]), b.zip_low(fours[1], fours[3]));
    let (third, fourth) = (b.zip_high(fours[0], fours[2]), b.zip_high(fours[1], fours[3]));
    [b.zip_low(first, second), b.zip_high(first, second), b.zip_low(third, fourth), b.zip_high(third, fourth)]
}

/// A bit is set in the bytes of hands that have a card twice or one that is not of the deck.
#[inline(always)]
fn faults<const N: usize, T: Tables, B: Bytes>(b: B, columns: &[B::V; N]) -> B::V {
    let mut faults = b.splat(0);
    let (mut largest, mut least) = (columns[0], columns[0]);
    for (i, &column) in columns.iter().enumerate() {
        for &other in &columns[..i] {
            faults = b.or(faults, b.equal(column, other));
        }
        largest = b.max(largest, column);
        least = b.min(least, column);
    }
    let last = b.splat(DECK - 1);
    faults = b.or(faults, b.xor(b.max(largest, last), last));
    if T::LOWEST_CARD > 0 {
        let lowest = b.splat(T::LOWEST_CARD);
        faults = b.or(faults, b.xor(b.min(least, lowest), lowest));
    }
    faults
}

/// The ranks of one or two columns in a byte.
#[inline(always)]
fn ranks_of_pair<B: Bytes>(b: B, columns: &[B::V]) -> B::V {
    let low = b.and(b.quarter(columns[0]), b.splat(0x0f));
    if columns.len() < 2 {
        return low;
    }
    b.or(low, b.and(b.times_four(columns[1]), b.splat(0xf0)))
}

/// A bit for each hand with five cards of a suit.
#[inline(always)]
fn with_flush<const N: usize, B: Bytes>(b: B, columns: &[B::V; N]) -> u32 {
    let suit_bits = b.splat(3);
    if N == 5 {
        let mut different = b.splat(0);
        for &column in columns {
            different = b.or(different, b.xor(columns[0], column));
        }
        return b.mask(b.equal(b.and(different, suit_bits), b.splat(0)));
    }
    // How many cards are not of a suit; a byte that is all ones is -1.
    let mut others = [b.splat(N as u8); 3];
    for &column in columns {
        let suit = b.and(column, suit_bits);
        for (n, others) in (0..).zip(&mut others) {
            *others = b.add(*others, b.equal(suit, b.splat(n)));
        }
    }
    let [c, d, h] = others;
    let s = b.sub(b.splat(3 * N as u8), b.add(b.add(c, d), h));
    let fewest = b.min(b.min(c, d), b.min(h, s));
    b.mask(b.equal(b.min(fewest, b.splat(N as u8 - 5)), fewest))
}
