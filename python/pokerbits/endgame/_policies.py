"""Policies of agents: functions of a public state, or solvers, asked and checked in one place."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.numbers import real_numbers
from pokerbits._input.shown import shown
from pokerbits.cards import COMBOS, format_cards
from pokerbits.endgame._betting import PLAYERS, Decision
from pokerbits.endgame._card_removal import HOLDS
from pokerbits.endgame._game import Endgame
from pokerbits.endgame._solver import Solver
from pokerbits.exceptions import InvalidArgumentError

PolicyLike: TypeAlias = Solver | Callable[[Decision, NDArray[np.uint8]], NDArray[np.float64]]
"""An agent: a solver, or a function of a decision and the board that returns probabilities (actions, 1326)."""

_KEPT = 64
"""Number of latest answers that are kept: a response asks before it chooses an action, and again after it."""


class Agent:
    """A policy in one game; its probabilities are checked, and those of a solver are looked up."""

    def __init__(self, game: Endgame, policy: PolicyLike, what: str) -> None:
        if isinstance(policy, Solver):
            check_solver(game, policy, what)
        elif not callable(policy):
            message = f"{what}: expected a Solver or a function of a decision and a board, found {shown(policy)}"
            raise TypeError(message)
        self.game, self.policy, self.what = game, policy, what
        self._numbers = {id(node): at for at, node in enumerate(game.tree.decisions)}
        self._boards = numbers_of_boards(game)
        self._has = np.zeros((len(PLAYERS), _native.COMBO_COUNT), dtype=bool)
        for has, combos in zip(self._has, game.combos, strict=True):
            has[combos] = True
        self._looked_up: dict[int, NDArray[np.float64]] = {}
        self._kept = lru_cache(maxsize=_KEPT)(self._ask)

    def probabilities(self, node: Decision, board: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the probability of each action, (actions, 1326); 0 for combos that the player cannot have."""
        return self._kept(self._numbers[id(node)], board.tobytes())

    def _ask(self, at: int, cards: bytes) -> NDArray[np.float64]:
        """Return the probabilities at a decision on a board, once they are checked."""
        node, board = self.game.tree.decisions[at], np.frombuffer(cards, dtype=np.uint8)
        if isinstance(self.policy, Solver):
            if at not in self._looked_up:
                self._looked_up[at] = self.policy.strategy(at)
            answer = self._looked_up[at][:, self._boards[cards]]
        else:
            answer = self.policy(node, board.copy())
        where = f"{self.what}: decision {at} ({node.player}: {', '.join(node.actions)}) on {format_cards(board)}"
        given = real_numbers(answer, where)
        shape = (len(node.actions), _native.COMBO_COUNT)
        if given.shape != shape:
            raise InvalidArgumentError(f"{where}: expected shape {shape}, found {given.shape}")
        has = self._has[PLAYERS.index(node.player)] & ~HOLDS[board].any(axis=0)
        rows = np.where(has, given, 0.0)
        # Infinities and huge numbers add up to no probability: an error, not a warning.
        with np.errstate(over="ignore", invalid="ignore"):
            sums = rows.sum(axis=0)
            wrong = np.flatnonzero(has & ~((rows >= 0).all(axis=0) & (np.abs(sums - 1) < 1e-6)))
        if wrong.size:
            hand = "".join(format_cards(COMBOS[wrong[0]][::-1]))
            found = shown(given[:, wrong[0]].tolist())
            message = f"{where}: the probabilities of {hand} are {found}: expected numbers from 0 that add up to 1"
            raise InvalidArgumentError(message)
        rows /= np.where(has, sums, 1.0)
        return rows


def check_solver(game: Endgame, solver: Solver, what: str) -> None:
    """Raise if a solver is not one of the game: another board, or other decisions."""
    known, found = ([(node.player, node.actions) for node in of.tree.decisions] for of in (game, solver.game))
    if known != found or not np.array_equal(game.board, solver.game.board):
        message = f"{what}: the solver is one of another game: expected the board {format_cards(game.board)}"
        raise InvalidArgumentError(f"{message} and the {len(known):,} decisions of its tree")


def numbers_of_boards(game: Endgame) -> dict[bytes, int]:
    """Return the number of each board among those of its street."""
    return {board.tobytes(): at for boards in game.boards for at, board in enumerate(boards)}
