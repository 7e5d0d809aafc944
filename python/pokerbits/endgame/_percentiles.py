"""Percentile buckets of the hands on some boards: the abstraction with which others are compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity.combo_equity import combo_equity
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.numbers import integer
from pokerbits._input.situation import check_board
from pokerbits._input.types import CardsLike
from pokerbits.abstraction import PercentileBuckets
from pokerbits.exceptions import InvalidArgumentError


def percentile_labels(boards: CardsLike, *, n_buckets: int, num_threads: int | None = None) -> NDArray[np.int64]:
    """Return labels of hands in the order of E[HS] against a random hand, with equal numbers of hands.

    All hands on all boards are divided together, because a bucket does not say which board it is on. Hands of equal
    E[HS] share a bucket, so numbers of hands are equal only as far as ties allow, and there are at most as many buckets
    as different values.

    Parameters
    ----------
    boards
        Boards of three, four or five cards, shape (..., cards).
    n_buckets
        Largest number of buckets.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    int64 of shape (..., 1326)
        Labels from 0, the weakest hands; -1 for combos with a card of the board.

    Raises
    ------
    CardCountError, InvalidCardError, DuplicateCardError
        If the boards are not as above; the message names the row and the card.
    InvalidArgumentError
        If the number of buckets is not positive, or there is no board.

    Examples
    --------
    >>> import numpy as np
    >>> from pokerbits.endgame import percentile_labels
    >>> labels = percentile_labels("Kh9d5c3h2s", n_buckets=4)
    >>> np.bincount(labels[labels >= 0])
    array([272, 264, 276, 269])
    """
    dealt = as_cards(boards, what="boards")
    check_board(dealt.shape[-1], (3, 4, 5), "boards")
    n = integer("n_buckets", n_buckets)
    if not n or not dealt.size:
        message = f"n_buckets = {n}: expected at least 1" if not n else "boards: expected at least one board"
        raise InvalidArgumentError(message)
    rows = dealt.reshape(-1, dealt.shape[-1])
    strengths = combo_equity(np.ones(_native.COMBO_COUNT), boards=rows, num_threads=num_threads)
    free = ~np.isnan(strengths)
    labels = np.full(strengths.shape, -1, dtype=np.int64)
    of_hands = strengths[free]
    labels[free] = PercentileBuckets(min(n, len(np.unique(of_hands)))).fit(of_hands).labels_
    return labels.reshape(*dealt.shape[:-1], -1)
