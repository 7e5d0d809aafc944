//! The overlap counter: the number of cliques of 1, 2, 3, ... vertices of a graph, on bit fields.
//!
//! The row of a vertex holds its neighbours with higher numbers. If `row` holds the vertices that extend a clique, then `row
//! & adjacency[c]` holds the vertices that extend the clique with c, for each such vertex c. The largest cliques are only
//! counted, as set bits. The edges are independent starting points. This follows f(S, k) of the seed project: a vertex is a
//! combo, an edge joins disjoint combos, and a clique is a set of disjoint combos.

use super::walk::{CliqueCounts, CliqueWalk, NeighbourRows};
use crate::cards::COMBO_COUNT;
use crate::error::{Error, Result};
use crate::memory::{try_collect, try_vec};
use crate::runtime::cpu::Proven;
use crate::runtime::{MayGoOn, Run};

/// Most vertices of a graph: every combo.
pub const MAX_VERTICES: usize = COMBO_COUNT;
/// Words of the longest row.
const MAX_WORDS: usize = MAX_VERTICES.div_ceil(64);
/// Edges that one thread takes at a time when cliques of at most three vertices are counted.
const EDGES_FOR_THREE: usize = 4096;

/// Words of a row in the walk over a graph of this number of vertices.
pub(super) const fn words_of_rows(vertices: usize) -> usize {
    match vertices.div_ceil(64) {
        0 => 1,
        words @ 1..=5 => words,
        6..=8 => 8,
        9..=16 => 16,
        _ => MAX_WORDS,
    }
}

/// The threads on which cliques are counted.
pub(super) enum On<'r, 'a> {
    /// On the threads of a call.
    Threads(&'r mut Run<'a>),
    /// On this thread, as a part of the work of several threads.
    Here(&'r mut MayGoOn<'r>),
}

/// An undirected graph: for each vertex, its neighbours with higher numbers as bits.
#[derive(Debug, Clone)]
pub struct Adjacency {
    vertices: usize,
    /// Words of a row.
    words: usize,
    rows: Vec<u64>,
}

impl Adjacency {
    /// The graph of `vertices` vertices with an edge where `adjacent(i, j)`, asked once for each i < j.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for more than [`MAX_VERTICES`].
    ///
    /// ```
    /// use pokerbits::{odds::Adjacency, runtime::Run};
    /// let rows = [0b01101, 0b00110, 0b00011, 0b00001, 0]; // the first vertex is the highest bit
    /// let graph = Adjacency::new(5, |i, j| rows[i] >> (4 - j) & 1 == 1)?;
    /// assert_eq!(graph.count_cliques(4, &mut Run::new(1))?, [1, 5, 8, 4, 0]);
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn new(vertices: usize, mut adjacent: impl FnMut(usize, usize) -> bool) -> Result<Self> {
        if vertices > MAX_VERTICES {
            return Err(Error::InvalidArgument(format!("{vertices} vertices: at most {MAX_VERTICES} can be counted")));
        }
        let words = vertices.div_ceil(64);
        let mut rows = try_vec(0u64, vertices * words)?;
        for i in 0..vertices {
            for j in i + 1..vertices {
                rows[i * words + j / 64] |= u64::from(adjacent(i, j)) << (j % 64);
            }
        }
        Ok(Self { vertices, words, rows })
    }

    /// The number of cliques of 0, 1, ... vertices, up to `size` or to the number of vertices.
    ///
    /// # Errors
    /// [`Error::Overflow`] when a count needs more than 128 bits; [`Error::Cancelled`].
    pub fn count_cliques(&self, size: usize, run: &mut Run<'_>) -> Result<Vec<u128>> {
        let counts = self.count_two_kinds(run.level(), self.vertices, size, On::Threads(run))?;
        try_collect(counts.into_iter().map(|of_size| Ok(of_size[0])))
    }

    /// Counts the cliques of three to `size` vertices whose two lowest vertices are one of `edges`.
    fn larger<const W: usize>(
        &self,
        cpu: Proven,
        first: usize,
        size: usize,
        edges: &[[u16; 2]],
        on: On<'_, '_>,
    ) -> Result<CliqueCounts> {
        let rows = NeighbourRows::<W>::new(&self.rows, self.words.max(1), first)?;
        let run = match on {
            On::Here(may_go_on) => return cpu.run(CliqueWalk { rows: &rows, size, edges, may_go_on }),
            On::Threads(run) => run,
        };
        // Larger cliques need longer walks.
        let chunk = EDGES_FOR_THREE >> (4 * (size - 3)).min(12);
        let chunks = edges.len().div_ceil(chunk);
        run.reduce(
            edges.chunks(chunk),
            chunks,
            || CliqueCounts::new(size),
            |sums, edges, may_go_on| sums.add(&cpu.run(CliqueWalk { rows: &rows, size, edges, may_go_on })?),
            |all, part| all.add(&part),
        )
    }

