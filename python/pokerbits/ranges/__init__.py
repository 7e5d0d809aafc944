"""Ranges of hands: `Range`, a weight for each of the 1,326 combos, and `OmahaRange`, a set of Omaha hands."""

from pokerbits._public import publish_namespace
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Range

__all__ = ["OmahaRange", "Range"]

publish_namespace(__name__)
