//! The classes of every street without recall: each street follows from the next one.

use super::Relation;
use super::dense_ranking::{self, Ranked, dense_ranks};
use super::river::RiverClasses;
use super::signature::{Signature, WORDS, add, as_child};
use crate::cards::{DECK, HAND_CLASS_COUNT};
use crate::error::{Error, Result};
use crate::indexer::HandIndexer;
use crate::memory::{try_boxed, try_collect, try_vec, try_with_capacity};
use crate::runtime::stages::Stages;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::combo_grid::{Grid, SLOTS, clear_card, slot};
use crate::showdown::ranked_board::OPPONENT_COMBOS;
use crate::showdown::street::{BOARD_CARDS, Street};
use crate::tables::Cell;

/// Steps of progress of a pass over all boards of a street.
const SWEEP: u64 = 8;
/// Turn boards of one step.
const TURN_BOARDS: usize = 16;

/// The classes of the hands of a street before the river.
pub(super) struct StreetClasses {
    /// The outcome class of every hand, by its index.
    pub(super) of_hand: Vec<u32>,
    /// The signature of each outcome class.
    pub(super) signatures: Vec<Signature>,
    /// The winrate class of every outcome class. Outcome classes are sorted by the sums that define winrate classes.
    pub(super) winrate: Vec<u32>,
}

impl StreetClasses {
    /// Classes of hands with these signatures.
    fn new(street: Street, signatures: Vec<Signature>, stages: &mut Stages, run: &mut Run<'_>) -> Result<Self> {
        // An upper bound: every hand always wins.
        let bound = children_through(street) * 2 * OPPONENT_COMBOS as u64 + 1;
        let Ranked { ranks, keys } = dense_ranks(signatures, |signature| signature[0], bound, stages, run)?;
        let mut class = 0;
        let is_same = |a: &Signature, b: &Signature| a[..2] == b[..2];
        let before = keys.first().into_iter().chain(&keys);
        let winrate = try_collect(before.zip(&keys).map(|(before, signature)| {
            class += u32::from(!is_same(before, signature));
            Ok(class)
        }))?;
        Ok(Self { of_hand: ranks, signatures: keys, winrate })
    }

    /// Number of classes of a kind.
    pub(super) fn len(&self, kind: Relation) -> usize {
        match kind {
            Relation::Outcome => self.signatures.len(),
            Relation::Winrate => self.winrate.last().map_or(0, |&last| last as usize + 1),
        }
    }

    /// The class of a kind that an outcome class belongs to.
    #[inline]
    pub(super) fn class(&self, kind: Relation, outcome: u32) -> u32 {
        match kind {
            Relation::Outcome => outcome,
            Relation::Winrate => self.winrate[outcome as usize],
        }
    }

    /// The contribution of the hands of every class to those of the street before.
    fn as_children(&self, street: Street) -> Result<Vec<Signature>> {
        try_collect(self.signatures.iter().enumerate().map(|(class, signature)| Ok(as_child(class, signature, street))))
    }
}

/// Number of ways to deal the cards of all later streets, street by street.
fn children_through(street: Street) -> u64 {
    match street {
        Street::River => 1,
        Street::Turn => 46,
        Street::Flop => 47 * 46,
        Street::Preflop => 19_600 * 47 * 46,
    }
}

/// The classes of hold'em hands without recall, from some street on.
///
/// ```no_run
/// use pokerbits::{Run, abstraction::outcomes::{OutcomeClasses, Relation}, hand_strength::Street};
/// let classes = OutcomeClasses::new(Street::Turn, &mut Run::new(2))?;
/// assert_eq!(classes.n_classes(Street::Turn, Relation::Outcome)?, 2_337_912);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub struct OutcomeClasses {
    pub(super) river: RiverClasses,
    /// The streets before the river, the turn first.
    earlier: Vec<StreetClasses>,
}

impl OutcomeClasses {
    /// The classes of `first` and of all later streets.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::OutOfMemory`].
    pub fn new(first: Street, run: &mut Run<'_>) -> Result<Self> {
        Self::build(first, &mut Stages::new(Self::steps(first)), run)
    }

