//! What an odds call returns: exact counts of deals by number of ties.

use super::deal::check_opponents;
use super::words::{Tables, Word};
use crate::cards::{CardSet, DECK};
use crate::error::Result;
use crate::showdown::situation::BOARD_CARDS;
use crate::showdown::street::Street;

/// The exact odds of one hand against one number of opponents.
///
/// A deal completes the board and hands two cards to each opponent; the opponents are not told apart, so k disjoint
/// hands are one deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpponentCounts {
    /// The number of opponents, k.
    pub opponents: u32,
    /// `counts[j]`, j = 0..=k: deals in which nobody beats the hero and exactly j opponents tie; `counts[0]` are won outright.
    pub counts: Vec<u128>,
    /// All deals: `C(unknown, board cards to come) C(rest, 2k) (2k - 1)!!`.
    pub total: u128,
}

impl OpponentCounts {
    /// Deals that the hero wins alone.
    ///
    /// ```
    /// # use pokerbits::{cards::CardSet, odds, runtime::Run};
    /// let royal = odds::odds_vs_random(
    ///     [47, 51], &[43, 39, 35, 0, 5], CardSet::EMPTY, &[2], odds::Method::Matchings, &mut Run::new(1))?;
    /// assert_eq!((royal[0].win(), royal[0].tie(), royal[0].lose()), (446_985, 0, 0));
    /// # Ok::<(), pokerbits::Error>(())
    /// ```
    pub fn win(&self) -> u128 {
        self.counts[0]
    }

    /// Deals in which the hero shares the pot.
    pub fn tie(&self) -> u128 {
        self.counts[1..].iter().sum()
    }

    /// Deals in which somebody beats the hero.
    pub fn lose(&self) -> u128 {
        self.total - self.win() - self.tie()
    }

    /// The hero's mean share of the pot: `sum counts[j] / (j + 1) / total`, summed from the rarest case up.
    pub fn equity(&self) -> f64 {
        let shares = self.counts.iter().enumerate().rev().map(|(j, &n)| n as f64 / (j + 1) as f64);
        shares.sum::<f64>() / self.total as f64
    }
}

/// All deals against numbers of opponents, [`OpponentCounts::total`], whatever the hand: with `board_cards` on the board.
///
/// # Errors
/// As [`odds_vs_random`](super::odds_vs_random) for the size of the board and the numbers of opponents.
///
/// ```
/// # use pokerbits::{cards::CardSet, odds::total_deals};
/// assert_eq!(total_deals(5, CardSet::EMPTY, &[1, 2])?, [990, 446_985]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn total_deals(board_cards: usize, dead: CardSet, opponents: &[u32]) -> Result<Vec<u128>> {
    Street::of_board(board_cards)?;
    let unknown = (DECK as usize).saturating_sub(2 + board_cards + dead.len() as usize);
    check_opponents(unknown, BOARD_CARDS - board_cards, opponents)?;
    Ok(opponents.iter().map(|&k| total(unknown, BOARD_CARDS - board_cards, k as usize)).collect())
}

/// Ways to deal `to_come` board cards and then `opponents` hands out of `unknown` cards.
pub(super) fn total(unknown: usize, to_come: usize, opponents: usize) -> u128 {
    let Tables { choose, matchings, .. } = u128::TABLES;
    choose[unknown][to_come] * matchings[unknown - to_come][opponents]
}
