//! The nodes of a street as each player sees them, in the order in which a walk visits them.
//!
//! A street of a tree is cut into [`Part`]s: the nodes after some of the deals that lead to it, until the next deals. Every
//! node of a part has a row of values of a player's hands. The opponent's reach changes only at the opponent's decisions, so
//! nodes between two of them share a row of it (a slot). Slots at the ends of the street meet the player's hands, sixteen
//! slots at once, one in each lane: a part has as many deals as fill some lanes, so that its numbers stay in the cache.
//!
//! A decision of the opponent divides its reach among the actions, and so the unblocked reach of the player's hands. One
//! number of such a sum follows from the others: most slots that end with a fold need no lane (a [`Rest`]).
//!
//! Players who are all in on the root's street need no later part: an [`AllInEnd`] values their line at once.

use std::ops::Range;

use super::tree::{Node, Tree};
use crate::runtime::simd::LANES;

/// A part with more lanes has one deal.
const PART_LANES: usize = 2 * LANES;

/// Some deals to a street, and what follows until the next deals.
pub(super) struct Part {
    /// For each player, who values hands.
    pub(super) views: [View; 2],
    /// For each player the numbers of its decisions: one for each action and hand.
    pub(super) n_numbers: [usize; 2],
    /// For each player the numbers of the parts of this street before it.
    pub(super) first: [usize; 2],
    /// Its first deal among those of the part before it.
    pub(super) first_deal: usize,
    /// Number of deals that lead to it: their nodes have the first rows and slots.
    pub(super) n_entries: usize,
    /// Number of deals that follow.
    pub(super) n_deals: usize,
    /// Its street, 0 at the root.
    pub(super) street: usize,
    /// The parts of the next street.
    pub(super) after: Vec<Part>,
}

/// By what the chips at the ends of lines are multiplied.
#[derive(Clone, Copy)]
pub(super) struct Scaling {
    pub(super) chips: f64,
    /// Those of a showdown: the share of the pot.
    pub(super) shown: f64,
    /// Those of players who are all in on the root's street: the chance of a runout. `None` if cards are dealt for them.
    pub(super) all_in: Option<f64>,
}

/// A part as one player sees it, who values hands.
#[derive(Default)]
pub(super) struct View {
    pub(super) n_rows: usize,
    pub(super) n_slots: usize,
    /// From the root down.
    pub(super) mixes: Vec<Mix>,
    /// The slots of the lanes: first those of showdowns.
    pub(super) lanes: Vec<usize>,
    /// Number of lanes with a showdown.
    pub(super) n_shown: usize,
    /// For sixteen lanes at a time the lines that end there.
    pub(super) ends: Vec<Vec<End>>,
    /// For the same sixteen the leaves.
    pub(super) leaves: Vec<Vec<Leaf>>,
    /// The unblocked reach of slots without a lane, each from slots with a lane or earlier ones of these.
    pub(super) rests: Vec<Rest>,
    /// The lines that end with a fold in such a slot.
    pub(super) rest_ends: Vec<RestEnd>,
    /// The slots of players who are all in, and the lines that end so.
    pub(super) all_in: Vec<usize>,
    pub(super) all_in_ends: Vec<AllInEnd>,
    /// From the leaves up.
    pub(super) merges: Vec<Merge>,
    /// The row and the slot of each deal that follows.
    pub(super) deals: Vec<[usize; 2]>,
}

/// A decision: its number in the tree, and the place of its numbers among those of its player in the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) decision: usize,
    pub(super) first: usize,
    pub(super) n_actions: usize,
}

/// The opponent's decision: its reach goes from one slot to consecutive ones.
pub(super) struct Mix {
    pub(super) choice: Choice,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A number of chips in both precisions: walks read it for every block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chips {
    pub(super) single: f32,
    pub(super) double: f64,
}

impl Chips {
    fn new(double: f64) -> Self {
        Self { single: double as f32, double }
    }
}

/// The end of a line: the value of its row is the lane's margin and unblocked reach, each times a number of chips.
pub(super) struct End {
    pub(super) row: usize,
    /// Among the sixteen.
    pub(super) lane: usize,
    pub(super) margin: Chips,
    /// `None` after a showdown without rake.
    pub(super) unblocked: Option<Chips>,
}

/// At a decision of the opponent the unblocked reach of one slot, from those of the others.
pub(super) struct Rest {
    pub(super) slot: usize,
    /// The slot before the decision.
    pub(super) from: usize,
    /// The slots of the actions.
    pub(super) to: Range<usize>,
}

/// The end of a line in a slot without a lane: the value of its row is the slot's unblocked reach times a number of chips.
pub(super) struct RestEnd {
    pub(super) row: usize,
    pub(super) slot: usize,
    pub(super) unblocked: Chips,
}

/// A line of players who are all in: the value of its row is their margin over all runouts times a number of chips.
pub(super) struct AllInEnd {
    pub(super) row: usize,
    /// Among the slots of players who are all in.
    pub(super) slot: usize,
    pub(super) margin: Chips,
    /// Whether the row has a value already: a rake that both pay.
    pub(super) is_raked: bool,
}

/// A line ends early: the value of its row is given, times the unblocked reach of the lane.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// Its number among the leaves of the tree.
    pub(super) number: usize,
    pub(super) row: usize,
    pub(super) slot: usize,
    /// Among the sixteen.
    pub(super) lane: usize,
}

