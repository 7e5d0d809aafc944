//! The class graphs of heroes on boards of one pattern.
//!
//! Boards have one pattern when they differ in no way that the results depend on. Every card has a type on them, and two
//! types have the strength of the combo of such cards. A hero compares that strength with his own: a class graph whose
//! classes are the types, in which twins are then joined.

use super::class_graph::{ClassGraph, MAX_CLASSES};
use super::distinct_graphs::ThreadGraphs;
use crate::odds::types::TypeTable;

/// A hero on the boards of one pattern.
#[derive(Debug, Clone, Copy)]
pub(in crate::odds) struct Hero {
    /// The types of his two cards.
    pub(in crate::odds) types: [u8; 2],
    /// Which of the heroes of the call he is.
    pub(in crate::odds) number: u32,
    /// On how many boards of the pattern he can be.
    pub(in crate::odds) boards: u32,
}

/// The class graph of a hero whose cards have these types.
pub(in crate::odds) fn graph_of(table: &TypeTable, types: [u8; 2]) -> ClassGraph {
    let mut graph = graph_of_types(table);
    table.compare(table.strength(types), &mut graph.loss, &mut graph.tie);
    for t in types {
        graph.size[t as usize] -= 1;
    }
    let mut class_of = [0; MAX_CLASSES];
    let alive = graph.merge_twins(&mut class_of);
    graph.compact(alive, &mut class_of);
    graph
}

/// Adds the graph of each of `heroes` to `graphs`.
///
/// Heroes of equal strength share a base graph: all types, the heroes' own cards among the unknown ones, with twins
/// joined. Two of these heroes whose cards belong to the same two classes of the base graph have the same graph.
pub(in crate::odds) fn add_heroes(table: &TypeTable, heroes: &mut [Hero], graphs: &mut ThreadGraphs) {
    heroes.sort_unstable_by_key(|hero| table.strength(hero.types));
    let mut comparison = Comparison::new(table, heroes.len() > 1);
    for equals in heroes.chunk_by(|a, b| table.strength(a.types) == table.strength(b.types)) {
        comparison.raise(table, table.strength(equals[0].types));
        let mut graph = comparison.graph.clone();
        let mut class_of = [0; MAX_CLASSES];
        let alive = graph.merge_twins(&mut class_of);
        graph.compact(alive, &mut class_of);
        let base = graphs.base(&graph);
        for hero in equals {
            let number = graphs.without_hero(base, &graph, hero.types.map(|t| class_of[t as usize]));
            graphs.add(number, hero.number, hero.boards);
        }
    }
}

/// The colours of the combos of all two types for a hero, or for heroes one after the other, the weaker first.
struct Comparison {
    graph: ClassGraph,
    /// Strength and types of the combos of types that are present, from weak to strong; empty for a single hero.
    combos: Vec<(u16, u8, u8)>,
    /// How many of `combos` are no stronger than the current hero.
    done: usize,
}

impl Comparison {
    /// Sorts the combos if there are `many` heroes.
    fn new(table: &TypeTable, many: bool) -> Self {
        let mut graph = graph_of_types(table);
        let mut combos = Vec::new();
        if many {
            let present = |t: &u8| table.copies[*t as usize] > 0;
            for x in (0..table.len() as u8).filter(present) {
                combos.extend((0..=x).filter(present).map(|y| (table.strength([x, y]), x, y)));
            }
            combos.sort_unstable();
            graph.loss[..table.len()].fill((1u64 << table.len()) as u32 - 1);
        }
        Self { graph, combos, done: 0 }
    }

    /// Colours the graph for a hero of `strength`, who must not be weaker than the hero before.
    fn raise(&mut self, table: &TypeTable, strength: u16) {
        if self.combos.is_empty() {
            table.compare(strength, &mut self.graph.loss, &mut self.graph.tie);
            return;
        }
        // What the hero before tied with is won, as is all that he won. Combos in between or equal become wins or ties.
        let ClassGraph { loss, tie, .. } = &mut self.graph;
        tie.fill(0);
        while let Some(&(s, x, y)) = self.combos.get(self.done).filter(|combo| combo.0 <= strength) {
            let (x, y) = (x as usize, y as usize);
            loss[x] &= !(1 << y);
            loss[y] &= !(1 << x);
            if s == strength {
                tie[x] |= 1 << y;
                tie[y] |= 1 << x;
            }
            self.done += 1;
        }
    }
}

/// The graph whose classes are the types, before it is coloured.
fn graph_of_types(table: &TypeTable) -> ClassGraph {
    ClassGraph { len: table.len(), size: table.copies, ..ClassGraph::EMPTY }
}
