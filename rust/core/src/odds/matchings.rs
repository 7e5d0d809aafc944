//! The label programme: how many ways k opponents can hold hands that do not beat the hero, by number of ties.
//!
//! A set of disjoint hands is a matching of the complete graph on the unknown cards, weighted by the product of its
//! colours (loss 0, win 1, tie t). Classes are taken one by one. Edges weigh their colour less a background colour; the
//! background is put back at the end, for a complete graph has a known number of matchings. Cards taken that still look
//! alike to what is left share a label; a state says how many cards of each label are reserved for later edges, and how
//! many edges are placed. The label of the first class is never reserved: the background is its colour.

use super::class_graph::{ClassGraph, Colour, MAX_CLASSES};
use super::layout::Layout;
use super::order::Order;
use super::ties::bits;
use super::words::{Poly, Word, add_product, power, powers, scaled};

/// The working memory of one thread.
pub(super) struct Programme<W, const T: usize> {
    now: Layout,
    next: Layout,
    /// States, one plane for every number of cards of the new class in use.
    planes: Vec<Poly<W, T>>,
    /// The states of the next step.
    moved: Vec<Poly<W, T>>,
    results: Vec<Poly<W, T>>,
    targets: Vec<Target>,
    down: Vec<u32>,
}

/// Where a block goes when its labels are merged; its new class's label is the last.
#[derive(Clone, Copy)]
struct Target {
    from: u32,
    /// The block with nothing reserved of the new class.
    block: u32,
    /// How many more cards the last label can reserve.
    room: u8,
}

/// The class that a step takes.
struct Taken {
    /// Its cards.
    size: usize,
    inner: Colour,
    /// The background.
    shade: Colour,
    /// Most of its cards that earlier edges use.
    used: usize,
}

/// What becomes of a label at a step: it looks like the first class from now on.
const UNTRACKED: usize = usize::MAX;

impl<W: Word, const T: usize> Programme<W, T> {
    pub(super) fn new() -> Self {
        Self {
            now: Layout::default(),
            next: Layout::default(),
            planes: Vec::new(),
            moved: Vec::new(),
            results: Vec::new(),
            targets: Vec::new(),
            down: Vec::new(),
        }
    }

    /// Ways, by number of opponents 0..=budget; each a polynomial whose t^j counts those with j ties.
    pub(super) fn run(&mut self, graph: &ClassGraph, order: &Order, budget: usize) -> &[Poly<W, T>] {
        self.results.clear();
        self.results.resize(budget + 1, [W::default(); T]);
        if graph.len == 0 {
            self.results[0][0] = W::ONE;
            return &self.results;
        }
        let first = order.classes[0] as usize;
        let size = |c: usize| graph.size[c] as usize;
        let second = order.classes[1.min(graph.len - 1)] as usize;
        let mut background = if size(first) > 1 { graph.colour(first, first) } else { graph.colour(first, second) };
        let mut labels = Labels::default();
        let mut cards = size(first);
        let room = if graph.len > 1 { size(second) } else { 0 };
        self.now.set(&[], 0, |_| budget.min(usize::midpoint(cards, room)));
        self.planes.clear();
        self.planes.resize(self.now.entries, [W::default(); T]);
        self.planes[0][0] = W::ONE;

        let mut left: u32 = ((1u64 << graph.len) - 1) as u32 & !(1 << first);
        for step in 1..graph.len {
            let c = order.classes[step] as usize;
            left &= !(1 << c);
            let shade = graph.colour(first, c);
            if shade != background {
                self.shift(background, shade, cards);
                background = shade;
            }
            let used = self.connect(graph, &labels, c, shade, budget);
            let after = order.classes.get(step + 1).filter(|_| step + 1 < graph.len);
            cards += size(c);
            let (merged, to) = merge(&labels, graph, first, c, left);
            let mut caps = [0; MAX_CLASSES];
            for (l, cap) in caps[..merged.len].iter_mut().enumerate() {
                *cap = merged.cap(graph, first, l, left, budget) as u8;
            }
            let most = budget.min(bits(left).map(size).sum()).min(cards);
            let room = cards + after.map_or(0, |&d| size(d as usize));
            self.next.set(&caps[..merged.len], most, |sum| (budget - sum).min(room.saturating_sub(sum) / 2));
            let inner = graph.colour(c, c);
            self.advance(&to[..=labels.len], &Taken { size: size(c), inner, shade, used }, budget);
            labels = merged;
        }
        // The background goes back to loss.
        let states = &self.planes[..self.now.entries];
        for (k, result) in self.results.iter_mut().enumerate() {
            for (i, state) in states.iter().enumerate().take(k + 1) {
                if cards >= 2 * i {
                    let ways = W::TABLES.matchings[cards - 2 * i][k - i];
                    add_product(result, state, &scaled(&power(background, Colour::Loss, k - i), ways));
                }
            }
        }
        &self.results
    }

