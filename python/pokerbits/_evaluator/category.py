"""Hand categories, from high card to straight flush, and the number of hands in each."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Self, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.rules import Rules, check_has_categories, named, scale
from pokerbits._evaluator.strengths import checked_strengths
from pokerbits._input.numbers import ANY, integer
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits._input.types import Integer, IntegersLike
from pokerbits._plain_first import plain_first
from pokerbits._public import publish
from pokerbits.exceptions import CardCountError


class Category(IntEnum):
    """The category of a hand, in ascending order of strength.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.category(7462)
    <Category.STRAIGHT_FLUSH: 8>
    >>> pb.describe(pb.Category.STRAIGHT_FLUSH)
    'straight flush'
    >>> pb.Category.FLUSH > pb.Category.STRAIGHT
    True
    """

    def __new__(cls, value: Integer) -> Self:
        """Return the category of a Python or NumPy integer."""
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


_CATEGORIES = tuple(Category)
_native.keep_categories(_CATEGORIES)


@overload
def category(strength: Integer, *, rules: Rules = "standard") -> Category: ...


@overload
def category(strength: IntegersLike, *, rules: Rules = "standard") -> NDArray[np.uint8]: ...


@plain_first(_native.category)
def category(strength: Integer | IntegersLike, *, rules: Rules = "standard") -> Category | NDArray[np.uint8]:
    """Return the categories of strengths.

    Parameters
    ----------
    strength
        Strengths, 1 to 7462, of any shape.
    rules
        Rules of the strengths, as in `evaluate`. They determine the order of the categories: with a short deck a flush
        beats a full house.

    Returns
    -------
    Category, or uint8 of the same shape
        A `Category` for one strength; for an array the values of `Category`.

    Raises
    ------
    OutOfRangeError
        If a strength is not in the range 1 to 7462, or not on the scale of the rules; the message names the row.
    InvalidArgumentError
        If the rules have no hand categories: `"eight_or_better"` and `"badugi"`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.category(pb.evaluate("AsAhKsKhKd"))
    <Category.FULL_HOUSE: 6>
    >>> pb.category([1, 7462])
    array([0, 8], dtype=uint8)
    """
    categories: NDArray[np.uint8] = category_of_strength(named(rules))[checked_strengths(strength, rules)]
    return categories if categories.ndim else _CATEGORIES[categories]


@cache
def category_of_strength(rules: Rules) -> NDArray[np.uint8]:
    """Return the category of every strength, with 0 for strength 0.

    Raises
    ------
    InvalidArgumentError
        If the rules have no hand categories.
    """
    check_has_categories(named(rules))
    strengths = range(1, scale(rules)[1] + 1)
    return np.array([0, *(_native.hand_kind(strength, rules)[0] for strength in strengths)], dtype=np.uint8)


def category_census(hand_size: int = 7, *, num_threads: int | None = None) -> dict[Category, int]:
    """Return the number of hands of `hand_size` cards in each category, by evaluating all C(52, n) hands.

    Parameters
    ----------
    hand_size
        Number of cards in a hand: 5, 6 or 7.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    dict[Category, int]
        All nine categories, from high card to straight flush.

    Raises
    ------
    CardCountError
        If the size is not 5, 6 or 7.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.evaluator.category_census(5)[pb.Category.FLUSH]
    5108
    """
    size = integer("hand_size", hand_size, *ANY)
    if size not in (5, 6, 7):
        raise CardCountError(f"expected 5, 6 or 7 cards, found {shown(size)}")
    return dict(zip(Category, _native.category_census(size, resolve_num_threads(num_threads)), strict=True))


publish("pokerbits", Category, category)
