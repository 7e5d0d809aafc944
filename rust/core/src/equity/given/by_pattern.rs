//! Showdowns before the flop: boards are counted by pattern, all boards with the same ranks at once.
//!
//! Boards on which some player has a flush are counted separately, by their ranks of the flush suit. If all ranks of such a
//! board differ, nobody has a full house or better, and a flush beats every other hand. Then, in games without a low, the
//! other cards of the board do not matter.

use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::equity::counts::{PlayerStrengths, ShowdownCounts};
use crate::showdown::board_pattern::{CardsLeft, RankMultiset, rank_multisets};

/// The properties of the players that decide a showdown on a board of which only the pattern is known.
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

/// Counts every board of five cards of `left`. In games with a low, boards without pairs are counted one by one.
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
