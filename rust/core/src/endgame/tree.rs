//! A betting tree of two players as a list of nodes, checked once.

use crate::error::{Error, Result};
use crate::memory::try_vec;

/// A node of a betting tree. Children have larger numbers than their parents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Node {
    /// A player chooses an action.
    Decision {
        /// 0 or 1.
        player: usize,
        /// The node after the first action; those after the other actions follow it.
        first: usize,
        /// Number of actions.
        n_actions: usize,
    },
    /// The turn or river card is dealt.
    Deal {
        /// The node after it.
        child: usize,
    },
    /// A player folds and loses the stake.
    Fold {
        /// The player who folds, 0 or 1.
        player: usize,
        /// The chips that are lost.
        stake: f64,
        /// The chips of them that the casino takes.
        rake: f64,
    },
    /// The stronger hand wins the stake of the other player.
    Showdown {
        /// The chips that each player has at stake.
        stake: f64,
        /// The chips that the casino takes: from the winner, or from both players alike.
        rake: f64,
    },
}

/// A checked tree. Node 0 is its root.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The number of deals before each node.
    streets: Vec<u8>,
}

impl Tree {
    /// Checks that nodes form a tree.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a node with no parent or two, a decision without actions, a stake that is not finite
    /// and positive, or a rake that is negative or above twice the stake. Also for more than two deals one after the other,
    /// and for a showdown before the last card.
    pub fn new(nodes: Vec<Node>) -> Result<Self> {
        // Until its parent is found, a node has no street.
        let mut streets = try_vec(NO_STREET, nodes.len())?;
        *streets.first_mut().ok_or_else(|| wrong(0, "a tree has a node"))? = 0;
        for (at, &node) in nodes.iter().enumerate() {
            let street = streets[at];
            if street == NO_STREET {
                return Err(wrong(at, "it is the child of no earlier node"));
            }
            let (first, n, of_children) = match node {
                Node::Decision { player: 0 | 1, first, n_actions: n @ 1.. } => (first, n, street),
                Node::Deal { child } if street < MOST_DEALS => (child, 1, street + 1),
                Node::Fold { player: 0 | 1, stake, rake } | Node::Showdown { stake, rake }
                    if stake.is_finite() && stake > 0.0 && (0.0..=2.0 * stake).contains(&rake) =>
                {
                    (0, 0, street)
                }
                _ => return Err(wrong(at, &format!("{node:?}"))),
            };
            for child in (0..n).map(|action| first.saturating_add(action)) {
                match streets.get_mut(child) {
                    Some(of_child) if child > at && *of_child == NO_STREET => *of_child = of_children,
                    _ => {
                        return Err(wrong(at, &format!("its child {child} is no later node, or that of another node")));
                    }
                }
            }
        }
        let last = streets.iter().copied().max().unwrap_or(0);
        let early = |(node, &street): (&Node, &u8)| matches!(node, Node::Showdown { .. }) && street < last;
        if let Some(at) = nodes.iter().zip(&streets).position(early) {
            return Err(wrong(at, "a showdown before the last card"));
        }
        Ok(Self { nodes, streets })
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Number of streets: one more than the cards that are dealt.
    pub fn n_streets(&self) -> usize {
        1 + usize::from(self.streets.iter().copied().max().unwrap_or(0))
    }

    /// The largest stake.
    pub(super) fn largest_stake(&self) -> f64 {
        let stake = |node: &Node| match *node {
            Node::Fold { stake, .. } | Node::Showdown { stake, .. } => stake,
            Node::Decision { .. } | Node::Deal { .. } => 0.0,
        };
        self.nodes.iter().map(stake).fold(0.0, f64::max)
    }

    /// The decisions in their order: player, street and number of actions.
    pub(super) fn decisions(&self) -> impl Iterator<Item = Decision> {
        self.nodes.iter().zip(&self.streets).filter_map(|(&node, &street)| match node {
            Node::Decision { player, n_actions, .. } => Some(Decision { player, street: street.into(), n_actions }),
            _ => None,
        })
    }
}

/// Who decides, on which street, between how many actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) player: usize,
    pub(super) street: usize,
    pub(super) n_actions: usize,
}

const NO_STREET: u8 = u8::MAX;
/// The cards that are dealt after a flop.
const MOST_DEALS: u8 = 2;

fn wrong(node: usize, why: &str) -> Error {
    Error::InvalidArgument(format!("node {node} of the tree: {why}"))
}
