//! Players' hands in Omaha, and their strengths and lows on a board.

use super::by_pattern::{OnPatterns, count_patterns};
use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::equity::counts::{MAX_PLAYERS, PlayerStrengths, ShowdownCounts, winners};
use crate::error::Result;
use crate::evaluator::{OmahaBoard, OmahaBoards, OmahaHole};
use crate::memory::try_vec;
use crate::showdown::board_pattern::RankMultiset;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Adds the showdowns of checked hands. In games with a low, the counts have room for lows.
pub(super) fn add_counts(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) -> Result<()> {
    // Spare players have no cards and never the best hand. This is less code than a function for every number of players.
    let count = match hands.len() {
        2 => count_all::<2>,
        // Code for a page is small: three sizes are enough there.
        3 | 4 if cfg!(target_arch = "wasm32") => count_all::<4>,
        _ if cfg!(target_arch = "wasm32") => count_all::<MAX_PLAYERS>,
        3 => count_all::<3>,
        4 => count_all::<4>,
        5 | 6 => count_all::<6>,
        _ => count_all::<MAX_PLAYERS>,
    };
    count(hands, situation, counts)
}

fn count_all<const P: usize>(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) -> Result<()> {
    let has_low = counts.has_low();
    let players = OmahaPlayers::<P>::new(hands, has_low);
    if situation.board().is_empty() {
        count_patterns(&BeforeFlop::new(players)?, situation.left(), has_low, counts);
        return Ok(());
    }
    count_runouts(&players, situation, counts)
}

/// Adds every completion of a board of one to five cards.
fn count_runouts<const P: usize>(
    players: &OmahaPlayers<P>,
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
    // By the rank of the turn or river, whichever is higher, and that of the other.
    let mut of_ranks = [[(PlayerStrengths::NONE, 0); RANKS as usize]; RANKS as usize];
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

/// A board on which nobody has a flush, of a flop and two more ranks.
fn with_ranks(boards: OmahaBoards, flop: &[u8], more: [usize; 2]) -> OmahaBoard {
    let mut ranks = [more[0] as u8, more[1] as u8, 0, 0, 0];
    ranks[2..].iter_mut().zip(flop).for_each(|(rank, card)| *rank = card / 4);
    ranks.sort_unstable();
    boards.of_ranks(ranks)
}

/// The hands of the players.
struct OmahaPlayers<const P: usize> {
    holes: [OmahaHole; P],
    /// Whether some player has two cards of a suit.
    can_flush: [bool; 4],
    has_lows: bool,
}

impl<const P: usize> OmahaPlayers<P> {
    fn new(hands: &[CardSet], has_lows: bool) -> Self {
        let holes: [_; P] = std::array::from_fn(|player| OmahaHole::of(hands.get(player).copied().unwrap_or_default()));
        let can_flush = std::array::from_fn(|suit| holes.iter().any(|hole| hole.count_of_suit(suit) >= 2));
        Self { holes, can_flush, has_lows }
    }

    /// Their strengths on a board.
    #[inline(always)]
    fn strengths(&self, board: &OmahaBoard) -> PlayerStrengths<P> {
        PlayerStrengths(self.holes.each_ref().map(|hole| board.strength(hole)))
    }

    /// The suit of a board that gives some player a flush.
    #[inline(always)]
    fn flush_suit(&self, board: CardSet) -> Option<usize> {
        (0..4).find(|&suit| self.can_flush[suit] && board.ranks_of_suit(suit as u8).count_ones() >= 3)
    }

    /// The strengths of flushes with these board cards of a suit; 0 for a player without one.
    #[inline]
    fn flushes(&self, suit: usize, ranks: u16) -> PlayerStrengths<P> {
        PlayerStrengths(self.holes.each_ref().map(|hole| hole.flush(suit, ranks)))
    }

    /// The players with the best low on a board, one bit each; 0 if there is no low, and in games without lows.
    #[inline(always)]
    fn best_lows(&self, board: &OmahaBoard) -> usize {
        if !self.has_lows {
            return 0;
        }
        winners(&self.holes.each_ref().map(|hole| board.low(hole)))
    }
}

/// The players before the flop, with all flushes that they can make.
struct BeforeFlop<const P: usize> {
    players: OmahaPlayers<P>,
    boards: OmahaBoards,
    /// The strengths of flushes by suit and by set of ranks on the board.
    flushes: [Vec<PlayerStrengths<P>>; 4],
}

impl<const P: usize> BeforeFlop<P> {
    fn new(players: OmahaPlayers<P>) -> Result<Self> {
        let boards = OmahaBoards::get()?;
        let mut flushes = [const { Vec::new() }; 4];
        for (suit, of_suit) in flushes.iter_mut().enumerate() {
            if players.can_flush[suit] {
                *of_suit = try_vec(PlayerStrengths::NONE, 1 << RANKS)?;
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
    fn with_ranks(&self, ranks: &RankMultiset) -> PlayerStrengths<P> {
        self.players.strengths(&self.board(ranks))
    }

    #[inline(always)]
    fn flushes(&self, suit: usize, ranks: u16) -> PlayerStrengths<P> {
        self.flushes[suit].get(usize::from(ranks)).copied().unwrap_or(PlayerStrengths::NONE)
    }

    #[inline]
    fn best_lows(&self, ranks: &RankMultiset) -> usize {
        if self.players.has_lows { self.players.best_lows(&self.board(ranks)) } else { 0 }
    }
}
