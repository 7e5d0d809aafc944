//! Which class graphs occur, and on how many boards for each hero: every graph is solved once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::canonical::{Key, canonical, mix};
use super::class_graph::ClassGraph;

/// Hashes words quickly. Equal hashes are told apart by comparing whole keys.
#[derive(Default)]
pub(super) struct WordHasher(u64);

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

/// From packed graphs to numbers.
type Numbers = HashMap<Box<[u64]>, u32, BuildHasherDefault<WordHasher>>;

/// How often one graph occurs for one hero.
#[derive(Clone, Copy)]
struct Occurrence {
    graph: u32,
    hero: u32,
    boards: u32,
}

/// The graphs of one batch of boards.
#[derive(Default)]
pub(super) struct Tally {
    /// Graphs as they came: most come often, and need no sorting then.
    raw: Numbers,
    sorted: Numbers,
    occurrences: Vec<Occurrence>,
}

impl Tally {
    /// The number of `graph` in this batch.
    pub(super) fn number(&mut self, graph: &ClassGraph) -> u32 {
        let raw = Key::of(graph);
        if let Some(&number) = self.raw.get(raw.words()) {
            return number;
        }
        let key = Key::of(&canonical(graph));
        let number = match self.sorted.get(key.words()) {
            Some(&number) => number,
            None => {
                let number = self.sorted.len() as u32;
                self.sorted.insert(key.words().into(), number);
                number
            }
        };
        self.raw.insert(raw.words().into(), number);
        number
    }

    /// Notes that `hero` meets graph `graph` on so many boards.
    pub(super) fn add(&mut self, graph: u32, hero: u32, boards: u32) {
        self.occurrences.push(Occurrence { graph, hero, boards });
    }
}

/// The graphs of all batches, with the number of boards for each hero.
pub(super) struct Census {
    heroes: usize,
    numbers: Numbers,
    /// Row g: boards on which each hero meets graph g.
    boards: Vec<u32>,
}

impl Census {
    /// An empty census of so many heroes.
    pub(super) fn new(heroes: usize) -> Self {
        Self { heroes, numbers: Numbers::default(), boards: Vec::new() }
    }

    /// Adds a batch.
    pub(super) fn add(&mut self, tally: Tally) {
        let mut number = vec![0u32; tally.sorted.len()];
        for (key, local) in tally.sorted {
            let next = self.numbers.len() as u32;
            number[local as usize] = *self.numbers.entry(key).or_insert(next);
        }
        self.boards.resize(self.numbers.len() * self.heroes, 0);
        for Occurrence { graph, hero, boards } in tally.occurrences {
            self.boards[number[graph as usize] as usize * self.heroes + hero as usize] += boards;
        }
    }

    /// Every graph, and for each hero that meets it the number of boards.
    pub(super) fn graphs(&self) -> impl Iterator<Item = (ClassGraph, &[u32])> + Send {
        self.numbers.iter().map(|(key, &number)| {
            (Key::unpack(key), &self.boards[number as usize * self.heroes..][..self.heroes])
        })
    }

    /// How many different graphs there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }
}
