"""Card abstractions of one endgame by different features: the bucket of each hand of a street.

Each is made from all combos that the boards of a street allow, whatever the ranges. River buckets are made from all
rivers together, because a bucket does not say which river came. Hands with equal features share a bucket, so there may
be fewer buckets than requested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import pokerbits as pb
from pokerbits.abstraction import CardLookup, HistogramKMeans, distinct_rows
from pokerbits.endgame import percentile_labels

Buckets: TypeAlias = NDArray[np.int64]
"""The bucket of every combo on every board, shape (boards, 1326); of no meaning where the board blocks it."""
Boards: TypeAlias = NDArray[np.uint8]
Street: TypeAlias = Callable[[Boards, int, int], Buckets]
"""Takes the boards of a street, the number of buckets and a seed; returns the buckets."""


def at_random(boards: Boards, n_buckets: int, seed: int) -> Buckets:
    """Return buckets of equal numbers of hands at random."""
    n_hands = int(allowed(boards).sum())
    return placed(boards, np.random.default_rng(seed).permutation(n_hands) % n_buckets)


def percentiles(boards: Boards, n_buckets: int, seed: int) -> Buckets:
    """Return buckets in the order of E[HS], with equal numbers of hands as far as ties allow."""
    return percentile_labels(boards, n_buckets=n_buckets)


def ochs(boards: Boards, n_buckets: int, seed: int) -> Buckets:
    """Return clusters of hands by their equities against eight clusters of opponents, of least squares."""
    cluster_of = pb.strength.opponent_clusters(8).of_class[pb.cards.combo_class(np.arange(len(pb.COMBOS)))]
    equities = [pb.combo_equity(np.where(cluster_of == cluster, 1.0, 0.0), boards=boards) for cluster in range(8)]
    return placed(boards, clusters(np.stack(equities, axis=-1)[allowed(boards)], n_buckets, seed, metric="l2"))


def outcomes(boards: Boards, n_buckets: int, seed: int) -> Buckets:
    """Return clusters of hands by how often they lose, tie and win against a random hand, over all rivers.

    The metric is the earth mover's distance, with ties halfway between losses and wins.
    """
    rivers = boards if boards.shape[1] == 5 else rivers_of(boards[0])
    win, tie = pb.RankedBoards(rivers).outcomes(np.ones(len(pb.COMBOS)))
    unblocked = 990 * allowed(rivers)
    counts = np.stack([unblocked - win - tie, tie, win], axis=-1)
    if len(rivers) > len(boards):
        counts = counts.sum(axis=0, keepdims=True)
    return placed(boards, clusters(counts[allowed(boards)].astype(np.int64), n_buckets, seed))


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


OF_A_STREET: dict[str, Street] = {
    "random": at_random,
    "percentiles of E[HS]": percentiles,
    "OCHS": ochs,
    "outcomes": outcomes,
}
"""Abstractions of a street by itself."""


def expected_strength(boards: Boards) -> NDArray[np.float64]:
    """Return E[HS] of every combo, NaN where the board blocks it."""
    return pb.combo_equity("random", boards=boards)


def rivers_of(turn: NDArray[np.uint8]) -> Boards:
    """Return the 48 rivers of a turn."""
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), turn)
    return np.column_stack([np.tile(turn, (len(left), 1)), left])


def allowed(boards: Boards) -> NDArray[np.bool_]:
    """Return whether each combo has no card of a board, shape (..., 1326) for boards (..., cards)."""
    return ~(pb.COMBOS[:, :, None] == boards[..., None, None, :]).any(axis=(-2, -1))


def n_different(boards: Boards, buckets: Buckets) -> int:
    """Return the number of buckets in use."""
    return len(np.unique(buckets[allowed(boards)]))


def placed(boards: Boards, labels: NDArray[np.integer]) -> Buckets:
    """Return the buckets by board and combo, from those of the hands that the boards allow."""
    buckets = np.zeros((len(boards), len(pb.COMBOS)), dtype=np.int64)
    buckets[allowed(boards)] = labels
    return buckets


def clusters(features: NDArray[np.generic], n_buckets: int, seed: int, **how: Any) -> NDArray[np.integer]:
    """Return the cluster of every row. If few rows are distinct, each distinct row is a cluster."""
    points, point_of_row, _ = distinct_rows(features)
    if len(points) <= n_buckets:
        return point_of_row
    return HistogramKMeans(n_buckets, random_state=seed, **how).fit(features).labels_
