"""Weights of all 1,326 combos: the form in which the core takes ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._input.arrays import as_dtype, fit
from pokerbits._input.numbers import rows_of_numbers
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.ranges._range import Dialect, Range, RangeLike, as_range, check_dialect

WeightsLike: TypeAlias = RangeLike | Sequence[float] | Sequence[Sequence[float]]
"""Weights of combos: a range, its text, or numbers with 1,326 on the last axis, in the order of `COMBOS`."""


def as_weights(
    weights: WeightsLike, dtype: DTypeLike, what: str = "weights", dialect: Dialect | None = None
) -> NDArray[Any]:
    """Return rows of 1,326 weights as a C-ordered array; the core checks that they are finite and not negative.

    Integers, booleans and floats of another size are rounded to the dtype.
    """
    check_dialect(dialect)
    if isinstance(weights, str | Range):
        return fit(as_range(weights, what, dialect=dialect).weights, dtype)
    return rows_of_numbers(weights, _native.COMBO_COUNT, dtype, what)


def one_range(weights: WeightsLike, what: str, dialect: Dialect | None = None) -> NDArray[np.float64]:
    """Return the weights of one range, (1326,)."""
    row: NDArray[np.float64] = as_weights(weights, np.float64, what, dialect)
    if row.ndim != 1:
        message = f"{what}: expected one row of {_native.COMBO_COUNT} weights, found shape {row.shape}"
        raise InvalidArgumentError(message)
    return row


def float_type(dtype: DTypeLike) -> np.dtype[Any]:
    """Return the dtype after checking that it is native-endian float64 or float32."""
    return as_dtype(dtype, ("float64", "float32"), "float64 or float32")
