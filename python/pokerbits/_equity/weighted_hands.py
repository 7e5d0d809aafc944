"""Exact counts of weighted hands of more than two cards.

The core counts lists of equally likely hands. A weighted range is one list for each of its weights: the deals of every
choice of lists are counted by themselves, and the counts are multiplied by the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.exact_weights import exact_weights
from pokerbits._input.progress import among_all

if TYPE_CHECKING:
    from pokerbits._equity.hands import Hands
    from pokerbits._equity.high_low import ByWinners

_MOST_CHOICES = 10_000
"""Largest number of choices of lists that are counted."""

Weights = NDArray[np.float64]


def weighted_counts(
    game: str,
    players: Sequence[Hands],
    weights: Sequence[Weights | None],
    board: list[int],
    dead: list[int],
    seconds: float,
    num_threads: int,
    watcher: Any,
) -> tuple[ByWinners | float, int]:
    """Return the deals by winners in units, and how many units are a deal of weight 1.

    If all counts are estimated to take longer than `seconds`, return the estimate instead of the deals, infinity if
    there are too many choices of lists.
    """
    lists = [_by_weight(*of) for of in zip(players, weights, strict=True)]
    units = prod(unit for _, unit in lists)
    choices = prod(len(of) for of, _ in lists)
    if choices > _MOST_CHOICES:
        return inf, units
    estimate, deals = 0.0, dict[tuple[int, int], int]()
    for choice in product(*(of for of, _ in lists)):
        # A limit below any estimate: nothing is counted.
        found = _native.game_range_counts(game, [hands for hands, _ in choice], board, dead, -1.0, num_threads, None)
        estimate += found if isinstance(found, float) else 0.0
    if estimate > seconds:
        return estimate, units
    for done, choice in enumerate(product(*(of for of, _ in lists))):
        weight = prod(of for _, of in choice)
        told = among_all(watcher, done, 1, choices)
        found = _native.game_range_counts(game, [hands for hands, _ in choice], board, dead, inf, num_threads, told)
        if not isinstance(found, float):
            for high, low, n in found:
                deals[high, low] = deals.get((high, low), 0) + weight * n
    return [(high, low, n) for (high, low), n in sorted(deals.items()) if n], units


def _by_weight(hands: Hands, weights: Weights | None) -> tuple[list[tuple[Hands, int]], int]:
    """Return the hands of each weight with the weight in units, and how many units are the weight 1."""
    if weights is None or isinstance(hands, int):
        return [(hands, 1)], 1
    times, unit = exact_weights(weights)
    return [(np.ascontiguousarray(hands[times == of]), int(of)) for of in sorted(set(times.tolist()))], unit
