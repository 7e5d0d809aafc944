//! The order in which the label programme takes the classes: a greedy search for few states.

use super::class_graph::{ClassGraph, MAX_CLASSES};
use super::ties::bits;

/// Another start is tried when the best so far has this many states for each one tried.
const WORTH: u64 = 40;
/// Most starts that are tried.
const STARTS: usize = 6;

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
    for (tried, &first) in by_size.iter().take(STARTS).enumerate() {
        if tried as u64 * WORTH >= best.states {
            break;
        }
        Search::new(graph, budget, first as usize).run(&mut best);
    }
    best
}

/// A greedy search from one first class.
struct Search<'a> {
    graph: &'a ClassGraph,
    budget: usize,
    first: usize,
    /// How each class differs from the first: bits of losses, then bits of ties.
    rows: [u64; MAX_CLASSES],
}

/// Tracked labels while an order is searched: how they differ from the first class, and their cards.
#[derive(Clone, Copy)]
struct Sketch {
    len: usize,
    rows: [u64; MAX_CLASSES],
    cards: [u8; MAX_CLASSES],
}

impl Sketch {
    const EMPTY: Self = Self { len: 0, rows: [0; MAX_CLASSES], cards: [0; MAX_CLASSES] };

    /// Adds cards to the label with this row, if it is tracked.
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

impl<'a> Search<'a> {
    fn new(graph: &'a ClassGraph, budget: usize, first: usize) -> Self {
        let mut rows = [0; MAX_CLASSES];
        for (c, row) in rows[..graph.len].iter_mut().enumerate() {
            let (loss, tie) = (graph.loss[c] ^ graph.loss[first], graph.tie[c] ^ graph.tie[first]);
            *row = u64::from(tie) << 32 | u64::from(loss);
        }
        Self { graph, budget, first, rows }
    }

    /// Takes the class that leaves the fewest states, again and again; replaces `best` when that is cheaper.
    fn run(&self, best: &mut Order) {
        let mut order = Order { classes: [0; MAX_CLASSES], states: 0 };
        order.classes[0] = self.first as u8;
        let mut left = ((1u64 << self.graph.len) - 1) as u32 & !(1 << self.first);
        let mut labels = Sketch::EMPTY;
        let mut next = Sketch::EMPTY;
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

    /// The labels once class `c` is taken too and `left` is what remains.
    #[inline(always)]
    fn take(&self, labels: &Sketch, c: usize, left: u32, next: &mut Sketch) {
        let mask = u64::from(left) << 32 | u64::from(left);
        next.len = 0;
        for l in 0..labels.len {
            next.add(labels.rows[l] & mask, labels.cards[l]);
        }
        next.add(self.rows[c] & mask, self.graph.size[c]);
    }

    /// About how many ways there are to reserve cards of the labels: the product over labels. Stops at `enough`.
    #[inline(always)]
    fn states(&self, labels: &Sketch, left: u32, enough: u64) -> u64 {
        let mut states = 1;
        for l in 0..labels.len {
            let most = self.budget.min(labels.cards[l] as usize);
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
