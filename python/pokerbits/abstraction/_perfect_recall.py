"""Buckets with perfect recall: each lies within one bucket of the previous street.

A flop hand lies within its class before the flop, so flops keep their index. A turn hand lies within the bucket that
it had on the flop, so turns are indexed with their history, by the last round of `(2, 3, 1)`. There are 2.4 billion
river hands with history, but their features have few values (2 * wins + ties). So the river has two tables: the value
of every hand by its index without history, and the bucket of every value within every bucket of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._hand_strength.streets import BOARD_CARDS, STREET_INDEXERS
from pokerbits._indexer import HandIndexer
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._features import core_of, relabelled
from pokerbits.abstraction._metadata import TURN_HISTORY, bucket_dtype
from pokerbits.abstraction._points import distinct
from pokerbits.abstraction._stages import Points, Stages, ehs_scale

__all__ = ["make", "turn_histories"]

_CHUNK = 1 << 20


def make(stages: Stages, street: str) -> None:
    """Group the hands of a street into buckets within those of the previous street."""
    if street == "river":
        _river(stages)
        return
    if street == "preflop":
        stages.cluster(street)
        return
    points = stages.points(street)
    if street == "flop":
        indexer = STREET_INDEXERS["flop"]
        before = np.concatenate([hands[:, 0] for hands in _earlier(indexer, ((2,),), stages.threads)])
        if not stages.design.is_lossless("preflop"):
            before = relabelled(before, stages.folder.array("preflop"), stages.threads)
        own = np.arange(indexer.size(), dtype=np.uint32)
    else:
        indexer = HandIndexer(TURN_HISTORY)
        flops, turns = turn_histories(stages.threads)
        table = stages.folder.array("flop")
        before, own = relabelled(flops, table, stages.threads), turns
    number = len(indexer.cards_per_round) - 1
    point = relabelled(own, points.of_hand, stages.threads)
    pairs = np.column_stack([before.astype(np.uint32), point.astype(np.uint32)])
    found, pair_of_hand = distinct(pairs.view(np.uint8), stages.threads)
    of_pairs = found.view(np.uint32).astype(np.int64)
    strengths = relabelled(own, np.ascontiguousarray(stages.ehs(street)), stages.threads)
    deals, means, _ = _native.bucket_moments(
        core_of(indexer), number, pair_of_hand, strengths, len(found), stages.threads
    )
    bucket_of_pair, firsts, inertia = _within(stages, street, points, of_pairs, deals, means)
    n = int(bucket_of_pair.max()) + 1
    buckets = relabelled(pair_of_hand, bucket_of_pair.astype(bucket_dtype(n)), stages.threads)
    sizes, centres, deviations = _native.bucket_moments(core_of(indexer), number, buckets, strengths, n, stages.threads)
    scale = ehs_scale(street)
    stages.folder.finish_stage(
        street,
        n,
        {
            "": buckets,
            "-buckets": np.column_stack([sizes, centres / scale, deviations / scale]),
            "-firsts": firsts,
        },
        {"metric": points.metric, "n_points": len(np.unique(of_pairs[:, 1])), "inertia": inertia},
    )


def _river(stages: Stages) -> None:
    """Group the values of the river into buckets within those of the turn."""
    points = stages.points("river")
    n_before = stages.folder.stages["turn"]["n_buckets"]
    strengths: Any = np.ascontiguousarray(stages.ehs("river"))
    deals = _native.bucket_transitions(
        core_of(HandIndexer(TURN_HISTORY)),
        stages.folder.array("turn"),
        n_before,
        BOARD_CARDS["river"],
        strengths,
        len(points.rows),
        stages.threads,
        stages.plan.part("river features"),
    )
    before, values = np.nonzero(deals)
    pairs, weights = np.column_stack([before, values]), deals[before, values]
    bucket_of_pair, firsts, inertia = _within(stages, "river", points, pairs, weights, values.astype(np.float64))
    n = int(bucket_of_pair.max()) + 1
    within = np.zeros(deals.shape, dtype=bucket_dtype(n))
    within[before, values] = bucket_of_pair
    sizes = np.bincount(bucket_of_pair, weights, minlength=n)
    means = np.bincount(bucket_of_pair, weights * values, minlength=n) / sizes
    spreads = np.bincount(bucket_of_pair, weights * (values - means[bucket_of_pair]) ** 2, minlength=n) / sizes
    scale = ehs_scale("river")
    stages.folder.finish_stage(
        "river",
        n,
        {
            "": strengths,
            "-within": within,
            "-buckets": np.column_stack([sizes, means / scale, np.sqrt(spreads) / scale]),
            "-firsts": firsts,
        },
        {"metric": points.metric, "n_points": len(np.unique(values)), "inertia": inertia},
    )


def _within(
    stages: Stages,
    street: str,
    points: Points,
    pairs: NDArray[np.int64],
    deals: NDArray[np.uint64],
    means: NDArray[np.float64],
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], list[float]]:
    """Cluster the points of every previous bucket separately.

    `pairs` are previous buckets and points. Returns the bucket of every pair, the first bucket within each previous
    bucket, and the final mean cost of a deal.
    """
    design = stages.design
    n = design.buckets_of(street)
    assert n is not None  # noqa: S101
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    ends = np.append(np.flatnonzero(np.diff(pairs[order, 0])) + 1, len(order))
    buckets = np.empty(len(pairs), dtype=np.uint32)
    firsts = np.empty(len(ends), dtype=np.uint32)
    tell = stages.plan.part(f"{street} buckets")
    begin = first = 0
    cost = 0.0
    for parent, end in enumerate(ends.tolist()):
        of_parent = order[begin:end]
        weights = deals[of_parent]
        k = min(n, len(of_parent))
        seed = (design.seed, (parent + 1) * len(STREETS) + STREETS.index(street))
        labels, inertia, _ = points.label(pairs[of_parent, 1], weights, k, seed, design, stages.threads, watcher=None)
        cost += inertia[-1] * float(weights.sum())
        sums = np.bincount(labels, weights * means[of_parent], minlength=k) / np.bincount(labels, weights, minlength=k)
        rank = np.empty(k, dtype=np.uint32)
        rank[np.argsort(sums, kind="stable")] = np.arange(k)
        buckets[of_parent] = first + rank[labels]
        firsts[parent] = first
        begin, first = end, first + k
        if tell is not None:
            tell(parent + 1, len(ends))
    return buckets, firsts, [cost / float(deals.sum())]


def turn_histories(threads: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the flop index and the turn index without history of turn hands with history."""
    indexer = HandIndexer(TURN_HISTORY)
    found = np.empty((2, indexer.size()), dtype=np.uint32)
    at = 0
    for hands in _earlier(indexer, ((2, 3), (2, 4)), threads):
        found[:, at : at + len(hands)] = hands.T
        at += len(hands)
    return found[0], found[1]


def _earlier(indexer: HandIndexer, games: tuple[tuple[int, ...], ...], threads: int) -> Iterator[NDArray[np.uint32]]:
    """Yield the indices of the hands' first cards in other games, one chunk of the hands of an indexer at a time."""
    indexers = [HandIndexer(game) for game in games]
    for start in range(0, indexer.size(), _CHUNK):
        hands = indexer.unindex(range(start, min(start + _CHUNK, indexer.size())), num_threads=threads)
        yield np.column_stack(
            [game.index(hands[:, : sum(game.cards_per_round)], num_threads=threads) for game in indexers]
        ).astype(np.uint32)
