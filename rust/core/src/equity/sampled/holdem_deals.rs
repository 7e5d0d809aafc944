//! Samples of whole deals of hold'em, for players whose hands need no importance weights: all deals count alike.
//!
//! Deals are made in blocks: the hands and boards of all deals, the strengths of all hands, by the kernel for sets of cards,
//! and the winners. Cards are bits of sets, so that a card that is held is found by a mask. The cards of a player with one
//! hand leave the deck before the first deal. Players with any hands are dealt cards together with the board.

use super::draws::{HandDraws, UNIT, UnitOfDeals};
use super::ratio::{Payoff, RatioEstimator};
use super::subsets::{PLACES, arrangements, past, subset};
use super::support::Support;
use super::{PILOT_STREAM, Sampler};
use crate::cards::{CardSet, DECK};
use crate::equity::counts::MAX_PLAYERS;
use crate::equity::spot::Spot;
use crate::error::Result;
use crate::evaluator::evaluate_some_sets;
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::numbers::SmallNumbers;
use crate::runtime::rng::Philox;

/// Deals of a block.
const BLOCK: usize = 64;

/// For each player, the number of deals by the number of players who share the pot; the first is always 0.
pub(crate) type SharerCounts = [[u64; MAX_PLAYERS + 1]; MAX_PLAYERS];

/// The hands and boards that are dealt.
pub(crate) struct HoldemDeals<'a> {
    level: Proven,
    players: usize,
    /// The one hand of a player; no card for other players.
    given: [u64; MAX_PLAYERS],
    /// The players with ranges, and how their hands are drawn.
    drawn: Vec<usize>,
    draws: HandDraws<'a>,
    /// The players with any hands.
    random: Vec<usize>,
    /// The known cards of the board, the number of the other cards, and of the ways to deal these.
    board: u64,
    missing: usize,
    boards: u64,
    /// The cards that may come, or the places of the deck without the others if some of these differ from deal to deal.
    deck: [u64; DECK as usize],
    /// The number of cards beside the hands of players with ranges.
    left: usize,
    /// The cards that never come; none if the deck has cards.
    others: u64,
}

/// A block of deals.
pub(crate) struct DealBlock {
    /// By player and deal.
    hands: Vec<[u64; BLOCK]>,
    boards: [u64; BLOCK],
    /// Hands with boards, and their strengths: all deals of a player, then those of the next.
    sets: Vec<u64>,
    strengths: Vec<u16>,
}

impl<'a> HoldemDeals<'a> {
    /// The sampler; `None` if nearly all draws of the players' hands share a card.
    pub(crate) fn new(
        spot: &Spot<'_>,
        supports: &'a [Support],
        key: [u64; 2],
        units_are_many: bool,
        level: Proven,
    ) -> Option<Self> {
        let situation = spot.situation();
        let mut given = [0; MAX_PLAYERS];
        let (mut ranges, mut random) = (vec![], vec![]);
        for (player, support) in supports.iter().enumerate() {
            match &support.hands[..] {
                [hand] => given[player] = hand.bits(),
                _ if support.is_random => random.push(player),
                _ => ranges.push((player, support)),
            }
        }
        let (players, board, missing) = (supports.len(), situation.board_set().bits(), situation.missing());
        let may_come = situation.left().bits() & !given.iter().fold(0, |all, &hand| all | hand);
        let mut deck = [0; DECK as usize];
        let cards = PLACES.into_iter().filter(|card| may_come & card != 0);
        deck.iter_mut().zip(cards).for_each(|(to, card)| *to = card);
        let all = may_come.count_ones() as usize;
        let pilot = &mut Philox::new(key, [0, 0, PILOT_STREAM, 0]);
        let draws = HandDraws::new(&ranges, units_are_many, pilot)?;
        let drawn: Vec<_> = ranges.iter().map(|&(player, _)| player).collect();
        let mut others = 0;
        if !drawn.is_empty() || !random.is_empty() {
            (deck, others) = (PLACES, CardSet::FULL.bits() & !may_come);
        }
        let left = all - 2 * drawn.len();
        let boards = arrangements(left - 2 * random.len(), missing);
        let found = Self { level, players, given, drawn, draws, random, board, missing, boards, deck, left, others };
        Some(found)
    }

    /// Draws a deal; false if it has to be drawn again.
    #[inline(always)]
    fn try_deal(&self, rng: &mut Philox, unit: &mut UnitOfDeals, block: &mut DealBlock, deal: usize) -> bool {
        let mut numbers = SmallNumbers::new(rng);
        let Some(held) = self.draws.try_draw(&mut numbers, unit) else { return false };
        for &player in &self.drawn {
            block.hands[player][deal] = unit.hands[player];
        }
        let (mut others, mut left) = (self.others | held, self.left);
        for &player in &self.random {
            let hand = past(others, subset(&mut numbers, &self.deck[..left], 2, (left * (left - 1)) as u64));
            block.hands[player][deal] = hand;
            others |= hand;
            left -= 2;
        }
        block.boards[deal] =
            self.board | past(others, subset(&mut numbers, &self.deck[..left], self.missing, self.boards));
        numbers.are_even()
    }

