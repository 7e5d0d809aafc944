//! The dynamic programme over the classes of a class graph. It counts the ways in which k opponents can hold disjoint
//! combos, none of which beats the hero, by number of ties. `docs/explanation/exact_odds.md` derives it, with an example by
//! hand.
//!
//! Disjoint combos are a matching of the complete graph on the unknown cards, and weigh the product of their weights w: loss
//! 0, win 1, tie t. The goal is the sum over all matchings of k edges. Let b, the *background*, be the weight of one colour,
//! and write each w as b + (w - b). Multiplied out, some edges of a matching are *placed* and count w - b, the others count
//! b. These are any matching of the remaining cards, and the number of matchings is known. Only placed edges are enumerated.
//!
//! Classes are taken one by one, in a planned order. Taken classes with the same colours to all classes to come share a
//! *label*. Before a class is taken, the background becomes its colour to the first class. So edges from cards with the
//! label of the first class are never placed, since w - b is 0, and this label is not *tracked*. Some cards of every other
//! label are *reserved* for edges to later classes. A state is a vector of reserved cards, one number for each tracked
//! label, with a number of placed edges. Its value, a polynomial in t, is the sum over all choices of such cards and edges
//! of the product of the w - b.

use super::class_graph::{ClassGraph, MAX_CLASSES, bits};
use super::layout::Layout;
use super::order::ClassOrder;
use crate::error::Result;
use crate::memory::{try_push, try_resize};
use crate::odds::weights::{Colour, Poly, WrappingWord, add_product, power, powers, scaled};

/// The working memory of one thread.
#[derive(Default)]
pub(super) struct DynamicProgramme<W, const T: usize> {
    layouts: Layouts,
    /// The values of the states in the layout. While a class is connected to the labels there is a copy of the layout for each
    /// number u = 0, 1, ... of its cards with an edge from reserved cards, one copy after the other.
    states: Vec<Poly<W, T>>,
    /// The values of the states in the next layout.
    next_states: Vec<Poly<W, T>>,
    /// The sums of weights by number of opponents.
    counts: Vec<Poly<W, T>>,
}

/// The layouts of the states before and after a step, and how blocks correspond.
#[derive(Default)]
struct Layouts {
    now: Layout,
    next: Layout,
    moves: Vec<BlockMove>,
    one_fewer: Vec<u32>,
}

/// The target of the states of a block when labels are merged. The label of the class just taken is the last of the new
/// ones.
#[derive(Clone, Copy)]
struct BlockMove {
    from: u32,
    /// The new block in which no card of the class just taken is reserved; those with 1, 2, ... of them follow it.
    to: u32,
    /// Maximum number of cards of the class just taken that can be reserved as well.
    room: u8,
}

/// The class that a step takes, already connected to the labels.
struct Taken {
    /// Number of its cards.
    size: usize,
    inner: Colour,
    background: Colour,
    /// Maximum number of its cards with an edge from reserved cards.
    most_used: usize,
}

/// The new label of cards that get the label of the first class.
const UNTRACKED: usize = usize::MAX;

impl<W: WrappingWord, const T: usize> DynamicProgramme<W, T> {
    /// The counts by number of opponents `0..=k_max`, as polynomials: the coefficient of t^j counts the sets with j ties.
    pub(super) fn run(&mut self, graph: &ClassGraph, order: &ClassOrder, k_max: usize) -> Result<&[Poly<W, T>]> {
        self.counts.clear();
        try_resize(&mut self.counts, k_max + 1, [W::default(); T])?;
        if graph.len == 0 {
            self.counts[0][0] = W::ONE;
            return Ok(&self.counts);
        }
        let first = order.classes[0] as usize;
        let size = |c: usize| graph.size[c] as usize;
        let second = order.classes[1.min(graph.len - 1)] as usize;
        let mut background = if size(first) > 1 { graph.colour(first, first) } else { graph.colour(first, second) };
        let mut labels = TrackedLabels::default();
        let mut cards = size(first);
        let coming = if graph.len > 1 { size(second) } else { 0 };
        self.layouts.now.set(&[], 0, &|_| k_max.min(usize::midpoint(cards, coming)))?;
        self.states.clear();
        try_resize(&mut self.states, self.layouts.now.entries, [W::default(); T])?;
        self.states[0][0] = W::ONE;

        for step in 1..graph.len {
            let c = order.classes[step] as usize;
            let wanted = graph.colour(first, c);
            if wanted != background {
                self.change_background(background, wanted, cards);
                background = wanted;
            }
            let most_used = self.connect(graph, &labels, c, background, k_max)?;
            cards += size(c);
            let (merged, to) = self.layouts.lay_out(graph, order, step, &labels, k_max)?;
            let inner = graph.colour(c, c);
            self.finish_class(&to[..=labels.len], &Taken { size: size(c), inner, background, most_used }, k_max)?;
            labels = merged;
        }
        // If loss is the background, edges that are not placed count 0: all edges are placed.
        let states = &self.states[..self.layouts.now.entries];
        for (k, count) in self.counts.iter_mut().enumerate() {
            for (i, state) in states.iter().enumerate().take(k + 1) {
                if cards >= 2 * i {
                    let ways = W::TABLES.matchings[cards - 2 * i][k - i];
                    add_product(count, state, &scaled(&power(background, Colour::Loss, k - i), ways));
                }
            }
        }
        Ok(&self.counts)
    }

