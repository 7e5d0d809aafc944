//! How hands lie in the lanes of a vector.
//!
//! A row of `N` card bytes is widened to eight bytes, so that a 128-bit lane holds two hands. The bytes of a card's key
//! come from 16-entry shuffles by rank and by suit; sums of absolute differences add the eight bytes of a hand. A hand
//! has a duplicate when it agrees somewhere with itself rotated by one, two or three cards.

use crate::evaluator::keys::{RANK_KEYS_7, SUIT_BITS, SUIT_KEYS_7};

/// Rotations that bring every pair of up to seven cards together.
pub(super) const ROTATIONS: usize = 4;

/// For each rotation, the shuffle that widens two rows of `N` bytes to two rotated hands of eight (0x80: a zero byte).
pub(super) const fn widen(n: usize) -> [[u8; 16]; ROTATIONS] {
    let mut shuffles = [[0x80; 16]; ROTATIONS];
    let mut rotation = 0;
    while rotation < ROTATIONS {
        let mut byte = 0;
        while byte < n {
            shuffles[rotation][byte] = ((byte + rotation) % n) as u8;
            shuffles[rotation][8 + byte] = (n + (byte + rotation) % n) as u8;
            byte += 1;
        }
        rotation += 1;
    }
    shuffles
}

/// The bytes of the keys, lowest first: by suit (the low two bits of the index), then by rank.
pub(super) const KEY_BYTES: [[u8; 16]; 4] = {
    let mut bytes = [[0; 16]; 4];
    let mut i = 0;
    while i < 16 {
        bytes[0][i] = SUIT_KEYS_7[i % 4] as u8;
        if i < RANK_KEYS_7.len() {
            let key = (RANK_KEYS_7[i] << SUIT_BITS).to_le_bytes();
            bytes[1][i] = key[1];
            bytes[2][i] = key[2];
            bytes[3][i] = key[3];
        }
        i += 1;
    }
    bytes
};
const _: () = assert!(SUIT_BITS > 8 && SUIT_KEYS_7[3] < 256, "suit keys are one byte, rank keys the others");