    /// Draws the next `n` deals of a unit.
    fn deal(&self, n: usize, rng: &mut Philox, unit: &mut UnitOfDeals, block: &mut DealBlock) {
        self.level.run(DrawDeals { deals: self, n, rng, unit, block });
    }

    /// Evaluates the hands of `n` deals, and counts the winners.
    #[inline(always)]
    fn show_down(&self, n: usize, block: &mut DealBlock, counts: &mut SharerCounts) {
        let DealBlock { hands, boards, sets, strengths, .. } = block;
        let (sets, strengths) = (&mut sets[..n * self.players], &mut strengths[..n * self.players]);
        for (sets, hands) in sets.chunks_exact_mut(n).zip(&*hands) {
            for ((set, hand), board) in sets.iter_mut().zip(hands).zip(&*boards) {
                *set = hand | board;
            }
        }
        let are_hands = evaluate_some_sets(self.level, sets, strengths);
        debug_assert!(are_hands, "seven different cards");
        self.level.run(CountWinners { strengths, n, counts });
    }
}

/// Draws hands and boards of `n` deals.
struct DrawDeals<'a> {
    deals: &'a HoldemDeals<'a>,
    n: usize,
    rng: &'a mut Philox,
    unit: &'a mut UnitOfDeals,
    block: &'a mut DealBlock,
}

impl Kernel for DrawDeals<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self { deals, n, rng, unit, block } = self;
        for deal in 0..n {
            while !deals.try_deal(rng, unit, block, deal) {}
            deals.draws.accept(unit);
        }
    }
}

/// Counts the winners of `n` deals, whose strengths are in the order of a [`DealBlock`].
struct CountWinners<'a> {
    strengths: &'a [u16],
    n: usize,
    counts: &'a mut SharerCounts,
}

impl Kernel for CountWinners<'_> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let (mut best, mut sharers) = ([0; BLOCK], [0; BLOCK]);
        let of_players = || self.strengths.chunks_exact(self.n);
        for strengths in of_players() {
            best.iter_mut().zip(strengths).for_each(|(best, &strength)| *best = strength.max(*best));
        }
        for strengths in of_players() {
            for ((sharers, best), strength) in sharers.iter_mut().zip(&best).zip(strengths) {
                *sharers += u16::from(strength == best);
            }
        }
        // Nearly all pots are won alone: most blocks are counted in two passes.
        let (mut left, mut sharing) = (self.n, 0);
        while left > 0 {
            sharing += 1;
            let mut winners = 0;
            for (counts, strengths) in self.counts.iter_mut().zip(of_players()) {
                let pots = strengths.iter().zip(&best).zip(&sharers);
                let won = pots.map(|((strength, best), &of)| u16::from(strength == best) & u16::from(of == sharing));
                let won = usize::from(won.sum::<u16>());
                counts[usize::from(sharing)] += won as u64;
                winners += won;
            }
            left -= winners / usize::from(sharing);
        }
    }
}

