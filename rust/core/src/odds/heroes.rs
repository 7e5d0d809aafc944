//! Heroes on one board: from their types to numbered class graphs.

use super::class_graph::{ClassGraph, MAX_CLASSES};
use super::memo::Tally;
use super::types::TypeTable;

/// A hero on one kind of board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hero {
    /// The types of the two cards.
    pub(super) types: [u8; 2],
    /// Which hero.
    pub(super) number: u32,
    /// How many boards of the kind there are.
    pub(super) boards: u32,
}

/// The class graph of a single hero.
pub(super) fn graph_of(table: &TypeTable, types: [u8; 2]) -> ClassGraph {
    let mut graph = all_colours(table, table.strength(types));
    for t in types {
        graph.size[t as usize] -= 1;
    }
    let mut class_of = [0; MAX_CLASSES];
    let alive = graph.merge_twins(&mut class_of);
    graph.compact(alive, &mut class_of);
    graph
}

/// Adds the graphs of all `heroes` to `tally`.
///
/// Heroes of one strength see the same colours, so twins are joined once for all of them, with their cards still in the
/// deck: the base graph. Those who take their cards from the same classes of it have the same graph.
pub(super) fn tally_heroes(table: &TypeTable, heroes: &mut [Hero], tally: &mut Tally) {
    heroes.sort_unstable_by_key(|hero| table.strength(hero.types));
    let mut comparison = Comparison::new(table, heroes.len() > 1);
    for equals in heroes.chunk_by(|a, b| table.strength(a.types) == table.strength(b.types)) {
        comparison.raise(table, table.strength(equals[0].types));
        let mut graph = comparison.graph.clone();
        let mut class_of = [0; MAX_CLASSES];
        let alive = graph.merge_twins(&mut class_of);
        graph.compact(alive, &mut class_of);
        let base = tally.base(&graph);
        for hero in equals {
            let number = tally.number(base, &graph, hero.types.map(|t| class_of[t as usize]));
            tally.add(number, hero.number, hero.boards);
        }
    }
}

/// The colours of all pairs of types for heroes of rising strength.
struct Comparison {
    graph: ClassGraph,
    /// Pairs of present types from weak to strong, and how many are done with: strength, type, type.
    pairs: Vec<(u16, u8, u8)>,
    done: usize,
}

impl Comparison {
    /// `many` heroes are worth sorting the pairs for.
    fn new(table: &TypeTable, many: bool) -> Self {
        let mut graph = ClassGraph { len: table.len(), size: table.copies, ..ClassGraph::EMPTY };
        let mut pairs = Vec::new();
        if many {
            let present = |t: &u8| table.copies[*t as usize] > 0;
            for x in (0..table.len() as u8).filter(present) {
                pairs.extend((0..=x).filter(present).map(|y| (table.strength([x, y]), x, y)));
            }
            pairs.sort_unstable();
            graph.loss[..table.len()].fill((1u64 << table.len()) as u32 - 1);
        }
        Self { graph, pairs, done: 0 }
    }

    /// Colours every pair for a hero of `strength`, no less than the last.
    fn raise(&mut self, table: &TypeTable, strength: u16) {
        if self.pairs.is_empty() {
            table.compare(strength, &mut self.graph.loss, &mut self.graph.tie);
            return;
        }
        // The last hero's ties are won by now. Pairs that tie are done with when the next strength comes.
        let ClassGraph { loss, tie, .. } = &mut self.graph;
        tie.fill(0);
        while let Some(&(s, x, y)) = self.pairs.get(self.done).filter(|pair| pair.0 <= strength) {
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

/// Every type a class of its own, as a hero of this strength sees them.
fn all_colours(table: &TypeTable, strength: u16) -> ClassGraph {
    let mut graph = ClassGraph { len: table.len(), size: table.copies, ..ClassGraph::EMPTY };
    table.compare(strength, &mut graph.loss, &mut graph.tie);
    graph
}
