//! One walk through the tree for all hands of a player: the opponent's reach goes down, the values of the hands come up.
//!
//! The value of a hand is its gain times the unblocked reach of the opponent. After a deal the walk goes river by river, so
//! that the numbers of one river stay in the cache. All sums are taken in one order.

use super::game::Endgame;
use super::plan::StreetPlan;
use crate::cards::{COMBO_COUNT, PerCombo};
use crate::error::Result;
use crate::memory::{try_boxed, try_vec};
use crate::runtime::cpu::Proven;

/// How both players act.
pub(super) trait Play {
    /// At a decision of the opponent: the reach after each action, in rows, from that before it.
    fn mix(&mut self, at: At, before: &[f64], after: &mut [f64]);

    /// At a decision of the player: its values, from those after each action, in rows.
    fn choose(&mut self, at: At, actions: &[f64], value: &mut [f64]);
}

/// A decision on one board of its street.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) decision: usize,
    pub(super) board: usize,
}

/// The memory of the walks of one player.
pub(super) struct WalkMemory {
    player: usize,
    /// For every street rows of the opponent's reach, each with a zero behind it.
    reach: Vec<Vec<f64>>,
    /// For every street rows of values.
    values: Vec<Vec<f64>>,
    /// For the hands at one slot the unblocked reach, and the reach of weaker hands less that of stronger ones.
    unblocked: Vec<f64>,
    margin: Vec<f64>,
    /// Numbers of all combos: the reach, a copy of it, and what beats it and ties with it.
    showdown: Box<[PerCombo<f64>; 4]>,
}

impl WalkMemory {
    pub(super) fn new(game: &Endgame, player: usize) -> Result<Self> {
        let [own, other] = [player, 1 - player].map(|player| game.players[player].len());
        let plans = &game.plans[player];
        Ok(Self {
            player,
            reach: plans.iter().map(|plan| try_vec(0.0, plan.n_slots * (other + 1))).collect::<Result<_>>()?,
            values: plans.iter().map(|plan| try_vec(0.0, plan.n_rows * own)).collect::<Result<_>>()?,
            unblocked: try_vec(0.0, own)?,
            margin: try_vec(0.0, own)?,
            showdown: try_boxed([0.0; COMBO_COUNT])?,
        })
    }

    /// Walks, and returns the values of the hands.
    pub(super) fn walk(&mut self, game: &Endgame, play: &mut impl Play, level: Proven) -> Result<&[f64]> {
        let player = self.player;
        let [own, other] = [player, 1 - player].map(|player| game.players[player].len());
        let plan = &game.plans[player][0];
        self.reach[0][..other].copy_from_slice(&game.players[1 - player].weights);
        self.down(game, plan, (0, 0), play);
        if let Some(after) = game.plans[player].get(1) {
            for deal in &plan.deals {
                self.values[0][deal.row * own..][..own].fill(0.0);
            }
            let possible = game.possible[1 - player].chunks_exact(other);
            for (board, possible) in possible.enumerate() {
                let (before, now) = self.reach.split_at_mut(1);
                for deal in &plan.deals {
                    let before = &before[0][deal.slot * (other + 1)..][..other];
                    let now = &mut now[0][deal.next_slot * (other + 1)..][..other];
                    for ((now, before), possible) in now.iter_mut().zip(before).zip(possible) {
                        *now = before * possible;
                    }
                }
                self.down(game, after, (1, board), play);
                self.end(game, after, (1, board), level)?;
                self.up(game, after, (1, board), play);
                let (before, now) = self.values.split_at_mut(1);
                for deal in &plan.deals {
                    let of_river = &now[0][deal.next_row * own..][..own];
                    before[0][deal.row * own..][..own].iter_mut().zip(of_river).for_each(|(sum, value)| *sum += value);
                }
            }
            for deal in &plan.deals {
                self.values[0][deal.row * own..][..own].iter_mut().for_each(|value| *value /= game.runouts);
            }
        }
        self.end(game, plan, (0, 0), level)?;
        self.up(game, plan, (0, 0), play);
        Ok(&self.values[0][..own])
    }

    /// The reach of every slot of a street.
    fn down(&mut self, game: &Endgame, plan: &StreetPlan, (street, board): (usize, usize), play: &mut impl Play) {
        let width = game.players[1 - self.player].len() + 1;
        for mix in &plan.mixes {
            let n_actions = game.decisions[mix.decision].n_actions;
            let (before, after) = self.reach[street].split_at_mut(mix.to * width);
            let at = At { decision: mix.decision, board };
            play.mix(at, &before[mix.from * width..][..width], &mut after[..n_actions * width]);
        }
    }

    /// The values of all folds and showdowns of a street.
    fn end(&mut self, game: &Endgame, plan: &StreetPlan, (street, board): (usize, usize), level: Proven) -> Result<()> {
        let [ours, theirs] = [self.player, 1 - self.player].map(|player| &game.players[player]);
        let (own, width) = (ours.len(), theirs.len() + 1);
        let is_river = street + 1 == game.n_streets();
        let values = &mut self.values[street];
        for ends in &plan.ends {
            let reach = &self.reach[street][ends.slot * width..][..width];
            ours.unblocked(theirs, reach, &mut self.unblocked);
            if is_river {
                // A hand with a card of the river is not there.
                let possible = &game.possible[self.player][board * own..][..own];
                self.unblocked.iter_mut().zip(possible).for_each(|(sum, possible)| *sum *= possible);
            }
            for &(row, stake) in &ends.folds {
                let values = &mut values[row * own..][..own];
                values.iter_mut().zip(&self.unblocked).for_each(|(value, unblocked)| *value = stake * unblocked);
            }
            if ends.showdowns.is_empty() {
                continue;
            }
            let [of_combos, copy, win, tie] = &mut *self.showdown;
            for (&combo, &reach) in theirs.combos.iter().zip(reach) {
                of_combos[usize::from(combo)] = reach;
            }
            game.ranked.outcomes_on(board, of_combos, copy, [win, tie], level)?;
            for ((margin, unblocked), &combo) in self.margin.iter_mut().zip(&self.unblocked).zip(&ours.combos) {
                *margin = 2.0 * win[usize::from(combo)] + tie[usize::from(combo)] - unblocked;
            }
            for &(row, stake) in &ends.showdowns {
                let values = &mut values[row * own..][..own];
                values.iter_mut().zip(&self.margin).for_each(|(value, margin)| *value = stake * margin);
            }
        }
        Ok(())
    }

    /// The values of all decisions of a street.
    fn up(&mut self, game: &Endgame, plan: &StreetPlan, (street, board): (usize, usize), play: &mut impl Play) {
        let own = game.players[self.player].len();
        for merge in &plan.merges {
            let (before, after) = self.values[street].split_at_mut(merge.first * own);
            let value = &mut before[merge.row * own..][..own];
            let actions = &after[..merge.n_actions * own];
            if let Some(decision) = merge.decision {
                play.choose(At { decision, board }, actions, value);
                continue;
            }
            value.copy_from_slice(&actions[..own]);
            for action in actions.chunks_exact(own).skip(1) {
                value.iter_mut().zip(action).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}
