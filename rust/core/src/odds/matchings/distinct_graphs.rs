//! The distinct class graphs of many boards and heroes, with the number of boards on which each hero has each graph. A graph
//! that occurs many times is counted once.
//!
//! Each thread numbers its graphs by itself, in [`ThreadGraphs`]; [`DistinctGraphs`] joins their numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::canonical::{Key, canonical, mix};
use super::class_graph::ClassGraph;
use crate::error::Result;
use crate::memory::{no_memory, try_boxed_slice, try_push, try_reserve, try_resize, try_vec};

/// A fast hash of words. Where hashes collide the table compares the whole keys.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// The numbers 0, 1, ... of packed graphs, in order of first appearance.
type GraphNumbers = Map<Box<[u64]>>;

type Map<K> = HashMap<K, u32, BuildHasherDefault<WordHasher>>;

/// A hero, a graph, and the number of boards on which the hero has it.
#[derive(Clone, Copy)]
struct Occurrence {
    graph: u32,
    hero: u32,
    boards: u32,
}

/// The graphs of one thread, and their heroes since the thread last reported to [`DistinctGraphs`].
#[derive(Default)]
pub(in crate::odds) struct ThreadGraphs {
    /// Base graphs: those with the hero's cards among the unknown ones.
    bases: GraphNumbers,
    /// The number of the graph without the hero's cards, by number of the base graph and the hero's two classes in it.
    by_base_and_hero: Map<u64>,
    /// Graphs without the hero's cards, in canonical form.
    graphs: GraphNumbers,
    /// The graphs that have not been reported yet, in the order of their numbers, which follow those of the reported ones.
    new: Vec<Box<[u64]>>,
    /// The numbers in [`DistinctGraphs`] of the graphs that have been reported.
    joint_numbers: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

impl ThreadGraphs {
    /// Whether there are graphs that [`DistinctGraphs`] does not know.
    pub(in crate::odds) fn has_new(&self) -> bool {
        !self.new.is_empty()
    }

    /// The graphs since the last report or the last such call, in the order of their numbers.
    #[cfg(any(feature = "binding", test))]
    pub(in crate::odds) fn take_new(&mut self) -> impl Iterator<Item = ClassGraph> {
        self.new.drain(..).map(|key| Key::unpack(&key))
    }

    /// The number in [`DistinctGraphs`] of a graph that has been reported, by its number of this thread.
    pub(in crate::odds) fn joint_number(&self, number: u32) -> u32 {
        self.joint_numbers[number as usize]
    }

    /// The number of a base graph.
    pub(super) fn base(&mut self, graph: &ClassGraph) -> Result<u32> {
        Ok(number(&mut self.bases, Key::of(graph).words())?.0)
    }

    /// The number of the graph that results if a hero's cards, one of each of two classes, are removed from `graph`, the
    /// base graph with number `base`.
    pub(super) fn without_hero(&mut self, base: u32, graph: &ClassGraph, classes: [u8; 2]) -> Result<u32> {
        let [a, b] = classes.map(u64::from);
        let place = u64::from(base) << 16 | a.max(b) << 8 | a.min(b);
        if let Some(&number) = self.by_base_and_hero.get(&place) {
            return Ok(number);
        }
        let key = Key::of(&canonical(&graph.without(classes)));
        let (number, is_new) = number(&mut self.graphs, key.words())?;
        if is_new {
            try_push(&mut self.new, try_boxed_slice(key.words())?)?;
        }
        reserve_one(&mut self.by_base_and_hero)?;
        self.by_base_and_hero.insert(place, number);
        Ok(number)
    }

    /// Records that `hero` has the graph with number `graph` on `boards` boards.
    pub(super) fn add(&mut self, graph: u32, hero: u32, boards: u32) -> Result<()> {
        try_push(&mut self.occurrences, Occurrence { graph, hero, boards })
    }
}

/// The number of a packed graph, and whether it is new.
fn number(numbers: &mut GraphNumbers, words: &[u64]) -> Result<(u32, bool)> {
    if let Some(&number) = numbers.get(words) {
        return Ok((number, false));
    }
    let number = numbers.len() as u32;
    reserve_one(numbers)?;
    numbers.insert(try_boxed_slice(words)?, number);
    Ok((number, true))
}

/// Reserves room for one more: a full table doubles.
fn reserve_one<K: Eq + Hash>(map: &mut Map<K>) -> Result<()> {
    map.try_reserve(1).map_err(|_| no_memory(map.capacity().max(1), size_of::<(K, u32)>()))
}

/// The graphs of all threads.
pub(in crate::odds) struct DistinctGraphs {
    heroes: usize,
    numbers: GraphNumbers,
    /// Row g: the number of boards on which each hero has the graph with number g.
    boards: Vec<u32>,
}

impl DistinctGraphs {
    /// No graphs yet, for `heroes` heroes.
    pub(in crate::odds) fn new(heroes: usize) -> Self {
        Self { heroes, numbers: GraphNumbers::default(), boards: Vec::new() }
    }

    /// Adds the records of one thread since its last report.
    pub(in crate::odds) fn add(&mut self, thread: &mut ThreadGraphs) -> Result<()> {
        try_reserve(&mut thread.joint_numbers, thread.new.len())?;
        for key in thread.new.drain(..) {
            let next = self.numbers.len() as u32;
            reserve_one(&mut self.numbers)?;
            thread.joint_numbers.push(*self.numbers.entry(key).or_insert(next));
        }
        try_resize(&mut self.boards, self.numbers.len() * self.heroes, 0)?;
        for Occurrence { graph, hero, boards } in thread.occurrences.drain(..) {
            self.boards[thread.joint_numbers[graph as usize] as usize * self.heroes + hero as usize] += boards;
        }
        Ok(())
    }

    /// Every graph with the number of boards on which each hero has it.
    pub(in crate::odds) fn iter(&self) -> impl Iterator<Item = (ClassGraph, &[u32])> + Send {
        self.numbers
            .iter()
            .map(|(key, &number)| (Key::unpack(key), &self.boards[number as usize * self.heroes..][..self.heroes]))
    }

    /// The graphs in the order of their numbers.
    pub(in crate::odds) fn in_order(&self) -> Result<Vec<ClassGraph>> {
        let mut graphs = try_vec(ClassGraph::default(), self.numbers.len())?;
        for (key, &number) in &self.numbers {
            graphs[number as usize] = Key::unpack(key);
        }
        Ok(graphs)
    }
}
