//! Equity of ranges by random samples, where exact answers cost too much: deals, everybody's hand and the board.
//!
//! Samples, their streams and when there are enough of them are those of hold'em's Monte Carlo. Whole boards are not swept:
//! the hands of a range are much alike on a board, so that all deals on one say little more than one deal does.

use crate::cards::{CardSet, DECK};
use crate::equity::counts::MAX_PLAYERS;
use crate::equity::sampled::{
    Drawn, Estimate, Payoff, RatioEstimator, Sampler, Sampling, SequentialImportanceSampler, StopRule, is_dealable,
    no_deal, sample,
};
use crate::equity::spot::{OmahaHands, OmahaSpot};
use crate::error::{Error, Result};
use crate::evaluator::OmahaRows;
use crate::memory::{try_collect, try_vec};
use crate::random_hands::deal_others;
use crate::runtime::Run;
use crate::runtime::rng::Philox;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// Deals whose hands are evaluated in one pass.
const AT_ONCE: usize = 64;
/// The most cards of a hand with the board.
const MOST_CARDS: usize = 6 + BOARD_CARDS;

/// Draws that tell how many are in vain, how many of them may not be at least, and their stream.
const PILOT_DRAWS: u32 = 4096;
const PILOT_DEALS: u32 = 8;
const PILOT_STREAM: u64 = 6;

/// An estimate of what the players of a spot win, every deal being as likely as any other.
///
/// # Errors
/// As [`omaha_range_counts`](super::omaha_range_counts); [`Error::InvalidArgument`] for a stop that is no number of samples
/// or standard error or none of both; [`Error::InvalidRange`](crate::Error::InvalidRange) for a player without a hand beside
/// the known cards, and players who cannot be dealt hands at once.
///
/// ```
/// use pokerbits::{Run, cards::CardSet, equity::{OmahaHands, OmahaSpot, Sampling, sampled_omaha_equity}};
/// let players = [OmahaHands::Any; 3];
/// let spot = OmahaSpot { hole_cards: 4, players: &players, board: &[], dead: CardSet::EMPTY, high_low: false };
/// let sampling = Sampling { key: [1, 2], n_samples: Some(50_000), std_error: None };
/// let estimate = sampled_omaha_equity(&spot, &sampling, &mut Run::new(1))?;
/// assert!(estimate.equity.iter().all(|equity| (equity - 1.0 / 3.0).abs() < 0.01));
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn sampled_omaha_equity(spot: &OmahaSpot<'_>, sampling: &Sampling, run: &mut Run<'_>) -> Result<Estimate> {
    let stop = StopRule::new(sampling)?;
    let situation = spot.check()?;
    let lists = lists(spot, &situation)?;
    let deals = Deals::new(spot, &situation, &lists, sampling.key, OmahaRows::get(run.level())?)?;
    Ok(Estimate::from(&sample(&deals, spot.players.len(), sampling.key, stop, run)?))
}

/// The players who cannot hold any cards, with what they can hold.
type Lists = Vec<(usize, Vec<CardSet>)>;

fn lists(spot: &OmahaSpot<'_>, situation: &Situation) -> Result<Lists> {
    let listed = (0..spot.players.len()).filter(|&player| matches!(spot.players[player], OmahaHands::Among(_)));
    let lists = try_collect(listed.map(|player| Ok((player, spot.hands(player, situation.left())?))))?;
    if let Some((player, _)) = lists.iter().find(|(_, hands)| hands.is_empty()) {
        let why = format!("player {}: no hand of the range is left beside the board and the dead cards", player + 1);
        return Err(Error::no_range(why));
    }
    let sets = lists.iter().map(|(_, hands)| try_collect(hands.iter().map(|hand| Ok(hand.bits()))));
    let mut sets: Vec<Vec<u64>> = try_collect(sets)?;
    sets.sort_by_key(Vec::len);
    if is_dealable(&sets) == Some(false) {
        return Err(no_deal());
    }
    Ok(lists)
}

/// What a player gets of the pot when these sets of players have the best high hand and the best low, by weight.
#[inline(always)]
fn prize(player: usize, high: u32, low: u32, weight: f64) -> Payoff {
    let part = |winners: u32| f64::from(winners >> player & 1) / f64::from(winners.count_ones().max(1));
    let share = if low == 0 { part(high) } else { f64::midpoint(part(high), part(low)) };
    let is_alone = high | low == 1 << player;
    let is_shared = !is_alone && share > 0.0;
    Payoff {
        win: weight * f64::from(u8::from(is_alone)),
        tie: weight * f64::from(u8::from(is_shared)),
        share: weight * share,
    }
}

/// Samples of deals.
struct Deals<'a> {
    rows: OmahaRows,
    hole_cards: usize,
    players: usize,
    high_low: bool,
    board: [u8; BOARD_CARDS],
    known: usize,
    deck: [u8; DECK as usize],
    left: usize,
    lists: &'a Lists,
    /// How hands are drawn where those drawn at once nearly always need the same cards.
    contested: Option<SequentialImportanceSampler<CardSet>>,
    /// The players who are dealt hands as the board is.
    any: Vec<usize>,
}

/// The hands of some deals.
struct Memory {
    cards: Vec<u8>,
    strengths: Vec<u16>,
    lows: Vec<u8>,
    weights: Vec<f64>,
}

