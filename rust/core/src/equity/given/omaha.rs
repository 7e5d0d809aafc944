//! Players' hands in Omaha, and their strengths and lows on a board.

use super::by_pattern::count_patterns;
use super::omaha_runouts::count_runouts;
use super::players::{OnPatterns, Strengths};
use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts};
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaBoards, OmahaHole};
use crate::memory::try_vec;
use crate::showdown::board_pattern::RankMultiset;
use crate::showdown::situation::Situation;

/// Adds the showdowns of checked hands. In games with a low, the counts have room for lows.
pub(crate) fn add_counts(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) -> Result<()> {
    // Spare players have no cards and never the best hand. This is less code than a function for every number of players.
    let count = match hands.len() {
        2 => count_all::<2>,
        3 => count_all::<3>,
        4 => count_all::<4>,
        5 | 6 => count_all::<6>,
        _ => count_all::<MAX_PLAYERS>,
    };
    count(hands, situation, counts)
}

fn count_all<const P: usize>(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) -> Result<()> {
    let has_low = counts.has_low();
    let players = Players::<P>::new(hands, has_low);
    if situation.board().is_empty() {
        count_patterns(&BeforeFlop::new(players)?, situation.left(), has_low, counts);
        return Ok(());
    }
    count_runouts(&players, situation, counts)
}

/// The hands of the players.
pub(crate) struct Players<const P: usize> {
    holes: [OmahaHole; P],
    /// Whether some player has two cards of a suit.
    can_flush: [bool; 4],
    has_lows: bool,
}

impl<const P: usize> Players<P> {
    pub(crate) fn new(hands: &[CardSet], has_lows: bool) -> Self {
        let holes: [_; P] = std::array::from_fn(|player| OmahaHole::of(hands.get(player).copied().unwrap_or_default()));
        let can_flush = std::array::from_fn(|suit| holes.iter().any(|hole| hole.count_of_suit(suit) >= 2));
        Self { holes, can_flush, has_lows }
    }

    /// Their strengths on a board.
    #[inline(always)]
    pub(crate) fn strengths(&self, board: &OmahaBoard) -> Strengths<P> {
        Strengths(self.holes.each_ref().map(|hole| board.strength(hole)))
    }

    /// The suit of a board that gives some player a flush.
    #[inline(always)]
    pub(crate) fn flush_suit(&self, board: CardSet) -> Option<usize> {
        (0..4).find(|&suit| self.can_flush[suit] && board.ranks_of_suit(suit as u8).count_ones() >= 3)
    }

    /// The strengths of flushes with these board cards of a suit; 0 for a player without one.
    #[inline]
    pub(crate) fn flushes(&self, suit: usize, ranks: u16) -> Strengths<P> {
        Strengths(self.holes.each_ref().map(|hole| hole.flush(suit, ranks)))
    }

    /// The players with the best low on a board, one bit each; 0 if there is no low, and in games without lows.
    #[inline(always)]
    pub(crate) fn best_lows(&self, board: &OmahaBoard) -> usize {
        if !self.has_lows {
            return 0;
        }
        let lows = self.holes.each_ref().map(|hole| board.low(hole));
        let best = lows.iter().fold(0, |best, &low| low.max(best));
        let with_best = lows.iter().enumerate().filter(|&(_, &low)| low == best && best > 0);
        with_best.fold(0, |set, (player, _)| set | 1 << player)
    }
}

/// The players before the flop, with all their possible flushes.
pub(crate) struct BeforeFlop<const P: usize> {
    players: Players<P>,
    boards: OmahaBoards,
    /// The strengths of flushes by suit and by set of ranks on the board.
    flushes: [Vec<Strengths<P>>; 4],
}

impl<const P: usize> BeforeFlop<P> {
    pub(crate) fn new(players: Players<P>) -> Result<Self> {
        let boards = OmahaBoards::get()?;
        let mut flushes = [const { Vec::new() }; 4];
        for (suit, of_suit) in flushes.iter_mut().enumerate() {
            if players.can_flush[suit] {
                *of_suit = try_vec(Strengths::NONE, 1 << RANKS)?;
                for ranks in (3..=5).flat_map(|cards| subsets(RANKS.into(), cards)) {
                    of_suit[ranks as usize] = players.flushes(suit, ranks as u16);
                }
            }
        }
        Ok(Self { players, boards, flushes })
    }

    fn board(&self, ranks: &RankMultiset) -> OmahaBoard {
        self.boards.of_ranks(ranks.sorted())
    }
}

impl<const P: usize> OnPatterns<P> for BeforeFlop<P> {
    fn flush_cards(&self, suit: usize) -> u32 {
        if self.players.can_flush[suit] { 3 } else { 6 }
    }

    #[inline]
    fn with_ranks(&self, ranks: &RankMultiset) -> Strengths<P> {
        self.players.strengths(&self.board(ranks))
    }

    #[inline(always)]
    fn flushes(&self, suit: usize, ranks: u16) -> Strengths<P> {
        self.flushes[suit].get(usize::from(ranks)).copied().unwrap_or(Strengths::NONE)
    }

    #[inline]
    fn best_lows(&self, ranks: &RankMultiset) -> usize {
        if self.players.has_lows { self.players.best_lows(&self.board(ranks)) } else { 0 }
    }
}
