"""Descriptions of strengths, and example hands."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import overload

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.category import Category, category_of_strength
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._evaluator.rules import LOW_RULES, STANDARD, Rules, hand_sizes, named, scale
from pokerbits._evaluator.strengths import MAX_STRENGTH, checked_strengths
from pokerbits._input.card_arrays import DECK
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import ANY, integer
from pokerbits._input.shown import shown
from pokerbits._input.types import Integer, IntegersLike
from pokerbits._plain_first import plain_first
from pokerbits._public import publish
from pokerbits.exceptions import InvalidArgumentError, OutOfRangeError

_RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_ROYAL = "royal flush"
_SIX = 16
"""The lowest card of the short deck."""


@overload
def describe(strength: Integer | Category, *, rules: Rules = "standard") -> str: ...


@overload
def describe(strength: IntegersLike, *, rules: Rules = "standard") -> NDArray[np.str_]: ...


@plain_first(_native.describe)
def describe(strength: Integer | IntegersLike, *, rules: Rules = "standard") -> str | NDArray[np.str_]:
    """Describe strengths, or name a category.

    Parameters
    ----------
    strength
        Strengths, 1 to 7462, of any shape; or a `Category`.
    rules
        Rules of the strengths, as in `evaluate`.

    Returns
    -------
    str, or array of str of the same shape

    Raises
    ------
    OutOfRangeError
        If a strength is not in the range 1 to 7462, or not on the scale of the rules; the message names the row.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.describe(pb.evaluate("KsKhKd7s7h"))
    'full house, kings full of sevens'
    >>> pb.describe(pb.category(pb.evaluate("KsKhKd7s7h")))
    'full house'
    >>> pb.describe([7462, 1])
    array(['royal flush', 'high card, seven-five-four-three-deuce'], dtype='<U38')
    >>> pb.describe([56, 0], rules="eight_or_better")
    array(['five-four-three-deuce-ace low', 'no low'], dtype='<U29')
    """
    if isinstance(strength, np.ndarray) and rules is STANDARD and _native.plain_below(strength, MAX_STRENGTH + 1):
        numbers: list[int] = strength.ravel().tolist()
        if 0 not in numbers:
            return np.array([_words(number) for number in numbers], dtype=np.str_).reshape(strength.shape)
    if isinstance(strength, Category):
        named(rules)
        return category_name(strength)
    strengths = checked_strengths(strength, named(rules))
    if strengths.ndim == 0:
        of_one = _words(int(strengths), rules)
        if rules == STANDARD:
            _native.keep_words(int(strengths), of_one)
        return of_one
    # Describe each distinct strength once.
    is_there = np.zeros(scale(rules)[1] + 1, dtype=bool)
    is_there[strengths] = True
    words = np.array([_words(strength, rules) for strength in np.flatnonzero(is_there).tolist()], dtype=np.str_)
    found: NDArray[np.str_] = words[(np.cumsum(is_there) - 1)[strengths]]
    return found


@cache
def _words(strength: int, rules: Rules = STANDARD) -> str:
    """Return the description of one strength."""
    if strength == 0:
        return "no low"
    number, ranks = _native.hand_kind(strength, rules)
    names = [_RANK_NAMES[rank] for rank in ranks]
    if rules == "badugi":
        return f"{('one card', 'two cards', 'three cards', 'badugi')[number - 1]}, {'-'.join(names)}"
    several = ["sixes" if name == "six" else name + "s" for name in names]
    match Category(number):
        case Category.STRAIGHT_FLUSH:
            return _ROYAL if ranks[0] == 12 else f"straight flush, {names[0]} high"
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


def category_name(category: Category) -> str:
    """Return the name of a category, such as `"full house"`."""
    return category.name.lower().replace("_", " ")


def _strongest_of(category: str | Category, rules: Rules) -> int:
    """Return the strength of the strongest hand of a category."""
    name = category_name(category) if isinstance(category, Category) else _plain(category)
    names = [*map(category_name, Category), _ROYAL]
    check_name("strength", name, names)
    number = Category.STRAIGHT_FLUSH if name == _ROYAL else Category(names.index(name))
    strengths = np.flatnonzero(category_of_strength(rules) == number)
    for strength in strengths[strengths > 0][::-1].tolist():
        if (_words(strength, rules) == _ROYAL) == (name == _ROYAL):
            return int(strength)
    raise InvalidArgumentError(f"there is no {name} under the rules {rules!r}")


def _plain(name: str) -> str:
    """Return the name of a category in the spelling of `category_name`."""
    return " ".join(name.lower().replace("_", " ").replace("-", " ").split())


def example_hand(
    strength: Integer | Category | str, *, n_cards: Integer | None = None, rules: Rules = "standard"
) -> NDArray[np.uint8]:
    """Return an example hand with a strength or of a category.

    Parameters
    ----------
    strength
        Strength, 1 to 7462; or a category, as a `Category` or a name (`"full house"`, `"royal flush"`). For a category
        the strongest hand is returned; for `"straight flush"` this is king high, as ace high is a royal flush.
    n_cards
        Number of cards of the hand, 5 to 7; by default those that count: 5, or 4 under `"badugi"`. Hands of seven cards
        have 4,824 of the 7,462 strengths, those of six 6,075.
    rules
        Rules of the strength, as in `evaluate`.

    Returns
    -------
    uint8 (n_cards,)
        Paired cards first, then from the highest card down; then the cards that do not count, also from the highest
        down.

    Raises
    ------
    OutOfRangeError
        If the strength is not in the range 1 to 7462, or not positive and on the scale of the rules; or if no hand of
        `n_cards` cards has it.
    InvalidArgumentError
        If a text is not the name of a category, or no hand of the category exists under the rules.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.cards.format_cards(pb.example_hand("full house"))
    'AsAhAdKsKh'
    >>> pb.cards.format_cards(pb.example_hand(7296))
    'AsAhAdKsKh'
    >>> pb.cards.format_cards(pb.example_hand("flush", n_cards=7))
    'AsKsQsJs9s2d2c'
    >>> pb.cards.format_cards(pb.example_hand(1092, rules="badugi"))
    '4s3h2dAc'
    """
    if isinstance(strength, str | Category):
        strength = _strongest_of(strength, named(rules))
    number, last = integer("strength", strength, *ANY), scale(named(rules))[1]
    if not 1 <= number <= last:
        raise OutOfRangeError(f"strength {shown(number)} is out of range (1 to {last})")
    counting = np.array(_native.example_hand(number, rules), dtype=np.uint8)
    sizes = hand_sizes(rules)
    more = 0 if n_cards is None else integer("n_cards", n_cards, sizes[0], sizes[-1]) - len(counting)
    if not more:
        return counting
    others = np.setdiff1d(np.arange(_SIX if rules.startswith("short_deck") else 0, DECK, dtype=np.uint8), counting)
    added = np.array(list(combinations(others[::-1], more)), dtype=np.uint8)
    hands = np.concatenate([np.broadcast_to(counting, (len(added), len(counting))), added], axis=1)
    right = np.flatnonzero(evaluate(hands, rules=rules) == number)
    if not len(right):
        raise OutOfRangeError(f"strength {number}: no hand of {n_cards} cards has it")
    # The last one has the lowest cards.
    return np.ascontiguousarray(hands[right[-1]])


publish("pokerbits", describe, example_hand)