    /// Changes the background from `old` to `new` on the `cards` taken. An edge then counts w - new = (w - old) + (old - new),
    /// so to every state are added matchings of the cards that are neither reserved nor covered, with old - new for each edge.
    fn change_background(&mut self, old: Colour, new: Colour, cards: usize) {
        let powers =
            powers::<W, T>(old, new, self.layouts.now.blocks.iter().map(|b| b.len as usize).max().unwrap_or(0));
        for block in &self.layouts.now.blocks {
            let states = &mut self.states[block.start as usize..][..block.len as usize];
            let free = cards.saturating_sub(block.sum as usize);
            for i in (1..states.len()).rev() {
                let (fewer, at) = states.split_at_mut(i);
                for (j, state) in fewer.iter().enumerate() {
                    if 2 * j < free {
                        let ways = W::TABLES.matchings[free - 2 * j][i - j];
                        add_product(&mut at[0], state, &scaled(&powers[i - j], ways));
                    }
                }
            }
        }
    }

    /// Places edges from reserved cards to class `c`, label by label; returns the maximum number of cards of `c` that they
    /// use.
    fn connect(
        &mut self,
        graph: &ClassGraph,
        labels: &TrackedLabels,
        c: usize,
        background: Colour,
        k_max: usize,
    ) -> Result<usize> {
        let size = graph.size[c] as usize;
        let entries = self.layouts.now.entries;
        let mut used = 0;
        for l in 0..labels.len {
            let colour = graph.colour(labels.class[l] as usize, c);
            let cap = self.layouts.now.caps[l] as usize;
            if colour == background || cap == 0 {
                continue;
            }
            let most = (used + cap).min(size).min(k_max);
            try_resize(&mut self.states, (most + 1) * entries, [W::default(); T])?;
            self.layouts.find_one_fewer(l)?;
            let powers = powers::<W, T>(colour, background, most.min(cap));
            // Edges go from e of the reserved cards to one card of `c` each. The copies of the layout with more used cards
            // come first: their sources must still be unchanged for this label.
            for u in (1..=most).rev() {
                let (lower, upper) = self.states.split_at_mut(u * entries);
                for (number, block) in self.layouts.now.blocks.iter().enumerate() {
                    let reserved = block.reserved[l] as usize;
                    let mut target = number;
                    for e in 1..=reserved.min(u) {
                        target = self.layouts.one_fewer[target] as usize;
                        if u - e > used {
                            continue;
                        }
                        let ways = W::TABLES.choose[reserved][e].mul(W::TABLES.falling[size + e - u][e]);
                        let factor = scaled(&powers[e], ways);
                        let to = &self.layouts.now.blocks[target];
                        let from = &lower[(u - e) * entries + block.start as usize..][..block.len as usize];
                        let to = &mut upper[to.start as usize..][..to.len as usize];
                        add_with_edges(to, e, from, &factor);
                    }
                }
            }
            used = most;
        }
        Ok(used)
    }

    /// Reserves cards of the class just taken, places edges within it, and merges labels: `to[l]` is the new label of label
    /// l, and the last element that of the class.
    fn finish_class(&mut self, to: &[usize], taken: &Taken, k_max: usize) -> Result<()> {
        let Taken { size, inner, background, most_used } = *taken;
        self.layouts.find_moves(to)?;
        let (now, next) = (&self.layouts.now, &self.layouts.next);
        let class = to[to.len() - 1];
        let powers = powers::<W, T>(inner, background, if inner == background { 0 } else { (size / 2).min(k_max) });
        self.next_states.clear();
        try_resize(&mut self.next_states, next.entries, [W::default(); T])?;
        for used in 0..=most_used {
            let states = &self.states[used * now.entries..][..now.entries];
            let most_reserved = if class == UNTRACKED { 0 } else { (size - used).min(next.caps[class] as usize) };
            for reserved in 0..=most_reserved {
                let free = size - used - reserved;
                let most_inside = if inner == background { 0 } else { (free / 2).min(k_max) };
                for (edges, power) in powers.iter().enumerate().take(most_inside + 1) {
                    let ways = W::TABLES.choose[size - used][reserved].mul(W::TABLES.matchings[free][edges]);
                    let factor = scaled(power, ways);
                    for block in self.layouts.moves.iter().filter(|block| block.room as usize >= reserved) {
                        let from = &now.blocks[block.from as usize];
                        let to = &next.blocks[block.to as usize + reserved];
                        let from = &states[from.start as usize..][..from.len as usize];
                        let to = &mut self.next_states[to.start as usize..][..to.len as usize];
                        add_with_edges(to, edges, from, &factor);
                    }
                }
            }
        }
        std::mem::swap(&mut self.states, &mut self.next_states);
        std::mem::swap(&mut self.layouts.now, &mut self.layouts.next);
        Ok(())
    }
}

