//! The value of average strategies on real hands, for a player who follows its own or plays a best response.

use std::sync::Mutex;

use super::boards::Board;
use super::numbers::{Learnt, Locked, Numbers};
use super::plan::{Choice, Merge, Mix, Part, View};
use super::walk::{Play, Plays};
use crate::runtime::lock;
use crate::runtime::simd::{LANES, Lanes};

/// How a player answers the strategy of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    /// With its own average strategy.
    Same,
    /// With the action of the largest value, for every hand.
    Best,
}

/// The numbers of hands that a walk tells of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The values of the player who values its hands.
    Values,
    /// The reach of the opponent.
    Reach,
    /// The number of the action with the largest value, the first of equal ones.
    Best,
}

/// A walk with strategies that were learnt.
pub(super) struct Valued<'a> {
    pub(super) numbers: &'a [Numbers; 2],
    pub(super) learnt: Learnt,
    /// For each player what every leaf is worth.
    pub(super) leaves: &'a [Vec<Lanes<f64>>; 2],
    pub(super) response: Response,
    pub(super) seen: Option<Watched<'a>>,
}

/// A decision with what is seen of it, or `None` for the opponent's reach at all leaves. The numbers go to `rows`: for each
/// board of the street, or for each leaf, for each block.
#[derive(Clone, Copy)]
pub(super) struct Watched<'a> {
    pub(super) at: Option<(usize, Seen)>,
    pub(super) rows: &'a Mutex<Vec<Lanes<f64>>>,
}

/// [`Valued`] in one part on one board.
pub(super) struct ValuedPart<'a> {
    of: &'a Valued<'a>,
    board: &'a Board,
    player: usize,
    /// By player.
    numbers: [Locked<'a>; 2],
    /// Rows of actions.
    strategy: Vec<Lanes<f64>>,
    spare: Vec<Lanes<f32>>,
}

impl Plays<f64> for Valued<'_> {
    type Play<'a>
        = ValuedPart<'a>
    where
        Self: 'a;

    fn on<'a>(&'a self, part: &'a Part, board: &'a Board, player: usize) -> ValuedPart<'a> {
        let numbers = [0, 1].map(|player: usize| self.numbers[player].lock(part, board, player));
        ValuedPart { of: self, board, player, numbers, strategy: vec![], spare: vec![] }
    }
}

/// Probabilities in proportion to numbers that are not negative, equal ones if all are zero; rows are actions.
#[inline(always)]
pub(super) fn normalise(rows: &mut [Lanes<f64>]) {
    let equal = 1.0 / rows.len() as f64;
    let mut total = Lanes::default();
    for &row in &*rows {
        total = total + row;
    }
    for row in rows {
        for lane in 0..LANES {
            row.0[lane] = if total.0[lane] > 0.0 { row.0[lane] / total.0[lane] } else { equal };
        }
    }
}

impl ValuedPart<'_> {
    fn keep(&self, decision: usize, what: Seen, block: usize, numbers: &Lanes<f64>) {
        let Some(watched) = self.of.seen else { return };
        if watched.at == Some((decision, what)) {
            let of = if what == Seen::Reach { 1 - self.player } else { self.player };
            lock(watched.rows)[self.board.number * self.board.possible[of].len() + block] = *numbers;
        }
    }
}

impl Play<f64> for ValuedPart<'_> {
    #[inline(always)]
    fn mix(&mut self, mix: &Mix, block: usize, before: &Lanes<f64>, after: &mut [Lanes<f64>]) {
        self.numbers[1 - self.player].strategy(self.of.learnt, &mix.choice, block, &mut self.spare, after);
        normalise(after);
        for after in after {
            *after = *after * *before;
        }
    }

    #[inline(always)]
    fn choose(&mut self, choice: &Choice, block: usize, actions: &[Lanes<f64>]) -> Lanes<f64> {
        if self.of.response == Response::Best {
            let (mut value, mut best) = (actions[0], Lanes::default());
            for (number, action) in actions.iter().enumerate().skip(1) {
                for lane in 0..LANES {
                    if action.0[lane] > value.0[lane] {
                        (value.0[lane], best.0[lane]) = (action.0[lane], number as f64);
                    }
                }
            }
            self.keep(choice.decision, Seen::Best, block, &best);
            return value;
        }
        self.strategy.resize(actions.len(), Lanes::default());
        self.numbers[self.player].strategy(self.of.learnt, choice, block, &mut self.spare, &mut self.strategy);
        normalise(&mut self.strategy);
        let mut value = Lanes::default();
        for (&share, &action) in self.strategy.iter().zip(actions) {
            value = value + share * action;
        }
        value
    }

    #[inline(always)]
    fn hear_reach(&mut self, view: &View, block: usize, slots: &[Lanes<f64>]) {
        let Some(watched) = self.of.seen else { return };
        if watched.at.is_none() {
            let n_blocks = self.board.possible[1 - self.player].len();
            for leaf in view.leaves.iter().flatten() {
                lock(watched.rows)[leaf.number * n_blocks + block] = slots[leaf.slot];
            }
            return;
        }
        for merge in &view.merges {
            self.keep(merge.choice.decision, Seen::Reach, block, &slots[merge.slot]);
        }
    }

    #[inline(always)]
    fn leaf(&self, leaf: usize, block: usize) -> Lanes<f64> {
        let n_blocks = self.board.possible[self.player].len();
        self.of.leaves[self.player][leaf * n_blocks + block]
    }

    #[inline(always)]
    fn hear_value(&mut self, merge: &Merge, block: usize, value: &Lanes<f64>) {
        if self.of.seen.is_some() {
            self.keep(merge.choice.decision, Seen::Values, block, value);
        }
    }
}
