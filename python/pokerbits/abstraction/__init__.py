"""Card abstraction: hands that play alike share a bucket."""

from pokerbits.abstraction._card_abstraction import CardAbstraction
from pokerbits.abstraction._report import AbstractionReport

__all__ = ["AbstractionReport", "CardAbstraction"]
