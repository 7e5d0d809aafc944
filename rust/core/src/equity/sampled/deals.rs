//! Samples of whole deals: the hands of all players, the board, and one showdown. All games use this file.
//!
//! The hands of a deal are drawn together (see `draws`), then the board from the remaining cards. Some players hold any
//! cards with equal probability, or any beside some known ones. The number of their hands does not depend on the others'
//! cards, so they are dealt last, with the board.

use super::draws::{HandDraws, Seat, UNIT, UnitOfDeals};
use super::importance::SequentialImportanceSampler;
use super::ratio::{Payoff, RatioEstimator};
use super::support::Support;
use super::{PILOT_STREAM, Sampler};
use crate::cards::{CardSet, DECK};
use crate::equity::counts::{MAX_PLAYERS, winners};
use crate::equity::spot::Spot;
use crate::error::Result;
use crate::game::{GameEvaluator, MAX_HOLE_CARDS};
use crate::memory::try_vec;
use crate::random_hands::deal_others;
use crate::runtime::cpu::Proven;
use crate::runtime::numbers::SmallNumbers;
use crate::runtime::rng::Philox;
use crate::showdown::street::BOARD_CARDS;

/// Number of deals whose hands are evaluated in one pass.
const AT_ONCE: usize = 64;

/// How the hands of ranges are drawn.
enum Draws<'a> {
    /// All at once, until no two share a card.
    Rejection(HandDraws<'a>),
    /// By the cards that several players may hold.
    Importance(SequentialImportanceSampler),
}

/// Deals of the remaining cards to players, and of the rest of the board.
pub(crate) struct DealSampler<'a> {
    evaluator: GameEvaluator,
    /// Number of players with a showdown: the others, who come last, have folded.
    players: usize,
    hole_cards: usize,
    board: [u8; BOARD_CARDS],
    /// Number of cards on a whole board, and of those that are known.
    board_cards: usize,
    known: usize,
    deck: [u8; DECK as usize],
    left: usize,
    draws: Draws<'a>,
    /// The players with hands that are drawn.
    drawn: Vec<usize>,
    /// The players who are dealt random hands, together with the board, and the cards that they hold already.
    random: Vec<(usize, CardSet)>,
    /// Number of cards that are dealt to random hands and to the board.
    needed: usize,
}

/// The hands of several deals.
pub(crate) struct DealtRows {
    cards: Vec<u8>,
    strengths: Vec<u16>,
    lows: Vec<u8>,
    /// The weight of each deal.
    weights: Vec<f64>,
    /// The payoffs of the deals of a unit.
    of_unit: [Payoff; MAX_PLAYERS],
}

impl<'a> DealSampler<'a> {
    pub(crate) fn new(
        spot: &Spot<'_>,
        supports: &'a [Support],
        key: [u64; 2],
        units_are_many: bool,
        level: Proven,
    ) -> Result<Self> {
        let situation = spot.situation();
        let (mut board, mut deck) = ([0; BOARD_CARDS], [0; DECK as usize]);
        let (random, drawn): (Vec<_>, Vec<_>) = (0..supports.len()).partition(|&player| supports[player].is_random);
        let random: Vec<_> = random.into_iter().map(|player| (player, supports[player].known)).collect();
        let left = random.iter().fold(situation.left(), |left, &(_, known)| left - known);
        board.iter_mut().zip(situation.board()).for_each(|(to, &card)| *to = card);
        deck.iter_mut().zip(left.ids()).for_each(|(to, card)| *to = card);
        let (hole_cards, board_cards) = (spot.game().hole_cards(), spot.game().board_cards());
        let to_come = random.iter().map(|(_, known)| hole_cards - known.len() as usize).sum::<usize>();
        let seats: Vec<Seat<'a>> = drawn.iter().map(|&player| (player, &supports[player])).collect();
        let pilot = &mut Philox::new(key, [0, 0, PILOT_STREAM, 0]);
        let draws = match HandDraws::new(&seats, units_are_many, pilot) {
            Some(draws) => Draws::Rejection(draws),
            None => Draws::Importance(SequentialImportanceSampler::new(&seats, pilot)?),
        };
        Ok(Self {
            evaluator: spot.game().evaluator(level)?,
            players: spot.players(),
            hole_cards,
            board,
            board_cards,
            known: situation.board().len(),
            deck,
            left: left.len() as usize,
            draws,
            drawn,
            random,
            needed: to_come + situation.missing(),
        })
    }

