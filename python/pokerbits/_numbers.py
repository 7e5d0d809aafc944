"""Numbers from callers, checked before they reach the core, whose integers are narrower than Python's."""

from __future__ import annotations

import operator
import re

from pokerbits.exceptions import InvalidArgumentError


def small_count(name: str, value: int) -> int:
    """Return a small count as an int that the core can take."""
    number = operator.index(value)
    if not 0 <= number < 1 << 31:
        message = f"{name} = {number}: expected a small positive number"
        raise InvalidArgumentError(message)
    return number


def whole_number(text: str) -> int:
    """Return the number that ASCII digits write, after blanks and a sign if there are any.

    Unlike `int`, which reads `1_0` and the digits of every script; a `ValueError` as there.
    """
    if not re.fullmatch(r"\s*[-+]?[0-9]+\s*", text):
        message = f"expected a whole number, found {text!r}"
        raise ValueError(message)
    return int(text)
