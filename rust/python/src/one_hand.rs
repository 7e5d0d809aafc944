//! One row of cards, in the forms that callers have it in. Only exact types are read here: a subclass may behave differently.
//! The Python layer finds and reports errors.

use numpy::{Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pokerbits::cards::{Card, CardSet, DECK, cards_of};
use pokerbits::runtime::lazy::Lazy;
use pyo3::intern;
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
    /// The ids in a list or a tuple of `int` and names, a text, a `CardSet`, or a one-dimensional array of integers; `None`
    /// for any other object, for more than `MOST` cards, and for integers beyond a byte. Bytes are not checked for valid ids.
    #[inline(always)]
    pub(crate) fn of(cards: &Bound<'_, PyAny>) -> Option<Self> {
        let mut hand = Self::default();
        hand.add(cards)?;
        Some(hand)
    }

    /// The ids of hole cards, of which there may have to be some number, and of a board if there is one.
    #[inline(always)]
    pub(crate) fn of_both(
        hole: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        hole_cards: Option<usize>,
    ) -> Option<Self> {
        let mut hand = Self::of(hole)?;
        if hole_cards.is_some_and(|n| n != hand.len) {
            return None;
        }
        if let Some(board) = board {
            hand.add(board)?;
        }
        Some(hand)
    }

    /// Adds the ids of further cards.
    #[inline(always)]
    fn add(&mut self, cards: &Bound<'_, PyAny>) -> Option<()> {
        if let Ok(list) = cards.cast_exact::<PyList>() {
            self.fill(list.len(), |at| exact_id(&list.get_item(at).ok()?))
        } else if let Ok(tuple) = cards.cast_exact::<PyTuple>() {
            self.fill(tuple.len(), |at| exact_id(&*tuple.get_borrowed_item(at).ok()?))
        } else if let Ok(text) = cards.cast_exact::<PyString>() {
            for card in cards_of(text.to_str().ok()?) {
                *self.ids.get_mut(self.len)? = card.ok()?.id();
                self.len += 1;
            }
            Some(())
        } else if let Ok(array) = cards.cast_exact::<PyUntypedArray>() {
            let dtype = array.dtype();
            match (dtype.kind(), dtype.itemsize()) {
                (b'u', 1) => {
                    let array = cards.cast_exact::<PyArray1<u8>>().ok()?;
                    self.fill(array.len(), |at| array.get_owned(at))
                }
                (b'i', 8) => self.add_integers::<i64>(cards),
                kind_and_size => self.add_other_integers(cards, kind_and_size),
            }
        } else {
            self.add_set(cards)
        }
    }

    /// Adds the ids of a `CardSet`.
    #[inline(never)]
    fn add_set(&mut self, cards: &Bound<'_, PyAny>) -> Option<()> {
        if !cards.get_type().is(card_set(cards.py()).ok()?) {
            return None;
        }
        let bits = cards.getattr(intern!(cards.py(), "_bits")).ok()?.extract().ok()?;
        for id in CardSet::new(bits)?.ids() {
            *self.ids.get_mut(self.len)? = id;
            self.len += 1;
        }
        Some(())
    }

    /// Adds the ids in an array of integers of a less frequent kind.
    #[inline(never)]
    fn add_other_integers(&mut self, cards: &Bound<'_, PyAny>, kind_and_size: (u8, usize)) -> Option<()> {
        match kind_and_size {
            (b'i', 4) => self.add_integers::<i32>(cards),
            (b'i', 2) => self.add_integers::<i16>(cards),
            (b'i', 1) => self.add_integers::<i8>(cards),
            (b'u', 8) => self.add_integers::<u64>(cards),
            (b'u', 4) => self.add_integers::<u32>(cards),
            (b'u', 2) => self.add_integers::<u16>(cards),
            _ => None,
        }
    }

    /// Adds the ids in an array of one axis.
    fn add_integers<T: Element + Copy + TryInto<u8>>(&mut self, cards: &Bound<'_, PyAny>) -> Option<()> {
        // An array of another byte order is of no dtype of Rust.
        let array = cards.cast_exact::<PyArray1<T>>().ok()?;
        if !array.data().is_aligned() {
            return None;
        }
        self.fill(array.len(), |at| array.get_owned(at)?.try_into().ok())
    }

    pub(crate) fn ids(&self) -> &[u8] {
        &self.ids[..self.len]
    }

    #[inline(always)]
    fn fill(&mut self, len: usize, id: impl Fn(usize) -> Option<u8>) -> Option<()> {
        for (at, slot) in self.ids.get_mut(self.len..self.len.checked_add(len)?)?.iter_mut().enumerate() {
            *slot = id(at)?;
        }
        self.len += len;
        Some(())
    }
}

/// The class `CardSet`.
fn card_set(py: Python<'_>) -> PyResult<&'static Py<PyAny>> {
    static CLASS: Lazy<Py<PyAny>> = Lazy::new();
    CLASS.get_or_try_init(|| Ok(py.import("pokerbits._input.card_set")?.getattr("CardSet")?.unbind()))
}

/// The ints 0 to 51, if they stand side by side: the interpreter has one object for each small int. They are kept, so an
/// object at one of their places is that int, without a question to the interpreter.
struct CardInts {
    first: usize,
    _kept: Vec<Py<PyInt>>,
}

impl CardInts {
    /// The size of an int.
    const STRIDE: usize = 32;

    fn of(py: Python<'_>) -> Option<&'static Self> {
        static INTS: Lazy<Option<CardInts>> = Lazy::new();
        let ints = INTS.get_or_init(|| {
            let kept: Vec<Py<PyInt>> = (0..DECK).map(|id| PyInt::new(py, id).unbind()).collect();
            let first = kept[0].as_ptr() as usize;
            let side_by_side = |(at, int): (usize, &Py<PyInt>)| int.as_ptr() as usize == first + at * Self::STRIDE;
            kept.iter().enumerate().all(side_by_side).then_some(Self { first, _kept: kept })
        });
        ints.as_ref()
    }

    #[inline(always)]
    fn id(&self, item: &Bound<'_, PyAny>) -> Option<u8> {
        let after = (item.as_ptr() as usize).wrapping_sub(self.first);
        let id = after / Self::STRIDE;
        (id < usize::from(DECK) && after.is_multiple_of(Self::STRIDE)).then_some(id as u8)
    }
}

/// The card of an exact `int` that fits in a byte (`bool` is a subclass), or of a `str` that names one card.
#[inline(always)]
pub(crate) fn exact_id(item: &Bound<'_, PyAny>) -> Option<u8> {
    if let Some(id) = CardInts::of(item.py()).and_then(|ints| ints.id(item)) {
        return Some(id);
    }
    if let Ok(number) = item.cast_exact::<PyInt>() {
        return number.extract().ok();
    }
    let name = item.cast_exact::<PyString>().ok()?.to_str().ok()?;
    name.parse().ok().map(Card::id)
}

/// An argument, unless it is `None`.
pub(crate) fn unless_none<'a, 'py>(argument: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
    Some(argument).filter(|argument| !argument.is_none())
}
