"""The equity of three ranges before the flop whose weights do not depend on suits: a sum over the table of classes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.result import EquityResult, no_errors
from pokerbits._equity.three_way import ThreeWayCounts, has_table, table_file, three_way_counts
from pokerbits._input.exact_weights import exact_weights
from pokerbits._output.counts import Counts, probabilities
from pokerbits._products import product
from pokerbits.cards import COMBOS, hand_class

_MOST_WEIGHT = 2**21
"""Sums of weights below this: times a count of 32 bits, or another such sum, they are exact as floats."""
_SEATS = ((0, 1, 2), (1, 0, 2), (2, 0, 1))
"""Each player before the two others."""


@cache
def _combo_classes() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the class of every combo, and one combo of each class."""
    classes = np.asarray(hand_class(COMBOS), dtype=np.intp)
    return classes, np.unique(classes, return_index=True)[1]


def of_three_classes(weights: NDArray[np.float64], names: Sequence[str]) -> EquityResult | None:
    """Return the equity of three ranges, (3, 1326), over all deals before the flop; `None` if the table has no answer.

    That is if there is no table, if weights depend on suits or have too many digits, or if there is no deal.
    """
    if len(weights) != 3 or not has_table():
        return None
    class_of, one_of = _combo_classes()
    if (weights != weights[:, one_of][:, class_of]).any():
        return None
    whole, units = zip(*map(exact_weights, weights), strict=True)
    classes = [of[one_of] for of in whole]
    if any(of.dtype == object or of.sum() >= _MOST_WEIGHT for of in whole):
        return None
    counts = _counts()
    players = [_of_player(counts, classes, player) for player in range(3)]
    found = tuple(
        _total(of_classes, own[np.flatnonzero(own)]) for of_classes, own in zip(players, classes, strict=True)
    )
    if not found[0].total:
        return None
    of_combos = np.full(weights.shape, np.nan)
    for of_player, of_classes, own in zip(of_combos, players, classes, strict=True):
        for name, of_class in zip(np.flatnonzero(own), of_classes, strict=True):
            if of_class.total:
                of_player[name == class_of] = of_class.equity
    denominator = prod(units)
    n = found[0].total // denominator if found[0].total % denominator == 0 else found[0].total / denominator
    numbers = probabilities(found, (3,))
    return EquityResult(*numbers, found, n, tuple(names), "exact", *no_errors(3), denominator, of_combos)


_kept: tuple[object, ThreeWayCounts] | None = None
"""The table of the last call, and its file: most of the time of a first sum is that of new pages."""


def _counts() -> ThreeWayCounts:
    """Return the table, mapped once as long as its file stays the same."""
    global _kept
    try:
        found = table_file().stat()
    except OSError:
        # The call says what is wrong.
        return three_way_counts()
    file = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
    kept = _kept
    if kept is None or kept[0] != file:
        kept = _kept = (file, three_way_counts())
    return kept[1]


def _of_player(counts: ThreeWayCounts, classes: Sequence[NDArray[np.float64]], player: int) -> list[Counts]:
    """Return the counts of each class that a player holds, with weight 1, against the other two."""
    own = np.flatnonzero(classes[player])
    others = [classes[of] for of in _SEATS[player][1:]]
    wins, both = (_sums(of_kind, own, *others) for of_kind in (counts.wins, counts.three_way_ties))
    one = _sums(counts.ties, own, *others) + _sums(counts.ties, own, *others[::-1])
    # One of two hands is better, or they tie, whatever the third one is.
    deals = sum(_sums(of, own, *others) for of in (counts.folded_wins, counts.folded_ties))
    deals += _sums(counts.folded_wins.transpose(1, 0, 2), own, *others)
    return [
        Counts(won, (tied, shared), n - won - tied - shared)
        for won, tied, shared, n in zip(wins, one, both, deals, strict=True)
    ]


def _sums(
    of_kind: NDArray[np.uint32], own: NDArray[np.intp], second: NDArray[np.float64], third: NDArray[np.float64]
) -> NDArray[Any]:
    """Return exact sums of counts by the own class over those of two other players, with their weights."""
    held = np.flatnonzero(second)
    # Whole rows are read faster than the classes of the third player alone.
    rows = of_kind[own[:, np.newaxis], held]
    # Sums over one player are below 2^53; those over both need not be.
    inner = product(rows.astype(np.float64), third)
    sums: NDArray[Any] = (inner.astype(np.int64).astype(object) * second[held].astype(np.int64)).sum(axis=-1)
    return sums


def _total(of_classes: Sequence[Counts], weights: NDArray[np.float64]) -> Counts:
    """Return the sum of the counts of classes with these weights."""
    wins, one, two, losses = (
        sum(int(weight) * number for weight, number in zip(weights, numbers, strict=True))
        for numbers in zip(*((of.wins, *of.ties, of.losses) for of in of_classes), strict=True)
    )
    return Counts(wins, (one, two), losses)
