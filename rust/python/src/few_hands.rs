//! A few rows of numbers or cards in small arrays. As with one hand, only what is plain is read here: arrays of integers
//! in C order, of exactly NumPy's type. The Python layer reads all other forms, and finds and reports errors.

use numpy::ndarray::{Dimension, IxDyn};
use numpy::{Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pokerbits::Result;
use pokerbits::cards::DECK;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::borrow::ReadingAny;
use crate::one_hand::OneHand;

/// The result of a call with plain arguments: `None` leaves the call to the Python layer.
pub(crate) type Answer<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// Up to this many rows. A call for more takes so long that the way through Python does not matter.
const MOST_ROWS: usize = 512;

/// The numbers of a small array, and its shape.
pub(crate) struct FewNumbers<T> {
    values: Vec<T>,
    shape: IxDyn,
}

impl<T: TryFrom<i128>> FewNumbers<T> {
    /// The numbers of an array with one axis or more, if all of them fit; `None` otherwise, and for any other object.
    pub(crate) fn of(numbers: &Bound<'_, PyAny>) -> Option<Self> {
        Self::up_to(MOST_ROWS, numbers)
    }

    fn up_to(most: usize, numbers: &Bound<'_, PyAny>) -> Option<Self> {
        let array = numbers.cast_exact::<PyUntypedArray>().ok()?;
        if array.ndim() == 0 || array.is_empty() || array.len() > most || !array.is_c_contiguous() {
            return None;
        }
        let dtype = array.dtype();
        let values = match (dtype.kind(), dtype.itemsize()) {
            (b'u', 1) => read::<u8, T>(array),
            (b'i', 8) => read::<i64, T>(array),
            (b'u', 2) => read::<u16, T>(array),
            (b'u', 8) => read::<u64, T>(array),
            (b'i', 4) => read::<i32, T>(array),
            (b'i', 2) => read::<i16, T>(array),
            (b'i', 1) => read::<i8, T>(array),
            (b'u', 4) => read::<u32, T>(array),
            _ => None,
        }?;
        Some(Self { values, shape: IxDyn(array.shape()) })
    }
}

impl<T> FewNumbers<T> {
    /// An array with `per_number` values for each of the numbers, on an axis of its own unless it is `None`, filled by
    /// `work`; `None` if there is an error in the numbers.
    pub(crate) fn array<'py, V: Element + Copy + Default>(
        &self,
        py: Python<'py>,
        per_number: Option<usize>,
        work: impl FnOnce(&[T], &mut [V]) -> Result<()>,
    ) -> Answer<'py> {
        let mut found = vec![V::default(); self.values.len() * per_number.unwrap_or(1)];
        if work(&self.values, &mut found).is_err() {
            return Ok(None);
        }
        array(py, &found, self.shape.slice(), per_number).map(Some)
    }
}

/// The numbers of an array of this dtype, if they fit.
fn read<S: Element + Copy + Into<i128>, T: TryFrom<i128>>(array: &Bound<'_, PyUntypedArray>) -> Option<Vec<T>> {
    // An array of another byte order is of no dtype of Rust.
    let array: ReadingAny<'_, S> = array.extract().ok()?;
    array.as_slice().ok()?.iter().map(|&number| T::try_from(number.into()).ok()).collect()
}

/// Whether `numbers` is an `int`, or a small array that [`FewNumbers`] reads, of numbers from 0 that are below `end`.
#[pyfunction]
#[pyo3(signature = (numbers, end, /))]
pub(crate) fn plain_below(numbers: &Bound<'_, PyAny>, end: u64) -> bool {
    if numbers.is_exact_instance_of::<PyInt>() {
        return numbers.extract::<u64>().is_ok_and(|number| number < end);
    }
    FewNumbers::<u64>::of(numbers).is_some_and(|few| few.values.iter().all(|&number| number < end))
}

