//! Many rows of cards as Python objects: texts and ids in lists and tuples, and texts in arrays. As with one hand, only
//! exact types are read here; the Python layer handles other types, and errors other than those of a text.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pokerbits::cards::{DECK, cards_of};
use pokerbits::memory::try_vec;
use pokerbits::{Error, Result};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString, PyTuple};

use crate::borrow::Reading2;
use crate::enter::{breathe, enter};
use crate::errors::to_python;
use crate::one_hand::exact_id;

/// Ids or characters that are read between two checks for signals: a millisecond.
const PER_BREATH: usize = 1 << 16;

/// Ids in rows of equal length.
#[derive(Default)]
struct IdRows {
    ids: Vec<u8>,
    rows: usize,
    width: usize,
    /// Number of ids since the last check.
    read: usize,
}

impl IdRows {
    /// Makes room for the ids of a row.
    #[inline(always)]
    fn reserve(&mut self, more: usize) -> Result<()> {
        self.ids.try_reserve(more).map_err(|_| Error::OutOfMemory { bytes: more })
    }

    /// Adds the cards of a text.
    #[inline(always)]
    fn read_text(&mut self, text: &str) -> Result<()> {
        // A card has two characters at least.
        self.reserve(text.len() / 2)?;
        for card in cards_of(text) {
            self.ids.push(card?.id());
        }
        Ok(())
    }

    /// Adds the cards of a row of a column; returns their number, or which row it is. The cards of a row that is not read are
    /// left to be taken away.
    fn read_item(&mut self, item: &Bound<'_, PyAny>) -> Result<i8> {
        let first = self.ids.len();
        let is_read = if let Ok(text) = item.cast_exact::<PyString>() {
            match text.to_str() {
                Ok(text) if text.len() <= LONGEST_ROW => match self.read_text(text) {
                    Err(error @ Error::OutOfMemory { .. }) => return Err(error),
                    read => read.is_ok(),
                },
                _ => false,
            }
        } else if let Some(cards) = Items::of(item) {
            let n = cards.len().min(usize::from(DECK) + 1);
            self.reserve(n)?;
            (0..n).all(|at| {
                let id = cards.get(at).and_then(|card| exact_id(&card));
                self.ids.extend(id);
                id.is_some()
            })
        } else if item.is_none() || item.cast_exact::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
            return Ok(MISSING);
        } else {
            false
        };
        let n = self.ids.len() - first;
        Ok(if is_read && n <= usize::from(DECK) { i8::try_from(n).unwrap_or(NOT_READ) } else { NOT_READ })
    }

    /// Ends one of `rows` rows, which began at `first`; returns whether it is as long as the first row.
    #[inline(always)]
    fn end_row(&mut self, first: usize, rows: usize) -> Result<bool> {
        if self.rows == 0 {
            self.width = self.ids.len();
            self.reserve(self.width.saturating_mul(rows - 1))?;
        }
        self.rows += 1;
        Ok(self.ids.len() - first == self.width)
    }

    /// Checks for signals if this much has been read since the last check.
    #[inline(always)]
    fn breathe(&mut self, py: Python<'_>, more: usize) -> PyResult<()> {
        self.read += 1 + more;
        if self.read >= PER_BREATH {
            self.read = 0;
            breathe(py)?;
        }
        Ok(())
    }

    fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyArray2<u8>>> {
        self.ids.into_pyarray(py).reshape([self.rows, self.width])
    }
}

/// The error of the row `row`.
#[cold]
fn at_row(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

/// A list or a tuple, no subclass.
enum Items<'a, 'py> {
    List(&'a Bound<'py, PyList>),
    Tuple(&'a Bound<'py, PyTuple>),
}

impl<'a, 'py> Items<'a, 'py> {
    #[inline(always)]
    fn of(object: &'a Bound<'py, PyAny>) -> Option<Self> {
        match object.cast_exact::<PyList>() {
            Ok(list) => Some(Self::List(list)),
            Err(_) => object.cast_exact().ok().map(Self::Tuple),
        }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Tuple(tuple) => tuple.len(),
        }
    }

    /// The item at a place; `None` if the list has become shorter.
    #[inline(always)]
    fn get(&self, at: usize) -> Option<Bound<'py, PyAny>> {
        match self {
            Self::List(list) => list.get_item(at).ok(),
            Self::Tuple(tuple) => tuple.get_item(at).ok(),
        }
    }
}

/// The ids (n, k) of n texts of k cards each in a list or a tuple; `None` otherwise.
#[pyfunction]
#[pyo3(signature = (texts, /))]
pub(crate) fn read_texts<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let py = texts.py();
    let Some(items) = Items::of(texts) else { return Ok(None) };
    // Other threads may change the list during a check for signals.
    let (mut found, rows) = (IdRows::default(), items.len());
    for at in 0..rows {
        let Some(item) = items.get(at) else { return Ok(None) };
        let Ok(text) = item.cast_exact::<PyString>() else { return Ok(None) };
        let Ok(text) = text.to_str() else { return Ok(None) };
        found.breathe(py, text.len())?;
        let first = found.ids.len();
        let read = if text.len() < PER_BREATH {
            found.read_text(text).map_err(to_python)
        } else {
            enter(py, 1, None, |_| found.read_text(text))
        };
        read.map_err(|error| at_row(py, error, at))?;
        if !found.end_row(first, rows).map_err(to_python)? {
            return Ok(None);
        }
    }
    found.into_array(py).map(Some)
}

