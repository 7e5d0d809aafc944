//! Every hand of one player against the range of another, on one board, beside folded ranges.
//!
//! A deal of two hands weighs as much as the folded hands that it leaves. The hands of a range are compared in vectors: those
//! with one card in common, by their other card.

use super::unblocked::{FoldedRanges, LANES, NONE, PerCard, Unblocked, of_card, sum};
use crate::cards::{COMBOS, CardSet, DECK, PerCombo, combo_id};
use crate::equity::combo_counts::Amount;
use crate::error::Result;
use crate::evaluator::ComboStrengths;
use crate::memory::try_push;
use crate::runtime::dispatch::{Isa, Kernel};

/// A difference of weights that is a smaller part of the minuend is added up again, unless weights are integers.
const BARELY: f64 = 1.0 / 256.0;

/// Hands with one card in common: the weights, and on a board also the strengths.
struct Tile {
    /// The higher card, and the vector of the lower one.
    card: usize,
    at: usize,
    weights: [f64; LANES],
    on_board: [f64; LANES],
    strengths: [f64; LANES],
}

/// The hands of one player that others are compared with.
pub(super) struct OpponentTiles {
    tiles: Vec<Tile>,
    /// 1 for each card that the other player does not hold, else 0.
    free: PerCard,
    /// Sums of the hand in question.
    lanes: [[f64; LANES]; 4],
}

impl OpponentTiles {
    pub(super) fn new<W: Amount>(range: &PerCombo<W>) -> Result<Self> {
        let mut tiles = vec![];
        for card in 0..DECK {
            for at in 0..NONE.len() {
                let weights = std::array::from_fn(|lane| weight(range, card, at, lane));
                if weights.iter().any(|&weight| weight > 0.0) {
                    let none = [0.0; LANES];
                    try_push(&mut tiles, Tile { card: card.into(), at, weights, on_board: none, strengths: none })?;
                }
            }
        }
        Ok(Self { tiles, free: [[1.0; LANES]; _], lanes: [[0.0; LANES]; 4] })
    }

    /// Number of vectors of hands.
    pub(super) fn tiles(&self) -> usize {
        self.tiles.len()
    }

    /// Moves to a board.
    pub(super) fn enter_board(&mut self, strengths: &ComboStrengths) {
        for Tile { card, at, weights, on_board, strengths: of } in &mut self.tiles {
            for lane in 0..LANES {
                let is_held = weights[lane] > 0.0;
                let strength =
                    if is_held { strengths[usize::from(combo_id(*card as u8, (*at * LANES + lane) as u8))] } else { 0 };
                of[lane] = strength.into();
                on_board[lane] = if strength > 0 { weights[lane] } else { 0.0 };
            }
        }
    }
}

/// The weight of the combo of a card and a lower one; 0 if no card of the deck is there.
fn weight<W: Amount>(range: &PerCombo<W>, card: u8, at: usize, lane: usize) -> f64 {
    let lower = (at * LANES + lane) as u8;
    if lower < card { range[usize::from(combo_id(card, lower))].float() } else { 0.0 }
}

/// The deals of a hand: the weights of the opponent's hands, each times that of the folded hands.
#[derive(Clone, Copy, Default)]
pub(super) struct Deals {
    pub(super) win: f64,
    pub(super) tie: f64,
    pub(super) all: f64,
}

/// Some combos on a board, and the opponent's hands. Combos with a card of the board have no deals.
pub(super) struct Showdown<'a> {
    pub(super) board: CardSet,
    pub(super) combos: &'a [u16],
    pub(super) strengths: &'a ComboStrengths,
    pub(super) opponent: &'a mut OpponentTiles,
    pub(super) folded: &'a FoldedRanges,
    /// Whether weights are integers, whose differences are exact.
    pub(super) is_exact: bool,
    pub(super) found: &'a mut [Deals],
}

/// Compares them beside the folded hands that are left.
pub(super) struct Beside<'a, U>(pub(super) Showdown<'a>, pub(super) &'a mut U);

impl<U: Unblocked> Kernel for Beside<'_, U> {
    type Output = ();
    const GAINS_FROM_V4: bool = true;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self(Showdown { board, combos, strengths, opponent, folded, is_exact, found }, unblocked) = self;
        let least = if is_exact { f64::NEG_INFINITY } else { BARELY * folded.all() };
        for (&combo, found) in combos.iter().zip(found) {
            *found = Deals::default();
            let (hand, own) = (COMBOS[usize::from(combo)].map(usize::from), strengths[usize::from(combo)]);
            if own == 0 {
                continue;
            }
            unblocked.enter_hand(hand);
            for card in hand {
                opponent.free[card / LANES][card % LANES] = 0.0;
            }
            let own = f64::from(own);
            let [mut win, mut tie, mut all, mut barely] = [[0.0; LANES]; 4];
            for tile in &opponent.tiles {
                if hand.contains(&tile.card) {
                    continue;
                }
                let left = unblocked.left();
                let (beside, with) = (left.all - of_card(&left.with, tile.card), left.with[tile.at]);
                let (both, free) = (unblocked.with_both(tile.card, tile.at), &opponent.free[tile.at]);
                let [mut deals, mut low] = [[0.0; LANES]; 2];
                for lane in 0..LANES {
                    let weight = tile.on_board[lane] * free[lane];
                    let folded = beside + both[lane] - with[lane];
                    deals[lane] = weight * folded;
                    low[lane] = if folded < least { weight } else { 0.0 };
                }
                for lane in 0..LANES {
                    all[lane] += deals[lane];
                    barely[lane] += low[lane];
                }
                for lane in 0..LANES {
                    win[lane] += if own > tile.strengths[lane] { deals[lane] } else { 0.0 };
                }
                // Strengths are integers.
                #[allow(clippy::float_cmp)]
                for lane in 0..LANES {
                    tie[lane] += if own == tile.strengths[lane] { deals[lane] } else { 0.0 };
                }
            }
            // Stored, so that compilers make vectors of the lanes.
            opponent.lanes = [win, tie, all, barely];
            let [win, tie, all, barely] = opponent.lanes.map(sum);
            *found = Deals { win, tie, all };
            if barely > 0.0 {
                *found = one_by_one(board.bits() | 1 << hand[0] | 1 << hand[1], own, opponent, folded);
            }
            for card in hand {
                opponent.free[card / LANES][card % LANES] = 1.0;
            }
        }
    }
}

/// The deals of a hand of strength `own`, whose folded hands are added up one by one. The hand and the board are `used`.
#[inline(never)]
// Strengths are integers.
#[allow(clippy::float_cmp)]
fn one_by_one(used: u64, own: f64, opponent: &OpponentTiles, folded: &FoldedRanges) -> Deals {
    let mut deals = Deals::default();
    for tile in &opponent.tiles {
        for lane in 0..LANES {
            let cards = 1u64 << tile.card | 1 << (tile.at * LANES + lane);
            if tile.on_board[lane] > 0.0 && cards & used == 0 {
                let weight = tile.on_board[lane] * folded.one_by_one(used | cards);
                deals.all += weight;
                deals.win += if own > tile.strengths[lane] { weight } else { 0.0 };
                deals.tie += if own == tile.strengths[lane] { weight } else { 0.0 };
            }
        }
    }
    deals
}
