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
use super::words::{Poly, Word, add_product, power, scaled};

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

/// What becomes of a label at a step.
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
        self.now.set(&[], 0, |_| budget.min((cards + room) / 2));
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
            self.advance(graph, labels.len, &to, c, shade, used, budget);
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
        let powers: [Poly<W, T>; 27] = std::array::from_fn(|e| power(old, new, e));
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
            let powers: [Poly<W, T>; 27] = std::array::from_fn(|e| power(colour, shade, e));
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
    fn advance(
        &mut self,
        graph: &ClassGraph,
        labels: usize,
        to: &[usize; MAX_CLASSES],
        c: usize,
        shade: Colour,
        used: usize,
        budget: usize,
    ) {
        let (now, next) = (&self.now, &self.next);
        self.targets.clear();
        let tracked = to[labels] != UNTRACKED;
        'blocks: for (number, block) in now.blocks.iter().enumerate() {
            let mut reserved = [0u8; MAX_CLASSES];
            for l in 0..labels {
                let x = block.reserved[l];
                if x == 0 {
                    continue;
                }
                if to[l] == UNTRACKED {
                    continue 'blocks;
                }
                reserved[to[l]] += x;
                if reserved[to[l]] > next.caps[to[l]] {
                    continue 'blocks;
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
        let size = graph.size[c] as usize;
        let inner = graph.colour(c, c);
        self.moved.clear();
        self.moved.resize(next.entries, [W::default(); T]);
        for u in 0..=used {
            let plane = &self.planes[u * now.entries..][..now.entries];
            let most = if tracked { (size - u).min(next.caps[to[labels]] as usize) } else { 0 };
            for rho in 0..=most {
                let free = size - u - rho;
                let inside = if inner == shade { 0 } else { (free / 2).min(budget) };
                for edges in 0..=inside {
                    let ways = W::TABLES.choose[size - u][rho].mul(W::TABLES.matchings[free][edges]);
                    let factor = scaled(&power(inner, shade, edges), ways);
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
    for l in 0..labels.len {
        let class = labels.class[l] as usize;
        if alike(class, first) || alike(class, c) {
            continue;
        }
        let same = (0..merged.len).find(|&j| alike(class, merged.class[j] as usize));
        let j = same.unwrap_or(merged.len);
        merged.class[j] = class as u8;
        merged.cards[j] += labels.cards[l];
        merged.len = merged.len.max(j + 1);
        to[l] = j;
    }
    if !alike(c, first) {
        let j = merged.len;
        merged.len += 1;
        merged.class[j] = c as u8;
        merged.cards[j] = graph.size[c];
        to[labels.len] = j;
        for l in 0..labels.len {
            let class = labels.class[l] as usize;
            if !alike(class, first) && alike(class, c) {
                merged.cards[j] += labels.cards[l];
                to[l] = j;
            }
        }
    }
    (merged, to)
}
