"""CFR+ in vector form, with a regret for each bucket of hands instead of each hand.

Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014): regrets never fall below zero, and players are
updated alternately. Iteration t counts t² times in the average, which converges a little faster here than the paper's
t. The bucket of a hand may depend on the board, not on earlier buckets, so a player may forget (imperfect recall).

The regret of an action in a bucket is the sum, over all hands of the bucket and all boards, of their counterfactual
regrets times their weights in the player's range. The average strategy weights an iteration by the reach of the bucket,
the sum of its hands' own reaches. With one bucket for each hand this is plain CFR+.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from endgame.betting import Decision, decisions
from endgame.game import Endgame, Floats


class CfrPlus:
    """A solver that iterates CFR+.

    Parameters
    ----------
    game
        The game to solve.
    buckets
        For each street the bucket of every combo on every board, integers of shape (boards, 1326). Values of blocked
        combos are ignored.
    """

    def __init__(self, game: Endgame, buckets: Sequence[NDArray[np.integer]]) -> None:
        self.game, self.iterations = game, 0
        # Renumber the buckets without those in which the player has no hand.
        self._of_hand = [
            [np.unique(of_street[:, hands], return_inverse=True)[1] for hands in game.hands] for of_street in buckets
        ]
        shapes = {
            node: (len(node.actions), int(self._of_hand[node.street][node.player].max()) + 1)
            for node in decisions(game.tree)
        }
        self._regrets = {node: np.zeros(shape) for node, shape in shapes.items()}
        self._sums = {node: np.zeros(shape) for node, shape in shapes.items()}

    def run(self, iterations: int) -> None:
        """Iterate. Each update of a player adds the opponent's strategy to its average."""
        for _ in range(iterations):
            self.iterations += 1
            for player in range(2):
                self.game.values(player, self._learn, self._play)

    def average(self, node: Decision) -> Floats:
        """Return the average strategy of every hand, shape (actions, boards, hands)."""
        return self._to_hands(node, normalised(self._sums[node]))

    def _learn(self, node: Decision, values: Floats) -> Floats:
        """Add to the regrets of a decision, and return its value."""
        now = self._to_hands(node, normalised(self._regrets[node]))
        value = (now * values).sum(axis=0)
        regrets = self._regrets[node]
        for action, of_action in enumerate(values):
            regrets[action] += self._to_buckets(node, self.game.weights[node.player] * (of_action - value))
        np.maximum(regrets, 0, out=regrets)
        return value

    def _play(self, node: Decision, reach: Floats) -> Floats:
        """Add to the average strategy of a decision, and return the reach after each action."""
        now = normalised(self._regrets[node])
        self._sums[node] += self.iterations**2 * self._to_buckets(node, reach) * now
        return self._to_hands(node, now) * reach

    def _to_buckets(self, node: Decision, of_hands: Floats) -> Floats:
        """Sum over the hands of each bucket."""
        bucket = self._of_hand[node.street][node.player]
        return np.bincount(bucket.ravel(), of_hands.ravel(), self._regrets[node].shape[1])

    def _to_hands(self, node: Decision, of_buckets: Floats) -> Floats:
        """Return for each hand the value of its bucket."""
        return of_buckets[:, self._of_hand[node.street][node.player]]


def normalised(numbers: Floats) -> Floats:
    """Return probabilities in proportion to non-negative numbers, equal ones if all are zero."""
    total = numbers.sum(axis=0)
    return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))