    /// Changes the background from `old` to `new` on the `cards` taken.
    fn shift(&mut self, old: Colour, new: Colour, cards: usize) {
        let powers = powers::<W, T>(old, new, self.now.blocks.iter().map(|b| b.len as usize).max().unwrap_or(0));
        for block in &self.now.blocks {
            let states = &mut self.planes[block.start as usize..][..block.len as usize];
            let free = cards.saturating_sub(block.sum as usize);
            for i in (1..states.len()).rev() {
                let (before, at) = states.split_at_mut(i);
                for (j, state) in before.iter().enumerate() {
                    if 2 * j < free {
                        let ways = W::TABLES.matchings[free - 2 * j][i - j];
                        add_product(&mut at[0], state, &scaled(&powers[i - j], ways));
                    }
                }
            }
        }
    }

    /// Places edges from reserved cards to class `c`; returns the most cards of `c` that are used.
    fn connect(&mut self, graph: &ClassGraph, labels: &Labels, c: usize, shade: Colour, budget: usize) -> usize {
        let size = graph.size[c] as usize;
        let entries = self.now.entries;
        let mut used = 0;
        for l in 0..labels.len {
            let colour = graph.colour(labels.class[l] as usize, c);
            let cap = self.now.caps[l] as usize;
            if colour == shade || cap == 0 {
                continue;
            }
            let most = (used + cap).min(size).min(budget);
            self.planes.resize((most + 1) * entries, [W::default(); T]);
            self.link(l);
            let powers = powers::<W, T>(colour, shade, most.min(cap));
            for u in (1..=most).rev() {
                let (lower, upper) = self.planes.split_at_mut(u * entries);
                for (number, block) in self.now.blocks.iter().enumerate() {
                    let reserved = block.reserved[l] as usize;
                    let mut target = number;
                    for e in 1..=reserved.min(u) {
                        target = self.down[target] as usize;
                        if u - e > used {
                            continue;
                        }
                        let ways = W::TABLES.choose[reserved][e].mul(W::TABLES.falling[size + e - u][e]);
                        let factor = scaled(&powers[e], ways);
                        let to = &self.now.blocks[target];
                        let from = &lower[(u - e) * entries + block.start as usize..][..block.len as usize];
                        let to = &mut upper[to.start as usize..][..to.len as usize];
                        add_shifted(to, e, from, &factor);
                    }
                }
            }
            used = most;
        }
        used
    }

    /// For every block, the one with a card less of label `l` reserved.
    fn link(&mut self, l: usize) {
        self.down.clear();
        for block in &self.now.blocks {
            let mut reserved = block.reserved;
            let number = if reserved[l] > 0 {
                reserved[l] -= 1;
                self.now.find(&reserved[..self.now.labels])
            } else {
                0
            };
            self.down.push(number as u32);
        }
    }

