"""Buckets by history: the winrates of a hand on this street and on the earlier ones.

Losses, ties and wins are ordered. The earth mover's distance of a street is the sum of the differences of two shares:
losses, and losses or ties. Each is rounded to a byte, so that hands with similar histories are one point. Turn hands
are indexed with their history, by the last round of `(2, 3, 1)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerbits import _native
from pokerbits._hand_strength.streets import STREET_INDEXERS
from pokerbits._indexer import HandIndexer
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._features import LEVELS, core_of, relabelled
from pokerbits.abstraction._metadata import TURN_HISTORY, bucket_dtype
from pokerbits.abstraction._outcome_classes import OutcomeClasses, outcome_classes
from pokerbits.abstraction._perfect_recall import turn_histories
from pokerbits.abstraction._points import distinct
from pokerbits.abstraction._stages import Points, Stages, check_number, ehs_scale


def make(stages: Stages, street: str) -> None:
    """Group the hands of a street into buckets by history."""
    recall, threads = STREETS.index(street), stages.threads
    classes = OutcomeClasses("preflop", num_threads=threads)
    tuples = classes.tuples(street, kind="winrate", recall=recall, num_threads=threads)  # type: ignore[arg-type]
    rows = np.empty((len(tuples), 2 * (recall + 1)), dtype=np.uint8)
    for at, earlier in enumerate(STREETS[: recall + 1]):
        outcomes = classes.outcomes(earlier, kind="winrate").astype(np.float64)  # type: ignore[arg-type]
        losses = np.column_stack([outcomes[:, 2], outcomes[:, 2] + outcomes[:, 1]])
        shares = np.floor(LEVELS * losses / outcomes.sum(axis=1, keepdims=True) + 0.5).astype(np.uint8)
        rows[:, 2 * at : 2 * at + 2] = shares[tuples[:, at]]
    del tuples, classes
    found, point_of_class = distinct(rows, threads)
    of_hand = outcome_classes(street, kind="winrate", recall=recall, num_threads=threads)  # type: ignore[arg-type]
    points = Points(relabelled(of_hand, point_of_class, threads), found, "l1", scale=2.0 * LEVELS * (recall + 1))
    del of_hand, point_of_class, rows

    strengths: Any = np.ascontiguousarray(stages.ehs(street))
    indexer, number = STREET_INDEXERS[street], 1
    if street == "turn":
        indexer, number = HandIndexer(TURN_HISTORY), 2
        strengths = relabelled(turn_histories(threads)[1], strengths, threads)
    core = core_of(indexer)
    deals, _, _ = _native.bucket_moments(core, number, points.of_hand, points.of_hand, len(found), threads)
    n = stages.design.buckets_of(street)
    assert n is not None  # noqa: S101
    check_number(street, n, len(found), "winrate_history")
    labels, inertia, centers = points.label(
        np.arange(len(found)),
        deals,
        n,
        (stages.design.seed, STREETS.index(street)),
        stages.design,
        threads,
        stages.plan.part(f"{street} buckets"),
    )
    buckets = relabelled(points.of_hand, labels, threads)
    sizes, means, deviations = _native.bucket_moments(core, number, buckets, strengths, n, threads)
    order = np.argsort(means, kind="stable")
    rank = np.empty(n, dtype=bucket_dtype(n))
    rank[order] = np.arange(n)
    scale = ehs_scale(street)
    stages.folder.finish_stage(
        street,
        n,
        {
            "": relabelled(buckets, rank, threads),
            "-buckets": np.column_stack([sizes, means / scale, deviations / scale])[order],
            **({} if centers is None else {"-centers": centers[order]}),
        },
        {"metric": "l1", "n_points": len(found), "inertia": inertia},
    )
