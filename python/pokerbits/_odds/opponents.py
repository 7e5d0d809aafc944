"""Check numbers of opponents."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pokerbits._input.numbers import one_by_one
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

OpponentsLike: TypeAlias = int | Sequence[int]
"""One number of opponents, or several."""


def opponent_numbers(n_opponents: OpponentsLike) -> tuple[list[int], bool]:
    """Return the numbers of opponents as a list, and whether the argument was a sequence."""
    several = isinstance(n_opponents, Iterable)
    given = one_by_one(n_opponents, "n_opponents") if isinstance(n_opponents, Iterable) else [n_opponents]
    numbers = [operator.index(k) for k in given]
    for k in numbers:
        if not 1 <= k <= 25:
            message = f"n_opponents = {shown(k)}: expected at least 1, and at most what the deck can serve"
            raise InvalidArgumentError(message)
    if not numbers or len(set(numbers)) != len(numbers):
        raise InvalidArgumentError(f"n_opponents = {shown(numbers)}: expected different numbers of opponents")
    return numbers, several
