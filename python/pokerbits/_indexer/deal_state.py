"""Hands in the middle of a deal: what a walk down a game tree keeps from round to round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["DealState"]


@dataclass(frozen=True, eq=False)
class DealState:
    """Hands that have been dealt some rounds, ready for the next.

    Attributes
    ----------
    words
        What the next round needs to know, uint64 (..., 6). Opaque; they carry the game, and `extend` of another refuses
        them.
    round
        The last round dealt; -1 for none.
    index
        The indices of that round, uint64 (...); 0 before the first.

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
