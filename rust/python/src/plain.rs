//! Public functions whose plain calls are answered here: cards of exact types, options of common values. The interpreter
//! calls such a function directly. A function of Python in front of it would take as long as the evaluation of a hand; the one
//! behind it ([`crate::callable`]) gets the calls that are not plain, and finds and reports all errors.

use std::convert::Infallible;

use pokerbits::evaluator::Rules;
use pokerbits::runtime::run::MAX_THREADS;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::enter::default_threads;
use crate::few_hands::Answer;
use crate::one_hand::exact;

/// An argument of a call, unchanged. The caller holds it.
pub(crate) struct Arg<'a, 'py>(Option<Borrowed<'a, 'py, PyAny>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Arg<'a, 'py> {
    type Error = Infallible;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(Some(object)))
    }
}

impl<'py> Arg<'_, 'py> {
    /// The argument at one place of a call.
    #[inline(always)]
    pub(crate) fn of<'a>(object: Borrowed<'a, 'py, PyAny>) -> Arg<'a, 'py> {
        Arg(Some(object))
    }

    /// An argument that is left out.
    pub(crate) const MISSING: Self = Self(None);

    /// The argument, unless it is left out or `None`.
    #[inline(always)]
    pub(crate) fn get(&self) -> Option<&Bound<'py, PyAny>> {
        self.0.as_deref().filter(|value| !value.is_none())
    }

    /// Whether an argument is left out.
    pub(crate) fn is_missing(&self) -> bool {
        self.0.is_none()
    }

    /// Whether there is no progress to report.
    pub(crate) fn is_off(&self) -> bool {
        self.get().is_none_or(|value| value.cast_exact::<PyBool>().is_ok_and(|value| !value.is_true()))
    }

    /// Whether an option is not used.
    #[inline(always)]
    pub(crate) fn is_unused(&self) -> bool {
        self.get().is_none()
    }

    /// The text of a `str`, not of a subclass; `default` if it is left out.
    #[inline(always)]
    fn text<'a>(&'a self, default: &'a str) -> Option<&'a str> {
        let Some(value) = self.0.as_deref() else { return Some(default) };
        exact::<PyString>(value)?.to_str().ok()
    }

    /// Whether an option has one of these values; the first is its default.
    pub(crate) fn is_one_of(&self, values: &[&str]) -> bool {
        self.text(values[0]).is_some_and(|text| values.contains(&text))
    }

    /// The rules of this name.
    #[inline(always)]
    pub(crate) fn rules(&self) -> Option<Rules> {
        if self.is_missing() { Some(Rules::Standard) } else { self.text("")?.parse().ok() }
    }

    /// An `int`, not of a subclass, that fits; `default` if it is left out or `None`.
    #[inline(always)]
    fn integer<T: for<'a> FromPyObject<'a, 'py>>(&self, default: T) -> Option<T> {
        let Some(value) = self.get() else { return Some(default) };
        value.cast_exact::<PyInt>().ok()?.extract().ok()
    }

    /// An `int`, not of a subclass, that fits; `default` if it is left out.
    pub(crate) fn integer_or<T: for<'a> FromPyObject<'a, 'py>>(&self, default: T) -> Option<T> {
        self.0.as_ref().map_or(Some(default), |value| value.cast_exact::<PyInt>().ok()?.extract().ok())
    }

    /// Whether an option is a number of threads.
    #[inline(always)]
    pub(crate) fn is_threads(&self) -> bool {
        self.integer(1).is_some_and(|threads| (1..=MAX_THREADS).contains(&threads))
    }

    /// The number of threads, the default without one; `None` if Python has not read the default.
    pub(crate) fn threads(&self) -> Option<usize> {
        if self.is_unused() { default_threads() } else { self.integer(1) }
    }
}

/// A function that answers plain calls without options: `None` leaves a call to the function of Python.
pub(crate) type ByPlace = for<'a, 'py> fn(Python<'py>, &[Borrowed<'a, 'py, PyAny>]) -> Answer<'py>;

/// Declares a function for Python: its required arguments; those that can be left out; its options, which go by name; and the
/// function that answers plain calls. `at` names the same function for calls without options, which spares these what
/// `PyO3` does to read names.
macro_rules! plain_first {
    (
        $(#[$about:meta])*
        $name:ident($($required:ident),*; $($optional:ident),*; $($option:ident),*) by $answer:path, at $by_place:ident
    ) => {
        $(#[$about])*
        #[pyfunction]
        #[pyo3(signature = (
            $($required,)*
            $($optional = $crate::plain::Arg::MISSING,)*
            *,
            $($option = $crate::plain::Arg::MISSING,)*
        ))]
        #[allow(clippy::too_many_arguments)]
        pub(crate) fn $name<'py>(
            py: Python<'py>,
            $($required: $crate::plain::Arg<'_, 'py>,)*
            $($optional: $crate::plain::Arg<'_, 'py>,)*
            $($option: $crate::plain::Arg<'_, 'py>,)*
        ) -> PyResult<Bound<'py, PyAny>> {
            let found = $answer(py, $(&$required,)* $(&$optional,)* $(&$option,)*)?;
            Ok(found.unwrap_or_else(|| $crate::plain::not_plain(py)))
        }

        $(#[$about])*
        pub(crate) fn $by_place<'py>(
            py: Python<'py>,
            given: &[Borrowed<'_, 'py, PyAny>],
        ) -> $crate::few_hands::Answer<'py> {
            let mut given = given.iter().copied().map($crate::plain::Arg::of);
            $(let Some($required) = given.next() else { return Ok(None) };)*
            $(let $optional = given.next().unwrap_or($crate::plain::Arg::MISSING);)*
            if given.next().is_some() {
                return Ok(None);
            }
            $(let $option = $crate::plain::Arg::MISSING;)*
            $answer(py, $(&$required,)* $(&$optional,)* $(&$option,)*)
        }
    };
}
pub(crate) use plain_first;

/// The answer that leaves a call to the function of Python.
pub(crate) fn not_plain(py: Python<'_>) -> Bound<'_, PyAny> {
    py.NotImplemented().into_bound(py)
}
