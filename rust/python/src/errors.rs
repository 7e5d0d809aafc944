//! Core errors as the exceptions of `pokerbits.exceptions`.

use pokerbits::Error;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(pokerbits.exceptions, CardCountError);
import_exception!(pokerbits.exceptions, DuplicateCardError);
import_exception!(pokerbits.exceptions, InvalidArgumentError);
import_exception!(pokerbits.exceptions, InvalidCardError);
import_exception!(pokerbits.exceptions, OutOfRangeError);

/// The exception for an error, with the error's own text.
pub(crate) fn to_python(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::CardOutOfRange { .. } | Error::NotInDeck { .. } | Error::ParseCard { .. } => {
            InvalidCardError::new_err(text)
        }
        Error::DuplicateCard { .. } => DuplicateCardError::new_err(text),
        Error::CardCount { .. } => CardCountError::new_err(text),
        Error::IndexOutOfRange { .. } => OutOfRangeError::new_err(text),
        _ => InvalidArgumentError::new_err(text),
    }
}
