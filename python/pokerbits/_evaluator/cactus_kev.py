"""The strength scale of Cactus Kev, phevaluator and treys, on which 1 is a royal flush."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import NDArray

from pokerbits._evaluator.strengths import MAX_STRENGTH, checked_strengths
from pokerbits._input.types import Integer, IntegersLike


@overload
def to_cactus_kev(strength: Integer) -> np.uint16: ...


@overload
def to_cactus_kev(strength: IntegersLike) -> NDArray[np.uint16]: ...


def to_cactus_kev(strength: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return strengths on the scale of Cactus Kev, phevaluator and treys: 1 (royal flush) to 7462.

    Parameters
    ----------
    strength
        Strengths, 1 to 7462, of any shape.

    Returns
    -------
    uint16 of the same shape
        `7463 - strength`; a NumPy scalar for one strength.

    Raises
    ------
    OutOfRangeError
        If a number is not in the range 1 to 7462.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluator.to_cactus_kev(7462), pb.evaluator.from_cactus_kev(1)
    (np.uint16(1), np.uint16(7462))
    """
    ranks: NDArray[np.uint16] = (MAX_STRENGTH + 1 - checked_strengths(strength)).astype(np.uint16)
    return ranks[()]


@overload
def from_cactus_kev(rank: Integer) -> np.uint16: ...


@overload
def from_cactus_kev(rank: IntegersLike) -> NDArray[np.uint16]: ...


def from_cactus_kev(rank: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of ranks on the scale of Cactus Kev: the inverse of `to_cactus_kev`, with the same formula.

    Parameters
    ----------
    rank
        Ranks, 1 (royal flush) to 7462, of any shape.

    Returns
    -------
    uint16 of the same shape
        `7463 - rank`; a NumPy scalar for one rank.

    Raises
    ------
    OutOfRangeError
        If a number is not in the range 1 to 7462.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluator.from_cactus_kev([1, 7462])
    array([7462,    1], dtype=uint16)
    """
    return to_cactus_kev(rank)
