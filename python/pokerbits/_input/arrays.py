"""Dtypes, layouts and shapes of array arguments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits._input.shown import cut, shown
from pokerbits.exceptions import InvalidArgumentError

_READABLE = (1, 3, 11, 13)
"""Devices of DLPack in whose memory the CPU reads: its own, the pinned memory of CUDA and ROCm, and managed memory."""


def is_array(values: object) -> bool:
    """Return whether an object is an array, or gives one as a buffer, to NumPy or by DLPack."""
    return isinstance(values, np.ndarray | memoryview) or hasattr(values, "__array__") or hasattr(values, "__dlpack__")


def as_array(values: Any, what: str) -> NDArray[Any]:
    """Return a caller's argument as an array, without a copy if possible.

    NumPy alone does not read objects that give their values by DLPack only, nor lists of them.

    Raises
    ------
    TypeError
        If NumPy cannot read what such an object gives: the array of another device, or of a dtype that NumPy lacks.
    """
    array = np.asarray(without_dlpack(values, what))
    if array.dtype == object and isinstance(values, list | tuple):
        items = [without_dlpack(item, what) for item in values]
        if any(item is not given for item, given in zip(items, values, strict=True)):
            return np.asarray(items)
    return array


def without_dlpack(values: Any, what: str) -> Any:
    """Return the array of an object that gives its values by DLPack only, without a copy; anything else unchanged."""
    if not hasattr(values, "__dlpack__") or hasattr(values, "__array__"):
        return values
    kind = f"{type(values).__name__} of dtype {shown(getattr(values, 'dtype', 'unknown'))}"
    try:
        device, number = values.__dlpack_device__()
        if device in _READABLE:
            return np.from_dlpack(values)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        message = f"{what}: NumPy cannot read this {kind}, convert it to a dtype of NumPy first: {cut(str(error), 200)}"
        raise TypeError(message) from None
    where = f"device {int(device)}:{int(number)} of DLPack"
    raise TypeError(f"{what}: the {kind} is on {where}; move it to the CPU first, in PyTorch by .cpu()")


@cache
def _named(*names: str) -> tuple[np.dtype[Any], ...]:
    """Return native-endian dtypes by their names."""
    return tuple(np.dtype(name) for name in names)


def as_dtype(dtype: Any, known: Sequence[str], expected: str) -> np.dtype[Any]:
    """Return a dtype after checking that it is in `known` and native-endian; `expected` names the choices in errors."""
    try:
        found: np.dtype[Any] = np.dtype(dtype)
    except Exception:  # noqa: BLE001
        # For a text NumPy may raise a UnicodeDecodeError or a SyntaxError.
        found = np.dtype(object)
    if found not in _named(*known):
        raise InvalidArgumentError(f"dtype {shown(dtype)}: expected {expected}")
    return found


def leading(*shapes: tuple[int, ...], what: str = "hands and boards") -> tuple[int, ...]:
    """Return the shape that leading axes broadcast to; `what` names the arguments in errors."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        message = f"{what} of shapes {' and '.join(map(str, shapes))} do not broadcast: they cannot be paired"
        raise InvalidArgumentError(message) from None
    except RuntimeError as error:
        raise InvalidArgumentError(f"{what} of {max(map(len, shapes))} axes cannot be paired: {error}") from None


def paired(*sizes: tuple[int, ...], what: str) -> tuple[tuple[int, ...], NDArray[np.uint64]]:
    """Return the shape that leading axes broadcast to, and for each place its flat index in each of them, (n, axes)."""
    shape = leading(*sizes, what=what)
    places = np.empty((*shape, len(sizes)), dtype=np.uint64)
    for axis, size in enumerate(sizes):
        places[..., axis] = np.arange(prod(size), dtype=np.uint64).reshape(size)
    return shape, places.reshape(-1, len(sizes))


def fit(values: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return values that fit `dtype` as a C-ordered, aligned array of it; an array that is one is not copied."""
    fitting = np.asarray(values, dtype=dtype, order="C")
    # NumPy considers an empty array to be aligned at any address.
    return fitting if fitting.flags.aligned and fitting.size else fitting.copy()
