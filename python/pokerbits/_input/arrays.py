"""Dtypes, layouts and shapes of array arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError


def as_dtype(dtype: Any, known: Sequence[str], expected: str) -> np.dtype[Any]:
    """Return a dtype after checking that it is in `known` and native-endian; `expected` names the choices in errors."""
    try:
        found: np.dtype[Any] = np.dtype(dtype)
    except Exception:  # noqa: BLE001
        # For a text NumPy may raise a UnicodeDecodeError or a SyntaxError.
        found = np.dtype(object)
    if not found.isnative or found.name not in known:
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


def fit(values: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return values that fit `dtype` as a C-ordered, aligned array of it; an array that is one is not copied."""
    fitting = np.asarray(values, dtype=dtype, order="C")
    # NumPy considers an empty array to be aligned at any address.
    return fitting if fitting.flags.aligned and fitting.size else fitting.copy()
