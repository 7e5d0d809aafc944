"""The strength scale of the Two Plus Two evaluator: a category and a place within it."""

from __future__ import annotations

from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from pokerbits._evaluator.category import category_of_strength
from pokerbits._evaluator.strengths import MAX_STRENGTH, checked_strengths
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.rows import row_of
from pokerbits._input.types import Integer, IntegersLike
from pokerbits.exceptions import OutOfRangeError


@cache
def _ranks() -> NDArray[np.uint16]:
    """Return the rank of each strength on the scale, ascending; 0 for strength 0."""
    categories = category_of_strength("standard")[1:].astype(np.int64)
    strengths = np.arange(1, MAX_STRENGTH + 1)
    first = np.searchsorted(categories, categories) + 1
    ranks = ((categories + 1) << 12) + strengths - first + 1
    return np.concatenate([[0], ranks]).astype(np.uint16)


@overload
def to_two_plus_two(strength: Integer) -> np.uint16: ...


@overload
def to_two_plus_two(strength: IntegersLike) -> NDArray[np.uint16]: ...


def to_two_plus_two(strength: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return strengths on the scale of the Two Plus Two evaluator: 4097 (7-5-4-3-2) to 36874 (royal flush).

    The high bits, `rank >> 12`, are the category: 1 for a high card to 9 for a straight flush. The low twelve bits are
    the place in the category, from 1 up.

    Parameters
    ----------
    strength
        Strengths, 1 to 7462, of any shape.

    Returns
    -------
    uint16 of the same shape
        A NumPy scalar for one strength.

    Raises
    ------
    OutOfRangeError
        If a number is not in the range 1 to 7462.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluator.to_two_plus_two([1, 7462])
    array([ 4097, 36874], dtype=uint16)
    >>> divmod(int(pb.evaluator.to_two_plus_two(pb.evaluate("KsKdKh7c7d2s3h"))), 4096)
    (7, 138)
    """
    ranks: NDArray[np.uint16] = _ranks()[checked_strengths(strength)]
    return ranks[()]


@overload
def from_two_plus_two(rank: Integer) -> np.uint16: ...


@overload
def from_two_plus_two(rank: IntegersLike) -> NDArray[np.uint16]: ...


def from_two_plus_two(rank: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of ranks on the scale of the Two Plus Two evaluator: the inverse of `to_two_plus_two`.

    Parameters
    ----------
    rank
        Ranks of any shape.

    Returns
    -------
    uint16 of the same shape
        Strengths, 1 to 7462; a NumPy scalar for one rank.

    Raises
    ------
    OutOfRangeError
        If a number is not the rank of a hand, such as 0.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluator.from_two_plus_two([4097, 36874])
    array([   1, 7462], dtype=uint16)
    """
    known, given = _ranks(), as_integers(rank, "rank")
    ranks = narrow(given, np.int64, int(known[-1]), first=1, what="rank", item="rank", error=OutOfRangeError)
    strengths = np.searchsorted(known, ranks)
    for place in np.argwhere(known[strengths] != ranks)[:1]:
        error = OutOfRangeError(f"rank {ranks[tuple(place)]} is not on the scale of the Two Plus Two evaluator")
        error.row = row_of(tuple(int(at) for at in place))
        raise error
    found: NDArray[np.uint16] = strengths.astype(np.uint16)
    return found[()]
