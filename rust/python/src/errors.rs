//! Core errors as the exceptions of `pokerbits.exceptions`.

use pokerbits::Error;
use pyo3::exceptions::PyMemoryError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Exceptions of `pokerbits.exceptions` as types, and a function that imports them all.
macro_rules! exceptions {
    ($($name:ident),+) => {
        $(import_exception!(pokerbits.exceptions, $name);)+

        /// Import the exceptions now: each is behind a lock, which a fork during the first use would leave locked.
        pub(crate) fn import_all(py: Python<'_>) {
            $(py.get_type::<$name>();)+
        }
    };
}

exceptions!(
    CancelledError,
    CardCountError,
    CountOverflowError,
    DuplicateCardError,
    InvalidArgumentError,
    InvalidCardError,
    InvalidRangeError,
    OutOfRangeError,
    ThreadError
);

/// The exception for an error. It has the same text; the row, card and position are attributes.
pub(crate) fn to_python(error: Error) -> PyErr {
    Python::attach(|py| exception(py, error).unwrap_or_else(|failed| failed))
}

fn exception(py: Python<'_>, mut error: Error) -> PyResult<PyErr> {
    if let Error::OutOfMemory { .. } = error {
        return Ok(PyMemoryError::new_err(error.to_string()));
    }
    let details = PyDict::new(py);
    details.set_item("row", error.take_row())?;
    details.set_item("card", error.card())?;
    match error {
        Error::ParseCard { position, .. } => details.set_item("position", position)?,
        Error::InvalidRange { position, .. } => details.set_item("position", position)?,
        _ => {}
    }
    let class = match error {
        Error::CardOutOfRange { .. }
        | Error::NotInDeck { .. }
        | Error::NotInShortDeck { .. }
        | Error::NotInWideDeck { .. }
        | Error::ParseCard { .. } => py.get_type::<InvalidCardError>(),
        Error::InvalidRange { .. } => py.get_type::<InvalidRangeError>(),
        Error::DuplicateCard { .. } | Error::RepeatedCardId { .. } => py.get_type::<DuplicateCardError>(),
        Error::CardCount { .. } => py.get_type::<CardCountError>(),
        Error::IndexOutOfRange { .. } => py.get_type::<OutOfRangeError>(),
        Error::Overflow(_) => py.get_type::<CountOverflowError>(),
        Error::Forked => py.get_type::<ThreadError>(),
        Error::Cancelled => py.get_type::<CancelledError>(),
        _ => py.get_type::<InvalidArgumentError>(),
    };
    Ok(PyErr::from_value(class.call((error.to_string(),), Some(&details))?))
}