/// The ids (n, k) of n rows of k ids or names each, lists or tuples in a list or a tuple, or (1, k) of one such row; `None`
/// otherwise.
#[pyfunction]
#[pyo3(signature = (rows, /))]
pub(crate) fn read_rows<'py>(rows: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let py = rows.py();
    let Some(items) = Items::of(rows) else { return Ok(None) };
    // Other threads may change the list during a check for signals.
    let (mut found, rows) = (IdRows::default(), items.len());
    for at in 0..rows {
        let Some(row) = items.get(at) else { return Ok(None) };
        let Some(cards) = Items::of(&row) else { return Ok(None) };
        let (first, n) = (found.ids.len(), cards.len());
        found.reserve(n).map_err(to_python)?;
        for at in 0..n {
            found.breathe(py, 0)?;
            let Some(id) = cards.get(at).and_then(|card| exact_id(&card)) else { return Ok(None) };
            found.ids.push(id);
        }
        found.breathe(py, 0)?;
        if !found.end_row(first, rows).map_err(to_python)? {
            return Ok(None);
        }
    }
    found.into_array(py).map(Some)
}

/// The number of cards of a row that is missing, and of one that is not read here.
const MISSING: i8 = -1;
const NOT_READ: i8 = -2;

/// Fills the places of a row after its cards.
const NO_CARD: u8 = u8::MAX;

/// A text of more bytes is not that of one deck.
const LONGEST_ROW: usize = 1024;

/// The rows of a column, whatever their numbers of cards: ids (n, most cards in a row), each row with [`NO_CARD`] after its
/// cards, and the numbers of cards (n,). Rows are texts, or lists or tuples of ids or names; `None` and NaN are missing. No
/// row is an error: the Python layer reads those that are not read here.
#[pyfunction]
#[pyo3(signature = (items, /))]
#[allow(clippy::type_complexity)] // Two arrays.
pub(crate) fn read_column<'py>(
    items: &Bound<'py, PyList>,
) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i8>>)> {
    let (py, n) = (items.py(), items.len());
    let (mut found, mut sizes) = (IdRows::default(), vec![]);
    let reserved = sizes.try_reserve(n).map_err(|_| Error::OutOfMemory { bytes: n });
    reserved.map_err(to_python)?;
    for at in 0..n {
        let first = found.ids.len();
        // Other threads may make the list shorter during a check for signals.
        let size = match items.get_item(at) {
            Ok(item) => found.read_item(&item).map_err(to_python)?,
            Err(_) => NOT_READ,
        };
        found.ids.truncate(first + usize::try_from(size).unwrap_or(0));
        found.breathe(py, found.ids.len() - first)?;
        sizes.push(size);
    }
    let most = sizes.iter().copied().max().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let mut ids = try_vec(NO_CARD, n * most).map_err(to_python)?;
    let mut first = 0;
    for (row, &size) in sizes.iter().enumerate() {
        let size = usize::try_from(size).unwrap_or(0);
        ids[row * most..][..size].copy_from_slice(&found.ids[first..][..size]);
        first += size;
    }
    Ok((ids.into_pyarray(py).reshape([n, most])?, sizes.into_pyarray(py)))
}

/// The ids (n, k) of texts of fixed width, padded with zeros: characters (n, width); `None` if their numbers of cards
/// differ.
#[pyfunction]
pub(crate) fn read_characters<'py>(
    py: Python<'py>,
    texts: Reading2<'py, u32>,
) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let texts = texts.as_array();
    let found = enter(py, 1, None, |run| {
        let (mut found, mut text) = (IdRows::default(), String::new());
        for (at, row) in texts.rows().into_iter().enumerate() {
            run.checkpoint(at as u64, texts.nrows() as u64)?;
            text.clear();
            let len = row.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
            text.try_reserve(4 * len).map_err(|_| Error::OutOfMemory { bytes: 4 * len })?;
            // Half of a pair of surrogates is neither a card nor a character.
            text.extend(row.iter().take(len).map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)));
            let first = found.ids.len();
            if let Err(error) = found.read_text(&text) {
                return Ok(Err((at, error)));
            }
            if !found.end_row(first, texts.nrows())? {
                return Ok(Ok(None));
            }
        }
        Ok(Ok(Some(found)))
    })?;
    match found {
        Ok(found) => found.map(|found| found.into_array(py)).transpose(),
        Err((row, error)) => Err(at_row(py, to_python(error), row)),
    }
}
