//! One class graph solved: the right width and length of polynomial for it, and the working memory of a thread.

use super::class_graph::ClassGraph;
use super::matchings::Programme;
use super::order::plan;
use super::ties::most_ties;
use super::words::Word;

/// Most opponents for which one board's counts fit in 64 bits: `C(45, 16) 15!!` does.
const MOST_IN_U64: usize = 8;

macro_rules! solver {
    ($($name:ident $terms:literal),*) => {
        /// The programmes of one width.
        struct Programmes<W> { $($name: Programme<W, $terms>),* }

        impl<W: Word> Programmes<W> {
            fn new() -> Self { Self { $($name: Programme::new()),* } }

            /// Calls `visit(k, j, ways)` for every k up to `budget` and j with a count that is not 0.
            fn solve(&mut self, graph: &ClassGraph, budget: usize, ties: usize, mut visit: impl FnMut(usize, usize, u128)) {
                let order = plan(graph, budget);
                $(if ties < $terms {
                    for (k, ways) in self.$name.run(graph, &order, budget).iter().enumerate() {
                        for (j, &n) in ways.iter().enumerate().filter(|&(_, &n)| n != W::default()) {
                            visit(k, j, n.into());
                        }
                    }
                    return;
                })*
            }
        }
    };
}
solver!(one 1, two 2, three 3, four 4, five 5, seven 7, ten 10, fourteen 14, all 27);

/// The working memory of one thread.
pub(super) struct Solver {
    narrow: Programmes<u64>,
    wide: Programmes<u128>,
}

impl Solver {
    pub(super) fn new() -> Self {
        Self { narrow: Programmes::new(), wide: Programmes::new() }
    }

    /// Calls `visit(k, j, ways)` for every k up to `budget` and j with a count that is not 0: the ways to hand k
    /// opponents two cards each so that none beats the hero and j tie.
    pub(super) fn solve(&mut self, graph: &ClassGraph, budget: usize, visit: impl FnMut(usize, usize, u128)) {
        let ties = most_ties(graph).min(budget);
        if budget <= MOST_IN_U64 {
            self.narrow.solve(graph, budget, ties, visit);
        } else {
            self.wide.solve(graph, budget, ties, visit);
        }
    }
}
