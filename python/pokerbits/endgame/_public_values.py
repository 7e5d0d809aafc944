"""Gains of all hands at once at the ends of a tree, against the reach of an opponent."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.ranked_boards import RankedBoards
from pokerbits.endgame._betting import PLAYERS, Fold, Showdown
from pokerbits.endgame._card_removal import HOLDS, unblocked
from pokerbits.endgame._game import Endgame

Vector = NDArray[np.float64]


class PublicValues:
    """Gains in pots of hands against a reach (1326,), summed over the hands of the opponent that they can meet."""

    def __init__(self, game: Endgame, num_threads: int | None) -> None:
        self.game, self._num_threads = game, num_threads
        self._ranked: dict[bytes, RankedBoards] = {}

    def ranges(self) -> tuple[Vector, Vector]:
        """Return the weights of hero and of villain (1326,), 0 for combos that the board blocks."""
        rows = np.zeros((2, HOLDS.shape[1]))
        for row, combos, weights in zip(rows, self.game.combos, self.game.weights, strict=True):
            row[combos] = weights / weights.max()
        return rows[0], rows[1]

    def fold(self, node: Fold, player: int, reach: Vector) -> Vector:
        """Return what each hand of a player gains at a fold."""
        gain = -node.stake if node.player == PLAYERS[player] else node.stake - node.rake
        return gain / self.game.tree.pot * unblocked(reach)

    def showdown(self, node: Showdown | Fold, board: NDArray[np.uint8], reach: Vector) -> Vector:
        """Return what each hand gains at a showdown, averaged over the cards that the board still lacks.

        Numbers of hands that the board blocks mean nothing.
        """
        n_missing = 5 - len(board)
        win, tie = self.ranked(board).outcomes(reach, num_threads=self._num_threads)
        if n_missing:
            # The board and a pair of hands leave this number of runouts.
            n = comb(len(HOLDS) - len(board) - 4, n_missing)
            win, tie = win.sum(axis=0) / n, tie.sum(axis=0) / n
        lose = unblocked(reach) - win - tie
        gains: Vector = (node.stake * (win - lose) - node.rake * (win + tie / 2)) / self.game.tree.pot
        return gains

    def ranked(self, board: NDArray[np.uint8]) -> RankedBoards:
        """Return the river of a board, or all rivers that it can lead to."""
        key = board.tobytes()
        if key not in self._ranked:
            n_missing, left = 5 - len(board), np.setdiff1d(np.arange(len(HOLDS)), board)
            boards = [[*board.tolist(), *rest] for rest in combinations(left.tolist(), n_missing)]
            rows = np.array(boards, dtype=np.uint8)
            self._ranked[key] = RankedBoards(rows if n_missing else rows[0], num_threads=self._num_threads)
        return self._ranked[key]
