//! The inner loops of the overlap counter: the walk from two adjacent vertices to all larger cliques.

use crate::error::{Error, Result};

/// Words of the longest row.
const MAX_WORDS: usize = super::overlap::MAX_VERTICES.div_ceil(64);

/// Cliques by size and by number of vertices of the later kind.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    size: usize,
    values: Vec<u128>,
}

impl Counts {
    pub(super) fn new(size: usize) -> Self {
        Self { size, values: vec![0; (size + 1) * (size + 1)] }
    }

    pub(super) fn add(&mut self, other: &Self) -> Result<()> {
        self.values.iter_mut().zip(&other.values).try_for_each(|(sum, &n)| add(sum, n))
    }

    /// By number of later vertices, 0..=s.
    pub(super) fn of_size(&self, s: usize) -> &[u128] {
        &self.values[s * (self.size + 1)..][..=s]
    }

    fn at(&mut self, s: usize, later: usize) -> &mut u128 {
        &mut self.values[s * (self.size + 1) + later]
    }
}

fn add(sum: &mut u128, n: u128) -> Result<()> {
    *sum = sum.checked_add(n).ok_or_else(|| Error::Overflow("a number of cliques".into()))?;
    Ok(())
}

/// Cliques of three to `size` vertices whose two earliest are one of `edges`.
pub(super) fn walk(rows: &[u64], words: usize, first: usize, size: usize, edges: &[[u16; 2]]) -> Result<Counts> {
    match words {
        0..=1 => walk_words::<1>(rows, words, first, size, edges),
        2 => walk_words::<2>(rows, words, first, size, edges),
        3 => walk_words::<3>(rows, words, first, size, edges),
        4 => walk_words::<4>(rows, words, first, size, edges),
        5 => walk_words::<5>(rows, words, first, size, edges),
        6..=8 => walk_words::<8>(rows, words, first, size, edges),
        9..=16 => walk_words::<16>(rows, words, first, size, edges),
        _ => walk_words::<MAX_WORDS>(rows, words, first, size, edges),
    }
}

fn walk_words<const W: usize>(
    rows: &[u64],
    words: usize,
    first: usize,
    size: usize,
    edges: &[[u16; 2]],
) -> Result<Counts> {
    let padded: Vec<[u64; W]> = rows
        .chunks(words)
        .map(|row| {
            let mut out = [0; W];
            out[..words].copy_from_slice(row);
            out
        })
        .collect();
    // The vertices of the later kind.
    let later: [u64; W] = std::array::from_fn(|w| match first.saturating_sub(64 * w) {
        0 => u64::MAX,
        n if n < 64 => u64::MAX << n,
        _ => 0,
    });
    let mut walker = Walker { rows: &padded, first, size, later, counts: Counts::new(size) };
    for edge in edges {
        let [i, j] = edge.map(usize::from);
        let row: [u64; W] = std::array::from_fn(|w| padded[i][w] & padded[j][w]);
        walker.step(&row, 2, usize::from(i >= first) + usize::from(j >= first))?;
    }
    Ok(walker.counts)
}

struct Walker<'a, const W: usize> {
    rows: &'a [[u64; W]],
    first: usize,
    size: usize,
    later: [u64; W],
    counts: Counts,
}

impl<const W: usize> Walker<'_, W> {
    /// `row`: the vertices that extend a clique of `size` vertices, `later` of them of the later kind.
    fn step(&mut self, row: &[u64; W], size: usize, later: usize) -> Result<()> {
        let [earlier, more] = self.count(row);
        add(self.counts.at(size + 1, later), earlier.into())?;
        add(self.counts.at(size + 1, later + 1), more.into())?;
        if size + 1 == self.size {
            return Ok(());
        }
        // One level above the last, sums of popcounts stay in registers.
        let last = size + 2 == self.size;
        let mut sums = [[0u64; 2]; 2];
        for w in 0..W {
            let mut bits = row[w];
            while bits != 0 {
                let c = 64 * w + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let next: [u64; W] = std::array::from_fn(|w| row[w] & self.rows[c][w]);
                let kind = usize::from(c >= self.first);
                if last {
                    let [earlier, more] = self.count(&next);
                    sums[kind][0] += u64::from(earlier);
                    sums[kind][1] += u64::from(more);
                } else if next != [0; W] {
                    self.step(&next, size + 1, later + kind)?;
                }
            }
        }
        if last {
            for (kind, [earlier, more]) in sums.into_iter().enumerate() {
                add(self.counts.at(size + 2, later + kind), earlier.into())?;
                add(self.counts.at(size + 2, later + kind + 1), more.into())?;
            }
        }
        Ok(())
    }

    /// Vertices of the earlier and of the later kind.
    #[inline(always)]
    fn count(&self, row: &[u64; W]) -> [u32; 2] {
        let all: u32 = row.iter().map(|x| x.count_ones()).sum();
        let later: u32 = row.iter().zip(&self.later).map(|(x, m)| (x & m).count_ones()).sum();
        [all - later, later]
    }
}