    /// Steps of progress that building takes.
    pub(super) fn steps(first: Street) -> u64 {
        1 + (Street::River as u64 - first as u64) * (SWEEP + dense_ranking::STEPS)
    }

    pub(super) fn build(first: Street, stages: &mut Stages, run: &mut Run<'_>) -> Result<Self> {
        let streets = [Street::Turn, Street::Flop, Street::Preflop].into_iter().filter(|&street| street >= first);
        stages.enter(1, run);
        let river = run.prepare(RiverClasses::new)?;
        let mut classes = Self { river, earlier: vec![] };
        for street in streets {
            stages.enter(SWEEP, run);
            let signatures = match (street, classes.earlier.last()) {
                (Street::Flop, Some(turn)) => flop_signatures(turn, run)?,
                (Street::Preflop, Some(flop)) => preflop_signatures(flop, run)?,
                _ => turn_signatures(&classes.river, run)?,
            };
            classes.earlier.push(StreetClasses::new(street, signatures, stages, run)?);
        }
        Ok(classes)
    }

    /// The classes of a street before the river.
    pub(super) fn street(&self, street: Street) -> Result<&StreetClasses> {
        let found = self.earlier.get(Street::River as usize - 1 - street as usize);
        found.ok_or_else(|| Error::InvalidArgument(format!("the classes of the {street} were not asked for")))
    }

    /// Number of classes of a street.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street before the first.
    pub fn n_classes(&self, street: Street, kind: Relation) -> Result<usize> {
        match street {
            Street::River => Ok(self.river.signatures.len()),
            _ => self.street(street).map(|classes| classes.len(kind)),
        }
    }

    /// Writes the class of every hand of a street, by its index, to `out`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street before the first and for another number of hands; [`Error::Cancelled`].
    pub fn of_hands(&self, street: Street, kind: Relation, out: &mut [u32], run: &mut Run<'_>) -> Result<()> {
        let indexer = street.indexer()?;
        let n = indexer.size(indexer.n_rounds() - 1)?;
        if out.len() as u64 != n {
            return Err(Error::InvalidArgument(format!("{} classes are not those of {n} hands", out.len())));
        }
        if street == Street::River {
            return self.river.fill(out, run);
        }
        let classes = self.street(street)?;
        out.iter_mut().zip(&classes.of_hand).for_each(|(out, &outcome)| *out = classes.class(kind, outcome));
        Ok(())
    }

    /// Wins, ties and losses of the hands of every class: counts over rivers, dealt street by street, and hands of an
    /// opponent.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for a street before the first; [`Error::OutOfMemory`].
    pub fn counts(&self, street: Street, kind: Relation) -> Result<Vec<[u64; 3]>> {
        let all = children_through(street) * OPPONENT_COMBOS as u64;
        let signatures = match street {
            Street::River => &self.river.signatures,
            _ => &self.street(street)?.signatures,
        };
        let mut counts = try_with_capacity(self.n_classes(street, kind)?)?;
        let is_same = |a: &Signature, b: &Signature| kind == Relation::Winrate && a[..2] == b[..2];
        for same in signatures.chunk_by(is_same) {
            let [value, wins, ..] = same[0];
            let ties = value - 2 * wins;
            counts.push([wins, ties, all - wins - ties]);
        }
        Ok(counts)
    }
}

/// One signature for every slot of a board.
type Totals = Box<[Signature; SLOTS]>;

/// The signatures of every hand of the turn, by its index.
fn turn_signatures(river: &RiverClasses, run: &mut Run<'_>) -> Result<Vec<Signature>> {
    // In a grid 0 marks a hand with the dealt card; it contributes nothing.
    let mut children = try_with_capacity(river.signatures.len() + 1)?;
    children.push([0; WORDS]);
    children.extend(river.signatures.iter().zip(0..).map(|(p, class)| as_child(class, p, Street::River)));
    sweep(
        Street::Turn,
        TURN_BOARDS,
        || try_boxed::<_, SLOTS>(0),
        |grid: &mut Box<Grid>, board, card, totals| {
            let mut whole = [card; BOARD_CARDS];
            whole[..board.len()].copy_from_slice(board);
            river.of_combos.of_board(&whole).spread(grid, |class| class + 1);
            clear_card(grid, card);
            for (sum, &child) in totals.iter_mut().zip(&**grid) {
                add(sum, &children[usize::from(child)], 1);
            }
            Ok(())
        },
        run,
    )
}

