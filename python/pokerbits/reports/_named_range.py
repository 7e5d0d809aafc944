"""A range with its name in a report: its text, or a label that the caller wrote before a colon."""

from __future__ import annotations

import re

from pokerbits.exceptions import InvalidRangeError
from pokerbits.ranges._range import Dialect, Range, RangeLike, as_range


def named_range(
    hands: RangeLike, dialect: Dialect | None, what: str = "range", *, player: int | None = None
) -> tuple[Range, str]:
    """Return a range and its name: `BTN` for `"BTN: 22+, A2s+"`, the text itself otherwise."""
    try:
        found = as_range(hands, what, dialect=dialect, player=player)
    except InvalidRangeError:
        # Hands may have colons as well, and take precedence: AA: 0.5 is half of the aces.
        label = re.match(r"\s*([^\W\d][\w +/-]*?)\s*:\s(.*)", hands, re.DOTALL) if isinstance(hands, str) else None
        if label is None:
            raise
        return as_range(label[2], what, dialect=dialect, player=player), label[1]
    return found, " ".join(hands.split()) if isinstance(hands, str) else found.text
