//! The order in which the dynamic programme takes the classes: a greedy search for an order with few states.
//!
//! The counts do not depend on the order, but the number of states and the time do: often tenfold.

use super::class_graph::{ClassGraph, MAX_CLASSES, bits};
use crate::combinatorics::sort_few;

/// A search takes about as long as the dynamic programme for this number of states. Another first class is tried only while
/// the cheapest order has more states than the time of all searches so far corresponds to.
const STATES_PER_SEARCH: u64 = 40;
/// Maximum number of first classes that are tried.
const MOST_SEARCHES: usize = 6;

/// An order of the classes, and the approximate number of states of the dynamic programme in it.
#[derive(Clone, Copy)]
pub(super) struct ClassOrder {
    pub(super) classes: [u8; MAX_CLASSES],
    pub(super) states: u64,
}

/// A good order for up to `k_max` opponents: the cheapest of the greedy orders that begin with one of the largest classes.
pub(super) fn plan(graph: &ClassGraph, k_max: usize) -> ClassOrder {
    let mut by_size: [u8; MAX_CLASSES] = std::array::from_fn(|c| c as u8);
    let by_size = &mut by_size[..graph.len];
    sort_few(by_size, &|&a, &b| graph.size[a as usize] > graph.size[b as usize]);
    let mut best = ClassOrder { classes: [0; MAX_CLASSES], states: u64::MAX };
    for (tried, &first) in by_size.iter().take(MOST_SEARCHES).enumerate() {
        if tried as u64 * STATES_PER_SEARCH >= best.states {
            break;
        }
        OrderSearch::new(graph, k_max, first as usize).run(&mut best);
    }
    best
}

/// A greedy search for the best order that begins with one class.
struct OrderSearch<'a> {
    graph: &'a ClassGraph,
    k_max: usize,
    first: usize,
    /// For each class, the classes to which its colour differs from the first class's: in the low half those for which one
    /// of the two colours is a loss, in the high half those for which one is a tie. A class with the row 0 is equivalent to
    /// the first.
    rows: [u64; MAX_CLASSES],
}

/// The tracked labels after some steps of an order.
#[derive(Clone, Copy, Default)]
struct StepLabels {
    len: usize,
    /// The row of each label, without the classes already taken.
    rows: [u64; MAX_CLASSES],
    /// The cards of each label.
    cards: [u8; MAX_CLASSES],
}

impl StepLabels {
    /// Adds cards to the label with this row; the label with row 0 is not tracked.
    #[inline(always)]
    fn add(&mut self, row: u64, cards: u8) {
        if row == 0 {
            return;
        }
        let at = (0..self.len).find(|&j| self.rows[j] == row).unwrap_or_else(|| {
            self.rows[self.len] = row;
            self.cards[self.len] = 0;
            self.len += 1;
            self.len - 1
        });
        self.cards[at] += cards;
    }
}

impl<'a> OrderSearch<'a> {
    fn new(graph: &'a ClassGraph, k_max: usize, first: usize) -> Self {
        let mut rows = [0; MAX_CLASSES];
        for (c, row) in rows[..graph.len].iter_mut().enumerate() {
            let (loss, tie) = (graph.loss[c] ^ graph.loss[first], graph.tie[c] ^ graph.tie[first]);
            *row = u64::from(tie) << 32 | u64::from(loss);
        }
        Self { graph, k_max, first, rows }
    }

    /// Repeatedly takes the class that leaves the fewest states; replaces `best` by a cheaper order.
    fn run(&self, best: &mut ClassOrder) {
        let mut order = ClassOrder { classes: [0; MAX_CLASSES], states: 0 };
        order.classes[0] = self.first as u8;
        let mut left = ((1u64 << self.graph.len) - 1) as u32 & !(1 << self.first);
        let mut labels = StepLabels::default();
        let mut next = StepLabels::default();
        for step in 1..self.graph.len {
            let mut choice = (u64::MAX, 0);
            for c in bits(left) {
                self.take(&labels, c, left & !(1 << c), &mut next);
                let states = self.states(&next, left & !(1 << c), choice.0);
                if states < choice.0 {
                    choice = (states, c);
                    if states == 1 {
                        break;
                    }
                }
            }
            let (states, c) = choice;
            order.states = order.states.saturating_add(states);
            if order.states >= best.states {
                return;
            }
            order.classes[step] = c as u8;
            left &= !(1 << c);
            self.take(&labels, c, left, &mut next);
            labels = next;
        }
        *best = order;
    }

    /// Sets `next` to the labels after class `c` is taken, with the classes of `left` to come.
    #[inline(always)]
    fn take(&self, labels: &StepLabels, c: usize, left: u32, next: &mut StepLabels) {
        let mask = u64::from(left) << 32 | u64::from(left);
        next.len = 0;
        for l in 0..labels.len {
            next.add(labels.rows[l] & mask, labels.cards[l]);
        }
        next.add(self.rows[c] & mask, self.graph.size[c]);
    }

    /// Approximate number of vectors of reserved cards: the product over labels of the numbers of reservable cards. Stops at
    /// `enough`.
    #[inline(always)]
    fn states(&self, labels: &StepLabels, left: u32, enough: u64) -> u64 {
        let mut states = 1;
        for l in 0..labels.len {
            let most = self.k_max.min(labels.cards[l] as usize);
            let mut reach = 0;
            for d in bits((labels.rows[l] | labels.rows[l] >> 32) as u32 & left) {
                reach += self.graph.size[d] as usize;
                if reach >= most {
                    break;
                }
            }
            states *= most.min(reach) as u64 + 1;
            if states >= enough {
                break;
            }
        }
        states
    }
}
