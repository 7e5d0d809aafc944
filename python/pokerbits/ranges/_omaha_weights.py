"""Weights in the text of Omaha ranges, `0.5:AA` or `AA@50`, and the weighted hands of such a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork
from pokerbits._input.numbers import rows_of_numbers
from pokerbits._input.shown import shown
from pokerbits.cards import parse_cards
from pokerbits.exceptions import InvalidArgumentError, InvalidRangeError

Sets: TypeAlias = NDArray[np.uint64]
Weights: TypeAlias = NDArray[np.float64]
Conflict: TypeAlias = Literal["error", "first", "last", "max"]

# No rank is written 0, 1 or with a point, so that `22:AA` is not weighted. The ten is 10, which `1` is not.
_BEFORE = re.compile(r"\s*([+-]?(?:(?:\d*\.\d*|[01])(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+))\s*:")
_BEHIND = re.compile(r"@\s*([+-]?\d*\.?\d*(?:[eE][+-]?\d+)?)\s*(%?)\s*$")
_ROUNDED = "1.0001"
"""Largest weight that is read as 1: other programs round."""


class _Item(NamedTuple):
    """One item of a text: the place of its first character, its text with blanks for its weight, and the weight."""

    begin: int
    text: str
    weight: float | None


def is_weighted(text: str) -> bool:
    """Return whether a text has a weight."""
    return any(item.weight is not None for item in _items(text))


def parse_weighted(
    text: str, hole_cards: int, parse: Callable[[str], Sets], on_conflict: Conflict
) -> tuple[Sets, Weights]:
    """Return the hands of a text, ascending, and their weights. `parse` reads text without weights."""
    items = _items(text)
    for item in items:
        if item.weight is not None and not item.text.strip():
            message = f"cannot read a range at position {item.begin}: a weight without hands"
            raise InvalidRangeError(message, position=item.begin)
    try:
        parse(",".join(item.text for item in items))
    except InvalidRangeError as error:
        raise _with_weights(error, text) from None
    items = _distinct(items, on_conflict)
    hand = re.compile(rf"\s*((?:[2-9TJQKA][cdhs]){{{hole_cards}}})\s*")
    found = [hand.fullmatch(item.text) for item in items]
    hands = [match[1] for match in found if match is not None]
    patterns = [number for number, match in enumerate(found) if match is None]
    lists = [parse(items[number].text) for number in patterns]
    sets = np.concatenate([_sets(hands, hole_cards), *lists])
    numbers = [number for number, match in enumerate(found) if match is not None]
    owners = np.concatenate([np.array(numbers, dtype=np.int64), np.repeat(patterns, [len(of) for of in lists])])
    order = np.lexsort((owners, sets))
    sets, owners = sets[order], owners[order].astype(np.int64)
    weights = np.array([1.0 if item.weight is None else item.weight for item in items])[owners]
    # The places of each hand are side by side, in the order of the text.
    first = np.flatnonzero(np.concatenate([[True], sets[1:] != sets[:-1]]))
    last = np.append(first[1:], len(sets)) - 1
    if on_conflict == "error":
        differs = np.maximum.reduceat(weights, first) != np.minimum.reduceat(weights, first)
        if differs.any():
            at = first[differs][0]
            other = at + np.flatnonzero(weights[at:] != weights[at])[0]
            raise _conflict(text, items[owners[at]], items[owners[other]])
    chosen = weights[last] if on_conflict == "last" else weights[first]
    if on_conflict == "max":
        chosen = np.maximum.reduceat(weights, first)
    held = chosen > 0
    return sets[first[held]], chosen[held]


def _distinct(items: list[_Item], on_conflict: Conflict) -> list[_Item]:
    """Return one of all items with the same text and weight: the last if the last weight of a hand counts."""
    ordered = items if on_conflict == "last" else items[::-1]
    return sorted({(item.text.strip(), item.weight): item for item in ordered}.values())


def _sets(hands: list[str], hole_cards: int) -> Sets:
    """Return specific hands, such as AsAhKsKh, as sets of cards."""
    cards = parse_cards("".join(hands)).reshape(-1, hole_cards)
    sets: Sets = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    return sets


def _with_weights(error: InvalidRangeError, text: str) -> InvalidRangeError:
    """Return the error for a text without its weights, with the weights in the line above the caret.

    Positions are the same in both texts: the weights were replaced by blanks.
    """
    message, line, carets = str(error).split("\n")
    start = (error.position or 0) - carets.index("^")
    full = "".join(
        text[start + at] if c == " " and 0 <= start + at < len(text) else c
        for at, c in enumerate(line.ljust(len(carets)))
    )
    return InvalidRangeError(f"{message}\n{full.rstrip()}\n{carets}", position=error.position)


def weights_of_rows(weights: float | Sequence[float] | NDArray[Any], n: int) -> Weights:
    """Return the weight of each of `n` hands."""
    given = np.full(n, weights) if np.ndim(weights) == 0 else weights
    rows: Weights = rows_of_numbers(given, n, np.float64, "weights")
    if rows.ndim > 1:
        raise InvalidArgumentError(f"weights: expected {n} numbers, found shape {rows.shape}")
    wrong = np.flatnonzero(~((rows >= 0) & (rows <= 1)))
    if len(wrong):
        row = int(wrong[0])
        raise InvalidRangeError(f"weights: row {row}: expected a number from 0 to 1, found {rows[row]:g}")
    return rows


def depths(text: str) -> Iterator[int]:
    """Yield for every character the number of parentheses and brackets that are open after it."""
    return accumulate((c in "([") - (c in ")]") for c in text)


def _weight_error(text: str, position: int, *, is_percentage: bool) -> InvalidRangeError:
    """Return the error for a weight that is not a number from 0 to 1, or a percentage."""
    expected = "a weight behind @ is a percentage, 0 to 100" if is_percentage else "a weight is a number from 0 to 1"
    message = f"cannot read a range at position {position}: {expected}, found {shown(text)}"
    return InvalidRangeError(message, position=position)


def _items(text: str) -> list[_Item]:
    """Return the items between commas that stand in no parentheses or brackets."""
    commas = [at for at, (c, depth) in enumerate(zip(text, depths(text), strict=True)) if c == "," and depth == 0]
    ends = [*commas, len(text)]
    begins = [0, *(at + 1 for at in commas)]
    return [_item(text[begin:end], begin) for begin, end in zip(begins, ends, strict=True)]


def _item(text: str, begin: int) -> _Item:
    """Return an item without its weight."""
    before, behind = _BEFORE.match(text), _BEHIND.search(text)
    if before is None and behind is None:
        return _Item(begin, text, None)
    if before is not None and behind is not None:
        message = f"cannot read a range at position {begin + behind.start()}: the item has two weights"
        raise InvalidRangeError(message, position=begin + behind.start())
    found = before or behind
    assert found is not None  # noqa: S101
    with NoFork():
        from decimal import Decimal

    wrong = _weight_error(found[1], begin + found.start(1), is_percentage=before is None)
    try:
        weight = Decimal(found[1]) / (1 if before is not None else 100)
    except ArithmeticError:
        raise wrong from None
    if not 0 <= weight <= Decimal(_ROUNDED):
        raise wrong
    if behind is not None and not behind[2] and 0 < weight <= Decimal("0.01"):
        position = begin + behind.start(1)
        message = (
            f"cannot read a range at position {position}: behind @ stands a percentage, and 1 or less could be meant "
            "as a fraction: write 0.5:AA for one half, or AA@0.5% for half a percent"
        )
        raise InvalidRangeError(message, position=position)
    return _Item(begin, text[: found.start()] + " " * len(found[0]) + text[found.end() :], min(float(weight), 1.0))


def _conflict(text: str, first: _Item, item: _Item) -> InvalidRangeError:
    """Return the error for two items that give a hand different weights."""
    one, other = (shown(part.text.strip()) for part in (first, item))
    weights = [1.0 if part.weight is None else part.weight for part in (first, item)]
    message = (
        f"position {item.begin}: {other} gives a hand of {one} the weight {weights[1]:g}, not {weights[0]:g}; "
        f"exclude it with !, or choose with on_conflict\n  {text if len(text) < 100 else item.text.strip()}"
    )
    return InvalidRangeError(message, position=item.begin)
