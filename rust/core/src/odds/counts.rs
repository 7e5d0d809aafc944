//! The result of an odds call: exact counts of deals by number of ties.

use super::deal::check_opponents;
use super::probabilities::equity;
use super::weights::{TERMS, WrappingWord};
use crate::cards::{CardSet, DECK};
use crate::combinatorics::choose_small;
use crate::error::{Error, Result};
use crate::memory::{try_boxed_slice, try_collect};
use crate::showdown::situation::check_board;
use crate::showdown::street::BOARD_CARDS;

/// The exact odds of one hand against one number of opponents.
///
/// A deal completes the board and gives each opponent two cards. Opponents are not distinguished: k disjoint combos are one
/// deal, for any order of opponents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpponentCounts {
    /// One count for each number of ties: at least one count, all 0 without a deal; their sum is at most the total.
    counts: Vec<u128>,
    total: u128,
}

impl OpponentCounts {
    /// The odds with these [`counts`](Self::counts), out of `total` deals.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for other than 1 to 27 counts, and for counts with a sum above the total.
    pub fn new(counts: Vec<u128>, total: u128) -> Result<Self> {
        if !(1..=TERMS).contains(&counts.len()) {
            return Err(Error::InvalidArgument(format!("{} counts: expected 1 to {TERMS}", counts.len())));
        }
        let sum = counts.iter().try_fold(0u128, |sum, &n| sum.checked_add(n));
        if sum.is_none_or(|sum| sum > total) {
            return Err(Error::InvalidArgument(format!("the counts {counts:?} add up to more than all {total} deals")));
        }
        Ok(Self { counts, total })
    }

    /// The odds against k = `counts.len() - 1` opponents, with `to_come` board cards dealt out of `unknown` cards.
    pub(super) fn of_deal(counts: &[u128], unknown: usize, to_come: usize) -> Result<Self> {
        Self::new(try_boxed_slice(counts)?.into_vec(), total(unknown, to_come, counts.len() - 1))
    }

    /// The number of opponents, k.
    pub fn opponents(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// Element j, 0 to k: deals in which nobody beats the hero and exactly j opponents tie; element 0 is won outright.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// All deals: `C(n, m) C(n - m, 2k) (2k - 1)!!` for n unknown cards and m board cards to come.
    pub fn total(&self) -> u128 {
        self.total
    }

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

    /// The hero's mean share of the pot: `sum counts[j] / (j + 1) / total`, rounded once.
    pub fn equity(&self) -> f64 {
        equity(&self.counts, self.total)
    }
}

/// The number of deals against each of `opponents`, [`OpponentCounts::total()`], with `board_cards` on the board. All hands
/// have the same.
///
/// # Errors
/// The errors of [`odds_vs_random`](super::odds_vs_random) for the size of the board and the numbers of opponents.
///
/// ```
/// # use pokerbits::{cards::CardSet, odds::total_deals};
/// assert_eq!(total_deals(5, CardSet::EMPTY, &[1, 2])?, [990, 446_985]);
/// assert_eq!(total_deals(5, "2c3d".parse()?, &[1])?, [903]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn total_deals(board_cards: usize, dead: CardSet, opponents: &[u32]) -> Result<Vec<u128>> {
    check_board(board_cards)?;
    let unknown = (DECK as usize).saturating_sub(2 + board_cards + dead.len() as usize);
    check_opponents(unknown, BOARD_CARDS - board_cards, opponents)?;
    try_collect(opponents.iter().map(|&k| Ok(total(unknown, BOARD_CARDS - board_cards, k as usize))))
}

/// The number of ways to deal `to_come` board cards and then `opponents` disjoint combos from `unknown` cards.
fn total(unknown: usize, to_come: usize, opponents: usize) -> u128 {
    u128::from(choose_small(unknown, to_come)) * u128::TABLES.matchings[unknown - to_come][opponents]
}
