"""Hands to strengths and back: 1 (7-5-4-3-2) to 7462 (royal flush), larger is stronger, one scale for 5, 6 and 7 cards.

Other games have rules and scales of their own; a larger strength is stronger in all of them.

The method is SpecialK's, "A Texas Hold'em 7-card evaluator" (2011): the keys of the cards add up to a number that says
whether there is a flush and, if not, which ranks there are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import IntEnum
from functools import cache, wraps
from math import prod
from typing import Any, Self, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.rules import LOW_RULES, STANDARD, Rules, hand_sizes, has_categories, named, scale
from pokerbits._input.arrays import (
    CardNames,
    CardRow,
    CardRows,
    CardsLike,
    Integer,
    IntegersLike,
    RowsOf,
    as_cards,
    as_integers,
    broadcast,
    card_ids,
    deliver,
    narrow,
    output,
    scalar,
)
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits.exceptions import CardCountError, InvalidArgumentError, OutOfRangeError

__all__ = [
    "MAX_STRENGTH",
    "Category",
    "category",
    "category_census",
    "describe",
    "evaluate",
    "evaluate_combos",
    "example_hand",
    "from_cactus_kev",
    "to_cactus_kev",
]

MAX_STRENGTH: int = _native.MAX_STRENGTH
"""The strength of a royal flush."""


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


_RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _plain_hands_first(evaluate: _Function) -> _Function:
    """Give one hand of a plain type, without options, to the core at once.

    What the function does, errors aside, takes fifty times as long; and Python takes longer to fill in the defaults of
    options one by one than to find that none is given.
    """
    native = _native.evaluate_one

    @wraps(evaluate)
    def of_one(cards: Any, **options: Any) -> Any:
        if not options:
            one = native(cards)
            if one is not None:
                return one
        return evaluate(cards, **options)

    return cast("_Function", of_one)


@overload
def evaluate(
    cards: CardRow,
    *,
    board: CardRow | None = None,
    rules: Rules = "standard",
    out: None = None,
    num_threads: int | None = None,
) -> np.uint16: ...
@overload
def evaluate(
    cards: CardRows,
    *,
    board: CardsLike | None = None,
    rules: Rules = "standard",
    out: None = None,
    num_threads: int | None = None,
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: CardRow | CardNames,
    *,
    board: CardRows,
    rules: Rules = "standard",
    out: None = None,
    num_threads: int | None = None,
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: CardsLike,
    *,
    board: CardsLike | None = None,
    rules: Rules = "standard",
    out: NDArray[np.uint16],
    num_threads: int | None = None,
) -> NDArray[np.uint16]: ...
@overload
def evaluate(
    cards: CardRow | CardNames,
    *,
    board: CardRow | CardNames | None = None,
    rules: Rules = "standard",
    out: None = None,
    num_threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16]: ...
@_plain_hands_first
def evaluate(
    cards: CardsLike,
    *,
    board: CardsLike | None = None,
    rules: Rules = "standard",
    out: NDArray[np.uint16] | None = None,
    num_threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of hands of five, six or seven cards: 1..7462, larger is stronger.

    Parameters
    ----------
    cards
        Hands, cards on the last axis: shape (..., 5), (..., 6) or (..., 7), or fewer with `board`. Text, a `CardSet`, a
        sequence, a column of pandas, polars or PyArrow, or an array of texts, of objects, or of any integer dtype and
        layout; integers are read where they are.
    board
        More cards of every hand: the leading axes of `cards` and `board` broadcast, as hole cards (..., 2) and boards
        (..., 3 | 4 | 5) do.
    rules
        Which hands there are, and which wins. A larger strength is stronger under all of them, and a hand has the
        strength of its best five cards:

        - `"standard"`: high hands, 1..7462.
        - `"short_deck"`: high hands of the 36 cards from the six up, 1..1404. A flush beats a full house, a straight
          three of a kind, and A-6-7-8-9 is a straight. `"short_deck_trips"`: three of a kind beats a straight.
        - `"ace_to_five"`: low hands without straights and flushes, 1..6175. The ace is low, 5-4-3-2-A the best.
        - `"deuce_to_seven"`: low hands with straights and flushes, 1..7462. The ace is high, 7-5-4-3-2 the best.
        - `"eight_or_better"`: ace-to-five hands of five different ranks, none above the eight, 1..56; 0 for others.
        - `"badugi"`: hands of four cards, of which those count that differ in rank and in suit, 1..1092. More are
          better, then the lower; the ace is low.
    out
        A uint16 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint16 of shape (...), a NumPy scalar for one hand (as a one-dimensional array is, too).

    Raises
    ------
    InvalidCardError, DuplicateCardError
        If a row is not made of different cards of the deck; the message names the row and the card.
    CardCountError
        If hands do not have five, six or seven cards, under badugi four.
    InvalidArgumentError
        If a value is missing or masked; the message names the row. If the rules have another name.
    TypeError
        If the dtype is not an integer one.

    Notes
    -----
    Additive keys after SpecialK, "A Texas Hold'em 7-card evaluator, part II" (2011).

    Examples
    --------
    >>> import numpy as np
    >>> import pokerbits as pb
    >>> pb.evaluate("AsKsQsJsTs2c2d")
    np.uint16(7462)
    >>> hole = np.array([[51, 50], [0, 5]], dtype=np.uint8)
    >>> pb.evaluate(hole, board="AdKhKc7s2h")
    array([7296, 4753], dtype=uint16)
    >>> pb.evaluate("5c4c3c2cAc KdKh", rules="ace_to_five")
    np.uint16(6175)
    """
    if rules is not STANDARD and named(rules) and board is None and out is None and num_threads is None:
        one = _native.evaluate_one_by(cards, rules)
        if one is not None:
            return one
    parts = [card_ids(cards)] if board is None else [card_ids(cards), card_ids(board, what="board")]
    shape, hands = broadcast(*parts)
    size = 0
    for part in hands:  # a generator would take three times as long, and one hand of two parts is a call in a loop
        size += part.shape[-1]
    expected = (5, 6, 7) if rules is STANDARD else hand_sizes(rules)
    if size not in expected:
        message = f"expected {'5, 6 or 7' if len(expected) > 1 else expected[0]} cards, found {shown(size)}"
        raise CardCountError(message)
    result, filled = output(out, shape, np.uint16, (prod(shape),), *parts)
    with RowsOf(shape):
        _native.evaluate_rows(hands, filled, resolve_num_threads(num_threads), rules)
    strengths: np.uint16 | NDArray[np.uint16] = scalar(deliver(result, filled), out)
    return strengths