    /// An upper bound on the size of a clique: its lowest vertex has all the others as neighbours with higher numbers.
    fn largest(&self) -> usize {
        let neighbours = |row: &[u64]| row.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
        self.rows.chunks(self.words.max(1)).map(|row| 1 + neighbours(row)).max().unwrap_or(0)
    }

    /// The number of cliques `[size][later]`: `later` of their vertices have the number `first` or above. Sizes above the
    /// number of vertices are left out.
    pub(super) fn count_two_kinds(
        &self,
        cpu: Proven,
        first: usize,
        size: usize,
        on: On<'_, '_>,
    ) -> Result<Vec<Vec<u128>>> {
        let size = size.min(self.vertices);
        let mut counts = try_collect((0..=size).map(|s| try_vec(0u128, s + 1)))?;
        counts[0][0] = 1;
        if size == 0 {
            return Ok(counts);
        }
        counts[1][0] = first as u128;
        counts[1][1] = (self.vertices - first) as u128;
        if size == 1 {
            return Ok(counts);
        }
        let pairs = (0..self.vertices).flat_map(|i| (i + 1..self.vertices).map(move |j| [i, j]));
        let edges = pairs.filter(|&[i, j]| self.rows[i * self.words + j / 64] >> (j % 64) & 1 != 0);
        let edges = try_collect(edges.map(|edge| Ok(edge.map(|v| v as u16))))?;
        for &[i, j] in &edges {
            counts[2][usize::from(i as usize >= first) + usize::from(j as usize >= first)] += 1;
        }
        let size = size.min(self.largest());
        if size <= 2 {
            return Ok(counts);
        }
        let sums = match words_of_rows(self.vertices) {
            1 => self.larger::<1>(cpu, first, size, &edges, on),
            2 => self.larger::<2>(cpu, first, size, &edges, on),
            3 => self.larger::<3>(cpu, first, size, &edges, on),
            4 => self.larger::<4>(cpu, first, size, &edges, on),
            5 => self.larger::<5>(cpu, first, size, &edges, on),
            8 => self.larger::<8>(cpu, first, size, &edges, on),
            16 => self.larger::<16>(cpu, first, size, &edges, on),
            _ => self.larger::<MAX_WORDS>(cpu, first, size, &edges, on),
        }?;
        for (s, row) in counts.iter_mut().enumerate().take(size + 1).skip(3) {
            row.copy_from_slice(sums.of_size(s));
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;

    /// Cliques of all sizes, with any number of vertices of the later kind, in graphs with many large ones.
    #[test]
    fn cliques_of_two_kinds_equal_a_plain_search() {
        let (mut rng, vertices) = (Philox::new([12, 2], [0; 4]), 14);
        for first in [0, 5, 9, 14] {
            let edges: Vec<u64> = (0..vertices).map(|_| rng.next_u64() | rng.next_u64() | rng.next_u64()).collect();
            let are_joined = |i: usize, j: usize| edges[i.min(j)] >> i.max(j) & 1 != 0;
            for size in 5..=vertices {
                let mut expected: Vec<Vec<u128>> = (0..=size).map(|s| vec![0; s + 1]).collect();
                for set in 0u32..1 << vertices {
                    let clique: Vec<usize> = (0..vertices).filter(|v| set >> v & 1 != 0).collect();
                    let pairs =
                        clique.iter().enumerate().flat_map(|(at, &i)| clique[..at].iter().map(move |&j| [i, j]));
                    if clique.len() <= size && pairs.into_iter().all(|[i, j]| are_joined(i, j)) {
                        expected[clique.len()][clique.iter().filter(|&&v| v >= first).count()] += 1;
                    }
                }
                assert!(expected[5].iter().sum::<u128>() > 100);
                let graph = Adjacency::new(vertices, are_joined).unwrap();
                let run = &mut Run::new(2);
                let found = graph.count_two_kinds(run.level(), first, size, On::Threads(run)).unwrap();
                assert_eq!(found, expected);
            }
        }
    }
}
