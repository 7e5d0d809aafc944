"""Strengths of one to four cards by pairs and high cards: what a hand of stud shows, or a row of three."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.columns import check_rows

PARTIAL: Final = "partial"
SIZES: Final = (1, 2, 3, 4)
_RANKS = 13
_DIGITS = (_RANKS + 1) ** np.arange(max(SIZES))
"""The weights of the ranks of a hand in its code; 0 stands for a card that is missing."""


def partial_strengths(cards: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """Fill in the strengths of rows of one to four cards, 1 to 2379."""
    # The copy that is used is checked: another thread may write to the rows.
    cards = cards.copy()
    check_rows(cards)
    ranks = np.sort(cards // 4 + 1, axis=1)
    out[...] = _of_codes()[(ranks * _DIGITS[: cards.shape[1]]).sum(axis=1)]


@cache
def _of_codes() -> NDArray[np.uint16]:
    """Return the strength of each code of ranks."""
    hands = [ranks for size in SIZES for ranks in combinations_with_replacement(range(_RANKS), size)]
    strengths = np.zeros((_RANKS + 1) ** max(SIZES), dtype=np.uint16)
    for strength, ranks in enumerate(sorted(hands, key=_merit), start=1):
        strengths[sum((rank + 1) * int(digit) for rank, digit in zip(ranks, _DIGITS, strict=False))] = strength
    strengths.flags.writeable = False
    return strengths


def _merit(ranks: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return what hands are ordered by: the most frequent ranks first, then the highest; no card is below a deuce."""
    return sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
