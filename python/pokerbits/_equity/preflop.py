"""Equities and counts of all starting hands against each other, before the flop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._public import publish
from pokerbits.cards import HAND_CLASSES


def preflop_equities() -> NDArray[np.float64]:
    """Return the exact equities of the 169 hand classes against each other, all in before the flop with two players.

    Returns
    -------
    float64 (169, 169)
        Element (i, j) is the equity of `HAND_CLASSES[i]` against `HAND_CLASSES[j]`, the mean over all pairs of
        their combos that share no card and over all boards. Each is rounded once.

    Notes
    -----
    Elements (i, j) and (j, i) add up to 1. The numbers come from a table of the 47,008 matchups of two hands that are
    distinct up to suit isomorphism; a call takes milliseconds. `preflop_counts` has the integers behind them.

    Examples
    --------
    >>> import pokerbits as pb
    >>> equities = pb.preflop_equities()
    >>> aces, kings = pb.HAND_CLASSES.index("AA"), pb.HAND_CLASSES.index("KK")
    >>> equities[aces, kings].round(6)
    np.float64(0.819461)
    """
    return _native.preflop_class_equities().reshape(len(HAND_CLASSES), len(HAND_CLASSES))


def preflop_counts() -> NDArray[np.uint32]:
    """Return the wins and ties of the 1,326 combos against each other, all in before the flop with two players.

    Returns
    -------
    uint32 (1326, 1326, 2)
        Element (i, j) has the boards on which `COMBOS[i]` beats `COMBOS[j]`, and those on which they tie, among
        the 1,712,304 boards of the other 48 cards. Both are 0 where the two combos share a card.

    Notes
    -----
    The equity of combo i against combo j is (wins + ties / 2) / 1,712,304. The wins of (i, j), the wins of (j, i) and
    the ties add up to all boards. The array takes 14 MB.

    Examples
    --------
    >>> import pokerbits as pb
    >>> counts = pb.preflop_counts()
    >>> counts[pb.cards.combo_id("AhAd"), pb.cards.combo_id("KsKh")]
    array([1399204,    7923], dtype=uint32)
    """
    counts = np.empty((_native.COMBO_COUNT, _native.COMBO_COUNT, 2), dtype=np.uint32)
    _native.preflop_combo_counts(counts.reshape(-1))
    return counts


publish("pokerbits", preflop_counts, preflop_equities)
