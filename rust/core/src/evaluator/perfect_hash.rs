//! The perfect hash from a sum of rank keys to a slot: hash and displace (Pagh, 1999). The build script, which makes
//! the standard rule's tables, includes this file.

/// Spreads sums evenly over 32 bits.
pub const MULTIPLIER: u32 = 0x9e37_79b1;
/// The lowest bit of a hash that chooses a slot.
pub const SLOT_SHIFT: u32 = 3;

/// The hash of a sum of rank keys.
#[inline(always)]
pub const fn hash(sum: u32) -> u32 {
    sum.wrapping_mul(MULTIPLIER)
}

/// The size of the table for hands of one size.
#[derive(Clone, Copy)]
pub struct HashShape {
    /// Bits that name a bucket.
    pub bucket_bits: u32,
    /// Bits that name a slot.
    pub slot_bits: u32,
}

impl HashShape {
    /// For hands of five, six or seven cards of thirteen ranks (6,175, 18,395 and 49,205 sums) or of nine (1,278, 2,922
    /// and 6,030).
    ///
    /// # Panics
    /// If there is no such table.
    #[allow(clippy::match_same_arms)] // a line a table
    pub const fn new(n_ranks: usize, size: usize) -> Self {
        match (n_ranks, size) {
            (13, 5) => Self { bucket_bits: 11, slot_bits: 13 },
            (13, 6) => Self { bucket_bits: 12, slot_bits: 15 },
            (13, 7) => Self { bucket_bits: 13, slot_bits: 16 },
            (9, 5) => Self { bucket_bits: 11, slot_bits: 11 },
            (9, 6) => Self { bucket_bits: 11, slot_bits: 13 },
            (9, 7) => Self { bucket_bits: 11, slot_bits: 13 },
            _ => panic!("hands have five to seven cards, of thirteen ranks or of nine"),
        }
    }

    /// Number of buckets.
    pub const fn buckets(self) -> usize {
        1 << self.bucket_bits
    }

    /// Number of slots.
    pub const fn slots(self) -> usize {
        1 << self.slot_bits
    }

    /// The bucket of a hash: its high bits.
    #[inline(always)]
    pub const fn bucket(self, hash: u32) -> usize {
        (hash >> (32 - self.bucket_bits)) as usize
    }

    /// The slot of a hash in a bucket displaced by `displacement`.
    #[inline(always)]
    pub const fn slot(self, hash: u32, displacement: u16) -> usize {
        (hash >> SLOT_SHIFT ^ displacement as u32) as usize & (self.slots() - 1)
    }
}