/// The value of a decision comes from consecutive rows, which come after its own.
pub(super) struct Merge {
    pub(super) choice: Choice,
    /// Whether the player decides; if not, the opponent's actions are added up.
    pub(super) is_own: bool,
    pub(super) row: usize,
    pub(super) slot: usize,
    pub(super) after: usize,
}

impl Part {
    /// The root's street, and all that follows.
    pub(super) fn root(tree: &Tree, scaling: Scaling) -> Self {
        let decisions = number_before(tree, |node| matches!(node, Node::Decision { .. }));
        let leaves = number_before(tree, |node| matches!(node, Node::Leaf { .. }));
        let mut first = vec![[0; 2]; tree.n_streets()];
        Grower { tree, decisions: &decisions, leaves: &leaves, scaling }.part(&[0], 0, 0, &mut first)
    }

    /// The part with a decision, and the place of its numbers.
    pub(super) fn find(&self, decision: usize) -> Option<(&Self, Choice)> {
        let choices = self.views[0].merges.iter().map(|merge| merge.choice);
        let here = choices.into_iter().find(|choice| choice.decision == decision).map(|choice| (self, choice));
        here.or_else(|| self.after.iter().find_map(|part| part.find(decision)))
    }
}

/// For each node the number of nodes of a kind before it.
fn number_before(tree: &Tree, is_of_kind: fn(&Node) -> bool) -> Vec<usize> {
    let mut n = 0;
    let count = |node: &Node| {
        n += usize::from(is_of_kind(node));
        n - usize::from(is_of_kind(node))
    };
    tree.nodes().iter().map(count).collect()
}

struct Grower<'a> {
    tree: &'a Tree,
    decisions: &'a [usize],
    leaves: &'a [usize],
    scaling: Scaling,
}

