//! The order in which the label programme takes the classes: a greedy search for few states.

use super::class_graph::{ClassGraph, MAX_CLASSES};
use super::ties::bits;

/// Another start is tried when the best so far has this many states for each one tried.
const WORTH: u64 = 40;

/// An order of the classes and what it costs.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) classes: [u8; MAX_CLASSES],
    pub(super) states: u64,
}

/// A good order for hands of up to `budget` opponents.
pub(super) fn plan(graph: &ClassGraph, budget: usize) -> Order {
    let mut by_size: [u8; MAX_CLASSES] = std::array::from_fn(|c| c as u8);
    let by_size = &mut by_size[..graph.len];
    by_size.sort_by_key(|&c| std::cmp::Reverse(graph.size[c as usize]));
    let mut best = Order { classes: [0; MAX_CLASSES], states: u64::MAX };
    for (tried, &first) in by_size.iter().enumerate() {
        if tried as u64 * WORTH >= best.states {
            break;
        }
        greedy(graph, budget, first as usize, &mut best);
    }
    best
}

/// Takes `first`, then always the class that leaves the fewest states; replaces `best` when that is cheaper.
fn greedy(graph: &ClassGraph, budget: usize, first: usize, best: &mut Order) {
    let mut order = Order { classes: [0; MAX_CLASSES], states: 0 };
    order.classes[0] = first as u8;
    let mut left: u32 = (1u32 << graph.len) - 1 & !(1 << first);
    // Tracked labels: a class of each and its cards.
    let mut labels = Labels::default();
    for step in 1..graph.len {
        let mut choice: Option<(u64, usize, Labels)> = None;
        for c in bits(left) {
            let mut next = labels.clone();
            next.take(graph, first, c, left & !(1 << c));
            let states = next.states(graph, first, left & !(1 << c), budget);
            if choice.as_ref().is_none_or(|&(fewest, ..)| states < fewest) {
                choice = Some((states, c, next));
            }
        }
        let Some((states, c, next)) = choice else { break };
        order.states += states;
        if order.states >= best.states {
            return;
        }
        order.classes[step] = c as u8;
        left &= !(1 << c);
        labels = next;
    }
    *best = order;
}

/// The tracked labels of the classes taken: classes that differ towards what is left.
#[derive(Clone, Default)]
pub(super) struct Labels {
    pub(super) len: usize,
    pub(super) class: [u8; MAX_CLASSES],
    pub(super) cards: [u8; MAX_CLASSES],
}

impl Labels {
    /// Adds class `c`, `left` being what remains after it.
    pub(super) fn take(&mut self, graph: &ClassGraph, first: usize, c: usize, left: u32) {
        let mut old = std::mem::take(self);
        old.class[old.len] = c as u8;
        old.cards[old.len] = graph.size[c];
        for l in 0..=old.len {
            let class = old.class[l] as usize;
            if graph.difference(class, first) & left == 0 {
                continue;
            }
            let same = (0..self.len).find(|&j| graph.difference(class, self.class[j] as usize) & left == 0);
            let j = same.unwrap_or(self.len);
            self.class[j] = class as u8;
            self.cards[j] += old.cards[l];
            self.len = self.len.max(j + 1);
        }
    }

    /// Most cards of label `l` that can be reserved: those that a later class could use.
    pub(super) fn cap(&self, graph: &ClassGraph, first: usize, l: usize, left: u32, budget: usize) -> usize {
        let reach = bits(graph.difference(self.class[l] as usize, first) & left);
        let reach: usize = reach.map(|d| graph.size[d] as usize).sum();
        reach.min(self.cards[l] as usize).min(budget)
    }

    /// How many (reserved cards by label, edges placed) there are within the budget.
    fn states(&self, graph: &ClassGraph, first: usize, left: u32, budget: usize) -> u64 {
        (0..self.len).map(|l| self.cap(graph, first, l, left, budget) as u64 + 1).product()
    }
}
