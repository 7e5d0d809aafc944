"""No abstraction: every hand on every board is a bucket of its own."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import card_ids
from pokerbits._input.integers import narrow
from pokerbits._input.types import CardsLike
from pokerbits._public import publish
from pokerbits.exceptions import CardCountError, InvalidCardError

_SUBSETS = np.array([[comb(card, size) for card in range(_native.CARD_COUNT)] for size in range(6)], dtype=np.uint64)
"""By size and card, the number of sets of this size below the card."""


class CardsLookup:
    """No abstraction: a bucket for every set of hole cards and every set of board cards.

    With `recall="perfect"` the game of `abstract_game` is then the wrapped game itself. It solves the real game, and
    measures policies in a subgame with ranges: unlike the wrapped game it has no deals of probability 0, at which
    OpenSpiel's algorithms fail.

    Examples
    --------
    >>> from pokerbits.openspiel import CardsLookup
    >>> int(CardsLookup().lookup("3c2c", "")), int(CardsLookup().lookup("2d2c", "4c3c2h"))
    (6, 84864)
    """

    def lookup(self, hole: CardsLike, board: CardsLike) -> np.uint64 | NDArray[np.uint64]:
        """Return the number of the hole cards and the board, from 0: the same for the same sets of cards.

        Parameters
        ----------
        hole
            One or two hole cards, shape (..., 1 | 2).
        board
            0 to 5 board cards; leading axes broadcast with those of `hole`.

        Returns
        -------
        uint64 of shape (...)
            A NumPy scalar for one hand.

        Raises
        ------
        CardCountError
            If there are more than two hole cards or five board cards.
        InvalidCardError
            If a card is invalid; the message names the row and the card.
        """
        number: np.uint64 | NDArray[np.uint64]
        number = _number(hole, "hole", 2) + np.uint64(comb(_native.CARD_COUNT, 2)) * _number(board, "board", 5)
        return number

    def __repr__(self) -> str:
        return "CardsLookup()"


def _number(cards: CardsLike, what: str, most: int) -> Any:
    """Return the number of a set of cards among those of its size."""
    ids = card_ids(cards, what=what)
    if ids.shape[-1] > most:
        raise CardCountError(f"{what}: expected at most {most} cards, found {ids.shape[-1]}")
    ids = narrow(ids, np.uint8, _native.CARD_COUNT - 1, what=what, item="card id", error=InvalidCardError)
    ids = np.sort(ids, axis=-1)
    return sum((_SUBSETS[at + 1][ids[..., at]] for at in range(ids.shape[-1])), np.uint64(0))


publish("pokerbits.openspiel", CardsLookup)
