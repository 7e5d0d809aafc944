"""The counts of all triples of hand classes before the flop, which `pokerbits table three-way` writes to a file."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class ThreeWayCounts(NamedTuple):
    """Numbers of deals of three hand classes, each uint32 (169, 169, 169), in the order of `HAND_CLASSES`."""

    wins: NDArray[np.uint32]
    ties: NDArray[np.uint32]
    three_way_ties: NDArray[np.uint32]
    folded_wins: NDArray[np.uint32]
    folded_ties: NDArray[np.uint32]


def three_way_counts(path: object = None) -> ThreeWayCounts:
    """Raise: the table is not there yet."""
    raise FileNotFoundError(f"three-way table not found: {path}")
