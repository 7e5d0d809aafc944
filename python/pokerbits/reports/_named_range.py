"""A range with the name by which a report calls it, and the combos that known cards leave of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits.cards import COMBOS
from pokerbits.ranges import Range, RangeLike, as_range

__all__ = ["free_combos", "named_range", "shortened"]

_SHOWN = 40
"""Characters of a range that a table shows."""


def named_range(hands: RangeLike, what: str = "range", *, player: int | None = None) -> tuple[Range, str]:
    """Return a range, and its text: as the caller wrote it, if it was written."""
    found = as_range(hands, what, player=player)
    return found, " ".join(hands.split()) if isinstance(hands, str) else found.text


def free_combos(known: list[int]) -> NDArray[np.bool]:
    """Return which combos hold none of the known cards, (1326,)."""
    free: NDArray[np.bool] = np.all(np.isin(COMBOS, known, invert=True), axis=1)
    return free


def shortened(name: str) -> str:
    """Return the name of a range as tables show it."""
    return name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"
