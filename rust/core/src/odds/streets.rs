//! The odds of given hands on any street.

use super::cliques;
use super::counts::OpponentCounts;
use super::deal::Deal;
use super::matchings::{DistinctGraphs, Hero, Solver, Sums, ThreadGraphs, add_heroes, graph_of};
use super::preflop::starting_hands;
use super::types::TypeTable;
use crate::cards::CardSet;
use crate::error::{Error, Result};
use crate::runtime::Run;
use crate::showdown::board_view::BoardView;
use crate::showdown::runouts::runout_views;

/// How odds are counted. The counts do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Weighted matchings of class graphs: fast for any number of opponents.
    #[default]
    Matchings,
    /// Inclusion-exclusion over cliques of disjoint combos: an independent check, slow beyond four opponents.
    Cliques,
}

/// The exact odds of a hand against each number of random opponents, given a board of 0, 3, 4 or 5 cards.
///
/// Opponents are dealt from the cards that are neither the hero's, nor on the board, nor `dead`. The result has one
/// element for each of `opponents`, in their order.
///
/// # Errors
/// For cards outside the deck, twice in the deal or both dealt and dead ([`Error::CardOutOfRange`],
/// [`Error::DuplicateCard`]); boards of another length ([`Error::CardCount`]); no number of opponents, 0, or more than
/// the deck can serve ([`Error::InvalidArgument`]); [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{cards::CardSet, odds::{Method, odds_vs_random}, runtime::Run};
/// // 4s 8s on 2s 3s 6h 7h 8h, against one opponent and against eight.
/// let board = [3, 7, 18, 22, 26];
/// let odds = odds_vs_random([11, 27], &board, CardSet::EMPTY, &[1, 8], Method::Matchings, &mut Run::new(1))?;
/// assert_eq!((odds[0].win(), odds[0].tie(), odds[0].total), (716, 6, 990));
/// assert_eq!(odds[1].counts[..3], [79_814_673_997_996_617, 7_954_315_613_171_532, 114_722_572_673_016]);
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
    let deal = Deal::new(hole, board, dead)?;
    deal.check_opponents(opponents)?;
    match method {
        Method::Cliques => cliques::odds(&deal, opponents, run),
        Method::Matchings if board.is_empty() => {
            Ok(starting_hands(&[hole], dead, opponents, run)?.pop().unwrap_or_default())
        }
        Method::Matchings => one_deal(&deal, opponents, &mut Solver::default()),
    }
}

/// [`odds_vs_random`] for rows of hole cards and boards of `board_size` cards each, by the matchings method, on the threads
/// of `run`.
///
/// # Errors
/// As [`odds_vs_random`], naming the row; [`Error::InvalidArgument`] when the lengths disagree.
///
/// ```
/// use pokerbits::{cards::CardSet, odds::odds_rows, runtime::Run};
/// let odds = odds_rows(&[[11, 27]], &[3, 7, 18, 22, 26], 5, CardSet::EMPTY, &[1], &mut Run::new(1))?;
/// assert_eq!(odds[0][0].win(), 716);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn odds_rows(
    holes: &[[u8; 2]],
    boards: &[u8],
    board_size: usize,
    dead: CardSet,
    opponents: &[u32],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<OpponentCounts>>> {
    if holes.len().checked_mul(board_size) != Some(boards.len()) {
        return Err(Error::InvalidArgument(format!(
            "{} board cards are not {} boards of {board_size}",
            boards.len(),
            holes.len()
        )));
    }
    let check = |row: usize, board: &[u8]| {
        let deal = Deal::new(holes[row], board, dead).map_err(|e| e.at_row(row))?;
        deal.check_opponents(opponents)?;
        Ok(deal)
    };
    if board_size == 0 {
        (0..holes.len()).try_for_each(|row| check(row, &[]).map(|_| ()))?;
        return starting_hands(holes, dead, opponents, run);
    }
    // How many rows a thread takes at a time: a flop takes milliseconds, a river microseconds.
    let rows = if board_size == 5 { 64 } else { 1 };
    let mut out = vec![Vec::new(); holes.len()];
    let chunks = boards.chunks(board_size * rows).zip(out.chunks_mut(rows)).enumerate();
    run.for_each(chunks, holes.len().div_ceil(rows), |(chunk, (boards, out))| {
        let mut solver = Solver::default();
        for (i, (board, out)) in boards.chunks(board_size).zip(out).enumerate() {
            *out = one_deal(&check(chunk * rows + i, board)?, opponents, &mut solver)?;
        }
        Ok(())
    })?;
    Ok(out)
}

/// The odds of a deal with a board, on this thread.
fn one_deal(deal: &Deal, opponents: &[u32], solver: &mut Solver) -> Result<Vec<OpponentCounts>> {
    let k_max = deal.check_opponents(opponents)?;
    let (left, dead) = (deal.situation.left(), deal.situation.dead());
    let mut sums = Sums::new(1, k_max);
    if let &[a, b, c, d, e] = deal.situation.board() {
        let view = BoardView::of(&[a, b, c, d, e]);
        let graph = graph_of(&TypeTable::new(&view, dead), deal.hole.map(|card| view.type_of(card)));
        sums.add(&graph, &[1], solver);
    } else {
        let mut graphs = ThreadGraphs::default();
        for (view, boards) in runout_views(deal.situation.board(), left) {
            let hero = Hero { types: deal.hole.map(|card| view.type_of(card)), number: 0, boards };
            add_heroes(&TypeTable::new(&view, dead), &mut [hero], &mut graphs);
        }
        let mut distinct = DistinctGraphs::new(1);
        distinct.add(&mut graphs);
        distinct.iter().for_each(|(graph, boards)| sums.add(&graph, boards, solver));
    }
    Ok(sums.counts(0, opponents, left.len() as usize, deal.situation.missing()))
}
