//! The nodes of a street as one player sees them, in the order in which their values are found.
//!
//! Every node has a row of values of the player's own hands. The opponent's reach changes only at the opponent's decisions,
//! so nodes between two of them share a row of it (a slot), which is compared with the hands once.

use super::tree::{Node, Tree};

/// The steps of a street for one player.
pub(super) struct StreetPlan {
    pub(super) n_rows: usize,
    pub(super) n_slots: usize,
    /// From the root down.
    pub(super) mixes: Vec<Mix>,
    pub(super) ends: Vec<Ends>,
    /// From the leaves up.
    pub(super) merges: Vec<Merge>,
    /// The deals that lead to the next street.
    pub(super) deals: Vec<NextDeal>,
}

/// The opponent's decision: its reach goes from one slot to consecutive ones.
pub(super) struct Mix {
    pub(super) decision: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The last nodes with the same reach: rows, and what the player wins there.
pub(super) struct Ends {
    pub(super) slot: usize,
    pub(super) folds: Vec<(usize, f64)>,
    pub(super) showdowns: Vec<(usize, f64)>,
}

/// The value of a decision comes from consecutive rows, which come after its own.
pub(super) struct Merge {
    /// The number of the decision if the player decides, or `None`: the opponent's actions are added up.
    pub(super) decision: Option<usize>,
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) n_actions: usize,
}

/// A deal: its row and slot, and those of the node after it on the next street.
pub(super) struct NextDeal {
    pub(super) row: usize,
    pub(super) slot: usize,
    pub(super) next_row: usize,
    pub(super) next_slot: usize,
}

impl StreetPlan {
    pub(super) fn new(tree: &Tree, player: usize, street: usize) -> Self {
        let nodes = tree.nodes();
        // The row of every node on its street, and the slot of its reach.
        let mut n_rows = [0; 2];
        let rows: Vec<usize> = tree
            .streets()
            .iter()
            .map(|&street| {
                n_rows[usize::from(street)] += 1;
                n_rows[usize::from(street)] - 1
            })
            .collect();
        let mut slots = vec![0; nodes.len()];
        // Where in `ends` a slot is.
        let mut ends_of = vec![None; nodes.len() + 1];
        let mut n_slots = [1, 0];
        let mut plan =
            Self { n_rows: n_rows[street], n_slots: 0, mixes: vec![], ends: vec![], merges: vec![], deals: vec![] };
        let mut n_decisions = 0;
        for (at, &node) in nodes.iter().enumerate() {
            let of_node = usize::from(tree.streets()[at]);
            let (row, slot, is_here) = (rows[at], slots[at], of_node == street);
            match node {
                Node::Decision { player: who, first, n_actions } => {
                    let to = n_slots[of_node];
                    for (action, of_child) in slots[first..first + n_actions].iter_mut().enumerate() {
                        *of_child = if who == player { slot } else { to + action };
                    }
                    let decision = n_decisions;
                    n_decisions += 1;
                    if who != player {
                        n_slots[of_node] += n_actions;
                    }
                    if is_here && who != player {
                        plan.mixes.push(Mix { decision, from: slot, to });
                    }
                    if is_here {
                        let decision = (who == player).then_some(decision);
                        plan.merges.push(Merge { decision, row, first: rows[first], n_actions });
                    }
                }
                Node::Deal { child } => {
                    slots[child] = n_slots[1];
                    n_slots[1] += 1;
                    if is_here {
                        plan.deals.push(NextDeal { row, slot, next_row: rows[child], next_slot: slots[child] });
                    }
                }
                Node::Fold { player: who, stake } if is_here => {
                    plan.ends_of(slot, &mut ends_of).folds.push((row, if who == player { -stake } else { stake }));
                }
                Node::Showdown { stake } if is_here => plan.ends_of(slot, &mut ends_of).showdowns.push((row, stake)),
                Node::Fold { .. } | Node::Showdown { .. } => {}
            }
        }
        plan.merges.reverse();
        plan.n_slots = n_slots[street];
        plan
    }

    fn ends_of(&mut self, slot: usize, of_slots: &mut [Option<usize>]) -> &mut Ends {
        let at = *of_slots[slot].get_or_insert(self.ends.len());
        if at == self.ends.len() {
            self.ends.push(Ends { slot, folds: vec![], showdowns: vec![] });
        }
        &mut self.ends[at]
    }
}
