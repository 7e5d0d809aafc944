//! Sums of counts over boards, for every hero and number of opponents.

use super::class_graph::ClassGraph;
use super::counts::{OpponentCounts, total};
use super::solver::Solver;

/// `[hero][k][j]` for k up to a budget, in 128 bits, where every sum over one hero's boards fits.
pub(super) struct Sums {
    budget: usize,
    values: Vec<u128>,
}

impl Sums {
    pub(super) fn new(heroes: usize, budget: usize) -> Self {
        Self { budget, values: vec![0; heroes * Self::row(budget)] }
    }

    /// Entries of one hero: j = 0..=k for k = 0..=budget.
    const fn row(budget: usize) -> usize {
        (budget + 1) * (budget + 2) / 2
    }

    /// Adds a graph that each hero meets on so many boards.
    pub(super) fn add(&mut self, graph: &ClassGraph, boards: &[u32], solver: &mut Solver) {
        let row = Self::row(self.budget);
        solver.solve(graph, self.budget, |k, j, ways| {
            let at = k * (k + 1) / 2 + j;
            for (hero, &boards) in boards.iter().enumerate().filter(|&(_, &boards)| boards > 0) {
                let sum = &mut self.values[hero * row + at];
                *sum = sum.wrapping_add(ways.wrapping_mul(boards.into()));
            }
        });
    }

    /// Adds the sums of other boards.
    pub(super) fn merge(&mut self, other: &Self) {
        for (sum, &value) in self.values.iter_mut().zip(&other.values) {
            *sum = sum.wrapping_add(value);
        }
    }

    /// The counts of one hero for the numbers of opponents asked for.
    pub(super) fn counts(&self, hero: usize, opponents: &[u32], unknown: usize, to_come: usize) -> Vec<OpponentCounts> {
        let row = &self.values[hero * Self::row(self.budget)..][..Self::row(self.budget)];
        let counts_of = |k: usize| OpponentCounts {
            opponents: k as u32,
            counts: row[k * (k + 1) / 2..][..=k].to_vec(),
            total: total(unknown, to_come, k),
        };
        opponents.iter().map(|&k| counts_of(k as usize)).collect()
    }
}
