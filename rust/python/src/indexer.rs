//! The hand indexer: one native class that the Python class holds, and the paper's two first steps.

use numpy::{IntoPyArray, PyArray1, PyArrayDescrMethods, dtype};
use pokerbits::cards::DECK;
use pokerbits::indexer::{self, HandIndexer, MAX_ROUNDS, STATE_WORDS};
use pokerbits::memory::try_vec;
use pokerbits::runtime::Run;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::any_deck::deck;
use crate::borrow::{Filling1, Filling2, Reading1, Reading2};
use crate::enter::{enter, enter_if};
use crate::errors::to_python;
use crate::few_hands::{Answer, FewHands, FewNumbers, Plain};
use crate::one_hand::{OneHand, unless_none};
use crate::rows::{INLINE_HANDS, Rows};
use crate::scalars::scalar;

/// An array of its own.
type IndexArray<'py> = Bound<'py, PyArray1<u64>>;

/// A game's tables, shared by every thread.
#[pyclass(frozen, module = "pokerbits._native")]
pub(crate) struct Indexer(HandIndexer);

impl Indexer {
    /// The game.
    pub(crate) fn core(&self) -> &HandIndexer {
        &self.0
    }

    /// A round, counted from the end if negative; `None` for any error.
    fn round_of(&self, round: &Bound<'_, PyAny>) -> Option<usize> {
        let round: isize = round.cast_exact::<PyInt>().ok()?.extract().ok()?;
        let at = match usize::try_from(round) {
            Ok(round) => round,
            Err(_) => self.0.n_rounds().checked_add_signed(round)?,
        };
        (at < self.0.n_rounds()).then_some(at)
    }

    /// Hole cards, those of the first round, with boards, and the round with as many cards, for `then`; `None` for any error,
    /// and without a board.
    #[inline(always)]
    fn dealt<T>(
        &self,
        hole: &Bound<'_, PyAny>,
        board: &Bound<'_, PyAny>,
        then: impl FnOnce(usize, Plain<'_>) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        if board.is_none() {
            return Ok(None);
        }
        Plain::of_both(hole, Some(board), self.0.cards_through(0).ok(), |hands| {
            let round = (0..self.0.n_rounds()).find(|&round| self.0.cards_through(round) == Ok(hands.width()));
            round.map_or(Ok(None), |round| then(round, hands))
        })
    }

    /// The index of one hand in a round, as `one` returns it, or an array of the indices of a few; `None` for any error.
    #[inline(always)]
    fn indices<'py>(
        &self,
        py: Python<'py>,
        hands: Plain<'_>,
        round: usize,
        one: impl FnOnce(Python<'py>, u64) -> PyResult<Bound<'py, PyAny>>,
    ) -> Answer<'py> {
        match hands {
            Plain::One(hand) => self.0.index(round, hand).ok().map(|index| one(py, index)).transpose(),
            Plain::Few(hands) => {
                hands.array(py, None, |cards, out| self.0.index_rows(round, cards, out, &mut Run::new(1)))
            }
        }
    }

    /// The canonical hand of an index, as an array; `None` for any error.
    fn canonical_of<'py>(&self, py: Python<'py>, round: usize, index: u64) -> Option<Bound<'py, PyAny>> {
        let mut cards = [0; DECK as usize];
        let cards = &mut cards[..self.0.cards_through(round).ok()?];
        self.0.unindex(round, index, cards).ok()?;
        Some(PyArray1::from_slice(py, cards).into_any())
    }
}

/// The street of one hand by its number of board cards, from 0, and its index in the last round of the street's indexer; or
/// the street of a few hands and an array of their indices. `None` if the hands are not plain, as [`Plain`] reads
/// them, or not valid.
#[pyfunction]
#[pyo3(signature = (indexers, hole, board, /))]
pub(crate) fn street_index_plain<'py>(
    indexers: [PyRef<'_, Indexer>; 4],
    hole: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
) -> PyResult<Option<(usize, Bound<'py, PyAny>)>> {
    Plain::of_both(hole, unless_none(board), Some(2), |hands| {
        let Some(street) = [2, 5, 6, 7].iter().position(|&cards| cards == hands.width()) else { return Ok(None) };
        let indexer = &indexers[street];
        let found = indexer.indices(hole.py(), hands, indexer.0.n_rounds() - 1, integer)?;
        Ok(found.map(|indices| (street, indices)))
    })
}

