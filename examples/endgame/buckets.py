"""Card abstractions of one endgame by different features: the bucket of each hand of a street.

Each is made from all combos that the boards of a street allow, whatever the ranges. River buckets are made from all
rivers together, because a bucket does not say which river came. Hands with equal features share a bucket, so there may
be fewer buckets than requested.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.abstraction import (
    CardLookup,
    HistogramKMeans,
    OptimalScalarBuckets,
    PercentileBuckets,
    distinct_rows,
)

Buckets: TypeAlias = NDArray[np.int64]
"""The bucket of every combo on every board, shape (boards, 1326); of no meaning where the board blocks it."""
Boards: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Feature:
    """A feature of hands, and how hands are grouped by it."""

    rows: Callable[[Boards], NDArray[Any]]
    """Takes the boards of a street; returns the feature of each hand that they allow."""
    group: Callable[[NDArray[Any], int, int], NDArray[np.integer]]
    """Takes features, the number of buckets and a seed; returns the bucket of every hand."""

    def __call__(self, boards: Boards, n_buckets: int, seed: int) -> Buckets:
        """Return the buckets of a street by itself."""
        return placed(boards, self.group(self.rows(boards), n_buckets, seed))

    def within(self, boards: Boards, turn_buckets: Buckets, n_buckets: int, seed: int) -> Buckets:
        """Return river buckets of which each lies within one bucket of the turn (perfect recall).

        The numbers of river buckets in two turn buckets differ by one at most.
        """
        before = turn_buckets[0, np.nonzero(allowed(boards))[1]]
        rows, labels = self.rows(boards), np.zeros(len(before), dtype=np.int64)
        parents, first = np.unique(before), 0
        for at, parent in enumerate(parents):
            n = max(1, n_buckets // len(parents) + (at < n_buckets % len(parents)))
            found = self.group(rows[before == parent], n, seed)
            labels[before == parent] = first + found
            first += int(found.max()) + 1
        return placed(boards, labels)


def by_outcome(boards: Boards) -> NDArray[np.int64]:
    """Return how often hands lose, tie and win against a random hand, over all rivers."""
    rivers = boards if boards.shape[1] == 5 else rivers_of(boards[0])
    win, tie = pb.RankedBoards(rivers).outcomes(np.ones(len(pb.COMBOS)))
    unblocked = 990 * allowed(rivers)
    counts = np.stack([unblocked - win - tie, tie, win], axis=-1)
    if len(rivers) > len(boards):
        counts = counts.sum(axis=0, keepdims=True)
    return counts[allowed(boards)].astype(np.int64)


def by_strength(boards: Boards) -> NDArray[np.float64]:
    """Return E[HS] of hands."""
    return expected_strength(boards)[allowed(boards)]


def by_squared_strength(boards: Boards) -> NDArray[np.float64]:
    """Return E[HS^2] of hands."""
    if boards.shape[1] == 5:
        return by_strength(boards) ** 2
    strengths = expected_strength(rivers_of(boards[0]))[:, allowed(boards)[0]]
    means: NDArray[np.float64] = np.nanmean(strengths**2, axis=0)
    return means


def by_histogram(boards: Boards) -> NDArray[Any]:
    """Return how many rivers lead turn hands to each fiftieth of E[HS]; on the river E[HS] itself."""
    if boards.shape[1] == 5:
        return by_strength(boards)
    strengths = expected_strength(rivers_of(boards[0]))
    bins = np.minimum(50 * np.nan_to_num(strengths), 49).astype(np.int64)
    counts = np.zeros((len(pb.COMBOS), 50), dtype=np.int64)
    np.add.at(counts, (np.arange(len(pb.COMBOS)), bins), ~np.isnan(strengths))
    of_hands: NDArray[np.int64] = counts[allowed(boards)[0]]
    return of_hands


def by_clusters_of_opponents(boards: Boards) -> NDArray[np.float64]:
    """Return the equities of hands against eight clusters of opponents."""
    cluster_of = pb.strength.opponent_clusters(8).of_class[pb.cards.combo_class(np.arange(len(pb.COMBOS)))]
    equities = [pb.combo_equity(np.where(cluster_of == cluster, 1.0, 0.0), boards=boards) for cluster in range(8)]
    return np.stack(equities, axis=-1)[allowed(boards)]


def shuffled(rows: NDArray[Any], n_buckets: int, seed: int) -> NDArray[np.integer]:
    """Return buckets of equal numbers of hands at random."""
    return np.random.default_rng(seed).permutation(len(rows)) % n_buckets


def in_equal_parts(rows: NDArray[Any], n_buckets: int, seed: int) -> NDArray[np.integer]:
    """Return buckets of neighbouring numbers, with equal numbers of hands as far as ties allow."""
    return PercentileBuckets(min(n_buckets, len(np.unique(rows)))).fit(rows).labels_


def clusters(
    rows: NDArray[Any], n_buckets: int, seed: int, *, metric: Literal["emd", "l2"] = "emd", **how: Any
) -> NDArray[np.integer]:
    """Return the cluster of every row. If few rows are distinct, each distinct row is a cluster."""
    if rows.ndim == 1:
        return OptimalScalarBuckets(min(n_buckets, len(np.unique(rows)))).fit(rows).labels_
    points, point_of_row, _ = distinct_rows(rows)
    if len(points) <= n_buckets:
        return point_of_row
    return HistogramKMeans(n_buckets, random_state=seed, metric=metric, **how).fit(rows).labels_


at_random = Feature(by_strength, shuffled)
"""Buckets of equal numbers of hands at random."""
percentiles = Feature(by_strength, in_equal_parts)
"""Buckets in the order of E[HS], as `pokerbits.endgame.percentile_labels` returns them."""
ochs = Feature(by_clusters_of_opponents, partial(clusters, metric="l2"))
"""Clusters of hands by their equities against eight clusters of opponents, of least squares."""
outcomes = Feature(by_outcome, clusters)
"""Clusters by losses, ties and wins; earth mover's distance, with ties halfway between losses and wins."""


