"""Arrays for results: a new one, or the caller's `out`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits.exceptions import InvalidArgumentError


def output(
    out: NDArray[Any] | None,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    core_shape: tuple[int, ...],
    *reads: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the array for the caller, and the C-ordered array of `core_shape` that the core fills.

    Both share memory, unless the caller's array cannot be filled in place or overlaps with an array that the core
    `reads`.
    """
    if out is None:
        result = np.empty(shape, dtype)
        return result, result.reshape(core_shape)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        found = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise InvalidArgumentError(f"out: expected an array of {np.dtype(dtype)} {shape}, found {found}")
    if not out.flags.writeable:
        raise InvalidArgumentError("out: the array is read-only")
    # NumPy considers an empty array to be aligned at any address.
    in_place = out.flags.c_contiguous and out.flags.aligned and out.size > 0
    fillable = in_place and not any(np.may_share_memory(out, read) for read in reads)
    return out, out.reshape(core_shape) if fillable else np.empty(core_shape, dtype)


def deliver(result: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Copy `filled` into `result` if they differ, and return `result`."""
    if not np.shares_memory(result, filled):
        result[...] = filled.reshape(result.shape)
    return result


def scalar(result: NDArray[Any], out: NDArray[Any] | None) -> Any | NDArray[Any]:
    """Return a result without axes as a scalar, unless the caller gave an output array."""
    return result[()] if result.ndim == 0 and out is None else result