/// The indices of one hand on all four streets, each in the last round of the street's indexer; `None` if hole cards and
/// board are not plain, as [`OneHand`] reads them, or not valid.
#[pyfunction]
#[pyo3(signature = (indexers, hole, board, /))]
pub(crate) fn deal_indices_plain(
    indexers: [PyRef<'_, Indexer>; 4],
    hole: &Bound<'_, PyAny>,
    board: &Bound<'_, PyAny>,
) -> Option<[u64; 4]> {
    let mut hand = OneHand::<7>::default();
    hand.add_both(hole, unless_none(board), Some(2))?;
    let mut found = [0; 4];
    // The river first, which has all cards: any invalid one is seen.
    for (street, cards) in [2, 5, 6, 7].into_iter().enumerate().rev() {
        let indexer = &indexers[street].0;
        found[street] = indexer.index(indexer.n_rounds() - 1, hand.ids().get(..cards)?).ok()?;
    }
    (hand.ids().len() == 7).then_some(found)
}

/// An index as an `int`.
fn integer(py: Python<'_>, index: u64) -> PyResult<Bound<'_, PyAny>> {
    Ok(index.into_pyobject(py)?.into_any())
}

#[pymethods]
impl Indexer {
    #[new]
    fn new(
        py: Python<'_>,
        cards_per_round: Vec<usize>,
        n_ranks: usize,
        n_suits: usize,
        lowest_rank: char,
    ) -> PyResult<Self> {
        let deck = deck(n_ranks, n_suits, lowest_rank).map_err(to_python)?;
        // Even a rejected game may have built tables for up to half a second.
        let indexer = py.detach(|| HandIndexer::for_deck(&cards_per_round, deck));
        indexer.map(Self).map_err(to_python)
    }

    /// Indices of every round.
    fn sizes(&self) -> Vec<u64> {
        self.0.sizes()
    }

    /// The suit configurations of a round: for each suit its cards by round, and its number of group indices; and the first
    /// index.
    #[allow(clippy::type_complexity)]
    fn configurations(&self, round: usize) -> PyResult<Vec<(Vec<Vec<usize>>, Vec<u64>, u64)>> {
        let found = self.0.configurations(round).map_err(to_python)?;
        Ok(found.into_iter().map(|of| (of.counts, of.suit_sizes, of.offset)).collect())
    }

    /// Bytes of the tables.
    fn table_bytes(&self) -> usize {
        self.0.table_bytes()
    }

    /// The index of one hand, uint64, or an array for up to 512 rows, if they are plain, as [`Plain`] reads them, and
    /// valid, and the round is an `int` of this game; `None` otherwise.
    #[pyo3(signature = (round, cards, /))]
    fn index_plain<'py>(&self, round: &Bound<'py, PyAny>, cards: &Bound<'py, PyAny>) -> Answer<'py> {
        let Some(round) = self.round_of(round) else { return Ok(None) };
        Plain::of(cards, |hands| self.indices(cards.py(), hands, round, scalar))
    }

    /// The index of one hand of hole cards, those of the first round, and of a board, which must not be `None`, in the round with
    /// as many cards, or an array for up to 512 rows; otherwise as [`index_plain`](Self::index_plain).
    #[pyo3(signature = (hole, board, /))]
    fn index_dealt_plain<'py>(&self, hole: &Bound<'py, PyAny>, board: &Bound<'py, PyAny>) -> Answer<'py> {
        self.dealt(hole, board, |round, hands| self.indices(hole.py(), hands, round, scalar))
    }

    /// The round of such hands, and the index or the array of indices.
    #[pyo3(signature = (hole, board, /))]
    fn dealt_plain<'py>(
        &self,
        hole: &Bound<'py, PyAny>,
        board: &Bound<'py, PyAny>,
    ) -> PyResult<Option<(usize, Bound<'py, PyAny>)>> {
        self.dealt(hole, board, |round, hands| {
            Ok(self.indices(hole.py(), hands, round, integer)?.map(|indices| (round, indices)))
        })
    }

    /// The indices of one hand, or of a few, in every round, as [`index_plain`](Self::index_plain).
    #[pyo3(signature = (cards, /))]
    fn index_all_plain<'py>(&self, cards: &Bound<'py, PyAny>) -> Answer<'py> {
        let (py, rounds) = (cards.py(), self.0.n_rounds());
        let all = |cards: &[u8], indices: &mut [u64]| self.0.index_all_rows(cards, indices, &mut Run::new(1));
        let mut hand = OneHand::<{ DECK as usize }>::default();
        if hand.add(cards).is_some() {
            let mut indices = [0; MAX_ROUNDS];
            let Some(indices) = indices.get_mut(..rounds) else { return Ok(None) };
            return Ok(all(hand.ids(), indices).is_ok().then(|| PyArray1::from_slice(py, indices).into_any()));
        }
        let Some(hands) = FewHands::of(cards) else { return Ok(None) };
        hands.array(py, Some(rounds), all)
    }

    /// The canonical hand of one index, an `int` or uint64, or an array for a few indices, as
    /// [`index_plain`](Self::index_plain).
    #[pyo3(signature = (round, index, /))]
    fn unindex_plain<'py>(&self, round: &Bound<'py, PyAny>, index: &Bound<'py, PyAny>) -> Answer<'py> {
        let py = index.py();
        let Some(round) = self.round_of(round) else { return Ok(None) };
        if index.is_exact_instance_of::<PyInt>() || index.get_type().is(dtype::<u64>(py).typeobj()) {
            return Ok(index.extract().ok().and_then(|index| self.canonical_of(py, round, index)));
        }
        let (Some(indices), Ok(width)) = (FewNumbers::of(index), self.0.cards_through(round)) else { return Ok(None) };
        indices.array(py, Some(width), |indices, out| self.0.unindex_rows(round, indices, out, &mut Run::new(1)))
    }

    /// The canonical form of one hand, or an array for a few hands, as [`index_plain`](Self::index_plain).
    #[pyo3(signature = (round, cards, /))]
    fn canonical_plain<'py>(&self, round: &Bound<'py, PyAny>, cards: &Bound<'py, PyAny>) -> Answer<'py> {
        let py = cards.py();
        let Some(round) = self.round_of(round) else { return Ok(None) };
        let mut hand = OneHand::<{ DECK as usize }>::default();
        if hand.add(cards).is_some() {
            let index = self.0.index(round, hand.ids());
            return Ok(index.ok().and_then(|index| self.canonical_of(py, round, index)));
        }
        let (Some(hands), Ok(width)) = (FewHands::of(cards), self.0.cards_through(round)) else { return Ok(None) };
        hands.array(py, Some(width), |cards, out| self.0.canonical_rows(round, cards, out, &mut Run::new(1)))
    }

    /// Indices in `round` of rows of cards.
    fn index(
        &self,
        py: Python<'_>,
        round: usize,
        cards: Rows<'_>,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        cards.fill(py, INLINE_HANDS, out, num_threads, |cards, out, run| self.0.index_rows(round, cards, out, run))
    }

    /// Indices in every round of the rows of `cards`.
    fn index_all(
        &self,
        py: Python<'_>,
        cards: Reading2<'_, u8>,
        mut out: Filling2<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.index_all_rows(cards, out, run))
    }

    /// The states of hands before any deal.
    fn start(&self, py: Python<'_>, mut states: Filling2<'_, u64>) -> PyResult<()> {
        let rows = states.as_array().nrows();
        let states = states.as_slice_mut()?;
        enter_if(rows > INLINE_HANDS, py, 1, |_| self.0.start(states))
    }

    /// Deals `round` to hands.
    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        py: Python<'_>,
        round: usize,
        states: Reading2<'_, u64>,
        cards: Reading2<'_, u8>,
        mut extended: Filling2<'_, u64>,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (states, cards) = (states.as_slice()?, cards.as_slice()?);
        let (extended, out) = (extended.as_slice_mut()?, out.as_slice_mut()?);
        enter_if(out.len() > INLINE_HANDS, py, num_threads, |run| {
            self.0.extend(round, states, cards, extended, out, run)
        })
    }

    /// The canonical hands of indices.
    fn unindex(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Reading1<'_, u64>,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (indices, out) = (indices.as_slice()?, out.as_slice_mut()?);
        enter_if(indices.len() > INLINE_HANDS, py, num_threads, |run| self.0.unindex_rows(round, indices, out, run))
    }

    /// The canonical hands of a range of indices.
    fn unindex_range(
        &self,
        py: Python<'_>,
        round: usize,
        start: u64,
        stop: u64,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let out = out.as_slice_mut()?;
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.unindex_range(round, start..stop, out, run))
    }

    /// The canonical hands of hands.
    fn canonical(
        &self,
        py: Python<'_>,
        round: usize,
        cards: Reading2<'_, u8>,
        mut out: Filling2<'_, u8>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().nrows();
        let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.canonical_rows(round, cards, out, run))
    }

    /// The deals of the classes of indices.
    fn multiplicity(
        &self,
        py: Python<'_>,
        round: usize,
        indices: Reading1<'_, u64>,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let (indices, out) = (indices.as_slice()?, out.as_slice_mut()?);
        enter_if(indices.len() > INLINE_HANDS, py, num_threads, |run| {
            self.0.multiplicity_rows(round, indices, out, run)
        })
    }

    /// The deals of the classes of a range of indices.
    fn multiplicity_range(
        &self,
        py: Python<'_>,
        round: usize,
        start: u64,
        stop: u64,
        mut out: Filling1<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        enter_if(out.len() > INLINE_HANDS, py, num_threads, |run| {
            self.0.multiplicity_range(round, start..stop, out, run)
        })
    }

    /// The indices of the next round that follow from a class, and the number of deals of each.
    fn children<'py>(
        &self,
        py: Python<'py>,
        round: usize,
        index: u64,
        num_threads: usize,
    ) -> PyResult<(IndexArray<'py>, IndexArray<'py>)> {
        let (indices, weights) = enter(py, num_threads, None, |run| {
            let children = self.0.children(round, index, run)?;
            let (mut indices, mut weights) = (try_vec(0, children.len())?, try_vec(0, children.len())?);
            for ((index, weight), &child) in indices.iter_mut().zip(&mut weights).zip(&children) {
                (*index, *weight) = child;
            }
            Ok((indices, weights))
        })?;
        Ok((indices.into_pyarray(py), weights.into_pyarray(py)))
    }

    /// Number of hole pairs that a board of the rounds from 1 to `round` leaves.
    fn n_hole_pairs(&self, round: usize) -> PyResult<usize> {
        self.0.n_hole_pairs(round).map_err(to_python)
    }

    /// The hole pairs of one board, low card first, one pair after the other.
    fn hole_pairs<'py>(&self, py: Python<'py>, board: Reading1<'_, u8>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let pairs = self.0.hole_pairs(board.as_slice()?).map_err(to_python)?;
        Ok(PyArray1::from_slice(py, pairs.as_flattened()))
    }

    /// The indices of all hole pairs of the rows of `boards`.
    fn index_board(
        &self,
        py: Python<'_>,
        round: usize,
        boards: Reading2<'_, u8>,
        mut out: Filling2<'_, u64>,
        num_threads: usize,
    ) -> PyResult<()> {
        let rows = out.as_array().len();
        let (boards, out) = (boards.as_slice()?, out.as_slice_mut()?);
        enter_if(rows > INLINE_HANDS, py, num_threads, |run| self.0.index_boards(round, boards, out, run))
    }
}

