//! Specific hands of three cards of which at most two count: each is the best of its three hands of two cards.

use super::by_pattern::OnPatterns;
use super::by_rank_class::OnRankClasses;
use super::two_cards::{TwoCardPlayers, count_in, with_spare_players};
use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, PlayerStrengths, ShowdownCounts};
use crate::evaluator::Standard;
use crate::game::pairs_of_three;
use crate::showdown::board_pattern::RankMultiset;
use crate::showdown::situation::Situation;

/// Adds the showdowns of checked hands.
pub(super) fn add_counts(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) {
    // Code for a page is small: one size is enough there.
    if hands.len() == 2 && !cfg!(target_arch = "wasm32") {
        count_all::<2>(hands, situation, counts);
    } else {
        count_all::<MAX_PLAYERS>(hands, situation, counts);
    }
}

fn count_all<const P: usize>(hands: &[CardSet], situation: &Situation, counts: &mut ShowdownCounts) {
    with_spare_players::<P, _>(hands, counts, |all, of_all| {
        let pairs = all.map(|hand| {
            let mut cards = [0; 3];
            cards.iter_mut().zip(hand.ids()).for_each(|(to, card)| *to = card);
            pairs_of_three(&cards)
        });
        let of_pairs = [0, 1, 2].map(|at| pairs.map(|of| of[at]));
        count_in(situation, of_all, |board| {
            ThreeCardPlayers(of_pairs.map(|hands| TwoCardPlayers::<P, _>::new(Standard, &hands, board)))
        });
    });
}

/// The hands of two cards of the players, one of each at a time.
struct ThreeCardPlayers<const P: usize>([TwoCardPlayers<P, Standard>; 3]);

impl<const P: usize> ThreeCardPlayers<P> {
    #[inline(always)]
    fn best(&self, of: impl Fn(&TwoCardPlayers<P, Standard>) -> PlayerStrengths<P>) -> PlayerStrengths<P> {
        let [first, second, third] = self.0.each_ref().map(of);
        first.max(second).max(third)
    }
}

impl<const P: usize> OnPatterns<P> for ThreeCardPlayers<P> {
    fn flush_cards(&self, suit: usize) -> u32 {
        self.0.iter().map(|players| players.flush_cards(suit)).min().unwrap_or(5)
    }

    #[inline(always)]
    fn with_ranks(&self, board: &RankMultiset) -> PlayerStrengths<P> {
        self.best(|players| players.with_ranks(board))
    }

    #[inline(always)]
    fn flushes(&self, suit: usize, ranks: u16) -> PlayerStrengths<P> {
        self.best(|players| players.flushes(suit, ranks))
    }
}

impl<const P: usize> OnRankClasses<P> for ThreeCardPlayers<P> {
    #[inline(always)]
    fn by_ranks(&self, key: u32) -> PlayerStrengths<P> {
        self.best(|players| players.by_ranks(key))
    }
}
