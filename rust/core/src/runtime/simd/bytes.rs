//! Vectors of bytes, in lanes of 128 bits, for cards that many hands have in the same place.

/// The vectors of a CPU level. A proof of the level implements this.
pub(crate) trait Bytes: Copy {
    type V: Copy;

    /// Bytes of a vector.
    const LEN: usize;

    /// Eight bytes in the low half of a lane, and, where there is another lane, those from `bytes[next..]` in its low half.
    fn load_eight(self, bytes: &[u8], next: usize) -> Self::V;
    fn store(self, v: Self::V, to: &mut [u8]);
    fn splat(self, byte: u8) -> Self::V;

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// Each byte times four: bits leave it above.
    fn times_four(self, a: Self::V) -> Self::V;
    /// A quarter of each byte, rounded down.
    fn quarter(self, a: Self::V) -> Self::V;

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// All ones where the bytes are equal.
    fn equal(self, a: Self::V, b: Self::V) -> Self::V;

    /// The bytes of the low halves of the lanes, alternating.
    fn zip_low(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bytes of the high halves of the lanes, alternating.
    fn zip_high(self, a: Self::V, b: Self::V) -> Self::V;

    /// A bit for each byte that is all ones; the others are zero.
    fn mask(self, a: Self::V) -> u32;
}
