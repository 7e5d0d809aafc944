"""Check strengths against the scale of their rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._evaluator.rules import STANDARD, Rules, scale
from pokerbits._input.integers import as_integers, narrow
from pokerbits._input.types import Integer, IntegersLike
from pokerbits.exceptions import OutOfRangeError

MAX_STRENGTH: int = _native.MAX_STRENGTH
"""The strength of a royal flush."""


def checked_strengths(strength: Integer | IntegersLike, rules: Rules = STANDARD) -> NDArray[np.int64]:
    """Return strengths as int64 after checking them."""
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