impl<'a> Deals<'a> {
    fn new(
        spot: &OmahaSpot<'_>,
        situation: &Situation,
        lists: &'a Lists,
        key: [u64; 2],
        rows: OmahaRows,
    ) -> Result<Self> {
        let (mut board, mut deck) = ([0; BOARD_CARDS], [0; DECK as usize]);
        board.iter_mut().zip(situation.board()).for_each(|(to, &card)| *to = card);
        deck.iter_mut().zip(situation.left().ids()).for_each(|(to, card)| *to = card);
        let mut deals = Self {
            rows,
            hole_cards: spot.hole_cards,
            players: spot.players.len(),
            high_low: spot.high_low,
            board,
            known: situation.board().len(),
            deck,
            left: situation.left().len() as usize,
            lists,
            contested: None,
            any: (0..spot.players.len()).filter(|&player| matches!(spot.players[player], OmahaHands::Any)).collect(),
        };
        let rng = &mut Philox::new(key, [0, 0, PILOT_STREAM, 0]);
        let found = (0..PILOT_DRAWS).filter(|_| deals.draw(rng).is_some()).take(PILOT_DEALS as usize).count();
        if found < PILOT_DEALS as usize {
            let players: Vec<_> = lists.iter().map(|(player, hands)| (*player, &hands[..])).collect();
            deals.contested = Some(SequentialImportanceSampler::new(&players, rng)?);
        }
        Ok(deals)
    }

    /// A hand for each player with a list, or nothing if a card is needed twice. To draw all of them anew then makes every
    /// deal as likely as any other.
    #[inline(always)]
    fn draw(&self, rng: &mut Philox) -> Option<Drawn<CardSet>> {
        let mut drawn = Drawn::new();
        for (player, hands) in self.lists {
            let hand = hands[rng.below(hands.len() as u64) as usize];
            if hand.bits() & drawn.held != 0 {
                return None;
            }
            drawn.add(*player, hand);
        }
        Some(drawn)
    }

    /// Evaluates the hands of all rows, and adds what the players win.
    fn show_down(&self, memory: &mut Memory, sums: &mut RatioEstimator) {
        let hands = memory.weights.len() * self.players;
        let cards = &memory.cards[..hands * (self.hole_cards + BOARD_CARDS)];
        let (strengths, lows) = (&mut memory.strengths[..hands], &mut memory.lows[..hands]);
        let are_hands = self.rows.strengths(cards, self.hole_cards, strengths)
            && (!self.high_low || self.rows.lows(cards, self.hole_cards, lows));
        debug_assert!(are_hands, "different cards of one deck");
        let both = strengths.chunks_exact(self.players).zip(lows.chunks_exact(self.players));
        for ((strengths, lows), &weight) in both.zip(&memory.weights) {
            let (high, low) = (winners(strengths), if self.high_low { winners(lows) } else { 0 });
            let mut won = [Payoff::default(); MAX_PLAYERS];
            for (player, won) in won.iter_mut().enumerate().take(self.players) {
                *won = prize(player, high, low, weight);
            }
            sums.add(weight, &won[..self.players]);
        }
        memory.weights.clear();
    }
}

/// Who has the best, a bit for each; 0 where all are 0.
#[inline(always)]
fn winners<T: Copy + Ord + Default>(of: &[T]) -> u32 {
    let best = of.iter().fold(T::default(), |best, &own| own.max(best));
    let with_best = of.iter().enumerate().filter(|&(_, &own)| own == best && best > T::default());
    with_best.fold(0, |set, (player, _)| set | 1 << player)
}

impl Sampler for Deals<'_> {
    const STREAM: u64 = 5;
    const BATCH: u64 = 1024;
    type Memory = Memory;

    fn memory(&self) -> Result<Memory> {
        let hands = AT_ONCE * self.players;
        Ok(Memory {
            cards: try_vec(0, hands * MOST_CARDS)?,
            strengths: try_vec(0, hands)?,
            lows: try_vec(0, hands)?,
            weights: Vec::with_capacity(AT_ONCE),
        })
    }

    fn sample(&self, n: u64, rng: &mut Philox, memory: &mut Memory, sums: &mut RatioEstimator) -> Result<()> {
        let (mut deck, mut rest) = (self.deck, [0; DECK as usize]);
        let deck = &mut deck[..self.left];
        let (size, width) = (self.hole_cards, self.hole_cards + BOARD_CARDS);
        let rest = &mut rest[..size * self.any.len() + BOARD_CARDS - self.known];
        let mut board = self.board;
        for _ in 0..n {
            let dealt = match &self.contested {
                Some(contested) => contested.draw(rng),
                // The pilot has found deals: there is an end.
                None => loop {
                    if let Some(found) = self.draw(rng) {
                        break found;
                    }
                },
            };
            if dealt.weight <= 0.0 {
                sums.add(0.0, &[]);
                continue;
            }
            // Hands for those who can hold any, and the rest of the board.
            deal_others(rng, deck, dealt.held, rest);
            let (any, of_board) = rest.split_at(size * self.any.len());
            board[self.known..].copy_from_slice(of_board);
            let first = memory.weights.len() * self.players * width;
            let rows = &mut memory.cards[first..first + self.players * width];
            for (player, _) in self.lists {
                let hole = &mut rows[player * width..][..size];
                hole.iter_mut().zip(dealt.hands[*player].ids()).for_each(|(to, card)| *to = card);
            }
            for (&player, hand) in self.any.iter().zip(any.chunks_exact(size)) {
                rows[player * width..][..size].copy_from_slice(hand);
            }
            rows.chunks_exact_mut(width).for_each(|row| row[size..].copy_from_slice(&board));
            memory.weights.push(dealt.weight);
            if memory.weights.len() == AT_ONCE {
                self.show_down(memory, sums);
            }
        }
        self.show_down(memory, sums);
        Ok(())
    }
}
