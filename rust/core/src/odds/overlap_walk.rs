//! The inner loops of the overlap counter: the walk from two adjacent vertices to all larger cliques.

use super::steps::MayGoOn;
use crate::error::{Error, Result};
use crate::runtime::cpu;

/// Steps between two questions whether to go on: with rows of every pair of cards some milliseconds.
const STEPS: u32 = 256;

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

    /// Adds cliques of `s` vertices, `later` of the later kind and one more.
    #[inline(always)]
    fn add_at(&mut self, s: usize, later: usize, [without, with]: [u64; 2]) -> Result<()> {
        let at = s * (self.size + 1) + later;
        add(&mut self.values[at], without.into())?;
        if with > 0 { add(&mut self.values[at + 1], with.into()) } else { Ok(()) }
    }
}

fn add(sum: &mut u128, n: u128) -> Result<()> {
    *sum = sum.checked_add(n).ok_or_else(|| Error::Overflow("a number of cliques".into()))?;
    Ok(())
}

/// The rows of a graph, as long as `W` words.
pub(super) struct Rows<const W: usize> {
    of: Vec<[u64; W]>,
    /// The first vertex of the later kind, and all of that kind.
    first: usize,
    later: [u64; W],
}

impl<const W: usize> Rows<W> {
    pub(super) fn new(rows: &[u64], words: usize, first: usize) -> Self {
        let pad = |row: &[u64]| std::array::from_fn(|w| row.get(w).copied().unwrap_or(0));
        let later = std::array::from_fn(|w| match first.saturating_sub(64 * w) {
            n if n < 64 => u64::MAX << n,
            _ => 0,
        });
        Self { of: rows.chunks(words).map(pad).collect(), first, later }
    }

    /// Vertices of the earlier and of the later kind.
    #[inline(always)]
    fn count(&self, row: &[u64; W]) -> [u64; 2] {
        let all: u32 = row.iter().map(|x| x.count_ones()).sum();
        let later: u32 = row.iter().zip(&self.later).map(|(x, m)| (x & m).count_ones()).sum();
        [u64::from(all - later), u64::from(later)]
    }

    /// 1 if vertex `c` is of the later kind.
    #[inline(always)]
    fn kind(&self, c: usize) -> usize {
        usize::from(c >= self.first)
    }
}

/// A clique on the way, and the vertices that extend it and have not been tried.
struct Level<const W: usize> {
    row: [u64; W],
    word: usize,
    bits: u64,
    /// Its vertices of the later kind.
    later: usize,
}

/// Cliques of three to `size` vertices whose two earliest are one of `edges`.
pub(super) fn walk<const W: usize>(
    level: cpu::Level,
    rows: &Rows<W>,
    size: usize,
    edges: &[[u16; 2]],
    may_go_on: &mut MayGoOn<'_>,
) -> Result<Counts> {
    match level {
        #[cfg(target_arch = "x86_64")]
        cpu::Level::V3 | cpu::Level::V4 => super::overlap_v3::walk(rows, size, edges, may_go_on),
        _ => walk_body(rows, size, edges, may_go_on),
    }
}

#[inline(always)]
pub(super) fn walk_body<const W: usize>(
    rows: &Rows<W>,
    size: usize,
    edges: &[[u16; 2]],
    may_go_on: &mut MayGoOn<'_>,
) -> Result<Counts> {
    let mut step = 0u32;
    let mut may_go_on = || {
        step = step.wrapping_add(1);
        if step.is_multiple_of(STEPS) { may_go_on() } else { Ok(()) }
    };
    let mut counts = Counts::new(size);
    let mut stack: Vec<Level<W>> = Vec::new();
    for edge in edges {
        may_go_on()?;
        let [i, j] = edge.map(usize::from);
        let row = std::array::from_fn(|w| rows.of[i][w] & rows.of[j][w]);
        enter(rows, row, 2, rows.kind(i) + rows.kind(j), size, &mut counts, &mut stack)?;
        while let Some(level) = stack.last_mut() {
            may_go_on()?;
            while level.bits == 0 && level.word + 1 < W {
                level.word += 1;
                level.bits = level.row[level.word];
            }
            if level.bits == 0 {
                stack.pop();
                continue;
            }
            let c = 64 * level.word + level.bits.trailing_zeros() as usize;
            level.bits &= level.bits - 1;
            let row = std::array::from_fn(|w| level.row[w] & rows.of[c][w]);
            let later = level.later + rows.kind(c);
            let reached = 2 + stack.len();
            enter(rows, row, reached, later, size, &mut counts, &mut stack)?;
        }
    }
    Ok(counts)
}

/// Counts the cliques one and two vertices larger than one of `reached` vertices, which those of `row` extend, and
/// leaves it on the stack if larger ones count, too.
#[inline(always)]
fn enter<const W: usize>(
    rows: &Rows<W>,
    row: [u64; W],
    reached: usize,
    later: usize,
    size: usize,
    counts: &mut Counts,
    stack: &mut Vec<Level<W>>,
) -> Result<()> {
    let sums = rows.count(&row);
    counts.add_at(reached + 1, later, sums)?;
    if sums == [0, 0] || reached + 1 == size {
        return Ok(());
    }
    if reached + 2 < size {
        stack.push(Level { row, word: 0, bits: row[0], later });
        return Ok(());
    }
    // Above the last level popcounts are summed in registers.
    let mut sums = [[0u64; 2]; 2];
    for (w, &word) in row.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let c = 64 * w + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let next: [u64; W] = std::array::from_fn(|w| row[w] & rows.of[c][w]);
            let [earlier, more] = rows.count(&next);
            let sum = &mut sums[rows.kind(c)];
            sum[0] += earlier;
            sum[1] += more;
        }
    }
    counts.add_at(reached + 2, later, sums[0])?;
    counts.add_at(reached + 2, later + 1, sums[1])
}
