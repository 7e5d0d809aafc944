"""The streets of hold'em: indexers of their hands."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from pokerbits._indexer import HandIndexer

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]
"""The name of a street."""

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
APPROXIMATION = "for HS^k against k opponents, write the result ** k; odds_vs_random is exact"
"""The hint for the former argument `power_of_opponents`."""


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
