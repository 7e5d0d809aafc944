"""Every runout of a board once, as arrays of cards."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray

_WHOLE = 50_000
"""Runouts that come in one block; more come in a block for each lowest card, between which Ctrl-C works."""


def runouts(deck: NDArray[np.uint8], n_cards: int) -> Iterator[NDArray[np.uint8]]:
    """Yield every set of `n_cards` of the cards of a deck once, as rows, in blocks."""
    if comb(len(deck), n_cards) <= _WHOLE:
        yield deck[subsets(len(deck), n_cards)]
        return
    others = subsets(len(deck), n_cards - 1)
    for first in range(len(deck) - n_cards + 1):
        above = comb(len(deck) - 1 - first, n_cards - 1)
        block = np.empty((above, n_cards), dtype=np.uint8)
        block[:, 0] = deck[first]
        # In lexicographic order the sets of places above the first are the last ones.
        block[:, 1:] = deck[others[len(others) - above :]]
        yield block


def subsets(n: int, size: int) -> NDArray[np.uint8]:
    """Return all sets of `size` of the numbers 0 to n - 1 as rows in lexicographic order."""
    found = np.empty((1, 0), dtype=np.uint8)
    for others in range(size):
        above = [comb(n - 1 - first, others) for first in range(n - others)]
        lowest = np.repeat(np.arange(n - others, dtype=np.uint8), above)
        found = np.column_stack([lowest, np.concatenate([found[len(found) - number :] for number in above])])
    return found
