"""Buckets with perfect recall: each lies within one bucket of the previous street.

A flop hand lies within its class before the flop, so flops keep their index. A turn hand lies within the bucket that
it had on the flop, so turns are indexed with their history, in hold'em by the last round of `(2, 3, 1)`. There are 2.4
billion river hands with history, but their strengths have few values (2 * wins + ties). So the last street has two
tables: the value of every hand by its index without history, and the bucket of every value within every bucket of the
street before. Other features of the last street have many values: their hands are clustered into `GROUPS` groups
first, and a group stands for its hands by its centre.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, runout_values
from pokerbits._indexer import HandIndexer
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._features import core_of, relabelled
from pokerbits.abstraction._metadata import bucket_dtype, has_history, indexer_of
from pokerbits.abstraction._points import distinct
from pokerbits.abstraction._stages import Points, Stages, ehs_scale, moments_of_values

GROUPS = 2000
"""Number of groups of last-street hands whose feature is not their strength; about as many as there are strengths."""
_CHUNK = 1 << 20


def make(stages: Stages, street: str) -> None:
    """Group the hands of a street into buckets within those of the previous street."""
    if street == "preflop":
        stages.cluster(street)
    elif street == stages.game.streets[-1]:
        _last_street(stages)
    else:
        _street(stages, street)


def _street(stages: Stages, street: str) -> None:
    """Group the hands of a street between the first and the last, by their index with history."""
    game, points = stages.game, stages.points(street)
    indexer = _indexer(stages, street)
    if has_history(stages.design, street):
        flops, own = turn_histories(stages.threads, game)
        before = relabelled(flops, stages.folder.array("flop"), stages.threads)
    else:
        before = np.concatenate([hands[:, 0] for hands in _earlier(indexer, [game.indexer("preflop")], stages.threads)])
        if not stages.design.is_lossless("preflop"):
            before = relabelled(before, stages.folder.array("preflop"), stages.threads)
        own = np.arange(indexer.size(), dtype=np.uint32)
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
    scale = ehs_scale(street, game)
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


def _last_street(stages: Stages) -> None:
    """Group the points of the last street into buckets within those of the street before."""
    game, plan = stages.game, stages.plan
    before, street = game.streets[-2:]
    points = _points(stages, street)
    of_hand: Any = np.ascontiguousarray(points.of_hand)
    strengths: Any = np.ascontiguousarray(stages.ehs(street))
    parents: tuple[_native.Indexer, Any, int, int] = (
        core_of(_indexer(stages, before)),
        stages.folder.array(before),
        stages.folder.stages[before]["n_buckets"],
        game.board_cards[street],
    )
    deals = _native.bucket_transitions(
        *parents, of_hand, len(points.rows), stages.threads, plan.part(f"{street} deals")
    )
    of_parent, point = np.nonzero(deals)
    # Points of strengths are in the order of their means; the buckets of others are sorted when their means are known.
    bucket_of_pair, firsts, inertia = _within(
        stages, street, points, np.column_stack([of_parent, point]), deals[of_parent, point], point.astype(np.float64)
    )
    n = int(bucket_of_pair.max()) + 1
    within: Any = np.zeros(deals.shape, dtype=bucket_dtype(n))
    within[of_parent, point] = bucket_of_pair
    moments: tuple[NDArray[Any], NDArray[np.float64], NDArray[np.float64]]
    if points.is_strength:
        moments = moments_of_values(point, deals[of_parent, point], bucket_of_pair, n)
    else:
        moments = _native.nested_moments(
            *parents, of_hand, within.reshape(-1), strengths, n, stages.threads, plan.part(f"{street} moments")
        )
        parent_of_bucket = np.repeat(np.arange(len(firsts)), np.diff(np.append(firsts, n)))
        order = np.lexsort((moments[1], parent_of_bucket))
        rank = np.empty(n, dtype=within.dtype)
        rank[order] = np.arange(n)
        within[of_parent, point] = rank[bucket_of_pair]
        moments = moments[0][order], moments[1][order], moments[2][order]
    scale = ehs_scale(street, game)
    stages.folder.finish_stage(
        street,
        n,
        {
            "": of_hand,
            "-within": within,
            "-buckets": np.column_stack([moments[0], moments[1] / scale, moments[2] / scale]),
            "-firsts": firsts,
        },
        {"metric": points.metric, "n_points": len(np.unique(point)), "inertia": inertia},
    )


def _points(stages: Stages, street: str) -> Points:
    """Return the points of the last street: all strengths that there can be, or at most `GROUPS` points."""
    points = stages.points(street)
    if points.is_strength:
        missing = runout_values(stages.game) + 1 - len(points.rows)
        return replace(points, rows=np.pad(points.rows, (0, missing), mode="edge"))
    n = len(points.rows)
    if n <= GROUPS:
        of_hand: Any = points.of_hand.astype(bucket_dtype(n))
        return replace(points, of_hand=of_hand)
    weights = stages.deals(street, points)
    seed = (stages.design.seed, stages.design.streets.index(street))
    groups, _, centers = points.label(
        np.arange(n), weights, GROUPS, seed, stages.design, stages.threads, stages.plan.part(f"{street} groups")
    )
    if centers is None:
        shares = weights.astype(np.float64)
        rows = np.bincount(groups, shares * points.rows) / np.bincount(groups, shares)
    else:
        rows = centers if points.rows.ndim == 2 else centers[:, 0]
    of_hand = relabelled(points.of_hand, groups.astype(bucket_dtype(GROUPS)), stages.threads)
    return replace(points, of_hand=of_hand, rows=rows)


def _indexer(stages: Stages, street: str) -> HandIndexer:
    """Return the indexer of a street before the last."""
    if has_history(stages.design, street):
        return indexer_of(stages.game.cards_per_round[:3], stages.game)
    return stages.game.indexer(street)


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


def turn_histories(threads: int, game: CardGame = HOLDEM) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the flop index and the turn index without history of turn hands with history."""
    indexer = indexer_of(game.cards_per_round[:3], game)
    found = np.empty((2, indexer.size()), dtype=np.uint32)
    at = 0
    for hands in _earlier(indexer, [game.indexer("flop"), game.indexer("turn")], threads):
        found[:, at : at + len(hands)] = hands.T
        at += len(hands)
    return found[0], found[1]


def _earlier(indexer: HandIndexer, indexers: Sequence[HandIndexer], threads: int) -> Iterator[NDArray[np.uint32]]:
    """Yield the indices of the hands' first cards in other games, one chunk of the hands of an indexer at a time."""
    for start in range(0, indexer.size(), _CHUNK):
        hands = indexer.unindex(range(start, min(start + _CHUNK, indexer.size())), num_threads=threads)
        yield np.column_stack(
            [game.index(hands[:, : sum(game.cards_per_round)], num_threads=threads) for game in indexers]
        ).astype(np.uint32)
