//! One row of cards, as callers have it most often. Only exact types are read here: a subclass may behave differently. The
//! Python layer finds and reports errors.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pokerbits::cards::{Card, cards_of};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

/// The cards of one row, on the stack.
pub(crate) struct OneHand<const MOST: usize> {
    ids: [u8; MOST],
    len: usize,
}

impl<const MOST: usize> Default for OneHand<MOST> {
    /// An empty row.
    fn default() -> Self {
        Self { ids: [0; MOST], len: 0 }
    }
}

impl<const MOST: usize> OneHand<MOST> {
    /// The ids in a list or a tuple of `int` and names, a text, or a one-dimensional array of uint8; `None` for any other
    /// object, for more than `MOST` cards, and for integers beyond a byte. Bytes are not checked for valid ids.
    #[inline(always)]
    pub(crate) fn of(cards: &Bound<'_, PyAny>) -> Option<Self> {
        let mut hand = Self::default();
        if let Ok(list) = cards.cast_exact::<PyList>() {
            hand.fill(list.len(), |at| exact_id(&list.get_item(at).ok()?))?;
        } else if let Ok(tuple) = cards.cast_exact::<PyTuple>() {
            hand.fill(tuple.len(), |at| exact_id(&*tuple.get_borrowed_item(at).ok()?))?;
        } else if let Ok(text) = cards.cast_exact::<PyString>() {
            for card in cards_of(text.to_str().ok()?) {
                *hand.ids.get_mut(hand.len)? = card.ok()?.id();
                hand.len += 1;
            }
        } else {
            let array = cards.cast_exact::<PyArray1<u8>>().ok()?;
            hand.fill(array.len(), |at| array.get_owned(at))?;
        }
        Some(hand)
    }

    pub(crate) fn ids(&self) -> &[u8] {
        &self.ids[..self.len]
    }

    #[inline(always)]
    fn fill(&mut self, len: usize, id: impl Fn(usize) -> Option<u8>) -> Option<()> {
        self.len = len;
        for (at, slot) in self.ids.get_mut(..len)?.iter_mut().enumerate() {
            *slot = id(at)?;
        }
        Some(())
    }
}

/// The card of an exact `int` that fits in a byte (`bool` is a subclass), or of a `str` that names one card.
#[inline(always)]
pub(crate) fn exact_id(item: &Bound<'_, PyAny>) -> Option<u8> {
    if let Ok(number) = item.cast_exact::<PyInt>() {
        return number.extract().ok();
    }
    let name = item.cast_exact::<PyString>().ok()?.to_str().ok()?;
    name.parse().ok().map(Card::id)
}
