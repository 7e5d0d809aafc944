//! Many rows of cards as Python has them: texts and ids in lists and tuples, and texts in arrays. As with one hand, only
//! exact types are read here; what is of another, or wrong otherwise than by a text, is for the Python layer to say.

use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pokerbits::cards::cards_of;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::borrow::Reading2;
use crate::errors::to_python;
use crate::one_hand::exact_id;

/// Rows between two looks at Ctrl-C.
const ROWS_PER_LOOK: usize = 1 << 14;

/// Ids in rows of as many each.
#[derive(Default)]
struct Table {
    ids: Vec<u8>,
    rows: usize,
    width: usize,
}

impl Table {
    /// Adds a row, one of `rows`, that `fill` appends; whether it succeeded, and the row is as long as the first.
    #[inline(always)]
    fn add(
        &mut self,
        py: Python<'_>,
        rows: usize,
        longest: usize,
        fill: impl FnOnce(&mut Vec<u8>) -> PyResult<Option<()>>,
    ) -> PyResult<bool> {
        if self.rows % ROWS_PER_LOOK == ROWS_PER_LOOK - 1 {
            py.check_signals()?;
        }
        let before = self.ids.len();
        self.reserve(longest)?;
        if fill(&mut self.ids)?.is_none() {
            return Ok(false);
        }
        if self.rows == 0 {
            self.width = self.ids.len();
            self.reserve(self.width.saturating_mul(rows - 1))?;
        }
        self.rows += 1;
        Ok(self.ids.len() - before == self.width)
    }

    #[inline(always)]
    fn reserve(&mut self, more: usize) -> PyResult<()> {
        self.ids.try_reserve(more).map_err(|_| PyMemoryError::new_err("no memory for the ids of the cards"))
    }

    /// The cards of the text of the row `row`, and the error for one that has others.
    #[inline(always)]
    fn add_text(&mut self, py: Python<'_>, rows: usize, text: &str) -> PyResult<bool> {
        let row = self.rows;
        // A card has two characters at least.
        self.add(py, rows, text.len() / 2, |ids| {
            for card in cards_of(text) {
                match card {
                    Ok(card) => ids.push(card.id()),
                    Err(error) => return Err(at_row(py, to_python(error), row)),
                }
            }
            Ok(Some(()))
        })
    }

    fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyArray2<u8>>> {
        self.ids.into_pyarray(py).reshape([self.rows, self.width])
    }
}

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

    /// The item at a place, unless the list has become shorter.
    #[inline(always)]
    fn get(&self, at: usize) -> Option<Bound<'py, PyAny>> {
        match self {
            Self::List(list) => list.get_item(at).ok(),
            Self::Tuple(tuple) => tuple.get_item(at).ok(),
        }
    }
}

/// The ids (n, k) of n texts of k cards each in a list or a tuple; `None` for all else.
#[pyfunction]
#[pyo3(signature = (texts, /))]
pub(crate) fn read_texts<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let py = texts.py();
    let Some(items) = Items::of(texts) else { return Ok(None) };
    let mut found = Table::default();
    for at in 0..items.len() {
        let Some(item) = items.get(at) else { return Ok(None) };
        let Ok(text) = item.cast_exact::<PyString>() else { return Ok(None) };
        let Ok(text) = text.to_str() else { return Ok(None) };
        if !found.add_text(py, items.len(), text)? {
            return Ok(None);
        }
    }
    found.into_array(py).map(Some)
}

/// The ids (n, k) of n rows of k ids or names each, lists or tuples in a list or a tuple, or (1, k) of one such row;
/// `None` for all else.
#[pyfunction]
#[pyo3(signature = (rows, /))]
pub(crate) fn read_rows<'py>(rows: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let py = rows.py();
    let Some(items) = Items::of(rows) else { return Ok(None) };
    let mut found = Table::default();
    for at in 0..items.len() {
        let Some(row) = items.get(at) else { return Ok(None) };
        let Some(cards) = Items::of(&row) else { return Ok(None) };
        let as_first = found.add(py, items.len(), cards.len(), |ids| {
            Ok((0..cards.len()).try_for_each(|at| {
                ids.push(exact_id(&cards.get(at)?)?);
                Some(())
            }))
        })?;
        if !as_first {
            return Ok(None);
        }
    }
    found.into_array(py).map(Some)
}

/// The ids (n, k) of texts of fixed width, padded with zeros: characters (n, width), or `None` if they have not as many
/// cards each.
#[pyfunction]
pub(crate) fn read_characters<'py>(
    py: Python<'py>,
    texts: Reading2<'py, u32>,
) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
    let texts = texts.as_array();
    let (mut found, mut text) = (Table::default(), String::new());
    for row in texts.rows() {
        text.clear();
        let len = row.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
        // Half of a pair of surrogates is no card, and no character is.
        text.extend(row.iter().take(len).map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)));
        if !found.add_text(py, texts.nrows(), &text)? {
            return Ok(None);
        }
    }
    found.into_array(py).map(Some)
}