/// The signatures of every hand of the flop, by its index.
fn flop_signatures(turn: &StreetClasses, run: &mut Run<'_>) -> Result<Vec<Signature>> {
    let children = turn.as_children(Street::Turn)?;
    let indexer = Street::Turn.indexer()?.at(run.level());
    let n_pairs = indexer.n_hole_pairs(1)?;
    sweep(
        Street::Flop,
        1,
        || try_vec(0, n_pairs),
        |indices: &mut Vec<u64>, board, card, totals| {
            let board = [board, &[card]].concat();
            indexer.index_board(1, &board, indices)?;
            for ([low, high], &index) in indexer.hole_pairs(&board)?.into_iter().zip(&*indices) {
                add(&mut totals[slot(low, high)], &children[turn.of_hand[index as usize] as usize], 1);
            }
            Ok(())
        },
        run,
    )
}

/// The signatures of every hand before the flop, by its index.
fn preflop_signatures(flop: &StreetClasses, run: &mut Run<'_>) -> Result<Vec<Signature>> {
    let children = flop.as_children(Street::Flop)?;
    let indexer = Street::Flop.indexer()?;
    let mut signatures = try_vec([0; WORDS], HAND_CLASS_COUNT)?;
    let level = run.level();
    run.for_each(signatures.iter_mut().zip(0..), HAND_CLASS_COUNT, |(sum, hand)| {
        for (index, times) in indexer.children(0, hand, &mut Run::new(1).at(level))? {
            add(sum, &children[flop.of_hand[index as usize] as usize], times);
        }
        Ok(())
    })?;
    Ok(signatures)
}

/// Sums, for every hand of a street, the contributions that `deal` computes for every next card of a board; `deal` has its
/// own working memory.
fn sweep<M: Send>(
    street: Street,
    boards_a_step: usize,
    new: impl Fn() -> Result<M> + Sync,
    deal: impl Fn(&mut M, &[u8], u8, &mut [Signature; SLOTS]) -> Result<()> + Sync,
    run: &mut Run<'_>,
) -> Result<Vec<Signature>> {
    let (indexer, size) = (street.indexer()?.at(run.level()), street.board_cards());
    let boards = CanonicalBoards::new(size, run)?;
    let mut signatures = try_vec([0; WORDS], indexer.size(1)? as usize)?;
    let out = u64::share(signatures.as_flattened_mut());
    let n_pairs = indexer.n_hole_pairs(1)?;
    let new = || Ok((new()?, try_boxed([0; WORDS])?, try_vec(0, n_pairs)?));
    let steps = boards.cards().chunks(boards_a_step * size);
    let work = |(memory, totals, indices): &mut (M, Totals, Vec<u64>), boards: &[u8], _: &mut MayGoOn<'_>| {
        for board in boards.chunks_exact(size) {
            totals.fill([0; WORDS]);
            for card in (0..DECK).filter(|card| !board.contains(card)) {
                deal(memory, board, card, totals)?;
            }
            write(&indexer, board, totals, indices, out)?;
        }
        Ok(())
    };
    run.fold(steps, boards.len().div_ceil(boards_a_step), new, work)?;
    Ok(signatures)
}

/// Writes the totals of a board to the rows of its hands. On a symmetric board several hands belong to one class, with the
/// same totals.
fn write(
    indexer: &HandIndexer,
    board: &[u8],
    totals: &[Signature; SLOTS],
    indices: &mut [u64],
    out: &[<u64 as Cell>::Shared],
) -> Result<()> {
    indexer.index_board(1, board, indices)?;
    let (rows, _) = out.as_chunks::<WORDS>();
    for ([low, high], &index) in indexer.hole_pairs(board)?.into_iter().zip(indices.iter()) {
        for (&word, cell) in totals[slot(low, high)].iter().zip(&rows[index as usize]) {
            word.store(cell);
        }
    }
    Ok(())
}
