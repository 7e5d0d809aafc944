//! Vectors of 16-bit words, in lanes of 128 bits, for logic on sets of ranks.

/// The vectors of a CPU level. A proof of the level implements this.
pub(crate) trait Words: Copy {
    type V: Copy;

    /// Words of a vector.
    const LEN: usize;

    /// The first [`Self::LEN`] words.
    fn load(self, words: &[u16]) -> Self::V;
    /// A lane from `numbers`, and, where there is another, one from `numbers[next..]`.
    fn load_u64(self, numbers: &[u64], next: usize) -> Self::V;
    fn store(self, v: Self::V, to: &mut [u16]);
    fn splat(self, word: u16) -> Self::V;

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn without(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    fn shl<const BITS: i32>(self, a: Self::V) -> Self::V;
    fn shr<const BITS: i32>(self, a: Self::V) -> Self::V;

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// The low halves of the products.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// The larger of words below 2^15.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// How many bits each word has.
    fn count(self, a: Self::V) -> Self::V;

    /// All ones where the words are equal.
    fn equal(self, a: Self::V, b: Self::V) -> Self::V;
    /// All ones where a word below 2^15 is greater.
    fn greater(self, a: Self::V, b: Self::V) -> Self::V;
    /// Words of `a` if `mask` is all ones there, those of `b` if it is zero.
    fn select(self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Whether a bit is set anywhere.
    fn any(self, a: Self::V) -> bool;

    /// The entry for each byte, which is below 16.
    fn look_up(self, table: &[u8; 16], at: Self::V) -> Self::V;
    /// The bytes of each lane in another order; zero for an `order` of 0x80.
    fn reorder(self, bytes: Self::V, order: &[u8; 16]) -> Self::V;
    /// Each lane is a row of four 32-bit numbers. The rows of the first lanes of four vectors, as columns, and so on.
    fn transpose(self, rows: [Self::V; 4]) -> [Self::V; 4];
}
