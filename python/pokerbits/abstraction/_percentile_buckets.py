"""Percentile buckets of scalars: buckets of equal weight."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.progress import ProgressLike, check
from pokerbits.abstraction._scalars import ScalarBuckets


class PercentileBuckets(ScalarBuckets):
    """Buckets of scalars with equal weight, as an estimator of scikit-learn.

    Bucket i begins at the value for which the weight of all smaller values is nearest to i / n_buckets of the total.
    Equal scalars share a bucket and no bucket is empty, so weights are equal only as far as the values allow.

    Parameters
    ----------
    n_buckets
        Number of buckets, 1 to the number of distinct scalars.

    Attributes
    ----------
    boundaries_
        The least scalar of every bucket but the first, float64 (n_buckets - 1,).
    cluster_centers_
        The weighted means of the buckets, ascending, float64 (n_buckets,).
    labels_
        The bucket of every scalar, int32 (n,).
    inertia_
        The weighted sum of squared distances from the means.
    n_features_in_
        1.

    Examples
    --------
    >>> from pokerbits.abstraction import PercentileBuckets
    >>> buckets = PercentileBuckets(2).fit([0.1, 0.2, 0.7, 0.9], sample_weight=[3, 1, 1, 1])
    >>> buckets.labels_, buckets.boundaries_
    (array([0, 1, 1, 1], dtype=int32), array([0.2]))
    >>> buckets.predict([0.15, 0.2])
    array([0, 1], dtype=int32)
    """

    _on_boundary: ClassVar[Literal["left", "right"]] = "right"

    def _cuts(
        self, values: NDArray[np.float64], weights: NDArray[np.float64], n: int, progress: ProgressLike
    ) -> NDArray[np.uint32]:
        check(progress)
        return _native.percentile_cuts(values, weights, n)

    @staticmethod
    def _boundaries(
        values: NDArray[np.float64],
        cuts: NDArray[np.intp],
        centers: NDArray[np.float64],  # noqa: ARG004 - of no importance here
    ) -> NDArray[np.float64]:
        return values[cuts[1:]]
