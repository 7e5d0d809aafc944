"""The base of the estimators: the conventions of scikit-learn, without importing it."""

from __future__ import annotations

import inspect
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._forks import NoFork
from pokerbits._input.arrays import fit
from pokerbits._input.numbers import as_one_array
from pokerbits._input.progress import ProgressLike
from pokerbits.exceptions import InvalidArgumentError, NotFittedError


class Estimator:
    """Base of estimators: parameters are attributes of the same names, as `sklearn.base.clone` needs them.

    Fitted attributes end with an underscore.
    """

    labels_: NDArray[np.int32]
    n_features_in_: int

    @classmethod
    def _names(cls) -> list[str]:
        """Return the names of the parameters."""
        return [name for name in inspect.signature(cls).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002, ARG002 - as scikit-learn calls it
        """Return the parameters of this estimator.

        Parameters
        ----------
        deep
            Not used: no parameter is an estimator.

        Returns
        -------
        dict
            Values by name.
        """
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        InvalidArgumentError
            If there is no such parameter.
        """
        names = self._names()
        for name, value in params.items():
            if name not in names:
                raise InvalidArgumentError(f"no parameter {name!r} of {type(self).__name__}: it has {', '.join(names)}")
            setattr(self, name, value)
        return self

    def fit(
        self,
        X: ArrayLike,  # noqa: N803 - the word of scikit-learn
        y: object = None,
        sample_weight: ArrayLike | None = None,
        *,
        progress: ProgressLike = None,
    ) -> Self:
        """Find the clusters."""
        raise NotImplementedError

    def fit_predict(
        self,
        X: ArrayLike,  # noqa: N803
        y: object = None,
        sample_weight: ArrayLike | None = None,
        *,
        progress: ProgressLike = None,
    ) -> NDArray[np.int32]:
        """Fit, and return the cluster of every row.

        Arguments are those of `fit`.

        Returns
        -------
        int32 (n,)
            `fit(X, y, sample_weight).labels_`.

        Raises
        ------
        InvalidArgumentError, TypeError
            As `fit`.
        """
        return self.fit(X, y, sample_weight, progress=progress).labels_

    def __repr__(self) -> str:
        """Return the call that creates this estimator, without parameters that have their defaults."""
        parameters = inspect.signature(type(self)).parameters
        first = next(iter(parameters))
        values = {
            name: value
            for name, value in self.get_params().items()
            if name == first or not _is(value, parameters[name].default)
        }
        inside = ", ".join(f"{'' if name == first else name + '='}{value!r}" for name, value in values.items())
        return f"{type(self).__name__}({inside})"

    def __sklearn_is_fitted__(self) -> bool:
        """Return whether `fit` has been called; scikit-learn calls this."""
        return hasattr(self, "n_features_in_")

    def __sklearn_tags__(self) -> Any:
        """Return the tags of the estimator; only scikit-learn calls this."""
        with NoFork():
            from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type="clusterer",
            target_tags=TargetTags(required=False),
            transformer_tags=None,
            classifier_tags=None,
            regressor_tags=None,
            input_tags=InputTags(),
        )

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise NotFittedError(f"this {type(self).__name__} has not learned anything yet: call fit first")


def _is(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and not isinstance(value, np.ndarray) and value == default)


def as_numbers(values: ArrayLike, what: str) -> NDArray[Any]:
    """Return an array of integers or floats.

    Raises
    ------
    TypeError
        If they are not real numbers.
    """
    if hasattr(values, "toarray") and hasattr(values, "nnz"):
        raise TypeError(f"{what}: a sparse matrix or array cannot be clustered; use toarray()")
    array = as_one_array(values, what)
    if array.dtype.kind == "O":
        try:
            array = array.astype(np.float64)
        except (OverflowError, ValueError) as error:
            raise InvalidArgumentError(f"{what}: {error}") from None
    if array.dtype.kind == "c":
        raise InvalidArgumentError(f"{what}: Complex data not supported")
    if array.dtype.kind not in "buif":
        raise TypeError(f"{what}: expected numbers, found dtype {array.dtype}")
    return array


def check_room(array: NDArray[Any]) -> None:
    """Raise MemoryError early if there is not enough memory for one byte for each number of an array.

    A view may repeat a few numbers any number of times.
    """
    if not array.flags.c_contiguous:
        np.empty(array.shape, np.uint8)


def as_rows(values: ArrayLike, width: int | None, name: str) -> NDArray[Any]:
    """Return rows as a C-ordered array of the least of uint8, uint16, uint32 that holds them, or float64.

    Parameters
    ----------
    values
        The rows, (n, width).
    width
        Required width, if any.
    name
        Name of the estimator, for error messages.
    """
    array = as_numbers(values, "X")
    if array.ndim != 2:
        message = f"X: expected rows, an array of two axes, found shape {array.shape}. Reshape your data"
        raise InvalidArgumentError(message)
    if width is not None and array.shape[1] != width:
        message = f"X has {array.shape[1]} features, but {name} is expecting {width} features as input"
        raise InvalidArgumentError(message)
    if 0 in array.shape:
        of_what = "0 feature(s)" if array.shape[1] == 0 else "0 sample(s)"
        raise InvalidArgumentError(f"X: {of_what} (shape={array.shape}) while a minimum of 1 is required.")
    if array.dtype.kind in "bui":
        check_room(array)
        low, high = int(array.min()), int(array.max())
        for dtype in (np.uint8, np.uint16, np.uint32):
            if low >= 0 and high <= np.iinfo(dtype).max:
                return fit(array, dtype)
    with np.errstate(over="ignore"):
        rows = fit(array, np.float64)
    wrong = ~np.isfinite(rows)
    if wrong.any():
        row, column = np.unravel_index(int(np.argmax(wrong)), rows.shape)
        kind = "NaN" if np.isnan(rows[row, column]) else "infinity"
        raise InvalidArgumentError(f"X: {kind} in column {column}", row=int(row))
    return rows


def as_sample_weight(weights: ArrayLike | None, n: int) -> NDArray[np.float64]:
    """Return n weights, finite and not negative, with at least one positive."""
    if weights is None:
        return np.ones(n)
    array = as_numbers(weights, "sample_weight")
    if array.ndim == 0:
        array = np.full(n, array)
    if array.shape != (n,):
        raise InvalidArgumentError(f"sample_weight.shape == {array.shape}, expected {(n,)}: one for each row of X")
    with np.errstate(over="ignore"):
        values = fit(array, np.float64)
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InvalidArgumentError(f"weight {values[row]}: expected a finite number, not negative", row=row)
    if not values.any():
        raise InvalidArgumentError("sample_weight: all are zero")
    return values
