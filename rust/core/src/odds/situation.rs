//! From the types of a board and the hero's two types to the class graph.

use super::class_graph::{ClassGraph, MAX_CLASSES};
use super::types::{TYPES, TypeTable};

/// The class graph of one hero on one board.
pub(super) fn graph_of(table: &TypeTable, hero: [u8; 2]) -> ClassGraph {
    let mut graph = ClassGraph::EMPTY;
    graph.len = table.len();
    table.compare(table.strength(hero), &mut graph.loss, &mut graph.tie);
    graph.size = table.copies;
    for t in hero {
        graph.size[t as usize] -= 1;
    }
    graph.merge_twins(&mut [0; MAX_CLASSES]);
    graph
}

const _: () = assert!(TYPES <= MAX_CLASSES);
