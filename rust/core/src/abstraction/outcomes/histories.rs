//! Classes with recall: tuples of the classes of several streets, along the history of every hand.
//!
//! A tuple consists of the *parent*, the class of all its streets but the last, and of the class of the last street. Up to
//! the turn, tuples are ranked in the same way as other keys. The river has too many hands, two and a half billion. But
//! their classes follow from the outcome class on the turn, and there are two million of those. So the classes of a parent
//! on the river are those of its outcome classes on the turn (`turn_lists`). A class is the first class of its parent plus
//! its place among them.

use std::ops::Range;

use super::dense_ranking::{self, Ranked, dense_ranks, parts_mut};
use super::river::RiverClasses;
use super::turn_lists::{Lists, joined, river_classes_of_turn};
use super::{OutcomeClasses, Relation};
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::stages::Stages;
use crate::showdown::street::Street;

/// Hands of one step.
const CHUNK: usize = 1 << 13;
/// Steps of progress of a pass over the hands or parents of a street.
const WALK: u64 = 2;
/// Steps of progress of writing the classes of hands, or tuples.
const WRITE: u64 = 8;

/// The game whose rounds are the streets.
const GAME: [usize; 4] = [2, 3, 1, 1];
/// Number of cards of a hand on the turn and on the river.
const TURN_HAND: usize = 6;
const RIVER_HAND: usize = 7;

/// The classes of a street with those of the streets before it, along the history of every hand.
pub struct HistoryClasses<'a> {
    classes: &'a OutcomeClasses,
    street: Street,
    recall: usize,
    /// The remaining progress, for writing classes or tuples.
    stages: Stages,
    last: Last,
    /// The tuples of the streets before the last, from the earliest one on.
    levels: Vec<HistoryLevel>,
}

/// Checks that there are enough streets before `street` for a recall.
pub(super) fn check_recall(street: Street, recall: usize) -> Result<()> {
    let before = street as usize;
    if recall <= before {
        return Ok(());
    }
    let streets = if before == 1 { "street" } else { "streets" };
    Err(Error::InvalidArgument(format!("recall = {recall}: the {street} has {before} {streets} before it")))
}

/// The classes of tuples that begin with the earliest street.
struct HistoryLevel {
    /// The class of every hand up to this street, by its index in the game whose rounds are the streets. It is dropped once
    /// a later level uses it.
    of_hand: Vec<u32>,
    n: usize,
    /// For every class its parent, in the upper half, and its class on the level's own street; empty on the earliest street,
    /// where a class is its own tuple.
    keys: Vec<u64>,
}

/// The representation of the classes of the last street.
enum Last {
    /// As those of the others.
    Level(HistoryLevel),
    River(RiverLevel),
}

/// Tuples that end on the river.
struct RiverLevel {
    /// The number of the first six cards of a hand.
    turn: HandIndexer,
    /// The class of the streets before, by that number.
    parent_of: Vec<u32>,
    /// The first class of every parent, and the number of all classes at the end.
    first: Vec<u32>,
    /// The list of the classes of every parent on the river.
    list_of: Vec<u32>,
    /// The lists: of the outcome classes of the turn, then of several of them.
    rivers: Lists<u16>,
}

impl<'a> HistoryClasses<'a> {
    /// The classes of `street` and of the `recall >= 1` streets before it. All of them must be among `classes`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a recall of 0 or of more streets than there are, and for streets that are not among
    /// `classes`; [`Error::Cancelled`], [`Error::OutOfMemory`].
    pub fn new(
        classes: &'a OutcomeClasses,
        street: Street,
        kind: Relation,
        recall: usize,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        Self::build(classes, street, kind, recall, Stages::new(Self::steps(recall)), run)
    }

    /// Maximum number of steps of progress of building and of writing classes or tuples.
    pub(super) fn steps(recall: usize) -> u64 {
        recall as u64 * (WALK + dense_ranking::STEPS) + 4 * WALK + dense_ranking::STEPS + WRITE
    }

