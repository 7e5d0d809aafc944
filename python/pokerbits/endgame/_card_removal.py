"""Card removal: the weights of all combos that share no card with a hand, or with a card that is dealt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits.cards import COMBOS

HOLDS: NDArray[np.bool_] = np.zeros((_native.CARD_COUNT, _native.COMBO_COUNT), dtype=bool)
"""Whether a combo has a card: (52, 1326)."""
HOLDS[np.asarray(COMBOS, dtype=np.int64).T, np.arange(_native.COMBO_COUNT)] = True

_OF_CARD = np.nonzero(HOLDS)[1].reshape(_native.CARD_COUNT, -1)
"""The combos that have a card: (52, 51)."""
_FIRST, _SECOND = np.asarray(COMBOS, dtype=np.int64).T


def unblocked(reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the reach of all combos without a card of each combo, shape (..., 1326)."""
    of_cards = reach[..., _OF_CARD].sum(axis=-1)
    # A combo is in the sums of both of its cards.
    blocked = of_cards[..., _FIRST] + of_cards[..., _SECOND] - reach
    found: NDArray[np.float64] = reach.sum(axis=-1, keepdims=True) - blocked
    return found


def without_card(reach: NDArray[np.float64], card: int) -> NDArray[np.float64]:
    """Return a reach without the combos that have a card."""
    return np.where(HOLDS[card], 0.0, reach)
