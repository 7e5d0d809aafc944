"""Integer arguments as arrays of any dtype, checked before conversion to a narrower dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits._input.arrays import as_array, fit, is_array
from pokerbits._input.missing import refuse_what_is_no_number, unmasked
from pokerbits._input.rows import row_of
from pokerbits._input.shown import shown
from pokerbits.exceptions import PokerbitsError


def as_integers(values: Any, what: str = "numbers") -> NDArray[Any]:
    """Return a caller's integers as an array of any dtype; an empty list has no dtype of its own."""
    if is_array(values):
        array = unmasked(values, what)
        if array.dtype != object or array.size == 0:
            return array if array.size or isinstance(values, np.ndarray) else array.astype(np.int64)
        values = array.tolist()
    if isinstance(values, Sequence) and not isinstance(values, str | range):
        refuse_what_is_no_number(values, what)
    return integers_of(values, what)


def integers_of(values: Any, what: str) -> NDArray[Any]:
    """Return numbers and sequences of numbers as an array, of Python integers if no single dtype fits."""
    array = as_array(values, what)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind == "f":
        # NumPy converts integers that do not fit in one dtype to floats.
        exact = np.asarray(values, dtype=object)
        return exact if beyond_any_dtype(exact) else array
    return array


def narrow(
    values: NDArray[Any],
    dtype: DTypeLike,
    last: int,
    *,
    what: str,
    item: str,
    error: type[PokerbitsError],
    first: int = 0,
) -> NDArray[Any]:
    """Return integers from `first` to `last` as `dtype` for the core; the error names the first one out of range."""
    # NumPy considers timedeltas to be integers.
    if values.dtype.kind not in "iu" and not beyond_any_dtype(values):
        # pandas makes floats of a column of integers in which a value was missing.
        hint = "; whole numbers convert with .astype(int)" if values.dtype.kind == "f" else ""
        raise TypeError(f"{what}: expected integers, found dtype {values.dtype}{hint}")
    place = _place_outside(values, first, last)
    if place is not None:
        index = tuple(int(i) for i in np.unravel_index(place, values.shape))
        number, is_card = int(values[index]), item == "card id"
        outside = "outside the deck" if is_card else "out of range"
        message = f"{item} {shown(number)} is {outside} ({first} to {last})"
        raise error(message, row=row_of(index[:-1] if is_card else index), card=number if is_card else None)
    return fit(values, dtype)


def _place_outside(values: NDArray[Any], first: int, last: int) -> int | None:
    """Return the C-order index of the first value outside `first` to `last`; search in parts, so that Ctrl-C works."""
    flags: Any = ["buffered", "external_loop", "refs_ok", "zerosize_ok"]
    begin = 0
    parts: Any = np.nditer(values, flags=flags, order="C", buffersize=1 << 18)
    for part in parts:
        if part.size and not (first <= part.min() and part.max() <= last):
            return begin + int(np.argmax((part < first) | (part > last)))
        begin += part.size
    return None


def beyond_any_dtype(values: NDArray[Any]) -> bool:
    """Return whether these are Python integers that do not fit in one dtype; the error then names the first."""
    if values.dtype != object or not all(type(value) is int for value in values.flat):
        return False
    return any(not -(1 << 63) <= value < 1 << 63 for value in values.flat)
