"""Numbers as text that a range parses to the same number."""

from __future__ import annotations

from math import inf, nan
from numbers import Real
from typing import Any

import numpy as np

from pokerbits._forks import NoFork
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidRangeError


def decimal_text(number: Any, what: str, *, most: float = 1) -> str:
    """Return a non-negative number as the shortest decimal without exponent that parses to the same number."""
    is_number = isinstance(number, Real | np.number) and not isinstance(number, bool)
    if not is_number:
        raise TypeError(f"{what}: expected a number, found {type(number).__name__}")
    try:
        # Integers and fractions may be too large for a float.
        value = float(number) if 0 <= number <= most else nan
    except OverflowError:
        value = inf
    if not value < inf:
        message = f"{what} = {shown(number)}: expected a number from 0 to {'1' if most == 1 else '1.8e308'}"
        raise InvalidRangeError(message)
    return np.format_float_positional(value, trim="-")


def percent_text(share: float) -> str:
    """Return the text of the best share of all hands."""
    with NoFork():
        from decimal import Decimal

    percent = Decimal(decimal_text(share, "share")) * 100
    return f"{percent:f}%"