impl Layouts {
    /// Lays out the states after the class of a step. Returns the labels then, and where the old ones go.
    fn lay_out(
        &mut self,
        graph: &ClassGraph,
        order: &ClassOrder,
        step: usize,
        labels: &TrackedLabels,
        k_max: usize,
    ) -> Result<(TrackedLabels, [usize; MAX_CLASSES])> {
        let size = |c: u8| graph.size[c as usize] as usize;
        let (taken, coming) = order.classes[..graph.len].split_at(step + 1);
        let (first, cards) = (taken[0] as usize, taken.iter().map(|&c| size(c)).sum::<usize>());
        let left = coming.iter().fold(0, |left, &c| left | 1 << c);
        let (merged, to) = merge(labels, graph, first, taken[step] as usize, left);
        let mut caps = [0; MAX_CLASSES];
        for (l, cap) in caps[..merged.len].iter_mut().enumerate() {
            *cap = merged.cap(graph, first, l, left, k_max) as u8;
        }
        let most_reserved = k_max.min(coming.iter().map(|&c| size(c)).sum()).min(cards);
        // The states need room for the edges that the next step places before it moves on.
        let usable = cards + coming.first().map_or(0, |&c| size(c));
        let most_edges = |reserved: usize| (k_max - reserved).min(usable.saturating_sub(reserved) / 2);
        self.next.set(&caps[..merged.len], most_reserved, &most_edges)?;
        Ok((merged, to))
    }

    /// For every block, finds the block with one reserved card less of label `l`.
    fn find_one_fewer(&mut self, l: usize) -> Result<()> {
        self.one_fewer.clear();
        for block in &self.now.blocks {
            let mut reserved = block.reserved;
            let number = if reserved[l] > 0 {
                reserved[l] -= 1;
                self.now.find(&reserved[..self.now.labels])
            } else {
                0
            };
            try_push(&mut self.one_fewer, number as u32)?;
        }
        Ok(())
    }

    /// Finds where the states of every block go when labels are merged, as in [`DynamicProgramme::finish_class`].
    fn find_moves(&mut self, to: &[usize]) -> Result<()> {
        let (now, next) = (&self.now, &self.next);
        self.moves.clear();
        let labels = to.len() - 1;
        let tracked = to[labels] != UNTRACKED;
        'blocks: for (number, block) in now.blocks.iter().enumerate() {
            let mut reserved = [0u8; MAX_CLASSES];
            for (&x, &to) in block.reserved.iter().zip(&to[..labels]) {
                if x > 0 {
                    // No later class could use these reserved cards.
                    if to == UNTRACKED || reserved[to] + x > next.caps[to] {
                        continue 'blocks;
                    }
                    reserved[to] += x;
                }
            }
            if block.sum as usize > next.most {
                continue;
            }
            let room = if tracked { next.caps[to[labels]] - reserved[to[labels]] } else { 0 };
            let to = next.find(&reserved[..next.labels]) as u32;
            let room = room.min(next.most as u8 - block.sum);
            try_push(&mut self.moves, BlockMove { from: number as u32, to, room })?;
        }
        Ok(())
    }
}

/// Adds the states of one block, times `factor`, to those of another with `edges` more placed edges, as far as it reaches.
#[inline(always)]
fn add_with_edges<W: WrappingWord, const T: usize>(
    to: &mut [Poly<W, T>],
    edges: usize,
    from: &[Poly<W, T>],
    factor: &Poly<W, T>,
) {
    for (to, from) in to.get_mut(edges..).into_iter().flatten().zip(from) {
        add_product(to, from, factor);
    }
}

/// The tracked labels: sets of taken classes with equal colours to the classes to come, other than the first class's.
#[derive(Clone, Default)]
struct TrackedLabels {
    len: usize,
    /// One class of each label, as its representative.
    class: [u8; MAX_CLASSES],
    /// The cards of each label.
    cards: [u8; MAX_CLASSES],
}

impl TrackedLabels {
    /// Maximum useful number of reserved cards of label `l`: each needs an edge to a class of `left` whose colour to the
    /// label differs from its colour to the first class.
    fn cap(&self, graph: &ClassGraph, first: usize, l: usize, left: u32, k_max: usize) -> usize {
        let reach = bits(graph.difference(self.class[l] as usize, first) & left);
        let reach: usize = reach.map(|d| graph.size[d] as usize).sum();
        reach.min(self.cards[l] as usize).min(k_max)
    }
}

