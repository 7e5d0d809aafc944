"""The type of a player: hole cards, or a range."""

from typing import TypeAlias

from pokerbits._input.types import CardsLike
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import RangeLike

PlayerLike: TypeAlias = CardsLike | RangeLike | OmahaRange
"""Hole cards, or a range: text, a `Range` or the weights of all 1,326 combos; in Omaha text or an `OmahaRange`."""

ANY_HAND = frozenset({"*", "random"})
"""The texts of a player who may hold any hand of Omaha."""
