"""The equity of three ranges before the flop whose weights do not depend on suits: a sum over the table of classes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.result import EquityResult, no_errors
from pokerbits._equity.three_way import has_table, table_file, three_way_table
from pokerbits._input.exact_weights import exact_weights
from pokerbits._output.counts import Counts, probabilities
from pokerbits.cards import COMBOS, combo_class

_MOST_WEIGHT = 2**21
"""Weights of more digits, whose sum is above this, are left to `equity` without the table."""


@cache
def _combo_classes() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the class of every combo, and one combo of each class."""
    classes = combo_class(range(len(COMBOS))).astype(np.intp)
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
    outcomes = _native.three_way_outcomes(_table(), [of.astype(np.int64).tolist() for of in classes])
    players = [
        {name: Counts(wins, (one, both), deals - wins - one - both) for name, wins, one, both, deals in of_player}
        for of_player in outcomes
    ]
    found = tuple(_total(of_classes, own) for of_classes, own in zip(players, classes, strict=True))
    if not found[0].total:
        return None
    equities = np.full((3, len(one_of)), np.nan)
    for of_player, of_classes in zip(equities, players, strict=True):
        for name, of_class in of_classes.items():
            if of_class.total:
                of_player[name] = of_class.equity
    of_combos = equities[:, class_of]
    denominator = prod(units)
    n = found[0].total // denominator if found[0].total % denominator == 0 else found[0].total / denominator
    numbers = probabilities(found, (3,))
    return EquityResult(*numbers, found, n, tuple(names), "exact", *no_errors(3), denominator, of_combos)


_kept: tuple[object, NDArray[np.uint32]] | None = None
"""The table of the last call, and its file: most of the time of a first sum is that of new pages."""


def _table() -> NDArray[np.uint32]:
    """Return the table, mapped once as long as its file stays the same."""
    global _kept
    try:
        found = table_file().stat()
    except OSError:
        # The call says what is wrong.
        return three_way_table()
    file = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
    kept = _kept
    if kept is None or kept[0] != file:
        kept = _kept = (file, three_way_table())
    return kept[1]


def _total(of_classes: dict[int, Counts], weights: NDArray[np.float64]) -> Counts:
    """Return the sum of the counts of classes with their weights."""
    wins = one = both = losses = 0
    for name, of in of_classes.items():
        weight = int(weights[name])
        wins, losses = wins + weight * of.wins, losses + weight * of.losses
        one, both = one + weight * of.ties[0], both + weight * of.ties[1]
    return Counts(wins, (one, both), losses)
