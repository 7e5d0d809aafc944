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
    /// The game ends before its last card; what it is worth to the hands of both players is given. Only on the root's street.
    Leaf {
        /// Number of cards to come.
        n_deals: usize,
        /// The chips that each player has at stake.
        stake: f64,
    },
}

/// A checked tree. Node 0 is its root.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The number of deals before each node.
    streets: Vec<u8>,
    n_streets: usize,
}

impl Tree {
    /// Checks that nodes form a tree.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a node with no parent or two, a decision without actions, a stake that is not finite
    /// and positive, or a rake that is negative or above twice the stake. Also for more than two deals one after the other,
    /// for a showdown before the last card, and for a leaf behind a deal.
    pub fn new(nodes: Vec<Node>) -> Result<Self> {
        // Until its parent is found, a node has no street.
        let mut streets = try_vec(NO_STREET, nodes.len())?;
        *streets.first_mut().ok_or_else(|| wrong(0, "a tree has a node"))? = 0;
        let mut most_deals = 0;
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
                Node::Leaf { n_deals, stake }
                    if street == 0 && n_deals <= MOST_DEALS.into() && stake.is_finite() && stake > 0.0 =>
                {
                    most_deals = most_deals.max(n_deals);
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
        let last = most_deals.max(streets.iter().copied().max().unwrap_or(0).into());
        let early = |(node, &street): (&Node, &u8)| matches!(node, Node::Showdown { .. }) && usize::from(street) < last;
        if let Some(at) = nodes.iter().zip(&streets).position(early) {
            return Err(wrong(at, "a showdown before the last card"));
        }
        Ok(Self { nodes, streets, n_streets: 1 + last })
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Number of streets: one more than the cards that are dealt, or are to come.
    pub fn n_streets(&self) -> usize {
        self.n_streets
    }

    /// Number of leaves.
    pub(super) fn n_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Leaf { .. })).count()
    }

    /// The largest stake.
    pub(super) fn largest_stake(&self) -> f64 {
        let stake = |node: &Node| match *node {
            Node::Fold { stake, .. } | Node::Showdown { stake, .. } | Node::Leaf { stake, .. } => stake,
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