def potential(boards: Boards, rivers: Boards, river_buckets: Buckets, n_buckets: int, seed: int) -> Buckets:
    """Return clusters of turn hands by their distribution over river buckets (earth mover's distance)."""
    strengths, counts = futures(rivers, river_buckets)
    return placed(boards, clusters(counts[allowed(boards)[0]], n_buckets, seed, positions=strengths))


def futures(rivers: Boards, river_buckets: Buckets) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the strengths of the river buckets, and how often every combo reaches each, integers (1326, buckets).

    Buckets are in the order of their strengths, the mean hand strengths of their hands.
    """
    free = allowed(rivers)
    of_hand = river_buckets[free]
    strengths = np.bincount(of_hand, expected_strength(rivers)[free]) / np.bincount(of_hand)
    order = np.argsort(strengths)
    counts = np.zeros((len(pb.COMBOS), len(strengths)), dtype=np.int64)
    np.add.at(counts, (np.nonzero(free)[1], np.argsort(order)[of_hand]), 1)
    return strengths[order], counts


def looked_up(abstraction: CardLookup, boards: Boards) -> Buckets:
    """Return the buckets of an abstraction of the whole game."""
    free = allowed(boards)
    board, combo = np.nonzero(free)
    return placed(boards, abstraction.lookup(pb.COMBOS[combo], board=boards[board]))


OF_A_STREET: dict[str, Feature] = {
    "random": at_random,
    "percentiles of E[HS]": percentiles,
    "OCHS": ochs,
    "outcomes": outcomes,
}
"""Abstractions of a street by itself."""
FEATURES: dict[str, Feature] = OF_A_STREET | {
    "E[HS]": Feature(by_strength, clusters),
    "E[HS^2]": Feature(by_squared_strength, clusters),
    "histogram": Feature(by_histogram, clusters),
}
"""More of them. With one number for each hand the clusters have the least sum of squared deviations (optimal)."""


def expected_strength(boards: Boards) -> NDArray[np.float64]:
    """Return E[HS] of every combo, NaN where the board blocks it."""
    return pb.combo_equity("random", boards=boards)


def rivers_of(turn: NDArray[np.uint8]) -> Boards:
    """Return the 48 rivers of a turn."""
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), turn)
    return np.column_stack([np.tile(turn, (len(left), 1)), left])


def allowed(boards: Boards) -> NDArray[np.bool_]:
    """Return whether each combo has no card of a board, shape (..., 1326) for boards (..., cards)."""
    free: NDArray[np.bool_] = ~(pb.COMBOS[:, :, None] == boards[..., None, None, :]).any(axis=(-2, -1))
    return free


def n_different(boards: Boards, buckets: Buckets) -> int:
    """Return the number of buckets in use."""
    return len(np.unique(buckets[allowed(boards)]))


def placed(boards: Boards, labels: NDArray[np.integer]) -> Buckets:
    """Return the buckets by board and combo, from those of the hands that the boards allow."""
    buckets = np.zeros((len(boards), len(pb.COMBOS)), dtype=np.int64)
    buckets[allowed(boards)] = labels
    return buckets
