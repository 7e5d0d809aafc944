"""Equal rows grouped."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.arrays import fit
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_num_threads
from pokerbits.abstraction._estimator import as_numbers
from pokerbits.exceptions import InvalidArgumentError


class DistinctRows(NamedTuple):
    """Rows without their repetitions.

    Attributes
    ----------
    points
        The distinct rows in order of first appearance, (m, width) of the dtype of the rows.
    point_of_row
        Index of the point of every row, uint32 (n,): `points[point_of_row]` equals the rows.
    counts
        Number of rows of each point, or the sum of their weights, uint64 (m,).

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import distinct_rows
    >>> rows = np.array([[1, 2], [1, 2], [0, 5]])
    >>> points, point_of_row, _ = distinct_rows(rows)
    >>> bool((points[point_of_row] == rows).all())
    True
    """

    points: NDArray[Any]
    point_of_row: NDArray[np.uint32]
    counts: NDArray[np.uint64]


def distinct_rows(
    rows: NDArray[Any],
    *,
    weights: NDArray[Any] | None = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> DistinctRows:
    """Return the distinct rows of an array, the index of the distinct row of every row, and counts.

    A street has many hands and few distinct features: process each distinct row once, weighted by its count.

    Parameters
    ----------
    rows
        Integers or floats (n, width). Zeros of either sign are equal, and so are equal NaNs.
    weights
        Weight of every row, non-negative integers (n,); by default 1.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.
    progress
        `True` for a bar, or a function of steps done and steps in all.

    Returns
    -------
    DistinctRows

    Raises
    ------
    InvalidArgumentError
        If the shapes do not fit, or a weight is negative.
    TypeError
        If the rows are not numbers, or the weights not integers.
    CountOverflowError
        If the sum of the weights of equal rows does not fit in 64 bits.

    Notes
    -----
    Rows are found by hash and compared byte by byte; the result is exact.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.abstraction import distinct_rows
    >>> found = distinct_rows(np.array([[7, 7], [0, 1], [7, 7]]))
    >>> found.points.tolist(), found.point_of_row.tolist(), found.counts.tolist()
    ([[7, 7], [0, 1]], [0, 1, 0], [2, 1])
    """
    array = as_numbers(rows, "rows")
    if array.dtype.kind == "f" and array.itemsize > 8:
        # Their storage has padding bytes.
        raise TypeError(f"rows: expected numbers of 64 bits or fewer, found dtype {array.dtype}")
    if array.ndim != 2 or array.shape[1] == 0:
        raise InvalidArgumentError(f"rows: expected two axes, the last not empty, found shape {array.shape}")
    array = np.ascontiguousarray(array)
    if array.dtype.kind == "f":
        # -0.0 and 0.0 have different bytes.
        array = array + array.dtype.type(0)
    with watching(progress, "distinct rows") as watcher:
        points, point_of_row, counts = _native.distinct_rows(
            array.view(np.uint8).reshape(len(array), array.shape[1] * array.itemsize),
            None if weights is None else _whole_weights(weights, len(array)),
            resolve_num_threads(num_threads),
            watcher,
        )
    return DistinctRows(points.view(array.dtype).reshape(-1, array.shape[1]), point_of_row, counts)


def _whole_weights(weights: NDArray[Any], n: int) -> NDArray[np.uint64]:
    """Return weights of rows as the native code takes them."""
    array = as_numbers(weights, "weights")
    if array.dtype.kind not in "bui":
        raise TypeError(f"weights: expected integers, found dtype {array.dtype}")
    if array.shape != (n,):
        raise InvalidArgumentError(f"weights: expected shape {(n,)}, one for each row, found {array.shape}")
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        at = int(np.argmax(array < 0))
        raise InvalidArgumentError(f"weight {array[at]}: expected a number, not negative", row=at)
    return fit(array, np.uint64)