    /// Whether deals depend on others of their unit.
    fn are_in_units(&self) -> bool {
        matches!(&self.draws, Draws::Rejection(draws) if draws.are_in_units())
    }

    /// Draws the hands of the next deal of a unit, and returns their cards and the weight of the deal.
    #[inline(always)]
    fn draw(&self, rng: &mut Philox, unit: &mut UnitOfDeals) -> (u64, f64) {
        if self.drawn.is_empty() {
            return (0, 1.0);
        }
        match &self.draws {
            // The pilot has found deals, so this loop ends.
            Draws::Rejection(draws) => loop {
                let mut numbers = SmallNumbers::new(rng);
                if let Some(held) = draws.try_draw(&mut numbers, unit).filter(|_| numbers.are_even()) {
                    draws.accept(unit);
                    return (held, 1.0);
                }
            },
            Draws::Importance(sampler) => {
                let drawn = sampler.draw(rng);
                unit.hands = drawn.hands;
                (drawn.held, drawn.weight)
            }
        }
    }

    /// Deals hands to the players with random hands and the rest of the board, and writes the hands of all players in rows.
    #[inline(always)]
    fn deal_rest(
        &self,
        rng: &mut Philox,
        deck: &mut [u8],
        (hands, held): (&[u64; MAX_PLAYERS], u64),
        board: &mut [u8; BOARD_CARDS],
        rows: &mut [u8],
    ) {
        let size = self.hole_cards;
        let mut cards = [0; MAX_HOLE_CARDS * MAX_PLAYERS + BOARD_CARDS];
        let cards = &mut cards[..self.needed];
        deal_others(rng, deck, held, cards);
        let (mut dealt, rest) = cards.split_at(self.needed - (self.board_cards - self.known));
        board[self.known..self.board_cards].copy_from_slice(rest);
        let width = size + self.board_cards;
        for &player in self.drawn.iter().filter(|&&player| player < self.players) {
            write(hands[player], &mut rows[player * width..][..size]);
        }
        for &(player, known) in &self.random {
            let (from, (hand, after)) = (known.len() as usize, dealt.split_at(size - known.len() as usize));
            dealt = after;
            if player < self.players {
                let row = &mut rows[player * width..][..size];
                write(known.bits(), &mut row[..from]);
                row[from..].copy_from_slice(hand);
            }
        }
        for row in rows.chunks_exact_mut(width) {
            row[size..].copy_from_slice(&board[..self.board_cards]);
        }
    }

    /// Evaluates the hands of all rows, and adds the payoffs of the players.
    fn show_down(&self, rows: &mut DealtRows, sums: &mut RatioEstimator) {
        let hands = rows.weights.len() * self.players;
        if hands == 0 {
            return;
        }
        let (strengths, lows) = (&mut rows.strengths[..hands], &mut rows.lows[..hands]);
        self.evaluator.evaluate(&rows.cards[..hands * self.evaluator.row()], strengths, lows);
        let are_in_units = self.are_in_units();
        for (deal, &weight) in rows.weights.iter().enumerate() {
            let of_deal = deal * self.players..(deal + 1) * self.players;
            let payoffs = if self.evaluator.has_low() {
                split_pot(&strengths[of_deal.clone()], &lows[of_deal], weight)
            } else {
                whole_pot(&strengths[of_deal], weight)
            };
            if are_in_units {
                rows.of_unit.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += payoff);
            } else {
                sums.add(weight, &payoffs[..self.players]);
            }
        }
        rows.weights.clear();
    }
}

/// Writes the ids of cards.
#[inline(always)]
fn write(cards: u64, ids: &mut [u8]) {
    let mut left = cards;
    for id in ids {
        *id = left.trailing_zeros() as u8;
        left &= left.wrapping_sub(1);
    }
}

