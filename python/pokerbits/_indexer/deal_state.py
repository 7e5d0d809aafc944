"""Hands in the middle of a deal: the state that a game-tree traversal keeps from round to round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class DealState:
    """State of hands after some rounds, from which `HandIndexer.extend` deals the next round.

    Attributes
    ----------
    words
        Opaque state for the next round, uint64 (..., 6). It includes the game: `extend` of another game's indexer
        raises an error.
    round
        Last round dealt; -1 before the first.
    index
        Indices of that round, uint64 (...); 0 before the first.

    Examples
    --------
    >>> import pokerbits as pb
    >>> indexer = pb.HandIndexer((2, 3))
    >>> state = indexer.extend(indexer.start(), "AsKs")
    >>> state.round, int(state.index)
    (0, 168)
    """

    words: NDArray[np.uint64]
    round: int
    index: NDArray[np.uint64]
