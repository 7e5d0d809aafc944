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

/// What one thread has met: base graphs, the graphs that heroes leave of them, and the boards of one batch.
#[derive(Default)]
pub(super) struct Tally {
    bases: Numbers,
    /// By base and the hero's two classes.
    left: HashMap<u64, u32, BuildHasherDefault<WordHasher>>,
    sorted: Numbers,
    /// The graphs that the census has not met yet, in the order of their numbers.
    new: Vec<Box<[u64]>>,
    /// The census's numbers of the others.
    census_numbers: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

impl Tally {
    /// The number of a base graph, which has the hero's cards in the deck.
    pub(super) fn base(&mut self, graph: &ClassGraph) -> u32 {
        number(&mut self.bases, Key::of(graph).words()).0
    }

    /// The number of the graph of a hero with cards of two classes of `base`, which is `graph`.
    pub(super) fn number(&mut self, base: u32, graph: &ClassGraph, classes: [u8; 2]) -> u32 {
        let [a, b] = classes.map(u64::from);
        *self.left.entry(u64::from(base) << 16 | a.max(b) << 8 | a.min(b)).or_insert_with(|| {
            let key = Key::of(&canonical(&graph.without(classes)));
            let (number, is_new) = number(&mut self.sorted, key.words());
            if is_new {
                self.new.push(key.words().into());
            }
            number
        })
    }

    /// Notes that `hero` meets graph `graph` on so many boards.
    pub(super) fn add(&mut self, graph: u32, hero: u32, boards: u32) {
        self.occurrences.push(Occurrence { graph, hero, boards });
    }
}

/// The number of a graph, and whether it is a new one.
fn number(numbers: &mut Numbers, words: &[u64]) -> (u32, bool) {
    if let Some(&number) = numbers.get(words) {
        return (number, false);
    }
    let number = numbers.len() as u32;
    numbers.insert(words.into(), number);
    (number, true)
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

    /// Adds the boards of the batch that `tally` has counted.
    pub(super) fn add(&mut self, tally: &mut Tally) {
        for key in tally.new.drain(..) {
            let next = self.numbers.len() as u32;
            tally.census_numbers.push(*self.numbers.entry(key).or_insert(next));
        }
        self.boards.resize(self.numbers.len() * self.heroes, 0);
        for Occurrence { graph, hero, boards } in tally.occurrences.drain(..) {
            self.boards[tally.census_numbers[graph as usize] as usize * self.heroes + hero as usize] += boards;
        }
    }

    /// Every graph, and for each hero that meets it the number of boards.
    pub(super) fn graphs(&self) -> impl Iterator<Item = (ClassGraph, &[u32])> + Send {
        self.numbers
            .iter()
            .map(|(key, &number)| (Key::unpack(key), &self.boards[number as usize * self.heroes..][..self.heroes]))
    }
}
