//! Showdowns before the flop: boards are counted by pattern, all boards with the same ranks at once.
//!
//! Boards with so many cards of a suit that some player makes a flush are counted apart, by their ranks of that suit.
//! Where no two cards of such a board have the same rank nobody has a full house or better, and a flush beats whatever
//! else there is: where nothing but the best hand wins, these boards are counted whatever their other cards are.

use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::equity::counts::ShowdownCounts;
use crate::equity::given::players::OnPatterns;
use crate::showdown::board_pattern::{CardsLeft, rank_multisets};

/// Counts every board of five cards of `left`: into the element of `counts` that says who has the best low, of which there
/// is one where lows win nothing.
pub(crate) fn count_patterns<const P: usize>(
    players: &impl OnPatterns<P>,
    left: CardSet,
    counts: &mut [ShowdownCounts],
) {
    let left = CardsLeft::new(left);
    let least: [u32; 4] = std::array::from_fn(|suit| players.flush_cards(suit));
    let high_wins_all = counts.len() == 1;

    for multiset in rank_multisets() {
        let mut boards = multiset.boards(&left);
        if boards == 0 {
            continue;
        }
        let counts = &mut counts[players.best_lows(multiset)];
        let by_ranks = players.with_ranks(multiset);
        for (suit, &least) in least.iter().enumerate().filter(|&(_, &least)| least <= 5) {
            if high_wins_all && multiset.is_without_pairs() {
                boards -= multiset.suited_boards(suit, least, &left);
                continue;
            }
            for (ranks, flush_boards) in multiset.flushes(suit, least, &left) {
                boards -= flush_boards;
                counts.count(by_ranks.max(players.flushes(suit, ranks)), flush_boards);
            }
        }
        counts.count(by_ranks, boards);
    }
    if !high_wins_all {
        return;
    }
    for (suit, &least) in least.iter().enumerate() {
        for suited in least..=5 {
            for ranks in subsets(RANKS.into(), suited) {
                let boards = left.boards_without_pairs(suit, ranks as u16);
                if boards > 0 {
                    counts[0].count(players.flushes(suit, ranks as u16), boards);
                }
            }
        }
    }
}
