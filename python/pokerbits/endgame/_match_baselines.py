"""Baselines of matches: guesses at what a public state is worth, which make the luck of a match smaller."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits.endgame._betting import PLAYERS, Deal, Decision, Fold, Node, Showdown, passive_end
from pokerbits.endgame._card_removal import HOLDS, met, without_card
from pokerbits.endgame._policies import Agent, numbers_of_boards
from pokerbits.endgame._public_values import PublicValues, Vector
from pokerbits.endgame._solver import Solver

Reach: TypeAlias = tuple[Vector, Vector]
"""The reach of all hands of hero and of villain, (1326,) each, 0 for hands that the board blocks."""


def mass(reach: Reach) -> float:
    """Return the reach of all pairs of hands without a common card."""
    return float((reach[0] * met(reach[1])).sum())


def times(reach: Reach, player: int, factor: Vector | float) -> Reach:
    """Return the reach after a player's hands were multiplied."""
    return (reach[0] * factor, reach[1]) if player == 0 else (reach[0], reach[1] * factor)


def without(reach: Reach, card: int) -> Reach:
    """Return the reach after a card was dealt."""
    return without_card(reach[0], card), without_card(reach[1], card)


def n_cards_to_come(board: NDArray[np.uint8]) -> int:
    """Return the number of cards that can be dealt to a board and a pair of hands."""
    return len(HOLDS) - len(board) - 4


