//! An upper bound of the number of opponents that tie at once, for the length of the polynomials.

use super::class_graph::{ClassGraph, bits};

/// An upper bound on the ties of any set of disjoint combos: on the matchings of the graph of tying combos.
///
/// For every set A of cards a matching has at most |A| edges that touch A. Without A the graph has components. A component
/// of c cards has at most c / 2 edges, rounded down (the easy half of the theorem of Tutte and Berge). A starts empty and
/// grows by whole classes while the bound falls.
pub(super) fn most_ties(graph: &ClassGraph) -> usize {
    let mut touched = 0u32;
    for c in 0..graph.len {
        let others = graph.tie[c] & !(1 << c);
        if others != 0 || (graph.tie[c] >> c & 1 != 0 && graph.size[c] > 1) {
            touched |= 1 << c;
        }
    }
    if touched == 0 {
        return 0;
    }
    let mut taken = 0;
    let mut left = touched;
    let mut best = halves(graph, left);
    loop {
        let mut choice = None;
        for c in bits(left) {
            let bound = taken + graph.size[c] as usize + halves(graph, left & !(1 << c));
            if bound < best {
                best = bound;
                choice = Some(c);
            }
        }
        let Some(c) = choice else { return best };
        taken += graph.size[c] as usize;
        left &= !(1 << c);
    }
}

/// Half of the cards of each component of the graph of ties within `left`, rounded down and summed.
fn halves(graph: &ClassGraph, mut left: u32) -> usize {
    let mut sum = 0;
    while left != 0 {
        let mut component = left & left.wrapping_neg();
        let mut frontier = component;
        let mut cards = 0;
        while frontier != 0 {
            let c = frontier.trailing_zeros() as usize;
            cards += graph.size[c] as usize;
            let new = graph.tie[c] & left & !component;
            component |= new;
            frontier = frontier & (frontier - 1) | new;
        }
        if component.is_power_of_two() {
            let c = component.trailing_zeros() as usize;
            if graph.tie[c] & component == 0 {
                cards = 0;
            }
        }
        sum += cards / 2;
        left &= !component;
    }
    sum
}
