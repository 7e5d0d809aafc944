"""The numbers of all combos on boards, from a table by hand index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._indexer import HandIndexer
from pokerbits.cards import COMBOS

_BITS = (np.uint64(1) << COMBOS.astype(np.uint64)).sum(axis=1)
"""The cards of every combo as bits."""


def combo_labels(
    indexer: HandIndexer, deck: NDArray[np.uint8], table: NDArray[Any], boards: NDArray[np.uint8], num_threads: int
) -> tuple[NDArray[Any], NDArray[np.bool]]:
    """Return the number of each combo on each board, (n, 1326), and which combos are possible.

    `boards` are valid rows. The numbers of combos that have a board card, or one that is not in the deck, are the
    largest of the dtype.
    """
    possible = ((_BITS & ~_bits_of(deck[None])) | (_BITS & _bits_of(boards))) == 0
    labels = np.full((len(boards), _native.COMBO_COUNT), np.iinfo(table.dtype).max, dtype=table.dtype)
    if boards.shape[1]:
        # Both orders of combos are by the higher card, then by the lower.
        indices = indexer.index_board(boards, num_threads=num_threads)
    else:
        indices = indexer.index(
            np.broadcast_to(COMBOS, (len(boards), *COMBOS.shape))[possible], num_threads=num_threads
        )
    labels[possible] = table.take(indices.view(np.int64)).ravel()
    return labels, possible


def _bits_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the cards of rows as bits, (n, 1)."""
    return np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1, keepdims=True)