    /// Reserves cards of class `c`, places edges within it, merges labels as `to` says, and moves on.
    fn advance(&mut self, to: &[usize], taken: &Taken, budget: usize) {
        let Taken { size, inner, shade, used } = *taken;
        let (now, next) = (&self.now, &self.next);
        self.targets.clear();
        let labels = to.len() - 1;
        let tracked = to[labels] != UNTRACKED;
        'blocks: for (number, block) in now.blocks.iter().enumerate() {
            let mut reserved = [0u8; MAX_CLASSES];
            for (&x, &to) in block.reserved.iter().zip(&to[..labels]) {
                if x > 0 {
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
            self.targets.push(Target {
                from: number as u32,
                block: next.find(&reserved[..next.labels]) as u32,
                room: room.min(next.most as u8 - block.sum),
            });
        }
        let powers = powers::<W, T>(inner, shade, if inner == shade { 0 } else { (size / 2).min(budget) });
        self.moved.clear();
        self.moved.resize(next.entries, [W::default(); T]);
        for u in 0..=used {
            let plane = &self.planes[u * now.entries..][..now.entries];
            let most = if tracked { (size - u).min(next.caps[to[labels]] as usize) } else { 0 };
            for rho in 0..=most {
                let free = size - u - rho;
                let inside = if inner == shade { 0 } else { (free / 2).min(budget) };
                for (edges, power) in powers.iter().enumerate().take(inside + 1) {
                    let ways = W::TABLES.choose[size - u][rho].mul(W::TABLES.matchings[free][edges]);
                    let factor = scaled(power, ways);
                    for target in self.targets.iter().filter(|t| t.room as usize >= rho) {
                        let from = &now.blocks[target.from as usize];
                        let to = &next.blocks[target.block as usize + rho];
                        let from = &plane[from.start as usize..][..from.len as usize];
                        let to = &mut self.moved[to.start as usize..][..to.len as usize];
                        add_shifted(to, edges, from, &factor);
                    }
                }
            }
        }
        std::mem::swap(&mut self.planes, &mut self.moved);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

/// `to[edges..] += from * factor`, as far as `to` goes.
#[inline(always)]
fn add_shifted<W: Word, const T: usize>(to: &mut [Poly<W, T>], edges: usize, from: &[Poly<W, T>], factor: &Poly<W, T>) {
    for (to, from) in to.get_mut(edges..).into_iter().flatten().zip(from) {
        add_product(to, from, factor);
    }
}

/// The tracked labels: classes taken that differ from the first towards what is left.
#[derive(Clone, Default)]
struct Labels {
    len: usize,
    /// A class of each.
    class: [u8; MAX_CLASSES],
    cards: [u8; MAX_CLASSES],
}

impl Labels {
    /// Most cards of label `l` that can be reserved: those that a later class could use.
    fn cap(&self, graph: &ClassGraph, first: usize, l: usize, left: u32, budget: usize) -> usize {
        let reach = bits(graph.difference(self.class[l] as usize, first) & left);
        let reach: usize = reach.map(|d| graph.size[d] as usize).sum();
        reach.min(self.cards[l] as usize).min(budget)
    }
}

/// The labels after class `c` is taken, that of `c` last, and where each old one and `c` (at `labels.len`) go.
fn merge(labels: &Labels, graph: &ClassGraph, first: usize, c: usize, left: u32) -> (Labels, [usize; MAX_CLASSES]) {
    let mut merged = Labels::default();
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
    use super::super::order::plan;
    use super::super::ties::most_ties;
    use super::*;
    use proptest::prelude::*;

    /// A graph of a few cards in a few classes.
    fn small_graph() -> impl Strategy<Value = ClassGraph> {
        (prop::collection::vec(1..4u8, 1..6), prop::collection::vec(0..3u8, 21)).prop_map(|(sizes, colours)| {
            let mut graph = ClassGraph { len: sizes.len(), ..ClassGraph::EMPTY };
            graph.size[..sizes.len()].copy_from_slice(&sizes);
            let mut colours = colours.into_iter();
            for c in 0..sizes.len() {
                for d in 0..=c {
                    let (loss, tie) = match colours.next() {
                        Some(0) => (1, 0),
                        Some(1) => (0, 1),
                        _ => (0, 0),
                    };
                    (graph.loss[c], graph.tie[c]) = (graph.loss[c] | loss << d, graph.tie[c] | tie << d);
                    (graph.loss[d], graph.tie[d]) = (graph.loss[d] | loss << c, graph.tie[d] | tie << c);
                }
            }
            graph
        })
    }

    /// All sets of disjoint hands of `cards`, given as classes: the first card is in no hand, or in one with a later.
    fn brute_force(graph: &ClassGraph, cards: &[usize], hands: usize, ties: usize, counts: &mut [[u64; 27]]) {
        let Some((&first, rest)) = cards.split_first() else {
            counts[hands][ties] += 1;
            return;
        };
        brute_force(graph, rest, hands, ties, counts);
        for (i, &other) in rest.iter().enumerate() {
            let colour = graph.colour(first, other);
            if colour != Colour::Loss && hands + 1 < counts.len() {
                let rest = [&rest[..i], &rest[i + 1..]].concat();
                brute_force(graph, &rest, hands + 1, ties + usize::from(colour == Colour::Tie), counts);
            }
        }
    }

    proptest! {
        #[test]
        fn any_graph_in_any_order(graph in small_graph(), budget in 1..8usize, turn in 0..6usize) {
            let cards: Vec<usize> = (0..graph.len).flat_map(|c| vec![c; graph.size[c] as usize]).collect();
            let mut expected = vec![[0; 27]; budget + 1];
            brute_force(&graph, &cards, 0, 0, &mut expected);
            let mut order = plan(&graph, budget);
            order.classes[..graph.len].rotate_left(turn % graph.len);
            let mut programme = Programme::<u64, 27>::new();
            prop_assert_eq!(programme.run(&graph, &order, budget), &expected[..]);
            // The bound on ties holds, and so do fewer terms than that.
            let ties = most_ties(&graph);
            prop_assert!(expected.iter().all(|ways| ways[ties + 1..].iter().all(|&n| n == 0)));
            let mut short = Programme::<u128, 2>::new();
            for (short, ways) in short.run(&graph, &order, budget).iter().zip(&expected) {
                prop_assert_eq!(short[..].to_vec(), ways[..2].iter().map(|&n| u128::from(n)).collect::<Vec<_>>());
            }
        }

        #[test]
        fn twins_change_nothing(graph in small_graph(), a in 0..6usize, b in 0..6usize) {
            let mut merged = graph.clone();
            let mut class_of = [0; MAX_CLASSES];
            let alive = merged.merge_twins(&mut class_of);
            merged.compact(alive, &mut class_of);
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
