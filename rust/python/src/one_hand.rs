//! One row of cards, in the forms that callers have it in. Only exact types are read here: a subclass may behave differently.
//! The Python layer finds and reports errors.

use std::ffi::{c_char, c_int, c_long, c_longlong, c_uint, c_ulong, c_ulonglong, c_void};
use std::mem::transmute;

use numpy::npyffi::{self, NPY_TYPES, objects::PyArrayObject_fields};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pokerbits::cards::{Card, CardSet, DECK, cards_of};
use pokerbits::runtime::lazy::Lazy;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
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

    /// Adds the ids of hole cards, of which there may have to be some number, and of a board if there is one. A hand that is
    /// returned is copied, and the CPU waits until all of its bytes are written: a fifth of the time of a call.
    #[inline(always)]
    pub(crate) fn add_both(
        &mut self,
        hole: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        hole_cards: Option<usize>,
    ) -> Option<()> {
        self.add(hole)?;
        if hole_cards.is_some_and(|n| n != self.len) {
            return None;
        }
        board.map_or(Some(()), |board| self.add(board))
    }

    /// Adds the ids of further cards.
    #[inline(always)]
    pub(crate) fn add(&mut self, cards: &Bound<'_, PyAny>) -> Option<()> {
        if let Some(list) = exact::<PyList>(cards) {
            self.add_list(list)
        } else if let Some(text) = exact::<PyString>(cards) {
            self.add_text(text.to_str().ok()?)
        } else if let Some(array) = exact::<PyUntypedArray>(cards) {
            self.add_array(array)
        } else if let Some(tuple) = exact::<PyTuple>(cards) {
            self.fill(tuple.len(), |at| exact_id(&*tuple.get_borrowed_item(at).ok()?))
        } else {
            self.add_set(cards)
        }
    }

    /// Adds the ids in a list.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn add_list(&mut self, list: &Bound<'_, PyList>) -> Option<()> {
        let py = list.py();
        let ints = CardInts::of(py).filter(|_| HAS_LOCK);
        self.fill(list.len(), |at| {
            let Some(ints) = ints else { return exact_id(&list.get_item(at).ok()?) };
            // SAFETY: the list lives, and holds the item until other code of Python runs. None runs while a text is read,
            // `other_id` holds a number, and an error ends it all. The pointer is null, with an error, if the list has no
            // such place.
            unsafe {
                let item = ffi::PyList_GetItem(list.as_ptr(), at as ffi::Py_ssize_t);
                ints.id(item).or_else(|| other_id(&*Borrowed::from_ptr_or_err(py, item).ok()?))
            }
        })
    }

    /// Adds the cards of a text.
    #[inline(always)]
    fn add_text(&mut self, text: &str) -> Option<()> {
        for card in cards_of(text) {
            *self.ids.get_mut(self.len)? = card.ok()?.id();
            self.len += 1;
        }
        Some(())
    }

    /// Adds the ids in an array of one axis.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn add_array(&mut self, array: &Bound<'_, PyUntypedArray>) -> Option<()> {
        // SAFETY: the array lives, and so does its dtype. Both have these fields in every version of NumPy.
        let (fields, kind) = unsafe {
            let fields = &*npyffi::_PyArray_GET_ITEM_DATA(array.as_array_ptr());
            (fields, &*npyffi::_PyDataType_GET_ITEM_DATA(fields.descr))
        };
        let is_of_this_machine = [b'|' as c_char, b'=' as c_char].contains(&kind.byteorder);
        if array.ndim() != 1 || !is_of_this_machine {
            return None;
        }
        match kind.type_num {
            UBYTE => self.add_integers::<u8>(fields),
            LONG => self.add_integers::<c_long>(fields),
            other => self.add_other_integers(fields, other),
        }
    }

    /// Adds the ids in an array of integers of a less frequent kind.
    #[inline(never)]
    fn add_other_integers(&mut self, array: &PyArrayObject_fields, type_num: c_int) -> Option<()> {
        match type_num {
            BYTE => self.add_integers::<i8>(array),
            SHORT => self.add_integers::<i16>(array),
            USHORT => self.add_integers::<u16>(array),
            INT => self.add_integers::<c_int>(array),
            UINT => self.add_integers::<c_uint>(array),
            ULONG => self.add_integers::<c_ulong>(array),
            LONGLONG => self.add_integers::<c_longlong>(array),
            ULONGLONG => self.add_integers::<c_ulonglong>(array),
            _ => None,
        }
    }

    /// Adds the ids in an array of one axis with elements of this type.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn add_integers<T: Copy + TryInto<u8>>(&mut self, array: &PyArrayObject_fields) -> Option<()> {
        // SAFETY: an array of one axis has one length and one stride. It has an element at each place below its length, with
        // any alignment.
        unsafe {
            let (len, stride) = (*array.dimensions, *array.strides);
            self.fill(usize::try_from(len).ok()?, |at| {
                array.data.offset(at as isize * stride).cast::<T>().read_unaligned().try_into().ok()
            })
        }
    }

    /// Adds the ids of a `CardSet`.
    #[inline(never)]
    #[allow(unsafe_code)]
    fn add_set(&mut self, cards: &Bound<'_, PyAny>) -> Option<()> {
        let sets = Sets::of(cards.py()).ok()?;
        let class = sets.class.as_ptr();
        if cards.get_type_ptr() != class.cast() {
            return None;
        }
        // SAFETY: the function is that of the descriptor, and takes an object of its class.
        let bits = unsafe {
            let bits = (sets.get)(sets.bits.as_ptr(), cards.as_ptr(), class);
            Bound::from_owned_ptr_or_err(cards.py(), bits).ok()?
        };
        let mut overflow = 0;
        // SAFETY: the object is an int. A number that is too large has no error, only the flag.
        let bits = unsafe { ffi::PyLong_AsLongLongAndOverflow(exact::<PyInt>(&bits)?.as_ptr(), &raw mut overflow) };
        if overflow != 0 {
            return None;
        }
        for id in CardSet::new(bits.cast_unsigned())?.ids() {
            *self.ids.get_mut(self.len)? = id;
            self.len += 1;
        }
        Some(())
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

/// The number that NumPy gives to each kind of integer of C, the same in all versions.
const BYTE: c_int = NPY_TYPES::NPY_BYTE as c_int;
const UBYTE: c_int = NPY_TYPES::NPY_UBYTE as c_int;
const SHORT: c_int = NPY_TYPES::NPY_SHORT as c_int;
const USHORT: c_int = NPY_TYPES::NPY_USHORT as c_int;
const INT: c_int = NPY_TYPES::NPY_INT as c_int;
const UINT: c_int = NPY_TYPES::NPY_UINT as c_int;
const LONG: c_int = NPY_TYPES::NPY_LONG as c_int;
const ULONG: c_int = NPY_TYPES::NPY_ULONG as c_int;
const LONGLONG: c_int = NPY_TYPES::NPY_LONGLONG as c_int;
const ULONGLONG: c_int = NPY_TYPES::NPY_ULONGLONG as c_int;

/// The class `CardSet`, and what reads its field. A question for an attribute by name takes three times as long.
struct Sets {
    class: Py<PyAny>,
    bits: Py<PyAny>,
    get: ffi::descrgetfunc,
}

impl Sets {
    #[allow(unsafe_code)]
    fn of(py: Python<'_>) -> PyResult<&'static Self> {
        static SETS: Lazy<Sets> = Lazy::new();
        SETS.get_or_try_init(|| {
            let class = py.import("pokerbits._input.card_set")?.getattr("CardSet")?;
            let bits = class.getattr("_bits")?;
            // SAFETY: the type of an object lives as long as the object, and the slot has functions of this type.
            let get = unsafe {
                let get = ffi::PyType_GetSlot(bits.get_type_ptr(), ffi::Py_tp_descr_get);
                transmute::<*mut c_void, Option<ffi::descrgetfunc>>(get)
            };
            let get = get.ok_or_else(|| PyTypeError::new_err("a field of a class of Python is a descriptor"))?;
            Ok(Self { class: class.unbind(), bits: bits.unbind(), get })
        })
    }
}

/// Whether only one thread at a time uses objects of Python: without such a lock they have larger heads.
const HAS_LOCK: bool = size_of::<PyObject>() == 2 * size_of::<usize>();

/// An object as one of exactly this type. `cast_exact` makes an error of any other, with two calls of the interpreter.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn exact<'a, 'py, T: PyTypeInfo>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, T>> {
    // SAFETY: the object is of the type.
    object.is_exact_instance_of::<T>().then(|| unsafe { object.cast_unchecked() })
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
    fn id(&self, item: *const PyObject) -> Option<u8> {
        // Between two ints, the remainder is in the highest bits.
        let id = (item as usize).wrapping_sub(self.first).rotate_right(Self::STRIDE.trailing_zeros());
        (id < usize::from(DECK)).then_some(id as u8)
    }
}

/// The card of an exact `int` that fits in a byte (`bool` is a subclass), or of a `str` that names one card.
#[inline(always)]
pub(crate) fn exact_id(item: &Bound<'_, PyAny>) -> Option<u8> {
    CardInts::of(item.py()).and_then(|ints| ints.id(item.as_ptr())).or_else(|| other_id(item))
}

/// [`exact_id`] of an object that is not one of the [`CardInts`].
#[inline(never)]
fn other_id(item: &Bound<'_, PyAny>) -> Option<u8> {
    if let Some(number) = exact::<PyInt>(item) {
        return number.clone().extract().ok();
    }
    let name = exact::<PyString>(item)?.to_str().ok()?;
    name.parse().ok().map(Card::id)
}

/// An argument, unless it is `None`.
pub(crate) fn unless_none<'a, 'py>(argument: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
    Some(argument).filter(|argument| !argument.is_none())
}
