"""A range with the name by which a report calls it."""

from __future__ import annotations

from pokerbits.ranges import Range, RangeLike, as_range

__all__ = ["named_range"]


def named_range(hands: RangeLike, what: str = "range", *, player: int | None = None) -> tuple[Range, str]:
    """Return a range, and its text: as the caller wrote it, if it was written."""
    found = as_range(hands, what, player=player)
    return found, " ".join(hands.split()) if isinstance(hands, str) else found.text
