//! The inner loops of the overlap counter: the walk from two adjacent vertices to all larger cliques.

use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::MayGoOn;
use crate::runtime::dispatch::{Isa, Kernel};

/// Number of steps between two checks for cancellation; with the longest rows they take some milliseconds.
const STEPS: u32 = 256;

/// Numbers of cliques, by size and by number of vertices of the later kind.
#[derive(Debug, Clone)]
pub(super) struct CliqueCounts {
    size: usize,
    values: Vec<u128>,
}

impl CliqueCounts {
    pub(super) fn new(size: usize) -> Result<Self> {
        Ok(Self { size, values: try_vec(0, (size + 1) * (size + 1))? })
    }

    pub(super) fn add(&mut self, other: &Self) -> Result<()> {
        self.values.iter_mut().zip(&other.values).try_for_each(|(sum, &n)| add(sum, n))
    }

    /// The cliques of `s` vertices, by number of later vertices 0..=s.
    pub(super) fn of_size(&self, s: usize) -> &[u128] {
        &self.values[s * (self.size + 1)..][..=s]
    }

    /// Adds cliques of `s` vertices: `without` of them have `later` vertices of the later kind, `with` have one more.
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

/// The rows of a graph, each of `W` words: for every vertex its neighbours with higher numbers.
pub(super) struct NeighbourRows<const W: usize> {
    of: Vec<[u64; W]>,
    /// The first vertex of the later kind.
    first: usize,
    /// All vertices of the later kind.
    later: [u64; W],
}

impl<const W: usize> NeighbourRows<W> {
    pub(super) fn new(rows: &[u64], words: usize, first: usize) -> Result<Self> {
        let pad = |row: &[u64]| Ok(std::array::from_fn(|w| row.get(w).copied().unwrap_or(0)));
        let later = std::array::from_fn(|w| match first.saturating_sub(64 * w) {
            n if n < 64 => u64::MAX << n,
            _ => 0,
        });
        Ok(Self { of: try_collect(rows.chunks(words).map(pad))?, first, later })
    }

    /// The numbers of vertices of `row` of the earlier and of the later kind.
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

/// A clique that the walk has reached, with the vertices that extend it.
struct ReachedClique<const W: usize> {
    /// The common neighbours of its vertices, with higher numbers than theirs.
    row: [u64; W],
    /// The current word of `row`, and its vertices that have not been tried yet.
    word: usize,
    bits: u64,
    /// Number of its vertices of the later kind.
    later: usize,
}

/// Counts the cliques of three to `size` vertices whose two lowest vertices are one of `edges`. Above the baseline, counting
/// bits and finding the next bit are one instruction each.
pub(super) struct CliqueWalk<'a, 'b, const W: usize> {
    pub(super) rows: &'a NeighbourRows<W>,
    pub(super) size: usize,
    pub(super) edges: &'a [[u16; 2]],
    pub(super) may_go_on: &'a mut MayGoOn<'b>,
}

impl<const W: usize> Kernel for CliqueWalk<'_, '_, W> {
    type Output = Result<CliqueCounts>;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Result<CliqueCounts> {
        let Self { rows, size, edges, may_go_on } = self;
        let mut step = 0u32;
        let mut may_go_on = || {
            step = step.wrapping_add(1);
            if step.is_multiple_of(STEPS) { may_go_on() } else { Ok(()) }
        };
        let mut counts = CliqueCounts::new(size)?;
        let mut stack: Vec<ReachedClique<W>> = try_with_capacity(size)?;
        for edge in edges {
            may_go_on()?;
            let [i, j] = edge.map(usize::from);
            let row = std::array::from_fn(|w| rows.of[i][w] & rows.of[j][w]);
            enter(rows, row, 2, rows.kind(i) + rows.kind(j), size, &mut counts, &mut stack)?;
            while let Some(clique) = stack.last_mut() {
                may_go_on()?;
                while clique.bits == 0 && clique.word + 1 < W {
                    clique.word += 1;
                    clique.bits = clique.row[clique.word];
                }
                if clique.bits == 0 {
                    stack.pop();
                    continue;
                }
                let c = 64 * clique.word + clique.bits.trailing_zeros() as usize;
                clique.bits &= clique.bits - 1;
                let row = std::array::from_fn(|w| clique.row[w] & rows.of[c][w]);
                let later = clique.later + rows.kind(c);
                let vertices = 2 + stack.len();
                enter(rows, row, vertices, later, size, &mut counts, &mut stack)?;
            }
        }
        Ok(counts)
    }
}

/// Enters a clique of `vertices` vertices, `later` of them of the later kind, which the vertices of `row` extend. Counts the
/// cliques with one vertex more, and those with two if these are the largest; otherwise puts the clique on the stack, so
/// that the walk continues from it.
#[inline(always)]
fn enter<const W: usize>(
    rows: &NeighbourRows<W>,
    row: [u64; W],
    vertices: usize,
    later: usize,
    size: usize,
    counts: &mut CliqueCounts,
    stack: &mut Vec<ReachedClique<W>>,
) -> Result<()> {
    let sums = rows.count(&row);
    counts.add_at(vertices + 1, later, sums)?;
    if sums == [0, 0] || vertices + 1 == size {
        return Ok(());
    }
    if vertices + 2 < size {
        stack.push(ReachedClique { row, word: 0, bits: row[0], later });
        return Ok(());
    }
    // Bits of the largest cliques are only counted; the sums stay in registers.
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
    counts.add_at(vertices + 2, later, sums[0])?;
    counts.add_at(vertices + 2, later + 1, sums[1])
}
