//! Showdowns before the flop: boards are counted by pattern, all boards with the same ranks at once.
//!
//! Boards with so many cards of a suit that some player makes a flush are counted apart, by their ranks of that suit.
//! Where no two cards of such a board have the same rank nobody has a full house or better, and a flush beats whatever
//! else there is: where nothing but the best hand wins, these boards are counted whatever their other cards are.

use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::equity::counts::{PlayerStrengths, ShowdownCounts};
use crate::showdown::board_pattern::{CardsLeft, RankMultiset, rank_multisets};

/// What of the players decides a showdown on a board that is known by its pattern.
pub(crate) trait OnPatterns<const P: usize> {
    /// The fewest board cards of a suit with which some player has a flush in it; more than five where nobody can.
    fn flush_cards(&self, suit: usize) -> u32;

    /// The strengths with a board of these ranks, flushes aside.
    fn with_ranks(&self, board: &RankMultiset) -> PlayerStrengths<P>;

    /// The strengths of flushes with these board cards of a suit, 0 for a player who has none.
    fn flushes(&self, suit: usize, ranks: u16) -> PlayerStrengths<P>;

    /// Who has the best low with a board of these ranks, a bit for each player; 0 where lows win nothing.
    fn best_lows(&self, _board: &RankMultiset) -> usize {
        0
    }
}

/// Counts every board of five cards of `left`. Where lows win half of the pot, boards without pairs are not counted together.
pub(crate) fn count_patterns<const P: usize>(
    players: &impl OnPatterns<P>,
    left: CardSet,
    has_low: bool,
    counts: &mut ShowdownCounts,
) {
    let left = CardsLeft::new(left);
    let least: [u32; 4] = std::array::from_fn(|suit| players.flush_cards(suit));

    for multiset in rank_multisets() {
        let mut boards = multiset.boards(&left);
        if boards == 0 {
            continue;
        }
        let low = players.best_lows(multiset);
        let by_ranks = players.with_ranks(multiset);
        for (suit, &least) in least.iter().enumerate().filter(|&(_, &least)| least <= 5) {
            if !has_low && multiset.is_without_pairs() {
                boards -= multiset.suited_boards(suit, least, &left);
                continue;
            }
            for (ranks, flush_boards) in multiset.flushes(suit, least, &left) {
                boards -= flush_boards;
                counts.count_with_low(by_ranks.max(players.flushes(suit, ranks)), low, flush_boards);
            }
        }
        counts.count_with_low(by_ranks, low, boards);
    }
    if has_low {
        return;
    }
    for (suit, &least) in least.iter().enumerate() {
        for suited in least..=5 {
            for ranks in subsets(RANKS.into(), suited) {
                let boards = left.boards_without_pairs(suit, ranks as u16);
                if boards > 0 {
                    counts.count(players.flushes(suit, ranks as u16), boards);
                }
            }
        }
    }
}
