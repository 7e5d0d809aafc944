"""Distinct points of features, and their clusters: the parts of clustering that abstractions use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native

TOLERANCE = 1e-4
"""Clustering stops if an iteration reduces the inertia by at most this part of it."""


def distinct(rows: NDArray[np.uint8], threads: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Return the distinct rows in order of first appearance, and the index of the distinct row of every row."""
    points, point_of_row, _ = _native.distinct_rows(rows, None, threads, None)
    return points.reshape(-1, rows.shape[1]), point_of_row


def cluster_rows(
    rows: NDArray[Any],
    weights: NDArray[np.uint64],
    n_clusters: int,
    *,
    metric: str,
    seed: tuple[int, int],
    max_iter: int,
    threads: int,
    watcher: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint32], list[float], NDArray[np.float64]]:
    """Return the cluster of every row, the inertia before and after every iteration, and the centres."""
    labels, centers, inertia = _native.cluster_histograms(
        rows,
        weights.astype(np.float64),
        n_clusters,
        metric,
        None,
        None,
        seed,
        max_iter,
        TOLERANCE,
        threads,
        watcher,
    )
    return labels, inertia, centers.reshape(n_clusters, -1)


def cluster_line(
    values: NDArray[np.float64],
    weights: NDArray[np.uint64],
    n_clusters: int,
    *,
    optimal: bool,
    watcher: Callable[[int, int], object] | None,
) -> tuple[NDArray[np.uint32], float]:
    """Return the cluster of each of ascending values, and the weighted sum of the squared distances from the means."""
    shares = weights.astype(np.float64)
    if optimal:
        begins = _native.optimal_cuts(values, shares, n_clusters, watcher)
    else:
        begins = _native.percentile_cuts(values, shares, n_clusters)
    labels = np.zeros(len(values), dtype=np.uint32)
    labels[begins[1:]] = 1
    labels = labels.cumsum(dtype=np.uint32)
    of_cluster = np.bincount(labels, shares)
    means = np.bincount(labels, shares * values) / of_cluster
    return labels, float((shares * (values - means[labels]) ** 2).sum())