/// Number of words of the state of one hand.
#[pyfunction]
pub(crate) fn state_words() -> usize {
    STATE_WORDS
}

/// The index of a set of ranks among the sets of its size.
#[pyfunction]
pub(crate) fn rank_set_index(ranks: u16) -> u16 {
    indexer::rank_set_index(ranks)
}

/// The set of `size` ranks with an index.
#[pyfunction]
pub(crate) fn rank_set_unindex(index: u16, size: usize) -> PyResult<u16> {
    indexer::rank_set_unindex(index, size).map_err(to_python)
}

/// The index of the rank sets that one suit receives, round by round.
#[pyfunction]
pub(crate) fn rank_group_index(rank_sets: Vec<u16>, n_ranks: usize) -> PyResult<u64> {
    indexer::rank_group_index(&rank_sets, n_ranks).map_err(to_python)
}

/// The number of rank groups of a suit, by its number of ranks in each round.
#[pyfunction]
pub(crate) fn rank_group_size(counts: Vec<usize>, n_ranks: usize) -> PyResult<u64> {
    indexer::rank_group_size(&counts, n_ranks).map_err(to_python)
}

/// The rank sets with an index.
#[pyfunction]
pub(crate) fn rank_group_unindex(index: u64, counts: Vec<usize>, n_ranks: usize) -> PyResult<Vec<u16>> {
    indexer::rank_group_unindex(index, &counts, n_ranks).map_err(to_python)
}
