"""Dtypes, layouts and shapes of array arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError


def as_dtype(dtype: Any, known: Sequence[str], expected: str) -> np.dtype[Any]:
    """Return a dtype, if it is one of these in the byte order of this machine; `expected` names them in the error."""
    try:
        found: np.dtype[Any] = np.dtype(dtype)
    except Exception:  # noqa: BLE001
        # Of a text NumPy may say that it is no UTF-8, or no Python.
        found = np.dtype(object)
    if not found.isnative or found.name not in known:
        message = f"dtype {shown(dtype)}: expected {expected}"
        raise InvalidArgumentError(message)
    return found


def leading(*shapes: tuple[int, ...], what: str = "hands and boards") -> tuple[int, ...]:
    """Return the shape that leading axes broadcast to; `what` are the things that have them."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        message = f"{what} of shapes {' and '.join(map(str, shapes))} do not broadcast: they cannot be paired"
        raise InvalidArgumentError(message) from None
    except RuntimeError as error:
        message = f"{what} of {max(map(len, shapes))} axes cannot be paired: {error}"
        raise InvalidArgumentError(message) from None


def fit(values: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return values of which each fits as C-ordered, aligned `dtype`, not copied if they are that."""
    fitting = np.asarray(values, dtype=dtype, order="C")
    # To NumPy an array without elements is aligned wherever it is.
    return fitting if fitting.flags.aligned and fitting.size else fitting.copy()