/// The labels once class `c` is taken and the classes of `left` are to come, that of `c` last; and where each old label
/// and `c` (at index `labels.len`) go.
fn merge(
    labels: &TrackedLabels,
    graph: &ClassGraph,
    first: usize,
    c: usize,
    left: u32,
) -> (TrackedLabels, [usize; MAX_CLASSES]) {
    let mut merged = TrackedLabels::default();
    let mut to = [UNTRACKED; MAX_CLASSES];
    let alike = |a: usize, b: usize| graph.difference(a, b) & left == 0;
    for (l, to) in to[..labels.len].iter_mut().enumerate() {
        let class = labels.class[l] as usize;
        if alike(class, first) || alike(class, c) {
            continue;
        }
        let same = (0..merged.len).find(|&j| alike(class, merged.class[j] as usize));
        let j = same.unwrap_or(merged.len);
        merged.class[j] = class as u8;
        merged.cards[j] += labels.cards[l];
        merged.len = merged.len.max(j + 1);
        *to = j;
    }
    if !alike(c, first) {
        let j = merged.len;
        merged.len += 1;
        merged.class[j] = c as u8;
        merged.cards[j] = graph.size[c];
        to[labels.len] = j;
        for (l, to) in to[..labels.len].iter_mut().enumerate() {
            let class = labels.class[l] as usize;
            if !alike(class, first) && alike(class, c) {
                merged.cards[j] += labels.cards[l];
                *to = j;
            }
        }
    }
    (merged, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::matchings::class_graph::tests::any_graph;
    use crate::odds::matchings::order::plan;
    use crate::odds::matchings::ties::most_ties;
    use proptest::prelude::*;

    /// Counts the sets of disjoint combos of `cards`, each card represented by its class: the first card is in no combo, or
    /// in one with a later card.
    fn brute_force(graph: &ClassGraph, cards: &[usize], combos: usize, ties: usize, counts: &mut [[u64; 27]]) {
        let Some((&first, rest)) = cards.split_first() else {
            counts[combos][ties] += 1;
            return;
        };
        brute_force(graph, rest, combos, ties, counts);
        for (i, &other) in rest.iter().enumerate() {
            let colour = graph.colour(first, other);
            if colour != Colour::Loss && combos + 1 < counts.len() {
                let rest = [&rest[..i], &rest[i + 1..]].concat();
                brute_force(graph, &rest, combos + 1, ties + usize::from(colour == Colour::Tie), counts);
            }
        }
    }

    proptest! {
        #[test]
        fn any_graph_in_any_order(graph in any_graph(5, 3), k_max in 1..8usize, turn in 0..6usize) {
            let cards: Vec<usize> = (0..graph.len).flat_map(|c| vec![c; graph.size[c] as usize]).collect();
            let mut expected = vec![[0; 27]; k_max + 1];
            brute_force(&graph, &cards, 0, 0, &mut expected);
            let mut order = plan(&graph, k_max);
            order.classes[..graph.len].rotate_left(turn % graph.len);
            let mut programme = DynamicProgramme::<u64, 27>::default();
            prop_assert_eq!(programme.run(&graph, &order, k_max)?, &expected[..]);
            // No count has more ties than the bound, and polynomials cut at the bound have the right terms.
            let ties = most_ties(&graph);
            prop_assert!(expected.iter().all(|ways| ways[ties + 1..].iter().all(|&n| n == 0)));
            let mut short = DynamicProgramme::<u128, 2>::default();
            for (short, ways) in short.run(&graph, &order, k_max)?.iter().zip(&expected) {
                prop_assert_eq!(short[..].to_vec(), ways[..2].iter().map(|&n| u128::from(n)).collect::<Vec<_>>());
            }
        }

        #[test]
        fn merging_changes_nothing(graph in any_graph(5, 3), a in 0..6usize, b in 0..6usize) {
            let mut merged = graph.clone();
            let class_of = merged.merge_interchangeable();
            let [a, b] = [a % graph.len, b % graph.len];
            prop_assume!(graph.size[a] > u8::from(a == b) && graph.size[b] > 0);
            let left = merged.without([class_of[a], class_of[b]]);
            let mut plain = graph.clone();
            plain.size[a] -= 1;
            plain.size[b] -= 1;
            let count = |graph: &ClassGraph| {
                let cards: Vec<usize> = (0..graph.len).flat_map(|c| vec![c; graph.size[c] as usize]).collect();
                let mut counts = vec![[0; 27]; 8];
                brute_force(graph, &cards, 0, 0, &mut counts);
                counts
            };
            prop_assert_eq!(count(&left), count(&plain));
        }
    }
}
