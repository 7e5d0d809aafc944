//! Samples of whole deals: everybody's hand and the board, and one showdown of all.
//!
//! The hands of a deal are drawn together (see `draws`), then the board from the cards that are left. A player for whom
//! any two cards are as likely as any other two leaves the same number of hands whatever the others hold, so such hands are
//! dealt after the others, with the board, each card as likely as any other.

use super::Sampler;
use super::draws::{Dealt, Draws};
use super::ratio::{Payoff, RatioEstimator};
use super::support::Support;
use crate::cards::DECK;
use crate::equity::MAX_PLAYERS;
use crate::error::Result;
use crate::evaluator::{Made, Standard, evaluate_some};
use crate::random_hands::deal_others;
use crate::runtime::cpu::Proven;
use crate::runtime::rng::Philox;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// Deals whose hands are evaluated in one pass.
const AT_ONCE: usize = 64;
/// Cards of a hand with the board.
const HAND: usize = 7;

/// Deals of the cards that are left to players, and of the rest of the board.
pub(crate) struct Deals {
    short_deck: Option<Made<9>>,
    level: Proven,
    players: usize,
    board: [u8; BOARD_CARDS],
    known: usize,
    deck: [u8; DECK as usize],
    left: usize,
    draws: Draws,
    /// The players who are dealt hands as the board is.
    random: Vec<usize>,
}

/// The hands of some deals.
pub(crate) struct Rows {
    cards: [u8; HAND * MAX_PLAYERS * AT_ONCE],
    strengths: [u16; MAX_PLAYERS * AT_ONCE],
    /// The weight of each deal.
    weights: Vec<f64>,
}

impl Deals {
    pub(crate) fn new(
        short_deck: Option<Made<9>>,
        situation: &Situation,
        supports: &[Support],
        key: [u64; 2],
        level: Proven,
    ) -> Result<Self> {
        let (mut board, mut deck) = ([0; BOARD_CARDS], [0; DECK as usize]);
        board.iter_mut().zip(situation.board()).for_each(|(to, &card)| *to = card);
        deck.iter_mut().zip(situation.left().ids()).for_each(|(to, card)| *to = card);
        let random = |is: bool| (0..supports.len()).filter(move |&player| supports[player].is_random == is);
        let known: Vec<_> = random(false).map(|player| (player, &supports[player].holes[..])).collect();
        Ok(Self {
            short_deck,
            level,
            players: supports.len(),
            board,
            known: situation.board().len(),
            deck,
            left: situation.left().len() as usize,
            draws: Draws::new(&known, key)?,
            random: random(true).collect(),
        })
    }

    /// Deals hands to those who can hold any, and the rest of the board.
    #[inline(always)]
    fn deal_rest(&self, rng: &mut Philox, deck: &mut [u8], dealt: &mut Dealt, board: &mut [u8; BOARD_CARDS]) {
        let mut cards = [0; 2 * MAX_PLAYERS + BOARD_CARDS];
        let needed = 2 * self.random.len() + BOARD_CARDS - self.known;
        deal_others(rng, deck, dealt.held, &mut cards[..needed]);
        let (hands, rest) = cards[..needed].split_at(2 * self.random.len());
        for (&player, hand) in self.random.iter().zip(hands.as_chunks::<2>().0) {
            dealt.hands[player] = *hand;
        }
        board[self.known..].copy_from_slice(rest);
    }

    /// Evaluates the hands of all rows, and adds what the players win.
    fn show_down(&self, rows: &mut Rows, sums: &mut RatioEstimator) {
        if rows.weights.is_empty() {
            return;
        }
        let hands = rows.weights.len() * self.players;
        let strengths = &mut rows.strengths[..hands];
        let cards = &rows.cards[..HAND * hands];
        let are_hands = match self.short_deck {
            Some(tables) => evaluate_some(tables, self.level, cards, HAND, strengths),
            None => evaluate_some(Standard, self.level, cards, HAND, strengths),
        };
        debug_assert!(are_hands, "different cards of one deck");
        for (strengths, &weight) in strengths.chunks_exact(self.players).zip(&rows.weights) {
            let best = strengths.iter().fold(0, |best, &strength| strength.max(best));
            let winners = strengths.iter().filter(|&&strength| strength == best).count();
            let prize = match winners {
                1 => Payoff { win: weight, tie: 0.0, share: weight },
                _ => Payoff { win: 0.0, tie: weight, share: weight / winners as f64 },
            };
            let mut won = [Payoff::default(); MAX_PLAYERS];
            for (won, &strength) in won.iter_mut().zip(strengths) {
                *won = if strength == best { prize } else { Payoff::default() };
            }
            sums.add(weight, &won[..self.players]);
        }
        rows.weights.clear();
    }
}

impl Sampler for Deals {
    const STREAM: u64 = 2;
    const BATCH: u64 = 1024;
    type Memory = Box<Rows>;

    fn memory(&self) -> Result<Self::Memory> {
        Ok(Box::new(Rows {
            cards: [0; HAND * MAX_PLAYERS * AT_ONCE],
            strengths: [0; MAX_PLAYERS * AT_ONCE],
            weights: Vec::with_capacity(AT_ONCE),
        }))
    }

    fn sample(&self, n: u64, rng: &mut Philox, rows: &mut Self::Memory, sums: &mut RatioEstimator) -> Result<()> {
        let (mut board, mut deck) = (self.board, self.deck);
        let deck = &mut deck[..self.left];
        for _ in 0..n {
            let mut dealt = self.draws.deal(rng);
            if dealt.weight <= 0.0 {
                sums.add(0.0, &[]);
                continue;
            }
            self.deal_rest(rng, deck, &mut dealt, &mut board);
            let first = HAND * self.players * rows.weights.len();
            let hands = rows.cards[first..].as_chunks_mut::<HAND>().0.iter_mut();
            for (row, hand) in hands.zip(&dealt.hands[..self.players]) {
                row[..2].copy_from_slice(hand);
                row[2..].copy_from_slice(&board);
            }
            rows.weights.push(dealt.weight);
            if rows.weights.len() == AT_ONCE {
                self.show_down(rows, sums);
            }
        }
        self.show_down(rows, sums);
        Ok(())
    }
}
