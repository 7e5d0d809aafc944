"""Optimal buckets of scalars: one-dimensional k-means."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.progress import ProgressLike, watching
from pokerbits.abstraction._scalars import ScalarBuckets


class OptimalScalarBuckets(ScalarBuckets):
    """One-dimensional k-means, solved exactly, as an estimator of scikit-learn.

    The buckets minimise the sum of squared distances of scalars from the means of their buckets. Dynamic programming
    finds the optimal partition (Fisher, "On Grouping for Maximum Homogeneity", 1958). Its time is proportional to the
    number of distinct scalars times the number of buckets.

    Parameters
    ----------
    n_buckets
        Number of buckets, 1 to the number of distinct scalars.

    Attributes
    ----------
    boundaries_
        Midpoints between neighbouring means, float64 (n_buckets - 1,).
    cluster_centers_
        The weighted means of the buckets, ascending, float64 (n_buckets,).
    labels_
        Bucket of every scalar, int32 (n,): the one with the nearest mean.
    inertia_
        The weighted sum of squared distances from the means.
    n_features_in_
        1.

    Examples
    --------
    >>> from pokerbits.abstraction import OptimalScalarBuckets
    >>> buckets = OptimalScalarBuckets(3).fit([0, 1, 7, 8, 20])
    >>> buckets.labels_, buckets.cluster_centers_, buckets.inertia_
    (array([0, 0, 1, 1, 2], dtype=int32), array([ 0.5,  7.5, 20. ]), 1.0)
    """

    _on_boundary: ClassVar[Literal["left", "right"]] = "left"

    def _cuts(
        self, values: NDArray[np.float64], weights: NDArray[np.float64], n: int, progress: ProgressLike
    ) -> NDArray[np.uint32]:
        with watching(progress, "buckets") as watcher:
            return _native.optimal_cuts(values, weights, n, watcher)

    @staticmethod
    def _boundaries(
        values: NDArray[np.float64],  # noqa: ARG004 - means say it all
        cuts: NDArray[np.intp],  # noqa: ARG004
        centers: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        return (centers[:-1] + centers[1:]) / 2
