//! Players with ranges, a board and dead cards, checked once, and what hands each player can hold beside them.

use crate::cards::{CardSet, SuitPermutation};
use crate::combinatorics::choose;
use crate::equity::counts::MAX_PLAYERS;
use crate::error::{Error, Result, Row};
use crate::memory::{try_push, try_with_capacity};
use crate::runtime::MayGoOn;
use crate::showdown::situation::Situation;

/// What an error calls the right numbers of hole cards.
pub(super) const HOLE_SIZES: &str = "4, 5 or 6 hole";

/// Hands that are looked up between two questions whether the work may go on: a millisecond.
const LOOKED_UP: usize = 1 << 13;

/// What a player can hold in Omaha.
#[derive(Debug, Clone, Copy)]
pub enum OmahaHands<'a> {
    /// Any cards.
    Any,
    /// One of these hands, each as likely as any other.
    Among(&'a [CardSet]),
}

impl OmahaHands<'_> {
    /// Whether a renaming of the suits makes the same hands of them. Said only of hands that are in the order of their bits,
    /// each once.
    pub(super) fn is_left_by(&self, suits: SuitPermutation, may_go_on: &mut MayGoOn<'_>) -> Result<bool> {
        let Self::Among(hands) = self else { return Ok(true) };
        if !hands.is_sorted_by(|a, b| a.bits() < b.bits()) {
            return Ok(false);
        }
        let is_held = |hand: CardSet| hands.binary_search_by_key(&hand.bits(), |held| held.bits()).is_ok();
        for hands in hands.chunks(LOOKED_UP) {
            may_go_on()?;
            if !hands.iter().all(|&hand| is_held(suits.cards(hand))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Who plays for what: the hole cards of the game, 4 to 6, what each player can hold, the known cards, and whether the best
/// eight-or-better low takes half of the pot.
#[derive(Debug, Clone, Copy)]
pub struct OmahaSpot<'a> {
    /// How many hole cards each player has.
    pub hole_cards: usize,
    /// What each of two to ten players can hold.
    pub players: &'a [OmahaHands<'a>],
    /// 0, 3, 4 or 5 board cards.
    pub board: &'a [u8],
    /// Cards out of play.
    pub dead: CardSet,
    /// Whether the best low takes half of the pot.
    pub high_low: bool,
}

impl OmahaSpot<'_> {
    /// The known cards, once all is right.
    pub(super) fn check(&self) -> Result<Situation> {
        let players = self.players.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(Error::InvalidArgument(format!("expected 2 to {MAX_PLAYERS} players, found {players}")));
        }
        if !(4..=6).contains(&self.hole_cards) {
            return Err(Error::CardCount { row: Row(None), expected: HOLE_SIZES, found: self.hole_cards });
        }
        for hands in self.players {
            if let OmahaHands::Among(hands) = hands
                && let Some(hand) = hands.iter().find(|hand| hand.len() as usize != self.hole_cards)
            {
                return Err(Error::InvalidArgument(format!(
                    "hands of other than {} hole cards: {hand}",
                    self.hole_cards
                )));
            }
        }
        let situation = Situation::of_cards(&[], self.board, self.dead)?;
        let (left, needed) = (situation.left().len() as usize, self.hole_cards * players + situation.missing());
        if left < needed {
            let why = format!("{left} cards are left, {players} hands and the board need {needed}");
            return Err(Error::InvalidArgument(why));
        }
        Ok(situation)
    }

    /// How many hands each player can hold of the cards `left`.
    pub(super) fn sizes(&self, left: CardSet) -> Vec<f64> {
        let any = || choose(left.len().into(), self.hole_cards as u64).unwrap_or(0) as f64;
        let of = |hands: &OmahaHands<'_>| match hands {
            OmahaHands::Any => any(),
            OmahaHands::Among(hands) => hands.iter().filter(|&&hand| (hand - left).is_empty()).count() as f64,
        };
        self.players.iter().map(of).collect()
    }

    /// The hands that a player can hold of the cards `left`.
    pub(super) fn hands(&self, player: usize, left: CardSet) -> Result<Vec<CardSet>> {
        let mut held = Vec::new();
        match self.players[player] {
            OmahaHands::Among(hands) => {
                for &hand in hands.iter().filter(|&&hand| (hand - left).is_empty()) {
                    try_push(&mut held, hand)?;
                }
            }
            OmahaHands::Any => {
                held = try_with_capacity(choose(left.len().into(), self.hole_cards as u64).unwrap_or(0) as usize)?;
                add_all(&left.ids().collect::<Vec<_>>(), self.hole_cards, CardSet::EMPTY, &mut held);
            }
        }
        Ok(held)
    }
}

/// Every way to add `more` of the `cards` to a hand, into a list with room for them.
fn add_all(cards: &[u8], more: usize, hand: CardSet, held: &mut Vec<CardSet>) {
    if more == 0 {
        held.push(hand);
        return;
    }
    for (at, &card) in cards.iter().enumerate() {
        let with = hand | CardSet::new(1 << card).unwrap_or_default();
        add_all(&cards[..at], more - 1, with, held);
    }
}
