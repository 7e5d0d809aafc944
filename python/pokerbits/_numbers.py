"""Numbers from callers, checked before they reach the core, whose integers are narrower than Python's."""

from __future__ import annotations

import operator

from pokerbits.exceptions import InvalidArgumentError


def small_count(name: str, value: int) -> int:
    """Return a small count as an int that the core can take."""
    number = operator.index(value)
    if not 0 <= number < 1 << 31:
        message = f"{name} = {number}: expected a small positive number"
        raise InvalidArgumentError(message)
    return number
