//! An endgame: two weighted ranges and a betting tree on a board of four or five cards.

use super::plan::StreetPlan;
use super::players::PlayerCombos;
use super::tree::{Decision, Tree};
use crate::cards::{CardSet, DECK, PerCombo, share_a_card};
use crate::error::{Error, Result};
use crate::memory::try_vec;
use crate::runtime::Run;
use crate::showdown::RankedBoards;
use crate::showdown::street::BOARD_CARDS;

/// A turn or river endgame of hold'em.
///
/// Player 0 and 1 are those of the tree. Payoffs are zero-sum: at a stake of s the winner gains s and the loser loses s.
pub struct Endgame {
    pub(super) players: [PlayerCombos; 2],
    pub(super) decisions: Vec<Decision>,
    /// For each player, who values hands, and each street.
    pub(super) plans: [Vec<StreetPlan>; 2],
    pub(super) ranked: RankedBoards,
    /// For each player 1 for hands that a river allows, 0 for others, river by river.
    pub(super) possible: [Vec<f64>; 2],
    rivers: Vec<[u8; BOARD_CARDS]>,
    /// Rivers that each pair of hands sees.
    pub(super) runouts: f64,
    /// Total weight of the pairs of hands.
    deals: f64,
}

impl Endgame {
    /// The endgame of these weights of the combos on this board. A tree with a deal needs four cards, another one five.
    ///
    /// # Errors
    /// [`Error::CardOutOfRange`], [`Error::DuplicateCard`], and [`Error::InvalidArgument`] for another number of cards.
    /// [`Error::InvalidRow`] for a weight that is negative, infinite or NaN. [`Error::InvalidRange`] if a player has no hand,
    /// or each hand of one player has a card of each of the other's.
    pub fn new(board: &[u8], weights: [&PerCombo<f64>; 2], tree: &Tree, run: &mut Run<'_>) -> Result<Self> {
        let set = CardSet::from_ids(board)?;
        let expected = BOARD_CARDS + 1 - tree.n_streets();
        if board.len() != expected {
            let found = board.len();
            return Err(Error::InvalidArgument(format!("board: expected {expected} cards, found {found}")));
        }
        let rivers: Vec<[u8; BOARD_CARDS]> = match *board {
            [a, b, c, d] => {
                (0..DECK).filter(|card| set.bits() >> card & 1 == 0).map(|river| [a, b, c, d, river]).collect()
            }
            [a, b, c, d, e] => vec![[a, b, c, d, e]],
            _ => vec![],
        };
        let players = PlayerCombos::both(weights, set.bits())?;
        let ranked = RankedBoards::new(rivers.as_flattened(), run)?;
        let possible = [0, 1].map(|player: usize| allowed(&players[player], &rivers));
        let plans =
            [0, 1].map(|player| (0..tree.n_streets()).map(|street| StreetPlan::new(tree, player, street)).collect());
        let deals = meetings(&players)?;
        let runouts = rivers.len().saturating_sub(4).max(1) as f64;
        let decisions = tree.decisions().collect();
        Ok(Self { players, decisions, plans, ranked, possible, rivers, runouts, deals })
    }

    /// The combos of a player that have a weight and no card of the board, ascending.
    pub fn combos(&self, player: usize) -> &[u16] {
        &self.players[player & 1].combos
    }

    /// The boards of five cards.
    pub fn rivers(&self) -> &[[u8; BOARD_CARDS]] {
        &self.rivers
    }

    /// Number of streets.
    pub fn n_streets(&self) -> usize {
        self.plans[0].len()
    }

    /// Number of boards of a street.
    pub fn n_boards(&self, street: usize) -> usize {
        if street + 1 == self.n_streets() { self.rivers.len() } else { 1 }
    }

    /// The mean of the values of the hands of a player over all deals; a value is a gain times the unblocked weight.
    pub(super) fn mean(&self, player: usize, values: &[f64]) -> f64 {
        self.players[player].weights.iter().zip(values).map(|(weight, value)| weight * value).sum::<f64>() / self.deals
    }
}

fn allowed(player: &PlayerCombos, rivers: &[[u8; BOARD_CARDS]]) -> Vec<f64> {
    let is_free = |river: &[u8; BOARD_CARDS], cards: &[u8; 2]| !cards.iter().any(|card| river.contains(card));
    rivers
        .iter()
        .flat_map(|river| player.cards.iter().map(move |cards| f64::from(u8::from(is_free(river, cards)))))
        .collect()
}

/// The total weight of the pairs of hands without a common card.
fn meetings(players: &[PlayerCombos; 2]) -> Result<f64> {
    let [ours, theirs] = players;
    let mut reach = try_vec(0.0, theirs.len() + 1)?;
    reach[..theirs.len()].copy_from_slice(&theirs.weights);
    let mut unblocked = try_vec(0.0, ours.len())?;
    ours.unblocked(theirs, &reach, &mut unblocked);
    let meets = |ours: &[u8; 2]| theirs.cards.iter().any(|theirs| !share_a_card(*theirs, *ours));
    // Whether a pair exists is a question of cards: the sums may be off by their rounding.
    let mut deals = 0.0;
    let mut any = false;
    for ((cards, weight), unblocked) in ours.cards.iter().zip(&ours.weights).zip(unblocked) {
        if meets(cards) {
            any = true;
            deals += weight * unblocked;
        }
    }
    if any && deals > 0.0 {
        return Ok(deals);
    }
    Err(Error::no_range("every hand of one player shares a card with every hand of the other".into()))
}
