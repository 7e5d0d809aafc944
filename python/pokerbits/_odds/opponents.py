"""Check numbers of opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from pokerbits._input.arrays import without_dlpack
from pokerbits._input.numbers import integer, one_by_one
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

OpponentsLike: TypeAlias = int | Sequence[int]
"""One number of opponents, or several."""


def opponent_numbers(n_opponents: OpponentsLike) -> tuple[list[int], bool]:
    """Return the numbers of opponents as a list, and whether the argument was a sequence."""
    n_opponents = without_dlpack(n_opponents, "n_opponents")
    several = isinstance(n_opponents, Iterable) and not isinstance(n_opponents, str)
    given: Iterable[Any] = one_by_one(n_opponents, "n_opponents") if several else [n_opponents]  # type: ignore[arg-type]
    allowed, hint = "at least 1, and at most what the deck can serve", "for 1 to 8 write range(1, 9)"
    numbers = [integer("n_opponents", k, 1, 25, allowed=allowed, hint=hint) for k in given]
    if not numbers or len(set(numbers)) != len(numbers):
        raise InvalidArgumentError(f"n_opponents = {shown(numbers)}: expected different numbers of opponents")
    return numbers, several
