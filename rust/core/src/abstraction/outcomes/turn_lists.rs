//! Lists of the river classes that each class of the turn can reach.

use super::river::RiverClasses;
use crate::cards::DECK;
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_reserve, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::showdown::street::Street;

/// Classes of one step.
const CHUNK: usize = 1 << 10;

/// Number of cards of a hand on the turn.
const HAND: usize = 6;

/// Lists with the numbers 0, 1, ..., one after the other.
pub(super) struct Lists<T> {
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

/// Lists to append to others.
#[derive(Default)]
struct ListPart {
    lens: Vec<u32>,
    items: Vec<u16>,
}

impl<T> Lists<T> {
    /// Number of lists.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> &[T] {
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Lists<u32> {
    /// `n` lists from ascending pairs, with the number of the list in the upper half.
    pub(super) fn of_pairs(pairs: impl IntoIterator<Item = u64>, n: usize) -> Result<Self> {
        let mut starts = try_vec(0, n + 1)?;
        let items = try_collect(pairs.into_iter().map(|pair| {
            starts[(pair >> 32) as usize + 1] += 1;
            Ok(pair as u32)
        }))?;
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        Ok(Self { starts, items })
    }
}

impl Lists<u16> {
    /// Appends lists.
    fn append(&mut self, parts: Vec<ListPart>) -> Result<()> {
        try_reserve(&mut self.starts, parts.iter().map(|part| part.lens.len()).sum())?;
        try_reserve(&mut self.items, parts.iter().map(|part| part.items.len()).sum())?;
        let mut end = self.items.len() as u32;
        for part in parts {
            self.items.extend_from_slice(&part.items);
            self.starts.extend(part.lens.into_iter().map(|len| {
                end += len;
                end
            }));
        }
        Ok(())
    }
}

impl ListPart {
    /// Appends one list: the distinct elements of `classes`, ascending.
    fn push(&mut self, classes: &mut [u16]) -> Result<()> {
        classes.sort_unstable();
        let before = self.items.len();
        classes.chunk_by(|a, b| a == b).try_for_each(|same| try_push(&mut self.items, same[0]))?;
        try_push(&mut self.lens, (self.items.len() - before) as u32)
    }
}

/// A part for every chunk of `n` lists.
fn parts(n: usize) -> Result<Vec<ListPart>> {
    let mut parts = try_with_capacity(n.div_ceil(CHUNK))?;
    parts.resize_with(n.div_ceil(CHUNK), ListPart::default);
    Ok(parts)
}

/// The classes on the river, ascending, that the hands of each of `n` outcome classes of the turn can reach. All hands of a
/// class reach the same ones, by definition, so one hand of each class is enough.
pub(super) fn river_classes_of_turn(
    river: &RiverClasses,
    of_hand: &[u32],
    n: usize,
    run: &mut Run<'_>,
) -> Result<Lists<u16>> {
    let mut example = try_vec(0u64, n)?;
    for (&class, hand) in of_hand.iter().zip(0..) {
        example[class as usize] = hand;
    }
    let indexer = Street::Turn.indexer()?;
    let mut parts = parts(n)?;
    let (level, total) = (run.level(), parts.len());
    run.for_each(example.chunks(CHUNK).zip(&mut parts), total, |(examples, part)| {
        let mut hands = try_vec(0, examples.len() * HAND)?;
        indexer.unindex_rows(1, examples, &mut hands, &mut Run::new(1).at(level))?;
        let mut classes = [0; DECK as usize - HAND];
        for hand in hands.as_chunks::<HAND>().0 {
            let &[a, b, c, d, e, f] = hand;
            let rivers = (0..DECK).filter(|card| !hand.contains(card));
            for (class, card) in classes.iter_mut().zip(rivers) {
                *class = river.of_hand([a, b, c, d, e, f, card]);
            }
            part.push(&mut classes)?;
        }
        Ok(())
    })?;
    let mut lists = Lists { starts: try_vec(0, 1)?, items: vec![] };
    lists.append(parts)?;
    Ok(lists)
}

/// For every list of outcome classes of the turn, the number of a list of all river classes that those can reach. If that is
/// not the list of one of them, it is appended to `rivers`.
pub(super) fn joined(turns: &Lists<u32>, rivers: &mut Lists<u16>, run: &mut Run<'_>) -> Result<Vec<u32>> {
    let mut parts = parts(turns.len())?;
    let total = parts.len();
    run.for_each(parts.iter_mut().zip((0..).step_by(CHUNK)), total, |(part, first)| {
        let mut classes = vec![];
        for turns in (first..turns.len().min(first + CHUNK)).map(|at| turns.get(at)).filter(|turns| turns.len() > 1) {
            classes.clear();
            for &turn in turns {
                let own = rivers.get(turn as usize);
                try_reserve(&mut classes, own.len())?;
                classes.extend_from_slice(own);
            }
            part.push(&mut classes)?;
        }
        Ok(())
    })?;
    let mut next = rivers.len() as u32;
    rivers.append(parts)?;
    try_collect((0..turns.len()).map(|at| {
        if let &[turn] = turns.get(at) {
            return Ok(turn);
        }
        next += 1;
        Ok(next - 1)
    }))
}
