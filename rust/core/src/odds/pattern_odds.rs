//! The odds of every hand on every whole board against one number of opponents.
//!
//! The odds of a hand on a board follow from its class graph, and all 129,951,198 classes of hands on boards have some
//! 130,000 graphs. So each graph is counted once, and a table by the view of a board says which graph a hand has.

use std::sync::{Mutex, PoisonError};

use super::counts::total_deals;
use super::matchings::{DistinctGraphs, Hero, Solver, ThreadGraphs, number_heroes};
use super::probabilities::ShareSums;
use super::types::TypeTable;
use super::weights::TERMS;
use crate::cards::CardSet;
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec};
use crate::runtime::lazy::Lazy;
use crate::runtime::{Run, lock};
use crate::showdown::board_view::BoardView;
use crate::showdown::pattern_values::{BoardValues, PatternValues, ViewValues};
use crate::showdown::street::BOARD_CARDS;

/// Graphs that one thread counts at a time.
const GRAPHS: usize = 64;

/// The graph of every hand on every whole board.
struct PatternGraphs {
    numbers: PatternValues<BOARD_CARDS, u32>,
    graphs: DistinctGraphs,
}

/// The graphs of one thread, and the heroes of a view.
#[derive(Default)]
struct ViewGraphs {
    graphs: ThreadGraphs,
    heroes: Vec<Hero>,
    /// The types of a hero, and the number of his graph.
    found: Vec<([u8; 2], u32)>,
}

impl PatternGraphs {
    /// The one table of this process, built at the first call: 55 MB.
    fn shared(run: &mut Run<'_>) -> Result<&'static Self> {
        static GRAPHS: Lazy<PatternGraphs> = Lazy::new();
        GRAPHS.get_or_try_init(|| run.prepare(Self::build))
    }

    fn build(run: &mut Run<'_>) -> Result<Self> {
        let joint = Mutex::new(DistinctGraphs::new(0));
        let fill = |state: &mut ViewGraphs, view: &BoardView, mut values: ViewValues<'_, u32>| {
            let ViewGraphs { graphs, heroes, found } = state;
            let table = TypeTable::new(view, CardSet::EMPTY);
            heroes.clear();
            found.clear();
            for high in 0..table.len() as u8 {
                for low in 0..=high {
                    let [of_high, of_low] = [high, low].map(|of_type| table.copies[usize::from(of_type)]);
                    if of_low.min(of_high) > u8::from(low == high) {
                        try_push(heroes, Hero { types: [high, low], number: 0, boards: 0 })?;
                    }
                }
            }
            number_heroes(&table, heroes, graphs, &mut |_, hero, number| try_push(found, (hero.types, number)))?;
            if graphs.has_new() {
                lock(&joint).add(graphs)?;
            }
            for &([high, low], number) in &*found {
                values.put(high.into(), low.into(), graphs.joint_number(number));
            }
            Ok(())
        };
        let numbers = PatternValues::of_views(|| Ok(ViewGraphs::default()), fill, run)?;
        Ok(Self { numbers, graphs: joint.into_inner().unwrap_or_else(PoisonError::into_inner) })
    }
}

/// The odds of every hand on every whole board against one number of opponents.
pub(super) struct PatternOdds {
    numbers: &'static PatternValues<BOARD_CARDS, u32>,
    /// The deals of each graph.
    sums: Vec<ShareSums>,
    /// The probabilities of each graph: to win, to tie, and the equity.
    odds: Vec<[f64; 3]>,
}

impl PatternOdds {
    /// The odds against k opponents, which this process counts once.
    pub(super) fn shared(opponents: u32, run: &mut Run<'_>) -> Result<&'static Self> {
        static ODDS: [Lazy<PatternOdds>; TERMS] = [const { Lazy::new() }; TERMS];
        let totals = total_deals(BOARD_CARDS, CardSet::EMPTY, &[opponents])?;
        ODDS[opponents as usize].get_or_try_init(|| run.prepare(|run| Self::build(opponents as usize, totals[0], run)))
    }

    fn build(opponents: usize, total: u128, run: &mut Run<'_>) -> Result<Self> {
        let PatternGraphs { numbers, graphs } = PatternGraphs::shared(run)?;
        let graphs = graphs.in_order()?;
        let mut sums = try_vec(ShareSums::default(), graphs.len())?;
        let steps = graphs.chunks(GRAPHS).zip(sums.chunks_mut(GRAPHS));
        run.fold(
            steps,
            graphs.len().div_ceil(GRAPHS),
            || Ok(Solver::default()),
            |solver, (graphs, sums), _| {
                for (graph, sum) in graphs.iter().zip(sums) {
                    solver.solve(graph, opponents, &mut |k, ties, deals| {
                        if k == opponents {
                            sum.add_deals(opponents, ties, deals);
                        }
                    })?;
                }
                Ok(())
            },
        )?;
        let odds = try_collect(sums.iter().map(|sum| Ok(sum.fractions(opponents, total))))?;
        Ok(Self { numbers, sums, odds })
    }

    /// The graph of every hand on every board.
    pub(super) fn graphs(&self) -> &'static PatternValues<BOARD_CARDS, u32> {
        self.numbers
    }

    /// The graphs of the hands on a board.
    pub(super) fn graphs_on(&self, board: [u8; BOARD_CARDS]) -> BoardValues<'static, u32> {
        self.numbers.of_pattern(PatternValues::<BOARD_CARDS>::pattern(&board))
    }

    /// The deals of a hand with this graph.
    pub(super) fn sums(&self, graph: u32) -> &ShareSums {
        &self.sums[graph as usize]
    }

    /// The probabilities of a hand with this graph.
    pub(super) fn odds(&self, graph: u32) -> &[f64; 3] {
        &self.odds[graph as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use crate::showdown::board_rows::combos_off;

    /// On any board the hands share the pot evenly: a table of k opponents and the hero has k + 1 of them.
    #[test]
    fn equities_of_a_board_add_up() {
        let mut rng = Philox::new([5, 3], [0; 4]);
        for opponents in [1, 2, 5] {
            let odds = PatternOdds::shared(opponents, &mut Run::new(2)).unwrap();
            for round in 0..40 {
                let mut board = [0; BOARD_CARDS];
                let mut n = 0;
                while n < BOARD_CARDS {
                    let card = (4 * rng.below(13) + rng.below(1 + round % 4)) as u8;
                    if !board[..n].contains(&card) {
                        board[n] = card;
                        n += 1;
                    }
                }
                let graphs = odds.graphs_on(board);
                let mut all = ShareSums::default();
                combos_off(&board).for_each(|[low, high]| all.add(odds.sums(graphs.value(low, high)), 1));
                let pots = total_deals(BOARD_CARDS, CardSet::EMPTY, &[opponents]).unwrap()[0] * 1081;
                assert_eq!(
                    all.fractions(opponents as usize, pots)[2].to_bits(),
                    (1.0 / f64::from(opponents + 1)).to_bits()
                );
            }
        }
    }
}
