//! Borrowed arrays, the arguments of every function here, with one error for arrays that another call uses. The names and
//! types are those of `numpy`, whose own error is only "already borrowed".

use std::ops::{Deref, DerefMut};

use numpy::ndarray::{Dimension, Ix1, Ix2, Ix3, IxDyn};
use numpy::{BorrowError, Element, PyArray, PyArrayMethods, PyReadonlyArray, PyReadwriteArray};
use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;

use crate::errors::InvalidArgumentError;

/// Find NumPy's functions, and the register of borrowed arrays, now: both are behind locks, which a fork during the first
/// use would leave locked.
pub(crate) fn prepare(py: Python<'_>) -> PyResult<()> {
    drop(PyArray::<u8, Ix1>::zeros(py, 0, false).try_readonly()?);
    Ok(())
}

/// An array that a call reads; meanwhile no other call writes to it.
pub(crate) struct Reading<'py, T: Element, D: Dimension>(PyReadonlyArray<'py, T, D>);

pub(crate) type Reading1<'py, T> = Reading<'py, T, Ix1>;
pub(crate) type Reading2<'py, T> = Reading<'py, T, Ix2>;
pub(crate) type ReadingAny<'py, T> = Reading<'py, T, IxDyn>;

/// An array that a call writes; meanwhile no other call reads or writes it.
pub(crate) struct Filling<'py, T: Element, D: Dimension>(PyReadwriteArray<'py, T, D>);

pub(crate) type Filling1<'py, T> = Filling<'py, T, Ix1>;
pub(crate) type Filling2<'py, T> = Filling<'py, T, Ix2>;
pub(crate) type Filling3<'py, T> = Filling<'py, T, Ix3>;

impl<'py, T: Element, D: Dimension> Deref for Reading<'py, T, D> {
    type Target = PyReadonlyArray<'py, T, D>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'py, T: Element, D: Dimension> Deref for Filling<'py, T, D> {
    type Target = PyReadwriteArray<'py, T, D>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Element, D: Dimension> DerefMut for Filling<'_, T, D> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a, 'py, T: Element + 'a, D: Dimension + 'a> FromPyObject<'a, 'py> for Reading<'py, T, D> {
    type Error = PyErr;
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArray<T, D>>()?;
        check_address(&array)?;
        array.try_readonly().map(Self).map_err(|why| refusal(&why, "an array of the arguments is being filled"))
    }
}

impl<'a, 'py, T: Element + 'a, D: Dimension + 'a> FromPyObject<'a, 'py> for Filling<'py, T, D> {
    type Error = PyErr;
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArray<T, D>>()?;
        check_address(&array)?;
        array.try_readwrite().map(Self).map_err(|why| refusal(&why, "out is in use"))
    }
}

/// An enum of borrowed arrays of several dtypes, of which an argument chooses its own, the last for all others. A derived
/// implementation would try one after the other and hide the real error.
macro_rules! by_dtype {
    ($(#[$doc:meta])* $name:ident: $borrowed:ident, $array:ident { $($variant:ident: $type:ty),+; $last:ident: $other:ty }) => {
        $(#[$doc])*
        pub(crate) enum $name<'py> {
            $($variant($borrowed<'py, $type>),)+
            $last($borrowed<'py, $other>),
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $name<'py> {
            type Error = PyErr;
            fn extract(array: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                $(if array.cast::<$array<$type>>().is_ok() {
                    return array.extract().map(Self::$variant);
                })+
                array.extract().map(Self::$last)
            }
        }
    };
}
pub(crate) use by_dtype;

/// Refuses an array at an address where Rust has no values of its type; `numpy` does not look. The Python layer copies such
/// arrays, so this error is a fault of it.
fn check_address<T: Element, D: Dimension>(array: &Bound<'_, PyArray<T, D>>) -> PyResult<()> {
    if array.data().is_aligned() {
        return Ok(());
    }
    Err(PySystemError::new_err("an array of the arguments is not aligned"))
}

fn refusal(why: &BorrowError, what: &str) -> PyErr {
    match why {
        BorrowError::NotWriteable => InvalidArgumentError::new_err("out: the array is read-only"),
        _ => InvalidArgumentError::new_err(format!("{what} by another call")),
    }
}
