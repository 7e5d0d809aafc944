//! Showdowns before the flop: boards are counted by pattern, all boards with the same ranks at once.
//!
//! Boards with so many cards of a suit that some player makes a flush are counted apart, by their ranks of that suit.
//! Where no two cards of such a board have the same rank nobody has a full house or better, and a flush beats whatever
//! else there is: these boards are counted whatever their other cards are.

use super::counts::ShowdownCounts;
use super::players::Players;
use crate::cards::{CardSet, RANKS};
use crate::combinatorics::subsets;
use crate::showdown::board_pattern::{CardsLeft, rank_multisets};

/// Counts every board of five cards of `left`.
pub(super) fn count_patterns<const P: usize>(hands: &[[u8; 2]], left: CardSet, counts: &mut ShowdownCounts) {
    let players = Players::<P>::new(hands, CardSet::EMPTY);
    let left = CardsLeft::new(left);
    // With fewer board cards of a suit than this, nobody has a flush in it.
    let least: [u32; 4] = std::array::from_fn(|suit| 5 - players.most_of_suit(suit));

    for multiset in rank_multisets() {
        let mut boards = multiset.boards(&left);
        if boards == 0 {
            continue;
        }
        let by_ranks = players.by_ranks(multiset.key_sum);
        for (suit, &least) in least.iter().enumerate() {
            if multiset.is_without_pairs() {
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
