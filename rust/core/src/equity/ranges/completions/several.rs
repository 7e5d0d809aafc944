//! Three players and more: every choice of the hands of all but two, and a sorted sweep over the hands of these two beside
//! the best of the others. In games with a low, and if many cards are to come, every deal by itself.

use super::{Completions, MOST_TO_COME, merged};
use crate::combinatorics::sort_few;
use crate::equity::costs::*;
use crate::equity::counts::ShowdownCounts;
use crate::equity::ranges::omaha::HandSpot;
use crate::equity::ranges::omaha::board_showdown::{DealtHands, deal};
use crate::equity::ranges::omaha::sorted_sweep::{OnBoard, RankedHand, WithoutPairs, without_pairs};
use crate::error::Result;
use crate::memory::{try_collect, try_push};
use crate::runtime::{MayGoOn, Run};

/// Hands of the first player that a thread deals at a time.
const AT_ONCE: usize = 4;

/// Whether sweeps are faster than deals for players with these numbers of hands, and the seconds that the faster take.
pub(super) fn are_swept(hands: &[f64], most: usize, has_low: bool) -> (bool, f64) {
    let deals = hands.iter().product::<f64>();
    let by_deals = deals * SECONDS_PER_COMPLETED_DEAL;
    if has_low || most > MOST_TO_COME || hands.len() < 3 {
        return (false, by_deals);
    }
    let mut sorted = hands.to_vec();
    sort_few(&mut sorted, &|a, b| a < b);
    let (first, last) = sorted.split_at(hands.len() - 2);
    let (of_hand, _) = without_pairs(most);
    let of_sweep = last.iter().sum::<f64>() * (of_hand + SECONDS_PER_COPIED_HAND) + SECONDS_PER_COMPLETED_SWEEP;
    let by_sweeps = first.iter().product::<f64>() * of_sweep;
    (by_sweeps < by_deals, by_sweeps.min(by_deals))
}

/// All deals of hands with at most `most` cards to come.
pub(super) fn count(
    spot: &HandSpot<'_>,
    players: Vec<Completions>,
    most: usize,
    run: &mut Run<'_>,
) -> Result<ShowdownCounts> {
    let hands: Vec<f64> = players.iter().map(|of| of.0.cards.len() as f64).collect();
    match are_swept(&hands, most, spot.game.has_low()) {
        (true, _) => by_sweeps(spot, &players, most, run),
        (false, _) => by_deals(spot, players, run),
    }
}

/// Every deal by itself.
fn by_deals(spot: &HandSpot<'_>, players: Vec<Completions>, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let players: Vec<OnBoard> = players.into_iter().map(|Completions(hands)| hands).collect();
    let add = |counts: &mut ShowdownCounts, from: usize, may_go_on: &mut MayGoOn<'_>| {
        for_each_hand(&players[0], from, |cards, strength, low| {
            deal(&players, 1, DealtHands::default().with(0, cards, strength, low), 1, counts, may_go_on)
        })
    };
    let (starts, chunks) = starts(&players[0]);
    merged(spot, &run.fold(starts, chunks, || spot.no_counts(), add)?)
}

/// A sweep for every choice of the hands of all players but two, those with the most hands.
fn by_sweeps(spot: &HandSpot<'_>, players: &[Completions], most: usize, run: &mut Run<'_>) -> Result<ShowdownCounts> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    sort_few(&mut order, &|&a, &b| players[a].0.cards.len() < players[b].0.cards.len());
    let (first, last) = order.split_at(players.len() - 2);
    // Hands with fewer cards to come are looked up among those with more.
    let [mut own, mut other] = [last[0], last[1]];
    if players[own].to_come() > players[other].to_come() {
        (own, other) = (other, own);
    }
    let ranked = |player: usize, other: usize| -> Result<Vec<RankedHand>> {
        try_collect(players[player].ranked(&players[other])?.into_iter().map(|(hand, _)| Ok(hand)))
    };
    let last = LastTwo { bits: [1 << own, 1 << other], hands: [ranked(own, other)?, ranked(other, own)?] };
    let first: Vec<_> = first.iter().map(|&player| (player, &players[player].0)).collect();
    let new = || {
        Ok(Sweeps { sweep: WithoutPairs::new(most)?, own: Vec::new(), others: Vec::new(), counts: spot.no_counts()? })
    };
    let add = |sweeps: &mut Sweeps, from: usize, may_go_on: &mut MayGoOn<'_>| {
        let (player, hands) = first[0];
        for_each_hand(hands, from, |cards, strength, low| {
            let before = DealtHands::default().with(player, cards, strength, low);
            last.count_beside(&first[1..], before, sweeps, may_go_on)
        })
    };
    let (starts, chunks) = starts(first[0].1);
    let all = run.fold(starts, chunks, new, add)?;
    merged(spot, all.iter().map(|sweeps| &sweeps.counts))
}