/// Payoffs of a pot for the best hand.
#[inline(always)]
fn whole_pot(strengths: &[u16], weight: f64) -> [Payoff; MAX_PLAYERS] {
    let best = strengths.iter().fold(0, |best, &strength| strength.max(best));
    let winners = strengths.iter().filter(|&&strength| strength == best).count();
    let prize = match winners {
        1 => Payoff { win: weight, tie: 0.0, share: weight },
        _ => Payoff { win: 0.0, tie: weight, share: weight / winners as f64 },
    };
    let mut payoffs = [Payoff::default(); MAX_PLAYERS];
    for (payoff, &strength) in payoffs.iter_mut().zip(strengths) {
        *payoff = if strength == best { prize } else { Payoff::default() };
    }
    payoffs
}

/// Payoffs of a pot of which the best low, if there is one, takes half.
#[inline(always)]
fn split_pot(strengths: &[u16], lows: &[u8], weight: f64) -> [Payoff; MAX_PLAYERS] {
    let (high, low) = (winners(strengths), winners(lows));
    let mut payoffs = [Payoff::default(); MAX_PLAYERS];
    for (player, payoff) in payoffs.iter_mut().enumerate().take(strengths.len()) {
        let part = |winners: usize| (winners >> player & 1) as f64 / f64::from(winners.count_ones().max(1));
        let share = if low == 0 { part(high) } else { f64::midpoint(part(high), part(low)) };
        let is_alone = high | low == 1 << player;
        let is_shared = !is_alone && share > 0.0;
        *payoff = Payoff {
            win: weight * f64::from(u8::from(is_alone)),
            tie: weight * f64::from(u8::from(is_shared)),
            share: weight * share,
        };
    }
    payoffs
}

impl Sampler for DealSampler<'_> {
    type Memory = DealtRows;

    fn memory(&self) -> Result<DealtRows> {
        let hands = AT_ONCE * self.players;
        Ok(DealtRows {
            cards: try_vec(0, hands * self.evaluator.row())?,
            strengths: try_vec(0, hands)?,
            lows: try_vec(0, hands)?,
            weights: Vec::with_capacity(AT_ONCE),
            of_unit: [Payoff::default(); MAX_PLAYERS],
        })
    }

    fn sample(&self, n: u64, rng: &mut Philox, rows: &mut DealtRows, sums: &mut RatioEstimator) -> Result<()> {
        let (mut board, mut deck) = (self.board, self.deck);
        let deck = &mut deck[..self.left];
        let width = self.players * (self.hole_cards + self.board_cards);
        let mut left = n as usize;
        while left > 0 {
            let of_unit = left.min(UNIT);
            let mut unit = UnitOfDeals::default();
            rows.of_unit = Default::default();
            for _ in 0..of_unit {
                let (held, weight) = self.draw(rng, &mut unit);
                if weight <= 0.0 {
                    sums.add(0.0, &[]);
                    continue;
                }
                let at = rows.weights.len() * width;
                self.deal_rest(rng, deck, (&unit.hands, held), &mut board, &mut rows.cards[at..at + width]);
                rows.weights.push(weight);
                if rows.weights.len() == AT_ONCE {
                    self.show_down(rows, sums);
                }
            }
            self.show_down(rows, sums);
            if self.are_in_units() {
                sums.add_unit(of_unit as u64, &rows.of_unit[..self.players]);
            }
            left -= of_unit;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_is_won_alone_only_by_both_halves() {
        let split = |strengths: [u16; 3], lows: [u8; 3]| {
            let payoffs = split_pot(&strengths, &lows, 6.0);
            [0, 1, 2].map(|player| (payoffs[player].win, payoffs[player].tie, payoffs[player].share))
        };
        let none = (0.0, 0.0, 0.0);
        assert_eq!(split([5, 9, 4], [0, 3, 2]), [none, (6.0, 0.0, 6.0), none]);
        assert_eq!(split([5, 4, 9], [0, 0, 0]), [none, none, (6.0, 0.0, 6.0)]);
        assert_eq!(split([9, 5, 9], [0, 0, 0]), [(0.0, 6.0, 3.0), none, (0.0, 6.0, 3.0)]);
        assert_eq!(split([5, 9, 9], [7, 0, 3]), [(0.0, 6.0, 3.0), (0.0, 6.0, 1.5), (0.0, 6.0, 1.5)]);
    }
}