/// One hand, or a few of as many cards each, as [`OneHand`] and [`FewHands`] read them. They stay where they are read, and
/// `then` uses them there: a copy of one hand takes as long as a look-up. Bytes are not checked for valid ids.
#[derive(Clone, Copy)]
pub(crate) enum Plain<'a> {
    One(&'a [u8]),
    Few(&'a FewHands),
}

impl Plain<'_> {
    #[inline(always)]
    pub(crate) fn of<T>(
        cards: &Bound<'_, PyAny>,
        then: impl FnOnce(Plain<'_>) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        let mut hand = OneHand::<{ DECK as usize }>::default();
        match hand.add(cards) {
            Some(()) => then(Plain::One(hand.ids())),
            None => FewHands::of(cards).map_or(Ok(None), |hands| then(Plain::Few(&hands))),
        }
    }

    /// Hole cards, of which there may have to be some number, with boards.
    #[inline(always)]
    pub(crate) fn of_both<T>(
        hole: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        hole_cards: Option<usize>,
        then: impl FnOnce(Plain<'_>) -> PyResult<Option<T>>,
    ) -> PyResult<Option<T>> {
        let mut hand = OneHand::<{ DECK as usize }>::default();
        match hand.add_both(hole, board, hole_cards) {
            Some(()) => then(Plain::One(hand.ids())),
            None => FewHands::of_both(hole, board, hole_cards).map_or(Ok(None), |hands| then(Plain::Few(&hands))),
        }
    }

    /// Cards in a hand.
    #[inline(always)]
    pub(crate) fn width(self) -> usize {
        match self {
            Self::One(hand) => hand.len(),
            Self::Few(hands) => hands.width,
        }
    }
}

/// A few hands of as many cards each, on any leading axes. Bytes are not checked for valid ids.
pub(crate) struct FewHands {
    ids: Vec<u8>,
    /// Cards in a hand.
    width: usize,
    /// Those of them that are not of the board.
    hole_cards: usize,
    leading: IxDyn,
}

impl FewHands {
    /// The rows of a small array with more than one axis.
    pub(crate) fn of(cards: &Bound<'_, PyAny>) -> Option<Self> {
        let FewNumbers { values: ids, shape } = FewNumbers::<u8>::up_to(MOST_ROWS * 8, cards)?;
        let (&width, leading) = shape.slice().split_last()?;
        if leading.is_empty() || ids.len() > MOST_ROWS * width {
            return None;
        }
        Some(Self { width, hole_cards: width, leading: IxDyn(leading), ids })
    }

    /// The rows of hole cards, of which there may have to be some number, each with its board. One of both may be one row
    /// for all, in any form that [`OneHand`] reads, and the board may be `None`.
    pub(crate) fn of_both(
        hole: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        hole_cards: Option<usize>,
    ) -> Option<Self> {
        let holes = Self::of(hole);
        let own = if holes.is_some() { None } else { Some(OneHand::<{ DECK as usize }>::of(hole)?) };
        let width = holes.as_ref().map_or_else(|| own.as_ref().map_or(0, |own| own.ids().len()), |holes| holes.width);
        if hole_cards.is_some_and(|n| n != width) {
            return None;
        }
        let Some(board) = board else { return holes };
        match (holes, Self::of(board)) {
            (Some(holes), Some(boards)) if holes.leading == boards.leading => {
                Some(holes.beside(boards.rows(), &boards))
            }
            (Some(holes), None) => {
                let shared = OneHand::<{ DECK as usize }>::of(board)?;
                let boards =
                    Self { ids: vec![], width: shared.ids().len(), hole_cards: 0, leading: holes.leading.clone() };
                Some(holes.beside(std::iter::repeat(shared.ids()), &boards))
            }
            (None, Some(boards)) => {
                let holes = Self {
                    ids: own?.ids().repeat(boards.count()),
                    width,
                    hole_cards: width,
                    leading: boards.leading.clone(),
                };
                Some(holes.beside(boards.rows(), &boards))
            }
            _ => None,
        }
    }

    /// These hands, each followed by a board.
    fn beside<'a>(&self, rows: impl Iterator<Item = &'a [u8]>, boards: &Self) -> Self {
        let width = self.width + boards.width;
        let mut ids = Vec::with_capacity(self.count() * width);
        for (hole, board) in self.rows().zip(rows) {
            ids.extend_from_slice(hole);
            ids.extend_from_slice(board);
        }
        Self { ids, width, hole_cards: self.width, leading: self.leading.clone() }
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.ids.chunks_exact(self.width)
    }

    /// The cards of all hands, one after the other.
    pub(crate) fn ids(&self) -> &[u8] {
        &self.ids
    }

    /// Cards in a hand.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Hole cards in a hand.
    pub(crate) fn hole_cards(&self) -> usize {
        self.hole_cards
    }

    /// Number of hands.
    pub(crate) fn count(&self) -> usize {
        self.leading.size()
    }

    /// An array with a number, or `per_hand` numbers on an axis of their own, for each hand, filled by `work`; `None` if
    /// there is an error in the hands.
    pub(crate) fn array<'py, V: Element + Copy + Default>(
        &self,
        py: Python<'py>,
        per_hand: Option<usize>,
        work: impl FnOnce(&[u8], &mut [V]) -> Result<()>,
    ) -> Answer<'py> {
        let mut found = vec![V::default(); self.count() * per_hand.unwrap_or(1)];
        if work(&self.ids, &mut found).is_err() {
            return Ok(None);
        }
        self.array_of(py, &found, per_hand).map(Some)
    }

    /// An array of `found`, which has a number, or `per_hand` numbers on an axis of their own, for each hand.
    pub(crate) fn array_of<'py, V: Element + Copy>(
        &self,
        py: Python<'py>,
        found: &[V],
        per_hand: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        array(py, found, self.leading.slice(), per_hand)
    }
}

/// An array of these values on these leading axes, with a last axis of `last` if there is one.
fn array<'py, V: Element + Copy>(
    py: Python<'py>,
    values: &[V],
    leading: &[usize],
    last: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let flat = PyArray1::from_slice(py, values);
    // A call of NumPy takes as long as the evaluation of a hundred hands.
    if leading.len() == 1 && last.is_none() {
        return Ok(flat.into_any());
    }
    let shape: Vec<_> = leading.iter().copied().chain(last).collect();
    Ok(flat.reshape(shape)?.into_any())
}
