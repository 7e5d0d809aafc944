//! The class graphs of heroes on boards of one pattern.
//!
//! On the boards of one pattern a card is one of few types, and the types of a combo determine its strength. So the types
//! are the classes of a class graph, coloured by a comparison of the strength of any two with the hero's; then
//! interchangeable classes are merged.

use super::class_graph::ClassGraph;
use super::distinct_graphs::ThreadGraphs;
use crate::error::Result;
use crate::odds::types::TypeTable;

/// A hero on the boards of one pattern.
#[derive(Debug, Clone, Copy)]
pub(in crate::odds) struct Hero {
    /// The types of his two cards.
    pub(in crate::odds) types: [u8; 2],
    /// The index of the hero in the call.
    pub(in crate::odds) number: u32,
    /// The number of boards of the pattern that leave his cards.
    pub(in crate::odds) boards: u32,
}

/// The class graph of a hero whose cards have these types.
pub(in crate::odds) fn graph_of(table: &TypeTable, types: [u8; 2]) -> ClassGraph {
    let mut graph = graph_of_types(table);
    table.compare(table.strength(types), &mut graph.loss, &mut graph.tie);
    for t in types {
        graph.size[t as usize] -= 1;
    }
    graph.merge_interchangeable();
    graph
}

/// Adds the graph of each of `heroes` to `graphs`, and the boards on which he has it.
pub(in crate::odds) fn add_heroes(table: &TypeTable, heroes: &mut [Hero], graphs: &mut ThreadGraphs) -> Result<()> {
    number_heroes(table, heroes, graphs, &mut |graphs, hero, number| graphs.add(number, hero.number, hero.boards))
}

/// Calls `see` with each of `heroes`, in any order, and the number of his graph among those of this thread.
///
/// Heroes of equal strength share a base graph: all types, the heroes' own cards among the unknown ones, with
/// interchangeable classes merged. Two of these heroes whose cards belong to the same two classes of the base graph have the
/// same graph.
pub(in crate::odds) fn number_heroes(
    table: &TypeTable,
    heroes: &mut [Hero],
    graphs: &mut ThreadGraphs,
    see: &mut dyn FnMut(&mut ThreadGraphs, &Hero, u32) -> Result<()>,
) -> Result<()> {
    heroes.sort_unstable_by_key(|hero| table.strength(hero.types));
    let mut colouring = Colouring::new(table, heroes.len() > 1);
    for equals in heroes.chunk_by(|a, b| table.strength(a.types) == table.strength(b.types)) {
        colouring.raise_hero(table, table.strength(equals[0].types));
        let mut graph = colouring.graph.clone();
        let class_of = graph.merge_interchangeable();
        let base = graphs.base(&graph)?;
        for hero in equals {
            let number = graphs.without_hero(base, &graph, hero.types.map(|t| class_of[t as usize]))?;
            see(graphs, hero, number)?;
        }
    }
    Ok(())
}

/// The graph whose classes are the types, coloured for one hero, or for several, the weaker heroes first.
struct Colouring {
    graph: ClassGraph,
    /// All combos of types that unknown cards have, as (strength, type, type), in ascending order; empty for one hero.
    combos: Vec<(u16, u8, u8)>,
    /// Number of `combos` that are not stronger than the current hero.
    done: usize,
}

impl Colouring {
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
    fn raise_hero(&mut self, table: &TypeTable, strength: u16) {
        if self.combos.is_empty() {
            table.compare(strength, &mut self.graph.loss, &mut self.graph.tie);
            return;
        }
        // The ties of the previous hero are wins for this one; so are his wins, and the losses to combos that are now
        // weaker.
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

/// The graph whose classes are the types, without colours.
fn graph_of_types(table: &TypeTable) -> ClassGraph {
    ClassGraph { len: table.len(), size: table.copies, ..ClassGraph::default() }
}
