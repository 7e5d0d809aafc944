//! Numbers of one hand as NumPy's scalars, or in an array. They are immutable, so small ranges are made once and returned again.

use numpy::npyffi::{self, NPY_ARRAY_WRITEABLE, PY_ARRAY_API};
use numpy::{Element, PyArray1, PyArrayDescrMethods, PyUntypedArrayMethods, dtype};
use pokerbits::runtime::lazy::Lazy;
use pyo3::prelude::*;

/// The scalars 0 to `N - 1` of one dtype, each made when it is first returned. Not in a `PyOnceLock`: other threads may run
/// while that is locked, and in a forked child it would stay locked for ever.
pub(crate) struct Scalars<const N: usize>([Lazy<Py<PyAny>>; N]);

impl<const N: usize> Scalars<N> {
    pub(crate) const fn new() -> Self {
        Self([const { Lazy::new() }; N])
    }

    /// The scalar of `number`, which is less than `N`; always ask one table for one `T`.
    #[inline(always)]
    pub(crate) fn get<T>(&'static self, py: Python<'_>, number: T) -> PyResult<&'static Py<PyAny>>
    where
        T: Element + Copy + Into<usize>,
    {
        self.0[number.into()].get().map_or_else(|| self.make(py, number), Ok)
    }

    #[cold]
    fn make<T>(&'static self, py: Python<'_>, number: T) -> PyResult<&'static Py<PyAny>>
    where
        T: Element + Copy + Into<usize>,
    {
        self.0[number.into()].get_or_try_init(|| Ok(scalar(py, number)?.unbind()))
    }
}

/// The scalar of `number`, of the dtype of `T`. A call of `numpy.uint64` takes twice as long as the index of a hand.
#[allow(unsafe_code)]
pub(crate) fn scalar<T: Element + Copy>(py: Python<'_>, mut number: T) -> PyResult<Bound<'_, PyAny>> {
    let dtype = dtype::<T>(py);
    // SAFETY: the number is of the dtype, which `Element` promises and which has no objects in it; NumPy copies the
    // number, needs no base for such a dtype, and returns a new reference or null with an exception set.
    unsafe {
        let data = (&raw mut number).cast();
        let scalar = PY_ARRAY_API.PyArray_Scalar(py, data, dtype.as_dtype_ptr(), std::ptr::null_mut());
        Bound::from_owned_ptr_or_err(py, scalar)
    }
}

/// A copy of the numbers that nobody may write to. To take that right away in Python takes as long as to make the array.
#[allow(unsafe_code)]
pub(crate) fn read_only<'py, T: Element>(py: Python<'py>, numbers: &[T]) -> Bound<'py, PyArray1<T>> {
    let array = PyArray1::from_slice(py, numbers);
    // SAFETY: the array lives, has these fields in every version of NumPy, and nobody else has it yet.
    unsafe { (*npyffi::_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags &= !NPY_ARRAY_WRITEABLE };
    array
}
