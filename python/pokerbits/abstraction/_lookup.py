"""The interface of an abstraction for solvers, and the lossless abstraction."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pokerbits._by_street import by_street
from pokerbits._indexer import HandIndexer
from pokerbits._input.card_arrays import card_ids, side_by_side
from pokerbits._input.types import CardsLike
from pokerbits.abstraction._features import core_of
from pokerbits.exceptions import CardCountError, InvalidArgumentError


@runtime_checkable
class CardLookup(Protocol):
    """Interface of a card abstraction for solvers: any object with a method `lookup`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.abstraction import CardLookup, IndexerLookup
    >>> isinstance(IndexerLookup(pb.HandIndexer((2, 3))), CardLookup)
    True
    """

    def lookup(self, hole: CardsLike, board: CardsLike) -> Any:
        """Return the bucket of each hand.

        Parameters
        ----------
        hole
            Hole cards, shape (..., n).
        board
            Board cards, shape (..., m), in the order of the streets. The number of cards determines the street; it is 0
            before the first board card.

        Returns
        -------
        integer or array of integers of shape (...)
            Numbered from 0 on each street.
        """
        ...


class IndexerLookup:
    """The lossless abstraction of any game that a `HandIndexer` takes: every hand index is a bucket.

    Hands share a bucket only if they are suit-isomorphic, so the abstract game is strategically equivalent to the real
    one. Use it to test a solver, or to reduce the size of a small game.

    Parameters
    ----------
    indexer
        Indexer whose first round is the hole cards, and whose other rounds are the board cards of each street.

    Examples
    --------
    Leduc hold'em has a king, a queen and a jack of two suits, here 4, 3 and 2:

    >>> import pokerbits as pb
    >>> from pokerbits.abstraction import IndexerLookup
    >>> leduc = IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2))
    >>> leduc.lookup("4c", board="") == leduc.lookup("4d", board="")
    np.True_
    >>> leduc.lookup("4c", board="4d") == leduc.lookup("4c", board="3d")
    np.False_
    """

    __slots__ = ("_board_sizes", "indexer")

    def __init__(self, indexer: HandIndexer) -> None:
        if not isinstance(indexer, HandIndexer):
            raise InvalidArgumentError(f"indexer: expected a HandIndexer, found {type(indexer).__name__}")
        core_of(indexer)
        self.indexer = indexer
        self._board_sizes = list(accumulate(indexer.cards_per_round[1:], initial=0))

    def __repr__(self) -> str:
        return f"IndexerLookup({self.indexer!r})"

    def lookup(self, hole: CardsLike, board: CardsLike) -> np.uint64 | NDArray[np.uint64]:
        """Return the index of each hand in the round with this number of board cards.

        Parameters
        ----------
        hole
            Hole cards, shape (..., n).
        board
            The board, shape (..., m); leading axes broadcast with those of the hands. A column may have boards of
            different streets; `None` and NaN in it are no board.

        Returns
        -------
        uint64 of shape (...)
            A NumPy scalar for one hand.

        Raises
        ------
        CardCountError
            If the indexer has no round with this number of cards.
        InvalidCardError, DuplicateCardError
            If a row is not made of different cards of the deck; the message names the row and the card.
        """
        # Plain hands, one or a few, take a fraction of the time of the code below.
        found = core_of(self.indexer).index_dealt_plain(hole, board)
        if found is not None:
            return found
        return self._lookup(hole=hole, board=board)

    @by_street("hole", "board")
    def _lookup(self, *, hole: CardsLike, board: CardsLike) -> np.uint64 | NDArray[np.uint64]:
        """Return what `lookup` returns of any hands."""
        holes, boards = card_ids(hole, what="hole"), card_ids(board, what="board")
        if boards.shape[-1] not in self._board_sizes:
            raise CardCountError(f"board: expected {either(self._board_sizes)} cards, found {boards.shape[-1]}")
        return self.indexer.index(side_by_side(holes, boards), round=self._board_sizes.index(boards.shape[-1]))


def either(numbers: list[int]) -> str:
    """Return numbers as a choice: "0, 3 or 4"."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
