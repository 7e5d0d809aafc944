//! Multisets: hands by rank. The build script includes this file.

/// Calls `visit` with the counts of every multiset of `size` out of `kinds` kinds, at most `copies` of each.
pub fn for_each_multiset(kinds: usize, size: u32, copies: u32, visit: &mut impl FnMut(&[u32])) {
    fn fill(counts: &mut [u32], at: usize, left: u32, copies: u32, visit: &mut impl FnMut(&[u32])) {
        if at == counts.len() {
            if left == 0 {
                visit(counts);
            }
            return;
        }
        for count in 0..=left.min(copies) {
            counts[at] = count;
            fill(counts, at + 1, left - count, copies, visit);
        }
        counts[at] = 0;
    }
    fill(&mut vec![0; kinds], 0, size, copies, visit);
}
