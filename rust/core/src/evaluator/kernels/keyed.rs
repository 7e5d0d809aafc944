//! Sets of cards by additive keys: the sum of the keys of a set is looked up in a table of strengths. For CPU levels that have
//! no kernel of bit arithmetic.

use super::BLOCK;
use super::scalar::sum_of_octets;
use crate::evaluator::keys::SUIT_MASK;
use crate::evaluator::tables::{Standard, Tables};

/// The strengths of sets; false if one of them does not have `N` cards, and the strengths mean nothing. A block is copied
/// before it is evaluated: the owner of the sets may write to them meanwhile.
#[inline(always)]
pub(super) fn sets<const N: usize>(sets: &[u64], out: &mut [u16]) -> bool {
    let (table, flush_suits) = (Standard.ranks::<N>(), Standard.flush_suits::<N>());
    // Eight cards a byte, the lowest first. All are copied before they are read: bytes come from memory without a shift.
    let mut block = [[0; 8]; BLOCK];
    let mut keys = [0; BLOCK];
    let mut flushes = [0u8; BLOCK];
    for (sets, out) in sets.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        for (octets, set) in block.iter_mut().zip(sets) {
            *octets = set.to_le_bytes();
        }
        let mut wrong = 0;
        for (octets, key) in block.iter().zip(&mut keys[..sets.len()]) {
            let (sum, n_cards) = sum_of_octets(octets);
            wrong |= n_cards ^ N as u32 | u32::from(octets[7]);
            *key = sum;
        }
        if wrong != 0 {
            return false;
        }
        let mut n_flushes = 0;
        for (row, (&key, out)) in keys.iter().zip(out.iter_mut()).enumerate() {
            *out = table.strength(key);
            // Written always, kept for a flush: a branch would be mispredicted.
            flushes[n_flushes % BLOCK] = row as u8;
            n_flushes += usize::from(flush_suits[(key & SUIT_MASK) as usize] != 0);
        }
        for &row in &flushes[..n_flushes] {
            let row = usize::from(row);
            out[row] = Standard.strength::<N>(keys[row], u64::from_le_bytes(block[row]));
        }
    }
    true
}
