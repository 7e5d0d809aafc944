"""Boards drawn at random: up to suit isomorphism, without replacement."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits._indexer import HandIndexer
from pokerbits.exceptions import InvalidArgumentError

_ROUNDS = {"flop": (3,), "turn": (3, 1), "river": (3, 1, 1)}
"""The cards of each round: an abstraction with perfect recall tells the turn card from the flop."""


def drawn_boards(street: str, n_boards: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return boards of a street, uint8 (n_boards, cards), no two of them suit-isomorphic.

    Boards are drawn one after the other, each with a probability in proportion to its number of suit-isomorphic boards,
    from those that are left. Then the suits of each are permuted at random.
    """
    indexer = HandIndexer(_ROUNDS[street])
    n = indexer.size()
    if not 0 < n_boards <= n:
        raise InvalidArgumentError(f"n_boards = {n_boards}: expected 1 to {n:,}")
    weights = indexer.multiplicity(np.arange(n)).astype(np.float64)
    boards = indexer.unindex(rng.choice(n, size=n_boards, replace=False, p=weights / weights.sum()))
    suits = rng.permuted(np.tile(np.arange(4, dtype=np.uint8), (n_boards, 1)), axis=1)
    found: NDArray[np.uint8] = boards // 4 * 4 + np.take_along_axis(suits, (boards % 4).astype(np.intp), axis=1)
    return found
