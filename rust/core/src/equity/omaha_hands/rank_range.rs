//! A range before the flop against a range that names ranks only, such as AA or JT98.
//!
//! A range of ranks has all hands of some multisets of ranks. So the cards of a kind are interchangeable, and the hands of
//! the other player have the sums of `preflop_sums`: boards by their ranks instead of boards by their cards.

use super::cards::unblocked;
use super::kinds::{RANK_KINDS, kinds_of};
use super::preflop_sums::{PreflopHands, PreflopSums};
use super::weights::{OMAHA_HANDS, hand_of};
use crate::cards::CardSet;
use crate::combinatorics::choose_small;
use crate::equity::subset_sums::{SetPlaces, for_each_three, hands_of};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::Run;

/// Four cards of each rank.
const COPIES: usize = 4;
/// The boards beside two hands.
const BOARDS: u64 = choose_small(44, 5) as u64;

/// Multisets of ranks, by their places.
pub(crate) struct RankRange(Vec<bool>);

impl RankRange {
    /// The range with these hands of four cards, ascending; `None` if it has only some of the hands of a multiset of ranks.
    pub(crate) fn of(hands: &[CardSet]) -> Result<Option<Self>> {
        if !hands.is_sorted_by(|a, b| a.bits() < b.bits()) {
            return Ok(None);
        }
        let (mut numbers, mut ranks) =
            (try_vec(0, hands_of(RANK_KINDS, 4, 1))?, try_vec(false, hands_of(RANK_KINDS, 4, 1))?);
        for &hand in hands {
            let hand = kinds_of(hand_of(hand), false);
            let place = SetPlaces::of(1).hand(hand);
            if !ranks[place] {
                ranks[place] = true;
                let copies = |rank| hand.iter().filter(|&&of| of == rank).count();
                let choices = (0..RANK_KINDS).map(|rank| choose_small(COPIES, copies(rank as u8)));
                numbers[place] = choices.product::<u32>();
            }
            numbers[place] -= 1;
        }
        Ok(numbers.iter().all(|&missing| missing == 0).then_some(Self(ranks)))
    }

    /// Counts the deals of these hands and of the range, on all boards: those that the hands win, those that are tied, and
    /// those that they lose.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled), [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(crate) fn count(self, hands: &[CardSet], run: &mut Run<'_>) -> Result<[u64; 3]> {
        let mut weights = try_vec(0u32, OMAHA_HANDS)?;
        for_each_three(52, 0, |[b, c, d], place, lowest| {
            for (a, weight) in weights[place..place + lowest].iter_mut().enumerate() {
                let ranks = kinds_of([a, b, c, d].map(|card| card as u8), false);
                *weight = self.0[SetPlaces::of(1).hand(ranks)].into();
            }
        });
        let opponents = unblocked(&weights)?;
        let players = PreflopHands::of(hands, self.0)?;
        let sums = PreflopSums::<u32, 4>::of_all_boards(&players, run)?;
        let [mut wins, mut not_lost, mut deals] = [0; 3];
        for hand in hands.iter().map(|&hand| hand_of(hand)) {
            let [below, up_to] = sums.of(hand);
            wins += below;
            not_lost += up_to;
            deals += u64::from(opponents[SetPlaces::of(0).hand(hand)]);
        }
        Ok([wins, not_lost - wins, deals * BOARDS - not_lost])
    }
}
