//! The odds of specific hands on any street.

use super::cliques;
use super::counts::OpponentCounts;
use super::deal::HeroDeal;
use super::matchings::{DealSums, DistinctGraphs, Hero, Solver, ThreadGraphs, add_heroes, graph_of};
use super::one_opponent::{self, OutcomeSums};
use super::preflop::starting_hands;
use super::types::TypeTable;
use crate::cards::CardSet;
use crate::error::Result;
use crate::memory::try_with_capacity;
use crate::runtime::Run;
use crate::showdown::board_view::BoardView;
use crate::showdown::runouts::runout_views;

/// The method of counting. The counts do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Weighted matchings of class graphs: fast for any number of opponents.
    #[default]
    Matchings,
    /// Inclusion-exclusion over cliques of disjoint combos: an independent check, slow beyond four opponents.
    Cliques,
}

/// The exact odds of a hand against each number of random opponents, given a board of up to five cards.
///
/// Opponents are dealt cards that are not the hero's, not on the board and not `dead`. The result has one element for each
/// of `opponents`, in order.
///
/// # Errors
/// [`CardOutOfRange`](crate::Error::CardOutOfRange) for cards outside the deck;
/// [`DuplicateCard`](crate::Error::DuplicateCard) for cards that are twice in the deal, or both dealt and dead;
/// [`CardCount`](crate::Error::CardCount) for boards of another length. [`InvalidArgument`](crate::Error::InvalidArgument)
/// without numbers of opponents, for 0, or for more than the deck allows. [`Cancelled`](crate::Error::Cancelled).
///
/// ```
/// use pokerbits::{cards::CardSet, odds::{Method, odds_vs_random}, runtime::Run};
/// // 4s 8s on 2s 3s 6h 7h 8h, against one opponent and against eight.
/// let board = [3, 7, 18, 22, 26];
/// let odds = odds_vs_random([11, 27], &board, CardSet::EMPTY, &[1, 8], Method::Matchings, &mut Run::new(1))?;
/// assert_eq!((odds[0].win(), odds[0].tie(), odds[0].total()), (716, 6, 990));
/// assert_eq!(odds[1].counts()[..3], [79_814_673_997_996_617, 7_954_315_613_171_532, 114_722_572_673_016]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn odds_vs_random(
    hole: [u8; 2],
    board: &[u8],
    dead: CardSet,
    opponents: &[u32],
    method: Method,
    run: &mut Run<'_>,
) -> Result<Vec<OpponentCounts>> {
    let deal = HeroDeal::new(hole, board, dead)?;
    deal.check_opponents(opponents)?;
    match method {
        Method::Cliques => cliques::odds(&deal, opponents, run),
        Method::Matchings if board.is_empty() => {
            Ok(starting_hands(&[hole], dead, opponents, run)?.pop().unwrap_or_default())
        }
        Method::Matchings => {
            let (unknown, missing) = (deal.situation.left().len() as usize, deal.situation.missing());
            let mut odds = try_with_capacity(opponents.len())?;
            one_deal(&deal, opponents, &mut Solver::default(), |counts| {
                odds.push(OpponentCounts::of_deal(counts, unknown, missing)?);
                Ok(())
            })?;
            Ok(odds)
        }
    }
}

/// Counts a deal with a board on this thread, and calls `see` with the counts for each of `opponents`, by ties.
pub(super) fn one_deal(
    deal: &HeroDeal,
    opponents: &[u32],
    solver: &mut Solver,
    mut see: impl FnMut(&[u128]) -> Result<()>,
) -> Result<()> {
    let k_max = deal.check_opponents(opponents)?;
    let (left, dead) = (deal.situation.left(), deal.situation.dead());
    if k_max == 1 {
        let mut found = OutcomeSums::default();
        for (view, boards) in runout_views(deal.situation.board(), left)? {
            let outcome = one_opponent::outcome(&TypeTable::new(&view, dead), deal.hole.map(|card| view.type_of(card)));
            found.win += outcome.win * u64::from(boards);
            found.tie += outcome.tie * u64::from(boards);
        }
        for _ in opponents {
            see(&[found.win.into(), found.tie.into()])?;
        }
        return Ok(());
    }
    let mut sums = DealSums::new(1, k_max)?;
    if let &[a, b, c, d, e] = deal.situation.board() {
        let view = BoardView::of(&[a, b, c, d, e]);
        let graph = graph_of(&TypeTable::new(&view, dead), deal.hole.map(|card| view.type_of(card)));
        sums.add(&graph, &[1], solver)?;
    } else {
        let mut graphs = ThreadGraphs::default();
        for (view, boards) in runout_views(deal.situation.board(), left)? {
            let hero = Hero { types: deal.hole.map(|card| view.type_of(card)), number: 0, boards };
            add_heroes(&TypeTable::new(&view, dead), &mut [hero], &mut graphs)?;
        }
        let mut distinct = DistinctGraphs::new(1);
        distinct.add(&mut graphs)?;
        distinct.iter().try_for_each(|(graph, boards)| sums.add(&graph, boards, solver))?;
    }
    for &k in opponents {
        see(sums.counts(0, k as usize))?;
    }
    Ok(())
}
