//! Cards as text, and cards at random.

use numpy::PyUntypedArrayMethods;
use pokerbits::cards::{COMBO_COUNT, CardSet, DECK, HAND_CLASS_COUNT, combo_id, hand_class};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::borrow::Filling2;
use crate::enter::enter;
use crate::errors::to_python;
use crate::one_hand::OneHand;
use crate::scalars::Scalars;

/// The card ids that a text names, in its order.
#[pyfunction]
pub(crate) fn parse_cards<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyList>> {
    let cards = pokerbits::cards::parse_cards(text).map_err(to_python)?;
    // One by one: PyO3 panics where there is no memory for a list of a given length.
    let ids = PyList::empty(py);
    cards.into_iter().try_for_each(|card| ids.append(card.id()))?;
    Ok(ids)
}

/// The number of one combo, uint16, if it is right and of an exact type that [`OneHand`] reads; `None` for all else.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn combo_id_one(cards: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    static IDS: Scalars<COMBO_COUNT> = Scalars::new();
    two_cards(cards).map(|(a, b)| IDS.get(cards.py(), combo_id(a, b))).transpose()
}

/// The class of one combo, uint8, if it is right and of an exact type that [`OneHand`] reads; `None` for all else.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn hand_class_one(cards: &Bound<'_, PyAny>) -> PyResult<Option<&'static Py<PyAny>>> {
    static CLASSES: Scalars<{ HAND_CLASS_COUNT }> = Scalars::new();
    two_cards(cards).map(|(a, b)| CLASSES.get(cards.py(), hand_class(a, b))).transpose()
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
    enter(py, num_threads, None, |run| pokerbits::random_hands::random_hands(key, !gone, size, out, run))
}
