"""The categories of hands, from high card to straight flush, and how many hands are in each."""

from __future__ import annotations

import operator
from enum import IntEnum
from functools import cache
from typing import Self, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.rules import STANDARD, Rules, has_categories, named, scale
from pokerbits._evaluator.strengths import checked_strengths
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import Integer, IntegersLike
from pokerbits.exceptions import CardCountError, InvalidArgumentError


class Category(IntEnum):
    """What a hand is called, weakest first.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.Category(pb.category(7462))
    <Category.STRAIGHT_FLUSH: 8>
    >>> pb.Category.FLUSH > pb.Category.STRAIGHT
    True
    """

    def __new__(cls, value: Integer) -> Self:
        """Return the category of a number, Python's or NumPy's."""
        self = int.__new__(cls, value)
        self._value_ = int(value)
        return self

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


@overload
def category(strength: Integer, *, rules: Rules = "standard") -> np.uint8: ...


@overload
def category(strength: IntegersLike, *, rules: Rules = "standard") -> NDArray[np.uint8]: ...


def category(strength: Integer | IntegersLike, *, rules: Rules = "standard") -> np.uint8 | NDArray[np.uint8]:
    """Return the categories of strengths, as numbers of `Category`.

    Parameters
    ----------
    strength
        Strengths, 1..7462, of any shape.
    rules
        The rules that the strengths are of, as in `evaluate`. Numbers of `Category` name categories; which of them wins
        is a matter of the rules.

    Returns
    -------
    uint8 of the same shape, a NumPy scalar for one strength.

    Raises
    ------
    OutOfRangeError
        If a strength is not in 1..7462, or on the scale of the rules; the message names the row.
    InvalidArgumentError
        If hands have no categories under the rules: eight or better, and badugi.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.Category(pb.category(pb.evaluate("AsAhKsKhKd")))
    <Category.FULL_HOUSE: 6>
    >>> pb.category([1, 7462])
    array([0, 8], dtype=uint8)
    """
    if rules is STANDARD:
        one = _native.category_one(strength)
        if one is not None:
            return one
    if not has_categories(named(rules)):
        message = f"hands have no categories under the rules {rules!r}"
        raise InvalidArgumentError(message)
    categories: np.uint8 | NDArray[np.uint8] = _category_of_strength(rules)[checked_strengths(strength, rules)]
    return categories


@cache
def _category_of_strength(rules: Rules) -> NDArray[np.uint8]:
    """Return the category of every strength, and something at 0."""
    strengths = range(1, scale(rules)[1] + 1)
    return np.array([0, *(_native.hand_kind(strength, rules)[0] for strength in strengths)], dtype=np.uint8)


def category_census(hand_size: int = 7, *, num_threads: int | None = None) -> dict[Category, int]:
    """Return how many of the C(52, n) hands of `hand_size` cards are in each category, by evaluating every one.

    Parameters
    ----------
    hand_size
        5, 6 or 7.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Raises
    ------
    CardCountError
        If the size is not 5, 6 or 7.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.category_census(5)[pb.Category.FLUSH]
    5108
    """
    size = operator.index(hand_size)
    if size not in (5, 6, 7):
        message = f"expected 5, 6 or 7 cards, found {shown(size)}"
        raise CardCountError(message)
    return dict(zip(Category, _native.category_census(size, resolve_num_threads(num_threads)), strict=True))