impl Sampler for HoldemDeals<'_> {
    type Memory = DealBlock;

    fn memory(&self) -> Result<DealBlock> {
        let mut hands = try_vec([0; BLOCK], self.players)?;
        hands.iter_mut().zip(&self.given).for_each(|(hands, &hand)| hands.fill(hand));
        let all = BLOCK * self.players;
        Ok(DealBlock { hands, boards: [0; BLOCK], sets: try_vec(0, all)?, strengths: try_vec(0, all)? })
    }

    fn sample(&self, n: u64, rng: &mut Philox, block: &mut DealBlock, sums: &mut RatioEstimator) -> Result<()> {
        let mut left = n as usize;
        while left > 0 {
            let of_unit = left.min(UNIT);
            let (mut unit, mut counts) = (UnitOfDeals::default(), SharerCounts::default());
            for first in (0..of_unit).step_by(BLOCK) {
                let of_block = BLOCK.min(of_unit - first);
                self.deal(of_block, rng, &mut unit, block);
                self.show_down(of_block, block, &mut counts);
            }
            let counts = &counts[..self.players];
            if self.draws.are_in_units() {
                let won: Vec<Payoff> = counts.iter().map(Payoff::of_counts).collect();
                sums.add_unit(of_unit as u64, &won);
            } else {
                sums.add_deals(of_unit as u64, counts);
            }
            left -= of_unit;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::cards::{Card, parse_cards};
    use crate::equity::counts::winners;
    use crate::equity::sampled::support;
    use crate::equity::spot::Player;
    use crate::evaluator::evaluate_ids;
    use crate::game::Game;
    use crate::ranges::Range;
    use crate::runtime::cpu::{Level, proven};

    /// Every kind of player.
    const ALL_KINDS: [&str; 5] = ["AhAd", "0.5:AcAs, KK, 0.25:KhQh", "QQ, KK, 76s", "random", "random"];

    /// Calls `check` with a sampler of ranges, and the supports that it draws from.
    fn with_sampler<R>(
        ranges: &[&str],
        board: &str,
        level: Proven,
        check: impl FnOnce(&HoldemDeals<'_>, &[Support]) -> R,
    ) -> R {
        let ranges: Vec<Range> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let players: Vec<_> = ranges.iter().map(Player::Range).collect();
        let board: Vec<u8> = parse_cards(board).unwrap().into_iter().map(Card::id).collect();
        let spot = Spot::new(Game::HOLDEM, &players, &board, CardSet::EMPTY).unwrap();
        let supports = support::of_ranges(&ranges.iter().map(Cow::Borrowed).collect::<Vec<_>>(), &spot).unwrap();
        check(&HoldemDeals::new(&spot, &supports, [1, 2], true, level).unwrap(), &supports)
    }

    #[test]
    fn cards_of_the_deck_come_once_and_evenly() {
        let check = |ranges: &[&str], board: &str, sampler: &HoldemDeals<'_>, supports: &[Support]| {
            let (rng, block) = (&mut Philox::new([6, 6], [0; 4]), &mut sampler.memory().unwrap());
            let (mut on_board, mut dealt) = ([0.0f64; 52], 0.0);
            let known: CardSet = board.parse().unwrap();
            for _ in 0..600 {
                let unit = &mut UnitOfDeals::default();
                sampler.deal(BLOCK, rng, unit, block);
                for deal in 0..BLOCK {
                    let board = block.boards[deal];
                    let all = block.hands.iter().fold(board, |all, hands| all | hands[deal]);
                    assert_eq!(all.count_ones() as usize, 2 * ranges.len() + 5);
                    assert!(known.bits() & !board == 0 && all & !CardSet::FULL.bits() == 0);
                    for (hands, support) in block.hands.iter().zip(supports) {
                        assert!(support.is_random || support.hands.iter().any(|hand| hand.bits() == hands[deal]));
                    }
                    let rest = CardSet::new(board & !known.bits()).unwrap();
                    rest.ids().for_each(|card| on_board[usize::from(card)] += 1.0);
                    dealt += f64::from(rest.len());
                }
            }
            // Low cards, which no range holds, come equally often, within five standard deviations.
            let low = (4..20).filter(|&card| known.bits() >> card & 1 == 0).map(|card| on_board[card]);
            let low: Vec<f64> = low.collect();
            let mean = low.iter().sum::<f64>() / low.len() as f64;
            assert!(mean > dealt / 60.0 && low.iter().all(|n| (n - mean).abs() < 5.0 * mean.sqrt()), "{low:?}");
        };
        for (ranges, board) in [
            (&ALL_KINDS[..], "2c3d4h"),
            (&ALL_KINDS, ""),
            (&["AhAd", "KsKh"], "2c3d4h5s"),
            (&["AK, KQ", "AK, AQ", "AK, KQ", "AK, AQ"], ""),
        ] {
            with_sampler(ranges, board, proven(), |sampler, supports| check(ranges, board, sampler, supports));
        }
    }

    #[test]
    fn winners_are_those_of_one_hand_after_another_at_every_level() {
        for ranges in [&ALL_KINDS[..], &["22", "33"], &["random"; 10]] {
            let mut found = vec![];
            let count = |sampler: &HoldemDeals<'_>| {
                let (rng, block) = (&mut Philox::new([7, 7], [0; 4]), &mut sampler.memory().unwrap());
                let (mut counts, mut expected) = (SharerCounts::default(), SharerCounts::default());
                for n in [64, 64, 64, 63, 1] {
                    let unit = &mut UnitOfDeals::default();
                    sampler.deal(n, rng, unit, block);
                    sampler.show_down(n, block, &mut counts);
                    for deal in 0..n {
                        let strength = |hands: &[u64; BLOCK]| {
                            let ids: Vec<u8> = CardSet::new(hands[deal] | block.boards[deal]).unwrap().ids().collect();
                            evaluate_ids(&ids).unwrap()
                        };
                        let won = winners(&block.hands.iter().map(strength).collect::<Vec<_>>());
                        for player in (0..ranges.len()).filter(|player| won >> player & 1 != 0) {
                            expected[player][won.count_ones() as usize] += 1;
                        }
                    }
                }
                assert_eq!(counts, expected);
                counts
            };
            for level in Level::ALL.into_iter().filter_map(Level::prove) {
                found.push(with_sampler(ranges, "KcQcJc", level, |sampler, _| count(sampler)));
            }
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
