//! Showdowns after the flop. Strengths by the ranks of turn and river are computed once for all their suits.

use crate::cards::RANKS;
use crate::equity::counts::ShowdownCounts;
use crate::equity::given::omaha::Players;
use crate::equity::given::players::Strengths;
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaBoards};
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Number of ranks.
const N: usize = RANKS as usize;

/// Adds every completion of a board of three to five cards.
pub(crate) fn count_runouts<const P: usize>(
    players: &Players<P>,
    situation: &Situation,
    counts: &mut ShowdownCounts,
) -> Result<()> {
    let (boards, left) = (OmahaBoards::get()?, situation.left());
    let mut count = |strengths, lows: usize| counts.count_with_low(strengths, lows, 1);
    if situation.missing() != 2 {
        return for_each_runout(situation.board(), left, |_, board| {
            let board = boards.of(board);
            count(players.strengths(&board), players.best_lows(&board));
            Ok(())
        });
    }
    // By the rank of the turn or river, the higher one first.
    let mut of_ranks = [[(Strengths::NONE, 0); N]; N];
    for (high, of_ranks) in of_ranks.iter_mut().enumerate() {
        for (low, found) in of_ranks.iter_mut().enumerate().take(high + 1) {
            let board = with_ranks(boards, situation.board(), [low, high]);
            *found = (players.strengths(&board), players.best_lows(&board));
        }
    }
    for_each_runout(situation.board(), left, |cards, board| {
        let [first, second] = [cards[3], cards[4]];
        let (mut strengths, lows) = of_ranks[usize::from(first.max(second) / 4)][usize::from(first.min(second) / 4)];
        if let Some(suit) = players.flush_suit(board) {
            strengths = strengths.max(players.flushes(suit, board.ranks_of_suit(suit as u8)));
        }
        count(strengths, lows);
        Ok(())
    })
}

/// A board of a flop and two more ranks, without flushes.
fn with_ranks(boards: OmahaBoards, flop: &[u8], more: [usize; 2]) -> OmahaBoard {
    let mut ranks = [more[0] as u8, more[1] as u8, 0, 0, 0];
    ranks[2..].iter_mut().zip(flop).for_each(|(rank, card)| *rank = card / 4);
    ranks.sort_unstable();
    boards.of_ranks(ranks)
}