impl Grower<'_> {
    /// The part of these nodes, which follow deals from `first_deal` on.
    fn part(&self, entries: &[usize], street: usize, first_deal: usize, firsts: &mut [[usize; 2]]) -> Part {
        let (first_view, n_numbers, deals) = self.view(entries, street, 0);
        let (second_view, ..) = self.view(entries, street, 1);
        let first = firsts[street];
        for (first, n) in firsts[street].iter_mut().zip(n_numbers) {
            *first += n;
        }
        let mut after: Vec<Part> = vec![];
        let mut at = 0;
        while at < deals.len() {
            // As many deals as fit.
            let (mut n, mut lanes) = (0, [0; 2]);
            while at + n < deals.len() {
                let more = [0, 1].map(|player| self.view(&deals[at + n..][..1], street + 1, player).0.lanes.len());
                let sum = [lanes[0] + more[0], lanes[1] + more[1]];
                if n > 0 && sum.iter().any(|&lanes| lanes > PART_LANES) {
                    break;
                }
                (n, lanes) = (n + 1, sum);
            }
            after.push(self.part(&deals[at..at + n], street + 1, at, firsts));
            at += n;
        }
        Part {
            views: [first_view, second_view],
            n_numbers,
            first,
            first_deal,
            n_entries: entries.len(),
            n_deals: deals.len(),
            street,
            after,
        }
    }

    /// The view that a player has of these nodes and those behind them, the number of both players' numbers, and the nodes after
    /// the next deals. The order of the nodes does not depend on the player.
    fn view(&self, entries: &[usize], street: usize, player: usize) -> (View, [usize; 2], Vec<usize>) {
        let mut view = View { n_rows: entries.len(), n_slots: entries.len(), ..View::default() };
        let (mut n_numbers, mut deals) = ([0; 2], vec![]);
        // Nodes with their slots; their rows are their places here.
        let mut nodes: Vec<(usize, usize)> = entries.iter().copied().zip(0..).collect();
        let mut ended: Vec<(End, usize, bool)> = vec![];
        let mut leaves: Vec<Leaf> = vec![];
        let mut row = 0;
        while let Some(&(node, slot)) = nodes.get(row) {
            let end = |margin: f64, unblocked: f64, shown: bool| {
                let [margin, unblocked] = [margin, unblocked].map(|chips| Chips::new(chips * self.scaling.chips));
                let unblocked = (!shown || unblocked.double != 0.0).then_some(unblocked);
                (End { row, lane: 0, margin, unblocked }, slot, shown)
            };
            // The rake is paid by the winner, or by both in halves.
            let showdown = |stake: f64, rake: f64| [stake - rake / 2.0, -rake / 2.0];
            match self.tree.nodes()[node] {
                Node::Decision { player: who, first, n_actions } => {
                    let choice = Choice { decision: self.decisions[node], first: n_numbers[who], n_actions };
                    n_numbers[who] += n_actions;
                    let (after, to) = (nodes.len(), view.n_slots);
                    let is_own = who == player;
                    if !is_own {
                        view.n_slots += n_actions;
                        view.mixes.push(Mix { choice, from: slot, to });
                    }
                    let children = (0..n_actions).map(|at| (first + at, if is_own { slot } else { to + at }));
                    nodes.extend(children);
                    view.merges.push(Merge { choice, is_own, row, slot, after });
                }
                Node::Deal { child } => match (self.scaling.all_in, self.showdown_after(child)) {
                    (Some(share), Some([stake, rake])) if street == 0 => {
                        let [margin, unblocked] = showdown(stake, rake);
                        let margin = Chips::new(margin * self.scaling.chips * share);
                        let is_raked = rake > 0.0;
                        let at = view.all_in.iter().position(|&other| other == slot).unwrap_or_else(|| {
                            view.all_in.push(slot);
                            view.all_in.len() - 1
                        });
                        view.all_in_ends.push(AllInEnd { row, slot: at, margin, is_raked });
                        if is_raked {
                            ended.push(end(0.0, unblocked, false));
                        }
                    }
                    _ => {
                        view.deals.push([row, slot]);
                        deals.push(child);
                    }
                },
                Node::Fold { player: who, stake, rake } => {
                    ended.push(end(0.0, if who == player { -stake } else { stake - rake }, false));
                }
                Node::Showdown { stake, rake } => {
                    let [margin, unblocked] = showdown(stake, rake);
                    ended.push(end(margin * self.scaling.shown, unblocked, true));
                }
                Node::Leaf { .. } => leaves.push(Leaf { number: self.leaves[node], row, slot, lane: 0 }),
            }
            row += 1;
        }
        view.n_rows = nodes.len();
        view.merges.reverse();
        // A lane for each slot with a showdown, then for each with a leaf, then for as many as the others follow from.
        let mut lane_of = vec![None; view.n_slots];
        let shown = ended.iter().filter(|(_, _, shown)| *shown).map(|&(_, slot, _)| slot);
        give_lanes(shown, &mut lane_of, &mut view.lanes);
        view.n_shown = view.lanes.len();
        give_lanes(leaves.iter().map(|leaf| leaf.slot), &mut lane_of, &mut view.lanes);
        let folded: Vec<usize> = ended.iter().filter(|(_, _, shown)| !shown).map(|&(_, slot, _)| slot).collect();
        view.rests = rests(&view.mixes, &folded, &mut lane_of, &mut view.lanes);
        view.ends.resize_with(view.lanes.len().div_ceil(LANES), Vec::new);
        view.leaves.resize_with(view.ends.len(), Vec::new);
        for (end, slot, _) in ended {
            match (lane_of[slot], end.unblocked) {
                (Some(lane), _) => view.ends[lane / LANES].push(End { lane: lane % LANES, ..end }),
                (None, Some(unblocked)) => view.rest_ends.push(RestEnd { row: end.row, slot, unblocked }),
                // A showdown: its slot has a lane.
                (None, None) => {}
            }
        }
        for leaf in leaves {
            if let Some(lane) = lane_of[leaf.slot] {
                view.leaves[lane / LANES].push(Leaf { lane: lane % LANES, ..leaf });
            }
        }
        (view, n_numbers, deals)
    }

    /// Stake and rake, if cards are dealt from this node on until a showdown.
    fn showdown_after(&self, mut node: usize) -> Option<[f64; 2]> {
        loop {
            match self.tree.nodes()[node] {
                Node::Deal { child } => node = child,
                Node::Showdown { stake, rake } => return Some([stake, rake]),
                _ => return None,
            }
        }
    }
}

/// Gives a lane to each slot that has none.
fn give_lanes(slots: impl Iterator<Item = usize>, lane_of: &mut [Option<usize>], lanes: &mut Vec<usize>) {
    for slot in slots {
        if lane_of[slot].is_none() {
            lane_of[slot] = Some(lanes.len());
            lanes.push(slot);
        }
    }
}

