//! Sums of counts over boards, for every hero and number of opponents.

use super::class_graph::ClassGraph;
use super::solver::Solver;
use crate::error::Result;
use crate::memory::try_vec;

/// The deals by hero, number of opponents k <= `k_max` and ties j, in 128 bits, which hold the sum over all boards of a
/// hero.
pub(in crate::odds) struct DealSums {
    k_max: usize,
    values: Vec<u128>,
}

impl DealSums {
    pub(in crate::odds) fn new(heroes: usize, k_max: usize) -> Result<Self> {
        Ok(Self { k_max, values: try_vec(0, heroes * Self::row(k_max))? })
    }

    /// Number of sums of a hero: j = 0 to k, for k = 0 to `k_max`.
    const fn row(k_max: usize) -> usize {
        (k_max + 1) * (k_max + 2) / 2
    }

    /// Adds the counts of `graph`, which hero h has on `boards[h]` boards.
    pub(in crate::odds) fn add(&mut self, graph: &ClassGraph, boards: &[u32], solver: &mut Solver) -> Result<()> {
        let row = Self::row(self.k_max);
        solver.solve(graph, self.k_max, &mut |k, j, ways| {
            let at = k * (k + 1) / 2 + j;
            for (hero, &boards) in boards.iter().enumerate().filter(|&(_, &boards)| boards > 0) {
                let sum = &mut self.values[hero * row + at];
                *sum = sum.wrapping_add(ways.wrapping_mul(boards.into()));
            }
        })
    }

    /// Adds the sums over other boards.
    pub(in crate::odds) fn merge(&mut self, other: &Self) {
        for (sum, &value) in self.values.iter_mut().zip(&other.values) {
            *sum = sum.wrapping_add(value);
        }
    }

    /// The counts of one hero against k opponents, by ties.
    pub(in crate::odds) fn counts(&self, hero: usize, k: usize) -> &[u128] {
        &self.values[hero * Self::row(self.k_max) + k * (k + 1) / 2..][..=k]
    }
}
