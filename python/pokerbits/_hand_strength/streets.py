"""The streets of hold'em: indexers of their hands, and the check of `power_of_opponents`."""

import operator
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from pokerbits import _native
from pokerbits._indexer import HandIndexer
from pokerbits._input.shown import shown
from pokerbits.exceptions import InvalidArgumentError

__all__ = ["BOARD_CARDS", "STREET_INDEXERS", "Street", "power_of"]

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]
"""The name of a street."""

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
_MAX_OPPONENTS = _native.MAX_OPPONENTS


class _StreetIndexers(Mapping[str, HandIndexer]):
    """The indexer of every street, built at first access."""

    def __getitem__(self, street: str) -> HandIndexer:
        """Return the indexer of a street."""
        return _indexer(2, BOARD_CARDS[street])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the streets in their order."""
        return iter(BOARD_CARDS)

    def __len__(self) -> int:
        """Return the number of streets."""
        return len(BOARD_CARDS)

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{street!r}: {indexer!r}' for street, indexer in self.items())}}}"


@cache
def _indexer(*cards_per_round: int) -> HandIndexer:
    return HandIndexer([cards for cards in cards_per_round if cards])


STREET_INDEXERS: Mapping[str, HandIndexer] = _StreetIndexers()
"""Indexers of the rows of tables, by name of the street: `HandIndexer((2,))`, `((2, 3))`, `((2, 4))`, `((2, 5))`.

Examples
--------
>>> import pokerbits as pb
>>> [indexer.size() for indexer in pb.strength.STREET_INDEXERS.values()]
[169, 1286792, 13960050, 123156254]
"""


def power_of(power_of_opponents: int) -> int:
    """Return the power of hand strength, or raise if it is out of range."""
    power = operator.index(power_of_opponents)
    if not 1 <= power <= _MAX_OPPONENTS:
        message = f"power_of_opponents = {shown(power)}: expected 1 to {_MAX_OPPONENTS}"
        raise InvalidArgumentError(message)
    return power
