"""Push or fold with three players: what each of them gains by every decision, from the counts of all class triples.

A folded hand has cards as well. Every end of the game is therefore a sum over three hands, weighted by what each player
has done.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits._products import product
from pokerbits.preflop._spot import Spot
from pokerbits.preflop._triples import ORDERS, ClassTriples, WeightedSum

_BUTTON, _SMALL, _BIG = range(3)


class _Pair:
    """The ends in which two players are all-in: the gains of all three, and those of the first if he wins."""

    def __init__(self, spot: Spot, first: int, second: int) -> None:
        win, tie, self.lose = (spot.gains({first: a, second: b}) for a, b in ((0, 1), (0, 0), (1, 0)))
        self.swing = win - self.lose
        # A tie gives half of both in chips. In prizes it differs.
        bent = tie - (win + self.lose) / 2
        self.bent = np.where(np.abs(bent) > 1e-12 * np.abs(self.swing).max(), bent, 0.0)


class ThreeHanded:
    """The game of button, small blind and big blind. Who does not fold is all-in."""

    decisions: tuple[str, ...] = (
        "button_push",
        "small_blind_call",
        "small_blind_push",
        "big_blind_call_button",
        "big_blind_call_both",
        "big_blind_call_small_blind",
    )
    players: tuple[int, ...] = (_BUTTON, _SMALL, _SMALL, _BIG, _BIG, _BIG)

    def __init__(self, spot: Spot, triples: ClassTriples) -> None:
        button, small, big = spot.is_all_in
        self.forced: tuple[bool, ...] = (button, small, small, big, big, big)
        self.reached: tuple[bool, ...] = (True, True, not button, not small, True, not button)
        self.n_classes = len(triples.pairs)
        self._triples = triples
        self._sums: dict[str, WeightedSum] = {}
        self._walk, self._button_steals, self._small_steals = (spot.gains({of: 0}) for of in (_BIG, _BUTTON, _SMALL))
        self._button_big = _Pair(spot, _BUTTON, _BIG)
        self._button_small = _Pair(spot, _BUTTON, _SMALL)
        self._small_big = _Pair(spot, _SMALL, _BIG)
        ends = np.array([spot.gains(dict(enumerate(ranks))) for ranks in ORDERS])
        at = {ranks: i for i, ranks in enumerate(ORDERS)}
        # Sums over the hands of the player with the fewest: the big blind, or the small blind after him.
        by_big = ends[[at[b, c, a] for a, b, c in ORDERS]]
        by_small = ends[[at[b, a, c] for a, b, c in ORDERS]]
        all_in = [*triples.payoffs(by_big[:, :_BIG].T), *triples.payoffs(by_small[:, _BIG:].T)]
        self._all_in = dict(zip(("of_button", "of_small", "of_big"), all_in, strict=True))

    def twin(self) -> ThreeHanded:
        """Return the same game with its own sums, for strategies that change in other steps."""
        twin = object.__new__(ThreeHanded)
        vars(twin).update(vars(self), _sums={})
        return twin

    def gains(self, player: int, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return what a player gains who always folds, and by class what each of his decisions not to fold adds."""
        return (self._gains_of_button, self._gains_of_small, self._gains_of_big)[player](strategy)

    def _gains_of_button(self, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        _, call, push, big_button, big_both, big_small = strategy
        called, pushed = self._any("call", call), self._any("push", push)
        pair, other = self._button_big, self._button_small
        gain = product(self._all - called, _mixed(big_button, pair.lose[_BUTTON], self._button_steals[_BUTTON]))
        gain += product(self._showdown(pair, _BUTTON, "call", 1 - call), big_button)
        gain += product(called, _mixed(big_both, 0, other.lose[_BUTTON]))
        gain += product(self._showdown(other, _BUTTON, "both", 1 - big_both), call)
        gain += product(self._sum("of_button", "both", big_both), call)
        pair = self._small_big
        fold = (self._all - pushed).sum(axis=0) * self._walk[_BUTTON]
        fold += product(pushed, _mixed(big_small, pair.lose[_BUTTON], self._small_steals[_BUTTON]))
        fold += self._watched(pair, _BUTTON, "push", push, big_small)
        return float(fold.sum()), (gain - fold)[np.newaxis]

    def _gains_of_small(self, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        push, _, _, big_button, big_both, big_small = strategy
        pushed = self._any("button", push)
        left = self._all - pushed
        pair = self._button_small
        call = product(pushed, _mixed(big_both, 0, pair.lose[_SMALL]))
        call += product(push, self._showdown(pair, _SMALL, "both", 1 - big_both))
        call += product(push, self._sum("of_small", "both", big_both))
        pair = self._button_big
        fold = product(pushed, _mixed(big_button, pair.lose[_SMALL], self._button_steals[_SMALL]))
        fold += self._watched(pair, _SMALL, "button", push, big_button)
        pair = self._small_big
        steal = product(left, _mixed(big_small, pair.lose[_SMALL], self._small_steals[_SMALL]))
        steal += product(self._showdown(pair, _SMALL, "button", 1 - push), big_small)
        walk = left.sum(axis=0) * self._walk[_SMALL]
        return float(fold.sum() + walk.sum()), np.array([call - fold, steal - walk])

    def _gains_of_big(self, strategy: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        push, call, small_push, *_ = strategy
        pushed, called = self._any("button", push), self._any("call", call)
        left = self._all - pushed
        alone, both, small = product(self._all - called, push), product(called, push), product(left, small_push)
        folds = [
            alone * self._button_steals[_BIG],
            both * self._button_small.lose[_BIG],
            small * self._small_steals[_BIG],
        ]
        folds[1] += self._watched(self._button_small, _BIG, "button", push, call)
        calls = [
            alone * self._button_big.lose[_BIG]
            + product(push, self._showdown(self._button_big, _BIG, "call", 1 - call)),
            product(push, self._sum("of_big", "call", call)),
            small * self._small_big.lose[_BIG]
            + product(small_push, self._showdown(self._small_big, _BIG, "button", 1 - push)),
        ]
        walk = product(left, 1 - small_push).sum() * self._walk[_BIG]
        return float(walk + np.sum(folds)), np.array(calls) - folds

    @property
    def _all(self) -> NDArray[np.float64]:
        """The deals of two hands by class, the third any."""
        pairs: NDArray[np.float64] = self._triples.pairs
        return pairs

    def _any(self, name: str, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the deals of two hands by class, (169, 169), if the third has these weights."""
        return self._sum("deals", name, weights)

    def _showdown(self, pair: _Pair, player: int, name: str, folded: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by the classes of two players what one of the three gains beyond a loss of the first.

        The weights of the third player's folded hands have a name.
        """
        found: NDArray[np.float64] = pair.swing[player] * self._sum("beats", name, folded)
        if pair.bent[player]:
            found += pair.bent[player] * self._sum("ties", name, folded)
        return found

    def _watched(
        self, pair: _Pair, player: int, name: str, first: NDArray[np.float64], second: NDArray[np.float64]
    ) -> NDArray[np.float64] | float:
        """Return by the class of the player who has folded what he gains by the result beyond a loss of the first."""
        found: NDArray[np.float64] | float = 0.0
        if pair.swing[player]:
            found = pair.swing[player] * (product(second, self._sum("beats_of", name, first)))
        if pair.bent[player]:
            found += pair.bent[player] * (product(second, self._sum("ties_of", name, first)))
        return found

    def _sum(self, kind: str, name: str, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of a tensor over its first axis with the weights of this name."""
        key = f"{kind} {name}"
        if key not in self._sums:
            all_in = self._all_in.get(kind)
            self._sums[key] = WeightedSum(self._triples.tensor(kind) if all_in is None else all_in)
        return self._sums[key].by(weights)


def _mixed(call: NDArray[np.float64], if_called: float, if_not: float) -> NDArray[np.float64]:
    """Return a number for each hand of a player who calls with these probabilities."""
    return call * if_called + (1 - call) * if_not
