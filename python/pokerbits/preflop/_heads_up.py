"""Push or fold with two players: what each of them gains by every decision, from the counts of all matchups."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.preflop import preflop_counts
from pokerbits._products import contracted, product
from pokerbits.cards import COMBOS, HAND_CLASSES, hand_class
from pokerbits.preflop._spot import Spot


class HeadsUp:
    """The game of two players: the small blind pushes or folds, the big blind calls or folds."""

    decisions: tuple[str, ...] = ("push", "call")
    players: tuple[int, ...] = (0, 1)
    n_classes = len(HAND_CLASSES)

    def __init__(self, spot: Spot) -> None:
        wins, ties, deals = class_counts()
        total = deals.sum()
        self.forced: tuple[bool, ...] = tuple(spot.is_all_in)
        self.reached: tuple[bool, ...] = (True, True)
        self._deals = deals / total
        self._fold, self._steal = spot.gains({1: 0}), spot.gains({0: 0})
        ends = [spot.gains({0: 0, 1: 1}), spot.gains({0: 0, 1: 0}), spot.gains({0: 1, 1: 0})]
        shares = np.stack([wins, ties, wins.T]) / total
        self._showdown = [contracted(np.array([end[player] for end in ends]), shares) for player in range(2)]

    def twin(self) -> HeadsUp:
        """Return the game itself, which remembers no strategy."""
        return self

    def gains(self, player: int, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return what a player gains who always folds, and by class what each of his decisions not to fold adds."""
        push, call = strategy
        if player == 0:
            base = float(self._fold[0])
            pushed = product(self._deals, self._steal[0] * (1 - call) - base) + product(self._showdown[0], call)
            return base, pushed[np.newaxis]
        pushes = float(product(push, self._deals.sum(axis=1)))
        called = product(push, self._showdown[1] - self._steal[1] * self._deals)
        return float(pushes * self._steal[1] + (1 - pushes) * self._fold[1]), called[np.newaxis]


@cache
def class_counts() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return wins, ties and all deals of the classes against each other, each (169, 169); no sum is above 2^53."""
    classes = hand_class(COMBOS)
    order = np.argsort(classes, kind="stable")
    first = np.searchsorted(classes[order], np.arange(len(HAND_CLASSES)))

    def by_class(combos: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.add.reduceat(np.add.reduceat(combos[np.ix_(order, order)], first, axis=0), first, axis=1)

    counts = preflop_counts()
    wins, ties = (by_class(counts[..., plane].astype(np.float64)) for plane in range(2))
    return wins, ties, wins + wins.T + ties
