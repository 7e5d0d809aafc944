"""The type of a player: hole cards, or a range."""

from typing import TypeAlias

from pokerbits._input.types import CardsLike
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import RangeLike

__all__ = ["PlayerLike"]

PlayerLike: TypeAlias = CardsLike | RangeLike | OmahaRange
"""Hole cards, or a range: as text, `Range` or weights of all 1,326 combos, or in Omaha as text or `OmahaRange`."""