    pub(super) fn build(
        classes: &'a OutcomeClasses,
        street: Street,
        kind: Relation,
        recall: usize,
        mut stages: Stages,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        let at = street as usize;
        check_recall(street, recall)?;
        if recall == 0 {
            return Err(Error::InvalidArgument("recall = 0: a history has more than one street".into()));
        }
        let streets = &Street::ALL[at - recall..at];
        classes.n_classes(streets[0], kind)?;
        let mut levels: Vec<HistoryLevel> = vec![];
        // The turn alone is known by its own index.
        if streets != [Street::Turn] {
            for &street in streets {
                let level = HistoryLevel::new(classes, street, kind, levels.last(), &mut stages, run)?;
                levels.push(level);
            }
        }
        let last = if street == Street::River {
            Last::River(RiverLevel::new(classes, kind, levels.last_mut(), &mut stages, run)?)
        } else {
            Last::Level(HistoryLevel::new(classes, street, kind, levels.last(), &mut stages, run)?)
        };
        for level in &mut levels {
            level.of_hand = vec![];
        }
        Ok(Self { classes, street, recall, stages, last, levels })
    }

    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        match &self.last {
            Last::Level(level) => level.n,
            Last::River(river) => river.first.last().map_or(0, |&n| n as usize),
        }
    }

    /// The classes of hands with consecutive indices of `HandIndexer::new(&[2, 3, 1, 1])`, up to the street.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] and [`Error::InvalidArgument`] if the number of hands is not that of `out`;
    /// [`Error::Cancelled`].
    pub fn of_hands(&self, hands: Range<u64>, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
        let round = self.street as usize;
        let indexer = HandIndexer::new(&GAME[..=round])?;
        let size = indexer.size(round)?;
        if hands.end > size || hands.end.checked_sub(hands.start) != Some(out.len() as u64) {
            let why = format!("{} classes are not those of hands {hands:?} of {size}", out.len());
            return Err(Error::InvalidArgument(why));
        }
        self.stages.finish(run);
        match &self.last {
            Last::Level(level) => {
                out.copy_from_slice(&level.of_hand[hands.start as usize..hands.end as usize]);
                Ok(())
            }
            Last::River(river) => river.of_hands(&indexer, &self.classes.river, hands.start, out, run),
        }
    }

    /// The tuple of every class: its classes without recall, from the earliest street on, `recall + 1` each.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for another number of rows; [`Error::Cancelled`].
    pub fn tuples(&self, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
        let width = self.recall + 1;
        if out.len() != self.n_classes() * width {
            let (found, n) = (out.len(), self.n_classes());
            return Err(Error::InvalidArgument(format!("{found} numbers are not {n} tuples of {width}")));
        }
        self.stages.finish(run);
        match &self.last {
            Last::Level(level) => {
                let chunks = out.chunks_mut(CHUNK * width).zip(level.keys.chunks(CHUNK));
                run.for_each(chunks, level.n.div_ceil(CHUNK), |(out, keys)| {
                    for (tuple, &key) in out.chunks_exact_mut(width).zip(keys) {
                        self.spell(key, tuple);
                    }
                    Ok(())
                })
            }
            Last::River(river) => {
                let parents: Vec<Range<usize>> = river.parents_by_step().collect();
                let len = |parents: &Range<usize>| (river.first[parents.end] - river.first[parents.start]) as usize;
                let steps = parts_mut(out, parents.iter().map(|parents| len(parents) * width))?;
                run.for_each(parents.iter().zip(steps), parents.len(), |(parents, out)| {
                    let pairs = parents.clone().flat_map(|parent| {
                        river.classes_of(parent).iter().map(move |&own| (parent as u64) << 32 | u64::from(own))
                    });
                    out.chunks_exact_mut(width).zip(pairs).for_each(|(tuple, pair)| self.spell(pair, tuple));
                    Ok(())
                })
            }
        }
    }

    /// The tuple of a key of the last street.
    fn spell(&self, mut key: u64, tuple: &mut [u32]) {
        let mut levels = self.levels.iter().rev();
        for own in tuple.iter_mut().rev() {
            *own = key as u32;
            let parent = (key >> 32) as usize;
            // On the earliest street the parent is the class itself.
            let of_parent = levels.next().and_then(|level| level.keys.get(parent));
            key = of_parent.copied().unwrap_or(parent as u64);
        }
    }
}

