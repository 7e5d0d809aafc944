"""The streets of hold'em: how their hands are numbered, and hands and opponents checked as rows for the core."""

import operator
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._arrays import CardsLike, as_cards, joined
from pokerbits._indexer import HandIndexer
from pokerbits.exceptions import CardCountError, InvalidArgumentError

__all__ = ["BOARD_CARDS", "STREET_INDEXERS", "Street", "hand_rows", "opponents_of"]

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
_MAX_OPPONENTS = _native.MAX_OPPONENTS


class _StreetIndexers(Mapping[str, HandIndexer]):
    """The indexer of every street; built when it is first asked for."""

    def __getitem__(self, street: str) -> HandIndexer:
        """Return the indexer of a street."""
        return _indexer(2, BOARD_CARDS[street])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the streets in their order."""
        return iter(BOARD_CARDS)

    def __len__(self) -> int:
        """Return how many streets there are."""
        return len(BOARD_CARDS)

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{street!r}: {indexer!r}' for street, indexer in self.items())}}}"


@cache
def _indexer(*cards_per_round: int) -> HandIndexer:
    return HandIndexer([cards for cards in cards_per_round if cards])


STREET_INDEXERS: Mapping[str, HandIndexer] = _StreetIndexers()
"""How the rows of tables are numbered: `HandIndexer((2,))`, `((2, 3))`, `((2, 4))`, `((2, 5))` by name of the street.

>>> import pokerbits as pb
>>> [indexer.size() for indexer in pb.STREET_INDEXERS.values()]
[169, 1286792, 13960050, 123156254]
"""


def hand_rows(
    hole: CardsLike, board: CardsLike | None, sizes: tuple[int, ...]
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Return hole and board cards as rows, and the shape of the batch."""
    own = as_cards(hole, what="hole")
    if own.shape[-1] != 2:
        message = f"hole: expected 2 cards, found {own.shape[-1]}"
        raise CardCountError(message)
    dealt = as_cards("" if board is None else board, what="board")
    if dealt.shape[-1] not in sizes:
        expected = ", ".join(str(size) for size in sizes[:-1]) + f" or {sizes[-1]}"
        message = f"board: expected {expected} cards, found {dealt.shape[-1]}"
        raise CardCountError(message)
    hands = joined(own, dealt)
    return hands.reshape(-1, hands.shape[-1]), hands.shape[:-1]


def opponents_of(n_opponents: int) -> int:
    """Return the number of opponents, if so many can be dealt in."""
    n = operator.index(n_opponents)
    if not 1 <= n <= _MAX_OPPONENTS:
        message = f"n_opponents = {n}: expected 1 to {_MAX_OPPONENTS}"
        raise InvalidArgumentError(message)
    return n
