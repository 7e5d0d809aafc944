//! The counts of one class graph, by the dynamic programme with the narrowest words and the shortest polynomials that
//! suffice.

use super::class_graph::ClassGraph;
use super::dynamic_programme::DynamicProgramme;
use super::order::plan;
use super::ties::most_ties;
use crate::error::Result;

/// Maximum number of opponents for whom the counts of one board fit in 64 bits: there are at most `C(45, 16) 15!!` deals to
/// eight.
const MOST_IN_U64: usize = 8;

macro_rules! programmes {
    ($of:ident $word:ident: $($name:ident $terms:literal),*) => {
        /// The dynamic programmes over words of one width, one for each length of polynomial.
        #[derive(Default)]
        struct $of { $($name: DynamicProgramme<$word, $terms>),* }

        impl $of {
            /// [`Solver::solve`] if at most `ties` opponents can tie.
            fn solve(
                &mut self,
                graph: &ClassGraph,
                k_max: usize,
                ties: usize,
                visit: &mut dyn FnMut(usize, usize, u128),
            ) -> Result<()> {
                let order = plan(graph, k_max);
                $(if ties < $terms {
                    for (k, ways) in self.$name.run(graph, &order, k_max)?.iter().enumerate() {
                        for (j, &n) in ways.iter().enumerate().filter(|&(_, &n)| n != 0) {
                            visit(k, j, n.into());
                        }
                    }
                    return Ok(());
                })*
                Ok(())
            }
        }
    };
}
programmes!(Narrow u64: one 1, two 2, three 3, four 4, five 5, seven 7, nine 9);
programmes!(Wide u128: one 1, two 2, three 3, four 4, five 5, seven 7, ten 10, fourteen 14, all 27);
const _: () = assert!(MOST_IN_U64 < 9);

/// Counts class graphs one after the other, with the working memory of one thread.
#[derive(Default)]
pub(in crate::odds) struct Solver {
    narrow: Narrow,
    wide: Wide,
}

impl Solver {
    /// Approximate number of states of [`Self::solve`].
    pub(in crate::odds) fn states(graph: &ClassGraph, k_max: usize) -> u64 {
        plan(graph, k_max).states
    }

    /// Calls `visit(k, j, ways)` for every k <= `k_max` and every j with a count above 0. `ways` is the number of ways to
    /// deal k opponents two cards each so that none beats the hero and j tie.
    pub(in crate::odds) fn solve(
        &mut self,
        graph: &ClassGraph,
        k_max: usize,
        visit: &mut dyn FnMut(usize, usize, u128),
    ) -> Result<()> {
        let ties = most_ties(graph).min(k_max);
        if k_max <= MOST_IN_U64 {
            self.narrow.solve(graph, k_max, ties, visit)
        } else {
            self.wide.solve(graph, k_max, ties, visit)
        }
    }
}