impl HistoryLevel {
    /// The classes of a street that extend those of `before`, or of the earliest street.
    fn new(
        classes: &OutcomeClasses,
        street: Street,
        kind: Relation,
        before: Option<&Self>,
        stages: &mut Stages,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        let own = classes.street(street)?;
        let Some(before) = before else {
            let of_hand = try_collect(own.of_hand.iter().map(|&outcome| Ok(own.class(kind, outcome))))?;
            return Ok(Self { of_hand, n: own.len(kind), keys: vec![] });
        };
        stages.enter(WALK, run);
        let keys = keys_of_hands(street, run, |parent, hand| {
            let class = own.class(kind, own.of_hand[hand as usize]);
            u64::from(before.of_hand[parent as usize]) << 32 | u64::from(class)
        })?;
        let Ranked { ranks, keys } = dense_ranks(keys, |key| key >> 32, before.n as u64, stages, run)?;
        Ok(Self { of_hand: ranks, n: keys.len(), keys })
    }
}

/// A key for every hand of a street up to this one, by its index in the game whose rounds are the streets. It consists of
/// the indices on the street before and on this street alone.
fn keys_of_hands(street: Street, run: &mut Run<'_>, key: impl Fn(u64, u64) -> u64 + Sync) -> Result<Vec<u64>> {
    let round = street as usize;
    let (history, alone) = (HandIndexer::new(&GAME[..=round])?, street.indexer()?);
    let (width, size) = (history.cards_through(round)?, history.size(round)?);
    let mut keys = try_vec(0, size as usize)?;
    let level = run.level();
    let steps = keys.chunks_mut(CHUNK).zip((0..).step_by(CHUNK));
    run.for_each(steps, size.div_ceil(CHUNK as u64) as usize, |(keys, first)| {
        let one = &mut Run::new(1).at(level);
        let n = keys.len();
        let mut hands = try_vec(0, n * width)?;
        let mut of_streets = try_vec(0, n * (round + 1))?;
        let mut of_hands = try_vec(0, n)?;
        history.unindex_range(round, first..first + n as u64, &mut hands, one)?;
        history.index_all_rows(&hands, &mut of_streets, one)?;
        alone.index_rows(1, &hands, &mut of_hands, one)?;
        for ((out, of_streets), &hand) in keys.iter_mut().zip(of_streets.chunks_exact(round + 1)).zip(&of_hands) {
            *out = key(of_streets[round - 1], hand);
        }
        Ok(())
    })?;
    Ok(keys)
}

