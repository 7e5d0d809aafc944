//! Class graphs as keys of a hash table: an order of the classes that does not depend on their numbers, and a packing.
//!
//! Colour refinement gives every class a number that depends only on its place in the graph, and sorts the classes by it.
//! Classes with equal numbers may come in either order, so one graph may have two keys and be solved twice. Two graphs never
//! share a key, since the graph can be unpacked from it.

use super::class_graph::{ClassGraph, MAX_CLASSES, bits};
use crate::combinatorics::sort_few;

/// Rounds of refinement.
const ROUNDS: usize = 4;
/// Bits for the size of a class.
const SIZE_BITS: usize = 6;
/// Words that hold the largest graph: the sizes, and `loss` and `tie` on and below their diagonals.
const WORDS: usize = (MAX_CLASSES * SIZE_BITS + MAX_CLASSES * (MAX_CLASSES + 1)).div_ceil(64) + 1;

/// A packed graph.
#[derive(Clone, Copy)]
pub(super) struct Key {
    words: [u64; WORDS],
    bits: usize,
}

impl Key {
    /// Packs `graph`, its classes in their order.
    pub(super) fn of(graph: &ClassGraph) -> Self {
        let mut key = Self { words: [0; WORDS], bits: 0 };
        for c in 0..graph.len {
            let triangle = (1u64 << (c + 1)) - 1;
            key.push(u64::from(graph.size[c]), SIZE_BITS);
            key.push(u64::from(graph.loss[c]) & triangle, c + 1);
            key.push(u64::from(graph.tie[c]) & triangle, c + 1);
        }
        // A final bit marks the end, since the bits of the graph may end in zeros.
        key.push(1, 1);
        key
    }

    /// The words in use.
    pub(super) fn words(&self) -> &[u64] {
        &self.words[..self.bits.div_ceil(64)]
    }

    fn push(&mut self, value: u64, width: usize) {
        let (word, shift) = (self.bits / 64, self.bits % 64);
        self.words[word] |= value << shift;
        if shift + width > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.bits += width;
    }

    /// The graph behind the words of a key.
    pub(super) fn unpack(words: &[u64]) -> ClassGraph {
        let end = words.iter().rposition(|&w| w != 0).map_or(0, |at| 64 * at + words[at].ilog2() as usize);
        let mut at = 0;
        let mut pull = |width: usize| {
            let (word, shift) = (at / 64, at % 64);
            let mut value = words[word] >> shift;
            if shift + width > 64 {
                value |= words[word + 1] << (64 - shift);
            }
            at += width;
            (value & ((1 << width) - 1), at)
        };
        let mut graph = ClassGraph::default();
        let mut done = 0;
        while done < end {
            let c = graph.len;
            graph.size[c] = pull(SIZE_BITS).0 as u8;
            graph.loss[c] = pull(c + 1).0 as u32;
            let (tie, at) = pull(c + 1);
            graph.tie[c] = tie as u32;
            for d in 0..c {
                graph.loss[d] |= (graph.loss[c] >> d & 1) << c;
                graph.tie[d] |= (graph.tie[c] >> d & 1) << c;
            }
            graph.len += 1;
            done = at;
        }
        graph
    }
}

/// `graph` with its classes sorted by colour refinement. The first number of a class is a hash of its size and inner colour.
/// Each round hashes it together with the numbers of the neighbours by loss and by tie.
pub(super) fn canonical(graph: &ClassGraph) -> ClassGraph {
    let mut number = [0u64; MAX_CLASSES];
    for (c, number) in number[..graph.len].iter_mut().enumerate() {
        *number = mix(u64::from(graph.size[c]) << 2
            | u64::from(graph.loss[c] >> c & 1) << 1
            | u64::from(graph.tie[c] >> c & 1));
    }
    for _ in 0..ROUNDS {
        let old = number;
        for c in 0..graph.len {
            let sum = |row: u32| bits(row & !(1 << c)).fold(0u64, |sum, d| sum.wrapping_add(old[d]));
            number[c] = mix(old[c] ^ mix(sum(graph.loss[c])) ^ mix(!sum(graph.tie[c])).rotate_left(32));
        }
    }
    let mut order: [u8; MAX_CLASSES] = std::array::from_fn(|c| c as u8);
    let order = &mut order[..graph.len];
    sort_few(order, &|&a, &b| number[a as usize] < number[b as usize]);
    let mut sorted = graph.clone();
    sorted.select(order);
    sorted
}

/// A bijection that spreads bits (the finaliser of `splitmix64`, Steele, Lea and Flood 2014).
#[inline(always)]
pub(super) fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::matchings::class_graph::tests::any_graph;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_unpack(graph in any_graph(MAX_CLASSES, 45)) {
            prop_assert_eq!(Key::unpack(Key::of(&graph).words()), graph);
        }

        #[test]
        fn relabelled_graphs_have_one_key(graph in any_graph(MAX_CLASSES, 45)) {
            let graph = canonical(&graph);
            let mut relabelled = graph.clone();
            let order: Vec<u8> = (0..graph.len as u8).map(|c| (c + 1) % graph.len as u8).collect();
            relabelled.select(&order);
            prop_assert_eq!(canonical(&relabelled), canonical(&graph));
        }
    }
}
