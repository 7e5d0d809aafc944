"""Refuse missing, masked and boolean values, which NumPy takes for numbers or drops silently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.arrays import as_array
from pokerbits._input.rows import row_of
from pokerbits.exceptions import InvalidArgumentError

MAX_AXES = 64
"""Maximum number of axes of an array; this also bounds a list that contains itself."""


def refuse_what_is_no_number(items: Sequence[Any], what: str, row: tuple[int, ...] = ()) -> None:
    """Raise an error for values that NumPy would take for numbers or drop silently: bool, masked and missing values."""
    if len(row) > MAX_AXES:
        raise TypeError(f"{what}: sequences in sequences, more than {MAX_AXES} deep")
    for at, item in enumerate(items):
        if type(item) is int:
            continue
        if isinstance(item, list | tuple):
            refuse_what_is_no_number(item, what, (*row, at))
        elif isinstance(item, bool | np.bool_) or (isinstance(item, np.ndarray) and item.dtype == np.bool_):
            raise TypeError(f"{what}: expected integers, found dtype bool")
        elif is_missing(item):
            raise missing_value(item, what, (*row, at)[: len(row) or 1])
        elif isinstance(item, np.ndarray):
            unmasked(item, what, (*row, at))


def unmasked(values: Any, what: str, row: tuple[int, ...] = ()) -> NDArray[Any]:
    """Return an array-like as an array after checking that no value is masked or NaN."""
    array = as_array(values, what)
    absent: Any = False
    if type(values) is not np.ndarray and isinstance(values, np.ma.MaskedArray):
        absent = np.ma.getmask(values)
    elif array.dtype.kind == "f":
        absent = np.isnan(array)
    if np.any(absent):
        index = (*row, *(int(i) for i in np.argwhere(absent)[0]))
        raise missing_value("a masked value" if array.dtype.kind != "f" else "nan", what, index[:-1] or index)
    return array


def is_missing(item: object) -> bool:
    """Return whether an item is a missing value: `None`, NaN, or those of pandas."""
    return item is None or type(item).__name__ in ("NAType", "NaTType") or (isinstance(item, float) and item != item)


def missing_value(item: object, what: str, row: tuple[int, ...]) -> InvalidArgumentError:
    return InvalidArgumentError(f"{what}: a value is missing, found {item}", row=row_of(row))
