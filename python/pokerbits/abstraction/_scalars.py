"""The base of the estimators of scalars: distinct values with weights, and buckets between boundaries."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits._input.numbers import ANY, integer
from pokerbits._input.progress import ProgressLike
from pokerbits._input.shown import shown
from pokerbits.abstraction._estimator import Estimator, as_numbers, as_sample_weight, check_room
from pokerbits.exceptions import InvalidArgumentError

_CHUNK = 1 << 20
"""Scalars that are counted at once."""


class ScalarBuckets(Estimator):
    """Buckets of scalars: the intervals between boundaries."""

    n_buckets: int
    boundaries_: NDArray[np.float64]
    cluster_centers_: NDArray[np.float64]
    inertia_: float

    _on_boundary: ClassVar[Literal["left", "right"]]
    """`"left"` if a scalar on a boundary is in the bucket below it."""

    def __init__(self, n_buckets: int = 10) -> None:
        self.n_buckets = n_buckets

    def fit(
        self,
        X: ArrayLike,  # noqa: N803 - the word of scikit-learn
        y: object = None,  # noqa: ARG002 - as above
        sample_weight: ArrayLike | None = None,
        *,
        progress: ProgressLike = None,
    ) -> Self:
        """Find buckets of scalars.

        Parameters
        ----------
        X
            Scalars (n,) or (n, 1), integers or floats. Integers of 16 bits are fastest.
        y
            Not used.
        sample_weight
            Weight of every scalar, (n,).
        progress
            `True` for a bar, or a function of steps done and steps in all.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        InvalidArgumentError
            If a scalar or a weight is invalid, or there are fewer distinct scalars than buckets.
        TypeError
            If scalars or weights are not numbers.
        """
        scalars = _as_scalars(X)
        weights = None if sample_weight is None else as_sample_weight(sample_weight, len(scalars))
        values, of_value = _distinct(scalars, weights)
        n = integer("n_buckets", self.n_buckets, *ANY)
        if not 1 <= n <= len(values):
            message = f"n_buckets = {shown(n)}: expected 1 to {len(values)}, the number of distinct scalars with weight"
            raise InvalidArgumentError(message)
        cuts = np.array(self._cuts(values, of_value, n, progress), dtype=np.intp)
        totals = np.add.reduceat(of_value, cuts)
        centers = np.add.reduceat(values * of_value, cuts) / totals
        self.boundaries_ = self._boundaries(values, cuts, centers)
        self.cluster_centers_ = centers
        sizes = np.diff(cuts, append=len(values))
        self.inertia_ = float(np.sum(of_value * (values - np.repeat(centers, sizes)) ** 2))
        self.n_features_in_ = 1
        self.labels_ = self._buckets(scalars)
        return self

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:  # noqa: N803
        """Return the bucket of every scalar.

        Parameters
        ----------
        X
            Scalars (n,) or (n, 1).

        Returns
        -------
        int32 (n,)

        Raises
        ------
        NotFittedError
            Before `fit`.
        InvalidArgumentError
            If a scalar is invalid.
        """
        self._check_fitted()
        return self._buckets(_as_scalars(X))

    def _cuts(
        self, values: NDArray[np.float64], weights: NDArray[np.float64], n: int, progress: ProgressLike
    ) -> NDArray[np.uint32]:
        """Return the first position of each bucket in the values."""
        raise NotImplementedError

    @staticmethod
    def _boundaries(
        values: NDArray[np.float64], cuts: NDArray[np.intp], centers: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the boundaries between buckets."""
        raise NotImplementedError

    def _buckets(self, scalars: NDArray[Any]) -> NDArray[np.int32]:
        """Return the bucket of every scalar."""
        if scalars.dtype in (np.uint8, np.uint16):
            all_values = np.arange(np.iinfo(scalars.dtype).max + 1, dtype=np.float64)
            of_scalar: NDArray[np.int32] = self._buckets(all_values)[scalars]
            return of_scalar
        buckets = np.searchsorted(self.boundaries_, scalars.astype(np.float64, copy=False), side=self._on_boundary)
        return buckets.astype(np.int32)


def _as_scalars(values: ArrayLike) -> NDArray[Any]:
    """Return one or more finite scalars as uint8, uint16 or float64 (n,)."""
    array = as_numbers(values, "X")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1 or not array.size:
        raise InvalidArgumentError(f"X: expected scalars, shape (n,) or (n, 1) with n > 0, found shape {array.shape}")
    check_room(array)
    if array.dtype in (np.uint8, np.uint16):
        return array
    if array.dtype.kind in "bui" and array.min() >= 0 and array.max() < 1 << 16:
        return array.astype(np.uint16)
    with np.errstate(over="ignore"):
        scalars = array.astype(np.float64)
    wrong = ~np.isfinite(scalars)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InvalidArgumentError(f"X: {'NaN' if np.isnan(scalars[row]) else 'infinity'}", row=row)
    return scalars


def _distinct(
    scalars: NDArray[Any], weights: NDArray[np.float64] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the distinct scalars that have weight, ascending, and their weights."""
    if scalars.dtype.kind == "u":
        n = np.iinfo(scalars.dtype).max + 1
        of_value = np.zeros(n)
        # In parts: `bincount` makes wide copies.
        for begin in range(0, len(scalars), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            of_value += np.bincount(scalars[part], None if weights is None else weights[part], minlength=n)
        values = np.arange(n, dtype=np.float64)
    else:
        values, value_of_scalar = np.unique(scalars, return_inverse=True)
        of_value = np.bincount(value_of_scalar, weights, minlength=len(values)).astype(np.float64)
    has_weight = of_value > 0
    return values[has_weight], of_value[has_weight]