class Baseline(ABC):
    """The worth of public states to a player.

    Totals are sums over all pairs of hands with their reach. Ends are exact, and a state before a deal is worth the
    mean of the states after it. A decision may be worth anything: the mean of a match does not depend on it.
    """

    def __init__(self, values: PublicValues, player: int) -> None:
        self.values, self.player = values, player
        tree = values.game.tree
        self._most = _LARGEST * (0.5 + tree.stack / tree.pot)

    def worth(self, node: Node, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the mean worth of a node; 0 if rounding leaves no pair of hands."""
        pairs = mass(reach)
        # Sums of hands that almost block each other are rounding errors: they must not grow without limit.
        return float(np.clip(self.total(node, board, reach) / pairs, -self._most, self._most)) if pairs > 0 else 0.0

    @abstractmethod
    def decision(self, node: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total of a decision."""

    def dealt(self, child: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total before a card is dealt: the mean over all cards that both hands leave."""
        cards = np.setdiff1d(np.arange(len(HOLDS), dtype=np.uint8), board)
        parts = [self.decision(child, np.append(board, card), without(reach, int(card))) for card in cards]
        return sum(parts) / n_cards_to_come(board)

    def total(self, node: Node, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total of a node."""
        if isinstance(node, Fold):
            return float((reach[self.player] * self.values.fold(node, self.player, reach[1 - self.player])).sum())
        if isinstance(node, Decision):
            return self.decision(node, board, reach)
        if isinstance(node, Deal) and isinstance(node.child, Decision):
            return self.dealt(node.child, board, reach)
        return self.passive(passive_end(node), board, reach)

    def passive(self, node: Showdown | Fold, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total of a showdown, on average over the cards that the board still lacks."""
        return float((reach[self.player] * self.values.showdown(node, board, reach[1 - self.player])).sum())


class Passive(Baseline):
    """The worth of a state if the next player folds as its policy does, and nobody bets or folds otherwise."""

    def __init__(self, values: PublicValues, player: int, agents: Sequence[Agent]) -> None:
        super().__init__(values, player)
        self._agents = agents

    def decision(self, node: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total of a decision."""
        first, folded = node.children[0], 0.0
        if isinstance(first, Fold):
            player = PLAYERS.index(node.player)
            folds = self._agents[player].probabilities(node, board)[0]
            folded = self.total(first, board, times(reach, player, folds))
            reach = times(reach, player, 1 - folds)
        return folded + self.passive(passive_end(node), board, reach)

    def dealt(self, child: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total before a card is dealt, after which nobody faces a bet."""
        return self.passive(passive_end(child), board, reach)


class SolverGains:
    """The gains of hands by a solver's average strategies, looked up once for both seats of a match."""

    def __init__(self, solver: Solver, num_threads: int) -> None:
        self._solver, self._num_threads = solver, num_threads
        self._known: dict[int, tuple[_Gains, _Gains]] = {}

    def at(self, number: int) -> tuple[_Gains, _Gains]:
        """Return the gains of hero and of villain at a decision, by its number in the tree."""
        if number not in self._known:
            totals, reach = (
                [np.nan_to_num(self._solver._seen(number, player, what, self._num_threads)[0]) for player in range(2)]  # noqa: SLF001
                for what in ("values", "reach")
            )
            self._known[number] = self._gains(0, totals, reach), self._gains(1, totals, reach)
        return self._known[number]

    def _gains(self, player: int, totals: Sequence[Vector], reach: Sequence[Vector]) -> _Gains:
        """Return the gains of a player, where `reach[player]` is the reach of the opponent."""
        opponents, combos, pot = met(reach[player]), self._solver.game.combos[player], self._solver.game.tree.pot
        gains = np.where(opponents > 0, totals[player] / np.where(opponents > 0, opponents, 1.0), 0.0) / pot
        pairs = reach[1 - player] * opponents
        sums = pairs.sum(axis=-1)
        mean = (pairs * gains).sum(axis=-1) / np.where(sums > 0, sums, 1.0)
        return _Gains(gains[:, combos].astype(np.float32), mean)


class _Gains(NamedTuple):
    """Gains of a player at a decision: of each hand, (boards, hands), and the mean over the solver's hands, (boards,).

    They are 0 for hands and boards that the solver cannot value.
    """

    of_hands: NDArray[np.float32]
    mean: Vector


class Solved(Baseline):
    """The worth of a state if both play as a solver does from there on, with the hands that reach it in the match.

    Hands gain what they do against the hands with which the solver's opponent gets there. If the opponent's hands in
    the match gain more than those, the difference is taken off.
    """

    def __init__(self, values: PublicValues, player: int, gains: SolverGains) -> None:
        super().__init__(values, player)
        self._gains, self._boards = gains, numbers_of_boards(values.game)
        self._numbers = {id(node): at for at, node in enumerate(values.game.tree.decisions)}

    def decision(self, node: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total of a decision."""
        return float(self._totals(node, [self._boards[board.tobytes()]], reach)[0])

    def dealt(self, child: Decision, board: NDArray[np.uint8], reach: Reach) -> float:
        """Return the total before a card is dealt, for all cards at once."""
        cards = np.setdiff1d(np.arange(len(HOLDS), dtype=np.uint8), board)
        boards = [self._boards[np.append(board, card).tobytes()] for card in cards]
        left = np.where(HOLDS[cards], 0.0, reach[0]), np.where(HOLDS[cards], 0.0, reach[1])
        return float(self._totals(child, boards, left).sum()) / n_cards_to_come(board)

    def _totals(self, node: Decision, boards: Sequence[int], reach: Reach) -> Vector:
        """Return the totals of a decision on boards of its street, (boards,)."""
        gains = self._gains.at(self._numbers[id(node)])
        pairs = [np.atleast_2d(reach[player] * met(reach[1 - player])) for player in range(2)]
        sums = [
            (of[:, combos] * of_player.of_hands[boards]).sum(axis=-1)
            for of, combos, of_player in zip(pairs, self.values.game.combos, gains, strict=True)
        ]
        usual = gains[1 - self.player].mean[boards] * pairs[self.player].sum(axis=-1)
        totals: Vector = sums[self.player] - (sums[1 - self.player] - usual)
        return totals


_LARGEST = 4.0
"""The worth of a state is at most this part of all chips of a player. A sum of three gains is below it."""