/// How the unblocked reach of these slots is found from that of the lanes; slots for which there is no way get a lane.
fn rests(mixes: &[Mix], wanted: &[usize], lane_of: &mut [Option<usize>], lanes: &mut Vec<usize>) -> Vec<Rest> {
    let mut known: Vec<bool> = lane_of.iter().map(Option::is_some).collect();
    let mut found: Vec<Rest> = vec![];
    loop {
        // One pass from the last decision to the first, and back: what is after a decision is then known before it is asked.
        for mix in mixes.iter().rev().chain(mixes) {
            let to = mix.to..mix.to + mix.choice.n_actions;
            let mut unknown = to.clone().chain([mix.from]).filter(|&slot| !known[slot]);
            if let (Some(slot), None) = (unknown.next(), unknown.next()) {
                known[slot] = true;
                found.push(Rest { slot, from: mix.from, to });
            }
        }
        let Some(&slot) = wanted.iter().find(|&&slot| !known[slot]) else { break };
        give_lanes([slot].into_iter(), lane_of, lanes);
        known[slot] = true;
    }
    // Only what is wanted, or what that needs.
    let mut needed = vec![false; known.len()];
    for &slot in wanted {
        needed[slot] = true;
    }
    for rest in found.iter().rev() {
        if needed[rest.slot] {
            for slot in rest.to.clone().chain([rest.from]) {
                needed[slot] = true;
            }
        }
    }
    found.retain(|rest| needed[rest.slot]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Player 0 checks or bets, and player 1 folds or calls a bet; then come these nodes after a check and a call.
    fn one_bet(after: [Node; 2], later: &[Node], all_in: Option<f64>) -> Part {
        let [check, call] = after;
        let mut nodes = vec![
            Node::Decision { player: 0, first: 1, n_actions: 2 },
            check,
            Node::Decision { player: 1, first: 3, n_actions: 2 },
            Node::Fold { player: 1, stake: 1.0, rake: 0.0 },
            call,
        ];
        nodes.extend(later);
        Part::root(&Tree::new(nodes).unwrap(), Scaling { chips: 1.0, shown: 1.0, all_in })
    }

    #[test]
    fn a_fold_follows_from_showdowns() {
        let show = |stake| Node::Showdown { stake, rake: 0.0 };
        let [first, second] = one_bet([show(1.0), show(2.0)], &[], None).views;
        // Slots: before the bet, and after the fold and the call.
        assert_eq!((&first.lanes[..], first.n_shown), (&[0, 2][..], 2));
        let [rest] = &first.rests[..] else { panic!("{} rests", first.rests.len()) };
        assert_eq!((rest.slot, rest.from, rest.to.clone()), (1, 0, 1..3));
        let [end] = &first.rest_ends[..] else { panic!("{} ends", first.rest_ends.len()) };
        assert_eq!((end.row, end.slot, end.unblocked.double), (3, 1, 1.0));
        // Player 1 folds where its call would be a showdown.
        assert_eq!((&second.lanes[..], second.n_shown, second.rests.len()), (&[1, 2][..], 2, 0));
    }

    #[test]
    fn a_fold_before_a_deal_has_a_lane() {
        let show = |stake| Node::Showdown { stake, rake: 0.0 };
        let deals = [Node::Deal { child: 5 }, Node::Deal { child: 6 }];
        let [first, _] = one_bet(deals, &[show(1.0), show(2.0)], None).views;
        assert_eq!((&first.lanes[..], first.n_shown, first.rests.len(), first.rest_ends.len()), (&[1][..], 0, 0, 0));
    }

    #[test]
    fn players_who_are_all_in_see_no_later_part() {
        let show = |stake, rake| Node::Showdown { stake, rake };
        let deals = [Node::Deal { child: 5 }, Node::Deal { child: 6 }];
        let Part { views: [first, second], n_deals, after, .. } =
            one_bet(deals, &[show(1.0, 0.0), show(2.0, 1.0)], Some(0.25));
        assert_eq!((n_deals, after.len(), first.deals.len()), (0, 0, 0));
        let ends = |view: &View| {
            let ends = view.all_in_ends.iter();
            ends.map(|end| (end.row, view.all_in[end.slot], end.margin.double, end.is_raked)).collect::<Vec<_>>()
        };
        assert_eq!(ends(&first), [(1, 0, 0.25, false), (4, 2, 0.375, true)]);
        assert_eq!(ends(&second), [(1, 1, 0.25, false), (4, 2, 0.375, true)]);
        // Only the rake of the call needs an unblocked reach, beside the fold.
        assert_eq!((&first.lanes[..], &second.lanes[..]), (&[1, 2][..], &[2][..]));
    }
}