/// Where the chunks of a player's hands begin, and their number.
fn starts(of: &OnBoard) -> (impl Iterator<Item = usize> + Send + use<>, usize) {
    let hands = of.cards.len();
    ((0..hands).step_by(AT_ONCE), hands.div_ceil(AT_ONCE))
}

/// Calls `visit` with the cards, strength and low of each hand of a chunk.
fn for_each_hand(of: &OnBoard, from: usize, mut visit: impl FnMut(u64, u16, u8) -> Result<()>) -> Result<()> {
    (from..of.cards.len().min(from + AT_ONCE)).try_for_each(|at| visit(of.cards[at], of.strengths[at], of.lows[at]))
}

/// The last two players: their bits, and their hands in the order of strengths.
struct LastTwo {
    bits: [usize; 2],
    hands: [Vec<RankedHand>; 2],
}

/// The memory of sweeps: the hands of the last two players without the cards of the first ones.
struct Sweeps {
    sweep: WithoutPairs,
    own: Vec<RankedHand>,
    others: Vec<RankedHand>,
    counts: ShowdownCounts,
}

impl LastTwo {
    /// Deals hands to the `first` players, and counts all deals of the last two beside them.
    fn count_beside(
        &self,
        first: &[(usize, &OnBoard)],
        before: DealtHands,
        memory: &mut Sweeps,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<()> {
        let Some((&(player, hands), rest)) = first.split_first() else {
            return self.sweep(before, memory, may_go_on);
        };
        let all = hands.cards.iter().zip(&hands.strengths).zip(&hands.lows);
        for ((&cards, &strength), &low) in all.filter(|((cards, _), _)| *cards & before.cards == 0) {
            self.count_beside(rest, before.with(player, cards, strength, low), memory, may_go_on)?;
        }
        Ok(())
    }

    fn sweep(&self, before: DealtHands, memory: &mut Sweeps, may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        may_go_on()?;
        for (left, hands) in [&mut memory.own, &mut memory.others].into_iter().zip(&self.hands) {
            left.clear();
            for &hand in hands.iter().filter(|hand| hand.cards & before.cards == 0) {
                try_push(left, hand)?;
            }
        }
        let found = memory.sweep.count_sorted(&memory.own, &memory.others, before.strength, may_go_on)?;
        let ([own, other], counts) = (self.bits, &mut memory.counts);
        for (of_own, found) in [0, own].into_iter().zip(found.not_above) {
            for (of_other, deals) in [0, other].into_iter().zip(found) {
                counts.add(before.winners | of_own | of_other, deals);
            }
        }
        for (winners, deals) in [own, own | other, other].into_iter().zip(found.above) {
            counts.add(winners, deals);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;
    use crate::equity::ranges::completions::{evaluated, known_cards, to_come};
    use crate::equity::spot::Hands;
    use crate::game::Game;
    use crate::runtime::rng::Philox;
    use crate::showdown::situation::Situation;
    use crate::testing::shuffle_front;

    #[test]
    fn sweeps_count_what_single_deals_count() {
        let mut rng = Philox::new([26, 7], [0; 4]);
        let mut deck: Vec<u8> = (0..52).collect();
        for (case, more) in [[1, 1, 1].as_slice(), &[2, 1, 2], &[0, 2, 1], &[3, 2, 0], &[1, 1, 1, 1], &[2, 0, 1, 1, 0]]
            .into_iter()
            .cycle()
            .take(24)
            .enumerate()
        {
            let run = &mut Run::new(1 + case % 2);
            shuffle_front(&mut rng, &mut deck, 52);
            if case % 3 == 0 {
                // Many equal hands.
                deck.sort_by_key(|card| card / 4 % 3 > 0);
            }
            let mut rest = &deck[..];
            let hands: Vec<Hands<'_>> = more
                .iter()
                .map(|more| {
                    let (hand, after) = rest.split_at(7 - more);
                    rest = after;
                    Hands::With(CardSet::from_ids(hand).unwrap())
                })
                .collect();
            let dead = CardSet::from_ids(&rest[rest.len().min(more.iter().sum::<usize>() + 4)..]).unwrap();
            let situation = Situation::without_board(&[], dead).unwrap();
            for game in [Game::STUD, Game::RAZZ] {
                let spot = HandSpot { game, hands: &hands, situation: &situation };
                let known = known_cards(&spot);
                let players = || evaluated(&spot, &known, &mut Run::new(1)).unwrap();
                let swept = by_sweeps(&spot, &players(), to_come(7, &known), run).unwrap();
                assert_eq!(swept, by_deals(&spot, players(), run).unwrap(), "{game:?} {known:?} {dead}");
            }
        }
    }

    #[test]
    fn many_hands_are_swept() {
        assert!(are_swept(&[861.0; 3], 2, false).0);
        assert!(!are_swept(&[861.0; 3], 2, true).0);
        assert!(!are_swept(&[10.0; 3], 2, false).0);
    }
}