impl RiverLevel {
    /// The classes that extend those of the turn, with recall (`before`) or without.
    fn new(
        classes: &OutcomeClasses,
        kind: Relation,
        before: Option<&mut HistoryLevel>,
        stages: &mut Stages,
        run: &mut Run<'_>,
    ) -> Result<Self> {
        let turn = classes.street(Street::Turn)?;
        stages.enter(2 * WALK, run);
        let mut rivers = river_classes_of_turn(&classes.river, &turn.of_hand, turn.signatures.len(), run)?;

        let outcomes = 0..turn.signatures.len() as u64;
        let list_of = match (&before, kind) {
            // An outcome class of the turn has one list, and so has a tuple that ends with it.
            (None, Relation::Outcome) => try_collect(outcomes.map(|outcome| Ok(outcome as u32)))?,
            (Some(before), Relation::Outcome) => try_collect(before.keys.iter().map(|&key| Ok(key as u32)))?,
            (None, Relation::Winrate) => {
                let pairs = outcomes.zip(&turn.winrate).map(|(outcome, &class)| u64::from(class) << 32 | outcome);
                stages.enter(WALK, run);
                joined(&Lists::of_pairs(pairs, turn.len(kind))?, &mut rivers, run)?
            }
            (Some(before), Relation::Winrate) => {
                stages.enter(WALK, run);
                let mut pairs = keys_of_hands(Street::Turn, run, |_, hand| turn.of_hand[hand as usize].into())?;
                pairs.iter_mut().zip(&before.of_hand).for_each(|(pair, &parent)| *pair |= u64::from(parent) << 32);
                let pairs = dense_ranks(pairs, |pair| pair >> 32, before.n as u64, stages, run)?.keys;
                stages.enter(WALK, run);
                joined(&Lists::of_pairs(pairs, before.n)?, &mut rivers, run)?
            }
        };
        let (turn, parent_of) = match before {
            None => {
                let parent_of = turn.of_hand.iter().map(|&outcome| Ok(turn.class(kind, outcome)));
                (Street::Turn.indexer()?, try_collect(parent_of)?)
            }
            Some(before) => (HandIndexer::new(&GAME[..3])?, std::mem::take(&mut before.of_hand)),
        };

        let mut first = try_with_capacity(list_of.len() + 1)?;
        let mut n = 0u64;
        first.push(0);
        for &list in &list_of {
            n += rivers.get(list as usize).len() as u64;
            first.push(n as u32);
        }
        if n > u32::MAX.into() {
            return Err(Error::InvalidArgument(format!("{n} classes are more than 32 bits can number")));
        }
        Ok(Self { turn, parent_of, first, list_of, rivers })
    }

    /// Parents per step: enough that their classes take some work.
    fn parents_by_step(&self) -> impl Iterator<Item = Range<usize>> {
        let n = self.list_of.len();
        (0..n).step_by(CHUNK).map(move |first| first..n.min(first + CHUNK))
    }

    /// The classes on the river of a parent, ascending.
    #[inline]
    fn classes_of(&self, parent: usize) -> &[u16] {
        self.rivers.get(self.list_of[parent] as usize)
    }

    /// The classes of hands with consecutive indices.
    fn of_hands(
        &self,
        indexer: &HandIndexer,
        rivers: &RiverClasses,
        first: u64,
        out: &mut [u32],
        run: &mut Run<'_>,
    ) -> Result<()> {
        let turn_round = self.turn.n_rounds() - 1;
        let (level, total) = (run.level(), out.len().div_ceil(CHUNK));
        run.for_each(out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)), total, |(out, first)| {
            let one = &mut Run::new(1).at(level);
            let n = out.len();
            let mut hands = try_vec(0, n * RIVER_HAND)?;
            let mut on_turn = try_vec(0, n * TURN_HAND)?;
            let mut of_turn = try_vec(0, n)?;
            indexer.unindex_range(3, first..first + n as u64, &mut hands, one)?;
            let (hands, _) = hands.as_chunks::<RIVER_HAND>();
            for (to, hand) in on_turn.chunks_exact_mut(TURN_HAND).zip(hands) {
                to.copy_from_slice(&hand[..TURN_HAND]);
            }
            self.turn.index_rows(turn_round, &on_turn, &mut of_turn, one)?;
            // Tables are larger than caches: each is read for all hands before the next, so that the waits for memory
            // overlap.
            let mut of_river = try_vec(0, n)?;
            rivers.of_hands(hands, &mut of_river)?;
            let mut parents = try_vec(0, n)?;
            parents.iter_mut().zip(&of_turn).for_each(|(parent, &turn)| *parent = self.parent_of[turn as usize]);
            let mut lists = try_vec(0, n)?;
            for ((list, out), &parent) in lists.iter_mut().zip(&mut *out).zip(&parents) {
                (*list, *out) = (self.list_of[parent as usize], self.first[parent as usize]);
            }
            for ((out, &list), &own) in out.iter_mut().zip(&lists).zip(&of_river) {
                // Lists are short: a linear count is faster than a binary search with mispredicted branches.
                *out += self.rivers.get(list as usize).iter().map(|&class| u32::from(class < own)).sum::<u32>();
            }
            Ok(())
        })
    }
}
