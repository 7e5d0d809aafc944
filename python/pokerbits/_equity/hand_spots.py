"""The spots of columns in which every player has two known cards: the core counts those of a street in one call."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.columns_of_spots import Spots
from pokerbits._input.columns import NO_CARD, are_wrong
from pokerbits._input.progress import among_all

_DECK = _native.CARD_COUNT


def count_hands(
    spots: Spots, cells: NDArray[np.float64], num_threads: int, progress: Callable[[int, int], object] | None
) -> NDArray[np.int64]:
    """Fill the rows of `cells` of spots of specific hands; return the rows that are left.

    A row has equity, win, tie and lose of all players, and their standard errors; 1 for exact; the number of showdowns,
    and the effective sample size, infinity. Left are spots with a range, with dead cards or with a wrong card, and
    those of more than two players before the flop, which take a thousand times as long.
    """
    n = len(spots.players)
    hands = [column.cards[column.rows] for column in spots.players]
    is_left = np.logical_or.reduce([(of.shape[1] == 0) | (of == NO_CARD).any(axis=1) for of in hands])
    is_left |= (spots.dead.cards != NO_CARD).any(axis=1)[spots.dead.rows]
    sizes = (spots.board.cards != NO_CARD).sum(axis=1)[spots.board.rows]
    done = 0
    for size in np.unique(sizes[~is_left]).tolist():
        rows = np.flatnonzero(~is_left & (sizes == size))
        boards = spots.board.cards[spots.board.rows[rows], :size]
        cards = np.concatenate([*(of[rows] for of in hands), boards], axis=1)
        is_wrong = are_wrong(cards) | (n > 2 and size == 0)
        is_left[rows[is_wrong]] = True
        rows, cards = rows[~is_wrong], cards[~is_wrong]
        shares, equities = np.empty((len(rows), n, n), dtype=np.uint32), np.empty((len(rows), n))
        _native.equity_rows(cards, shares, equities, num_threads, among_all(progress, done, len(rows), len(spots)))
        done += len(rows)
        showdowns = comb(_DECK - 2 * n - size, 5 - size)
        tied = shares[..., 1:].sum(axis=-1, dtype=np.int64)
        lost = showdowns - shares[..., 0] - tied
        numbers = (equities, shares[..., 0] / showdowns, tied / showdowns, lost / showdowns)
        errors = np.zeros((len(rows), len(numbers) * n))
        ends = np.broadcast_to([1.0, showdowns, np.inf], (len(rows), 3))
        cells[rows] = np.concatenate([*numbers, errors, ends], axis=1)
    return np.flatnonzero(is_left)