def evaluate_combos(
    board: CardsLike, *, out: NDArray[np.uint16] | None = None, num_threads: int | None = None
) -> NDArray[np.uint16]:
    """Return the strength of every combo on boards of five cards.

    Parameters
    ----------
    board
        Boards, cards on the last axis, shape (..., 5).
    out
        A uint16 array of the shape of the result to fill and return.
    num_threads
        Threads to use; by default those of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    uint16 of shape (..., 1326): at `combo_id(hole)` the strength, 0 where a card of the combo is on the board.

    Raises
    ------
    InvalidCardError, DuplicateCardError, CardCountError, TypeError
        As `evaluate`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> strengths = pb.evaluate_combos("QsJsTs2c3d")
    >>> strengths[pb.cards.combo_id("AsKs")], strengths[pb.cards.combo_id("AsQs")]
    (np.uint16(7462), np.uint16(0))
    """
    boards = as_cards(board, what="board")
    if boards.shape[-1] != 5:
        message = f"expected 5 board cards, found {boards.shape[-1]}"
        raise CardCountError(message)
    shape = boards.shape[:-1]
    result, filled = output(
        out, (*shape, _native.COMBO_COUNT), np.uint16, (boards.size // 5, _native.COMBO_COUNT), boards
    )
    with RowsOf(shape):
        _native.evaluate_combos(boards.reshape(-1, 5), filled, resolve_num_threads(num_threads))
    return deliver(result, filled)


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
    categories: np.uint8 | NDArray[np.uint8] = _category_of_strength(rules)[_strengths(strength, rules)]
    return categories


@cache
def _category_of_strength(rules: Rules) -> NDArray[np.uint8]:
    """Return the category of every strength, and something at 0."""
    strengths = range(1, scale(rules)[1] + 1)
    return np.array([0, *(_native.hand_kind(strength, rules)[0] for strength in strengths)], dtype=np.uint8)


def _strengths(strength: Integer | IntegersLike, rules: Rules = STANDARD) -> NDArray[np.int64]:
    """Return strengths as int64, checked."""
    first, last = scale(rules)
    return narrow(
        as_integers(strength, "strength"),
        np.int64,
        last,
        first=first,
        what="strength",
        item="strength",
        error=OutOfRangeError,
    )


@overload
def describe(strength: Integer, *, rules: Rules = "standard") -> str: ...
@overload
def describe(strength: IntegersLike, *, rules: Rules = "standard") -> NDArray[np.str_]: ...
def describe(strength: Integer | IntegersLike, *, rules: Rules = "standard") -> str | NDArray[np.str_]:
    """Return strengths in words.

    Parameters
    ----------
    strength
        Strengths, 1..7462, of any shape.
    rules
        The rules that the strengths are of, as in `evaluate`.

    Returns
    -------
    A text for one strength, else an array of texts of the same shape.

    Raises
    ------
    OutOfRangeError
        If a strength is not in 1..7462, or on the scale of the rules; the message names the row.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.describe(pb.evaluate("KsKhKd7s7h"))
    'full house, kings full of sevens'
    >>> pb.describe([7462, 1])
    array(['royal flush', 'high card, seven-five-four-three-deuce'], dtype='<U38')
    >>> pb.describe([56, 0], rules="eight_or_better")
    array(['five-four-three-deuce-ace low', 'no low'], dtype='<U29')
    """
    if rules is STANDARD and (type(strength) is int or type(strength) is np.uint16):
        number = int(strength)
        if 1 <= number <= MAX_STRENGTH:
            return _words(number)
    strengths = _strengths(strength, named(rules))
    if strengths.ndim == 0:
        return _words(int(strengths), rules)
    # Of each of those that are there the words are made once.
    is_there = np.zeros(scale(rules)[1] + 1, dtype=bool)
    is_there[strengths] = True
    words = np.array([_words(strength, rules) for strength in np.flatnonzero(is_there).tolist()], dtype=np.str_)
    found: NDArray[np.str_] = words[(np.cumsum(is_there) - 1)[strengths]]
    return found


@cache
def _words(strength: int, rules: Rules = STANDARD) -> str:
    """Return one strength in words."""
    if strength == 0:
        return "no low"
    number, ranks = _native.hand_kind(strength, rules)
    names = [_RANK_NAMES[rank] for rank in ranks]
    if rules == "badugi":
        return f"{('one card', 'two cards', 'three cards', 'badugi')[number - 1]}, {'-'.join(names)}"
    several = ["sixes" if name == "six" else name + "s" for name in names]
    match Category(number):
        case Category.STRAIGHT_FLUSH:
            return "royal flush" if ranks[0] == 12 else f"straight flush, {names[0]} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {several[0]}, {names[4]} kicker"
        case Category.FULL_HOUSE:
            return f"full house, {several[0]} full of {several[3]}"
        case Category.FLUSH:
            return f"flush, {'-'.join(names)}"
        case Category.STRAIGHT:
            return f"straight, {names[0]} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {several[0]}, {'-'.join(names[3:])} kickers"
        case Category.TWO_PAIR:
            return f"two pair, {several[0]} and {several[2]}, {names[4]} kicker"
        case Category.PAIR:
            return f"pair of {several[0]}, {'-'.join(names[2:])} kickers"
        case _:
            return f"{'-'.join(names)} low" if rules in LOW_RULES else f"high card, {'-'.join(names)}"


def example_hand(strength: Integer, *, rules: Rules = "standard") -> NDArray[np.uint8]:
    """Return a five-card hand of a strength, uint8 (5,), its most telling cards first; of badugi a hand of four.

    Parameters
    ----------
    strength
        A strength, 1..7462.
    rules
        The rules that the strength is of, as in `evaluate`.

    Raises
    ------
    OutOfRangeError
        If the strength is not in 1..7462, or not from 1 on the scale of the rules.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.cards.format_cards(pb.example_hand(7296))
    'AsAhAdKsKh'
    >>> pb.cards.format_cards(pb.example_hand(1092, rules="badugi"))
    '4s3h2dAc'
    """
    number, last = operator.index(strength), scale(named(rules))[1]
    if not 1 <= number <= last:
        message = f"strength {shown(number)} is out of range (1..={last})"
        raise OutOfRangeError(message)
    return np.array(_native.example_hand(number, rules), dtype=np.uint8)


@overload
def to_cactus_kev(strength: Integer) -> np.uint16: ...
@overload
def to_cactus_kev(strength: IntegersLike) -> NDArray[np.uint16]: ...
def to_cactus_kev(strength: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return strengths on the scale of Cactus Kev, phevaluator and treys: 1 (royal flush) to 7462.

    Parameters
    ----------
    strength
        Strengths, 1..7462, of any shape.

    Returns
    -------
    uint16 of the same shape, a NumPy scalar for one strength: 7463 - strength.

    Raises
    ------
    OutOfRangeError
        If a number is not in 1..7462.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.to_cactus_kev(7462), pb.from_cactus_kev(1)
    (np.uint16(1), np.uint16(7462))
    """
    ranks: NDArray[np.uint16] = (MAX_STRENGTH + 1 - _strengths(strength)).astype(np.uint16)
    return ranks[()]


@overload
def from_cactus_kev(rank: Integer) -> np.uint16: ...
@overload
def from_cactus_kev(rank: IntegersLike) -> NDArray[np.uint16]: ...
def from_cactus_kev(rank: Integer | IntegersLike) -> np.uint16 | NDArray[np.uint16]:
    """Return the strengths of ranks on the scale of Cactus Kev: the inverse of `to_cactus_kev`, and the same formula.

    Parameters
    ----------
    rank
        Ranks, 1 (royal flush) to 7462, of any shape.

    Returns
    -------
    uint16 of the same shape, a NumPy scalar for one rank: 7463 - rank.

    Raises
    ------
    OutOfRangeError
        If a number is not in 1..7462.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.from_cactus_kev([1, 7462])
    array([7462,    1], dtype=uint16)
    """
    return to_cactus_kev(rank)


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
