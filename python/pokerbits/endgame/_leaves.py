"""Games that end early: what a function says of their leaves, and what an opponent may take instead of playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import real_numbers
from pokerbits._input.shown import shown
from pokerbits.endgame._betting import PLAYERS, Decision, Player, as_arrays, breadth_first, ends_street, passive_end
from pokerbits.endgame._card_removal import met
from pokerbits.endgame._game import Endgame, new_core
from pokerbits.endgame._hole_cards import hand_name, hands_of
from pokerbits.exceptions import InvalidArgumentError

LeafValues: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]], ArrayLike]
"""A function of a board, uint8 (cards,), of k pots, float64 (k,), and of the reach of all hands of both players,
float64 (k, 2, 1326), that returns the share of each pot that each hand gets, (k, 2, 1326)."""


class Leaves:
    """The leaves of a game that ends early: after its first street, or where an opponent takes what it was promised.

    Attributes
    ----------
    decisions
        The number of each decision of the core by its number in the tree; decisions behind the leaves are missing.
    opponent
        The player who may take what it was promised, if there is one.
    """

    def __init__(
        self, game: Endgame, leaf_values: LeafValues | None, opponent_values: Mapping[Player, ArrayLike] | None
    ) -> None:
        if leaf_values is not None and not callable(leaf_values):
            message = f"leaf_values: expected a function of a board, pots and reach, found {shown(leaf_values)}"
            raise TypeError(message)
        self._game, self._function = game, leaf_values
        self.opponent: int | None = None
        self._promised = np.zeros(0)
        if opponent_values is not None:
            self.opponent, self._promised = _promise(game, opponent_values)
        self._is_new = True
        nodes = breadth_first(game.tree.root, ends_street) if self.has_function else game.tree.decisions
        decisions = [node for node in nodes if isinstance(node, Decision)]
        numbers = {id(node): at for at, node in enumerate(game.tree.decisions)}
        # Whether the opponent plays is a decision before all others.
        before = int(self.opponent is not None)
        self.decisions = {numbers[id(node)]: at for at, node in enumerate(decisions, before)}
        stakes = [passive_end(node).stake for node in nodes if self.has_function and ends_street(node)]
        self._pots = 2 * np.array(stakes)
        if leaf_values is not None and not len(self._pots):
            message = "leaf_values: nobody decides after the first street of this game, so it has no leaves"
            raise InvalidArgumentError(message)

    @property
    def has_function(self) -> bool:
        """Whether the worth of leaves changes from iteration to iteration."""
        return self._function is not None

    def core(self, *, isomorphic: bool) -> _native.Endgame:
        """Return the game with these leaves as the core knows it."""
        nodes = as_arrays(self._game.tree, is_cut=self.has_function, opponent=self.opponent)
        return new_core(self._game, nodes, isomorphic=isomorphic)

    def value(self, solver: _native.EndgameSolver, *, average: bool) -> None:
        """Tell a solver what its leaves are worth to the average strategies, or to those of the next iteration."""
        if not (self._is_new or self.has_function):
            return
        self._is_new = False
        shares = np.empty((0, len(PLAYERS), len(hands_of(self._game.game))))
        if self._function is not None:
            shares = self._ask(self._function, self._reach(solver, average=average))
        for player, combos in enumerate(self._game.combos):
            gains = (shares[:, player, combos] - 0.5) * self._pots[:, None]
            if self.opponent is not None:
                taken = self._promised[combos] if player == self.opponent else np.zeros(len(combos))
                gains = np.vstack([taken * self._game.tree.pot, gains])
            solver.value_leaves(player, gains.reshape(-1))

    def _reach(self, solver: _native.EndgameSolver, *, average: bool) -> NDArray[np.float64]:
        """Return the reach of both players at the leaves that a function values, (leaves, 2, hands)."""
        n_taken = int(self.opponent is not None)
        reach = np.zeros((len(self._pots), len(PLAYERS), len(hands_of(self._game.game))))
        for player, combos in enumerate(self._game.combos):
            rows = np.empty((n_taken + len(reach), len(combos)))
            solver.leaf_reach(player, average, rows.reshape(-1))
            reach[:, player, combos] = rows[n_taken:]
        return reach

    def _ask(self, function: LeafValues, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share of each pot that each hand gets; 0.5 for hands that the opponent cannot meet."""
        given = real_numbers(function(self._game.board.copy(), self._pots.copy(), reach.copy()), "leaf_values")
        if given.shape != reach.shape:
            raise InvalidArgumentError(f"leaf_values: expected shape {reach.shape}, found {given.shape}")
        for player, combos in enumerate(self._game.combos):
            leaf, hand = np.nonzero(~np.isfinite(given[:, player, combos]))
            if not leaf.size:
                continue
            wrong = np.flatnonzero(met(reach[:, 1 - player])[leaf, combos[hand]])
            if wrong.size:
                at, combo = leaf[wrong[0]], combos[hand[wrong[0]]]
                where = f"{PLAYERS[player]}'s {hand_name(self._game.game, combo)} at leaf {at}"
                raise InvalidArgumentError(f"leaf_values: {given[at, player, combo]} for {where}: expected a share")
            given[leaf, player, combos[hand]] = 0.5
        return given


def _promise(game: Endgame, opponent_values: Mapping[Player, ArrayLike]) -> tuple[int, NDArray[np.float64]]:
    """Return the player who was promised something, and the gain of each of its hands in initial pots."""
    if not isinstance(opponent_values, Mapping) or len(opponent_values) != 1:
        message = f"opponent_values: expected a dict with the values of one player, found {shown(opponent_values)}"
        raise InvalidArgumentError(message)
    ((player, values),) = opponent_values.items()
    check_name("opponent_values", player, PLAYERS)
    who, what = PLAYERS.index(player), f"opponent_values: {player}"
    shares = real_numbers(values, what)
    shape = (len(hands_of(game.game)),)
    if shares.shape != shape:
        raise InvalidArgumentError(f"{what}: expected shape {shape}, found {shares.shape}")
    other = np.zeros(shape)
    other[game.combos[1 - who]] = game.weights[1 - who]
    combos = game.combos[who]
    wrong = combos[(met(other)[combos] > 0) & ~np.isfinite(shares[combos])]
    if wrong.size:
        hand = hand_name(game.game, wrong[0])
        raise InvalidArgumentError(f"{what}: {shares[wrong[0]]} for {hand}: expected a share of the pot")
    return who, np.where(np.isfinite(shares), shares - 0.5, 0.0)
