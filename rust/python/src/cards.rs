//! Cards as text, and cards at random.

use numpy::PyUntypedArrayMethods;
use pokerbits::cards::{COMBO_COUNT, CardSet, DECK, HAND_CLASS_COUNT, class_of, combo_of};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::borrow::Filling2;
use crate::enter::{breathe, enter};
use crate::errors::to_python;
use crate::one_hand::OneHand;
use crate::scalars::Scalars;

/// Texts up to this many bytes are read without releasing the interpreter, which would cost as much.
const INLINE_TEXT: usize = 1 << 12;

/// Ids that are put into a list between two checks for signals: a millisecond.
const CARDS_PER_BREATH: usize = 1 << 15;

/// The card ids of a text, in its order.
#[pyfunction]
pub(crate) fn parse_cards<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyList>> {
    let cards = if text.len() <= INLINE_TEXT {
        pokerbits::cards::parse_cards(text).map_err(to_python)?
    } else {
        enter(py, 1, None, |_| pokerbits::cards::parse_cards(text))?
    };
    // One by one: PyO3 panics if there is no memory for a list of a given length.
    let ids = PyList::empty(py);
    for cards in cards.chunks(CARDS_PER_BREATH) {
        breathe(py)?;
        cards.iter().try_for_each(|card| ids.append(card.id()))?;
    }
    Ok(ids)
}

/// The number of one combo, uint16, if it is valid and of an exact type that [`OneHand`] reads; `None` otherwise.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn combo_id_one(cards: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    static IDS: Scalars<COMBO_COUNT> = Scalars::new();
    let of = |(a, b)| IDS.get(cards.py(), combo_of([a, b]).map_err(to_python)?);
    two_cards(cards).map(of).transpose()
}

/// The class of one combo, uint8, if it is valid and of an exact type that [`OneHand`] reads; `None` otherwise.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn hand_class_one(cards: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    static CLASSES: Scalars<{ HAND_CLASS_COUNT }> = Scalars::new();
    let of = |(a, b)| CLASSES.get(cards.py(), class_of([a, b]).map_err(to_python)?);
    two_cards(cards).map(of).transpose()
}

/// Two different cards of an exact type.
fn two_cards(cards: &Bound<'_, PyAny>) -> Option<(u8, u8)> {
    match OneHand::<2>::of(cards)?.ids() {
        &[a, b] if a != b && a.max(b) < DECK => Some((a, b)),
        _ => None,
    }
}

/// Random hands of the cards that are not `gone`, into the rows of `out`.
#[pyfunction]
pub(crate) fn random_hands(
    py: Python<'_>,
    key: [u64; 2],
    gone: Vec<u8>,
    mut out: Filling2<'_, u8>,
    num_threads: usize,
) -> PyResult<()> {
    let gone = CardSet::from_ids(&gone).map_err(to_python)?;
    let size = out.shape()[1];
    let out = out.as_slice_mut()?;
    enter(py, num_threads, None, |run| pokerbits::random_hands(key, !gone, size, out, run))
}
