//! The deals of every hand on one whole board after another, in games of any deck.
//!
//! A class graph says all about a hand on a board, whatever the game. So each graph is counted once, when it first occurs.

use super::matchings::{Hero, Solver, ThreadGraphs, number_heroes};
use super::probabilities::ShareSums;
use super::types::{TYPES, TypeTable};
use super::weights::WrappingWord;
use crate::combinatorics::{choose, choose_small};
use crate::error::Result;
use crate::memory::try_push;
use crate::showdown::board_view::TypeStrengths;

/// Most opponents in any game: as many as in hold'em.
pub(crate) const MOST_OPPONENTS: usize = 22;

/// The number of ways to deal `to_come` board cards and then the hands of `opponents` from `unknown` cards.
pub(crate) fn deals_of(unknown: usize, to_come: usize, hole_cards: usize, opponents: usize) -> u128 {
    let rest = unknown - to_come;
    let hands = if hole_cards == 1 { one_card(rest, opponents) } else { u128::TABLES.matchings[rest][opponents] };
    u128::from(choose_small(unknown, to_come)) * hands
}

/// The ways to deal one card each to some opponents.
fn one_card(cards: usize, opponents: usize) -> u128 {
    choose(cards as u64, opponents as u64).unwrap_or(0)
}

/// The deals of a hand of one card: the opponents hold cards of `wins` weaker and `ties` equal ones.
pub(crate) fn one_card_shares(wins: usize, ties: usize, opponents: usize) -> ShareSums {
    let mut sums = ShareSums::default();
    for tied in 0..=opponents {
        sums.add_deals(opponents, tied, one_card(ties, tied) * one_card(wins, opponents - tied));
    }
    sums
}

/// Counts the deals of the hands of two cards on one board at a time, with the memory of one thread.
pub(crate) struct BoardShares {
    opponents: usize,
    graphs: ThreadGraphs,
    solver: Solver,
    /// The deals of each graph.
    shares: Vec<ShareSums>,
    heroes: Vec<Hero>,
    /// The graph of a hand of any two types on the last board.
    graph_of: [[u32; TYPES]; TYPES],
}

impl BoardShares {
    pub(crate) fn new(opponents: usize) -> Self {
        Self {
            opponents,
            graphs: ThreadGraphs::default(),
            solver: Solver::default(),
            shares: Vec::new(),
            heroes: Vec::new(),
            graph_of: [[0; TYPES]; TYPES],
        }
    }

    /// Takes a board by the cards that it leaves of each type, and the order of the hands of any two types: the stronger hand
    /// has the larger number.
    pub(crate) fn take(&mut self, copies: [u8; TYPES], strengths: &TypeStrengths) -> Result<()> {
        let table = TypeTable::of_strengths(copies, strengths);
        self.heroes.clear();
        for high in 0..TYPES {
            for low in (0..=high).filter(|&low| copies[low].min(copies[high]) > u8::from(low == high)) {
                try_push(&mut self.heroes, Hero { types: [high as u8, low as u8], number: 0, boards: 0 })?;
            }
        }
        let graph_of = &mut self.graph_of;
        number_heroes(&table, &mut self.heroes, &mut self.graphs, &mut |_, hero, number| {
            let [high, low] = hero.types.map(usize::from);
            graph_of[high][low] = number;
            graph_of[low][high] = number;
            Ok(())
        })?;
        for graph in self.graphs.take_new() {
            let mut sums = ShareSums::default();
            self.solver.solve(&graph, self.opponents, &mut |k, ties, deals| {
                if k == self.opponents {
                    sums.add_deals(k, ties, deals);
                }
            })?;
            try_push(&mut self.shares, sums)?;
        }
        Ok(())
    }

    /// The deals of a hand of two types on the last board.
    pub(crate) fn of(&self, types: [u8; 2]) -> &ShareSums {
        &self.shares[self.graph_of[usize::from(types[0])][usize::from(types[1])] as usize]
    }
}
