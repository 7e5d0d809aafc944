"""Card removal: the weights of all hands that share no card with a hand, or with a card that is dealt."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits.cards import COMBOS
from pokerbits.endgame._hole_cards import hands_of, set_ids

HOLDS: NDArray[np.bool_] = np.zeros((_native.CARD_COUNT, _native.COMBO_COUNT), dtype=bool)
"""Whether a combo has a card: (52, 1326)."""
HOLDS[np.asarray(COMBOS, dtype=np.int64).T, np.arange(_native.COMBO_COUNT)] = True

_OF_CARD = np.nonzero(HOLDS)[1].reshape(_native.CARD_COUNT, -1)
"""The combos that have a card: (52, 51)."""
_ROUNDING = 1e-12
"""Rounding leaves less than this part of a reach of which every hand is blocked."""
_FIRST, _SECOND = np.asarray(COMBOS, dtype=np.int64).T


def unblocked(reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the reach of all hands without a card of each hand, for all hands of two, four or five cards."""
    if reach.shape[-1] != _native.COMBO_COUNT:
        return _unblocked_of_omaha(reach)
    of_cards = reach[..., _OF_CARD].sum(axis=-1)
    # A combo is in the sums of both of its cards.
    blocked = of_cards[..., _FIRST] + of_cards[..., _SECOND] - reach
    found: NDArray[np.float64] = reach.sum(axis=-1, keepdims=True) - blocked
    return found


def met(reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the reach of all hands that can be dealt together with each hand, 0 where only rounding is left."""
    found = unblocked(reach)
    return np.where(found > _ROUNDING * reach.sum(axis=-1, keepdims=True), found, 0.0)


def _unblocked_of_omaha(reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the reach of the hands without a card of each hand, by inclusion and exclusion.

    It is all, less those that hold one of its cards, plus those that hold two of them, and so on; the hand itself holds
    all.
    """
    hands = hands_of("omaha" if reach.shape[-1] == _native.OMAHA_HANDS else "omaha5").T
    found: NDArray[np.float64] = reach.sum(axis=-1, keepdims=True) + (-1) ** len(hands) * reach
    for size in range(1, len(hands)):
        sign, sets = (-1) ** size, [set_ids(columns) for columns in combinations(hands, size)]
        for row in np.ndindex(reach.shape[:-1]):
            holding = np.zeros(comb(_native.CARD_COUNT, size))
            for ids in sets:
                holding += np.bincount(ids, reach[row], minlength=len(holding))
            for ids in sets:
                found[row] += sign * holding[ids]
    return found


def without_card(reach: NDArray[np.float64], card: int) -> NDArray[np.float64]:
    """Return a reach without the combos that have a card."""
    return np.where(HOLDS[card], 0.0, reach)
