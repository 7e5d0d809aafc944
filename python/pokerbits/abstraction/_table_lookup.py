"""Look hands of any deck up in arrays by hand index, one for each street."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerbits import _native
from pokerbits._by_street import by_street
from pokerbits._indexer import HandIndexer
from pokerbits._input.arrays import as_array
from pokerbits._input.card_arrays import broadcast, card_ids, side_by_side
from pokerbits._input.numbers import one_by_one
from pokerbits._input.rows import RowsOf
from pokerbits._input.shown import shown
from pokerbits._input.threads import is_plain, resolve_num_threads
from pokerbits._input.types import CardsLike
from pokerbits._output.arrays import scalar
from pokerbits.abstraction._features import core_of
from pokerbits.abstraction._lookup import either
from pokerbits.exceptions import CardCountError, InvalidArgumentError


class TableLookup:
    """Look hands up in arrays by hand index, one for each street: the abstraction of any game with your own buckets.

    It is a `CardLookup`, so `pokerbits.openspiel.abstract_game` takes it. For hold'em with 52 cards,
    `CardAbstraction.from_labels` also saves, reports and exports.

    Parameters
    ----------
    indexer
        One indexer, whose first round is the hole cards and whose other rounds are the board cards of each street. Or
        one indexer for each street, of which the last round is used: `(2,)`, `(2, 3)`, `(2, 4)` and `(2, 5)` forget in
        which order the board cards came. All have the same deck and the same number of hole cards.
    tables
        For each street, an array with the number of every hand by its index: integers or floats, of shape (size,), or
        (size, ...) for several numbers. `None` stands for the index itself. Arrays are used without a copy; memory maps
        are good. Lookups are fastest in uint16 and uint32.

    Attributes
    ----------
    indexers
        The indexer of each street.
    tables
        The array of each street, or `None`.

    Raises
    ------
    InvalidArgumentError
        If the number of tables or the length of one is wrong, the indexers do not fit together, or an argument has the
        wrong type.

    Examples
    --------
    Leduc hold'em has a king, a queen and a jack of two suits, here 4, 3 and 2. Two buckets before the board, and pairs
    after it:

    >>> import numpy as np
    >>> import pokerbits as pb
    >>> from pokerbits.abstraction import TableLookup
    >>> indexer = pb.HandIndexer((1, 1), n_ranks=3, n_suits=2)
    >>> hands = indexer.unindex(range(indexer.size()))
    >>> is_pair = hands[:, 0] // 4 == hands[:, 1] // 4
    >>> leduc = TableLookup(indexer, [[0, 0, 1], is_pair.astype(np.uint16)])
    >>> leduc
    TableLookup(HandIndexer((1, 1), n_ranks=3, n_suits=2))
    >>> leduc.lookup("4c", board="4d"), leduc.lookup("3c", board="4d")
    (np.uint16(1), np.uint16(0))
    >>> leduc.lookup("4c"), leduc.lookup("2d")
    (np.int64(1), np.int64(0))
    """

    __slots__ = ("_at", "_board_sizes", "_given", "_hole_size", "_short", "indexers", "tables")

    indexers: tuple[HandIndexer, ...]
    tables: tuple[NDArray[Any] | None, ...]

    def __init__(self, indexer: HandIndexer | Sequence[HandIndexer], tables: Sequence[ArrayLike | None]) -> None:
        self.indexers, rounds = _streets(indexer)
        self._given = indexer if isinstance(indexer, HandIndexer) else list(indexer)
        given = _listed("tables", tables)
        if len(given) != len(rounds):
            raise InvalidArgumentError(f"tables: expected {len(rounds)}, one for each street, found {len(given)}")
        self.tables = tuple(
            _table(street, of, at, table)
            for street, (of, at, table) in enumerate(zip(self.indexers, rounds, given, strict=True))
        )
        short: dict[HandIndexer, dict[int, NDArray[Any] | None]] = {}
        for of, at, table in zip(self.indexers, rounds, self.tables, strict=True):
            short.setdefault(of, {})[at] = table
        self._short = [(core_of(of), by_round) for of, by_round in short.items()]
        """For one hand or a few: the indexers, with their tables by round."""
        self._hole_size = self.indexers[0].cards_per_round[0]
        self._at = rounds
        sizes = (sum(of.cards_per_round[: at + 1]) for of, at in zip(self.indexers, rounds, strict=True))
        self._board_sizes = [cards - self._hole_size for cards in sizes]
        if any(after <= before for before, after in pairwise(self._board_sizes)):
            raise InvalidArgumentError(f"indexer: streets need more and more board cards, found {self._board_sizes}")

    def __repr__(self) -> str:
        return f"TableLookup({self._given!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the indexers and the tables."""
        return type(self), (self._given, self.tables)

    def lookup(self, hole: CardsLike, board: CardsLike | None = None, *, num_threads: int | None = None) -> Any:
        """Return the numbers of hands on the street with this number of board cards.

        Parameters
        ----------
        hole
            Hole cards, shape (..., n).
        board
            Board cards, shape (..., m), none by default; leading axes broadcast with those of the hole cards. A column
            may have boards of different streets; `None` and NaN in it are no board.
        num_threads
            Threads to use; by default those of `set_num_threads`.

        Returns
        -------
        array of shape (...)
            In the dtype of the table, uint64 for indices; a NumPy scalar for one hand. With several numbers for each
            hand, (..., ...).

        Raises
        ------
        CardCountError
            If no street has this number of cards.
        InvalidCardError, DuplicateCardError
            If a row is not made of different cards of the deck; the message names the row and the card.
        """
        if board is not None and (num_threads is None or is_plain(num_threads)):
            # Plain hands, one or a few, take a fraction of the time of the code below.
            for core, tables in self._short:
                plain = core.dealt_plain(hole, board)
                if plain is not None and plain[0] in tables:
                    table = tables[plain[0]]
                    return np.uint64(plain[1]) if table is None else table[plain[1]]
        return self._lookup(hole=hole, board=board, num_threads=num_threads)

    @by_street("hole", "board")
    def _lookup(self, *, hole: CardsLike, board: CardsLike | None, num_threads: int | None) -> Any:
        """Return what `lookup` returns of any hands."""
        own, dealt = card_ids(hole, what="hole"), card_ids("" if board is None else board, what="board")
        street = self._street(own.shape[-1], dealt.shape[-1])
        indexer, at, table = self.indexers[street], self._at[street], self.tables[street]
        threads = resolve_num_threads(num_threads)
        if table is None or not _is_native(table):
            index = indexer.index(side_by_side(own, dealt), round=at, num_threads=threads)
            return index if table is None else table[index]
        shape, parts = broadcast(own, dealt) if dealt.shape[-1] else (own.shape[:-1], [own])
        found = np.empty(prod(shape), dtype=table.dtype)
        with RowsOf(shape):
            _native.lookup(core_of(indexer), at, parts, table, found, threads)
        return scalar(found.reshape(shape), None)

    def _street(self, n_hole_cards: int, n_board_cards: int) -> int:
        """Return the street with this number of board cards."""
        if n_hole_cards != self._hole_size:
            message = f"hole: expected {self._hole_size} card{'s' * (self._hole_size != 1)}, found {n_hole_cards}"
            raise CardCountError(message)
        if n_board_cards not in self._board_sizes:
            raise CardCountError(f"board: expected {either(self._board_sizes)} cards, found {n_board_cards}")
        return self._board_sizes.index(n_board_cards)


def _streets(given: Any) -> tuple[tuple[HandIndexer, ...], tuple[int, ...]]:
    """Return the indexer and the round of every street."""
    if isinstance(given, HandIndexer):
        n_rounds = len(given.cards_per_round)
        return (given,) * n_rounds, tuple(range(n_rounds))
    indexers = _listed("indexer", given)
    for indexer in indexers:
        if not isinstance(indexer, HandIndexer):
            message = f"indexer: expected a HandIndexer, or one for each street, found {shown(indexer)}"
            raise InvalidArgumentError(message)
    decks = {(of.n_ranks, of.n_suits, of.lowest_rank, of.cards_per_round[0]) for of in indexers}
    if len(decks) != 1:
        message = f"indexer: expected indexers with one deck and one number of hole cards, found {shown(indexers)}"
        raise InvalidArgumentError(message)
    return tuple(indexers), tuple(len(of.cards_per_round) - 1 for of in indexers)


def _listed(what: str, given: Any) -> list[Any]:
    """Return a sequence as a list."""
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise InvalidArgumentError(f"{what}: expected one for each street, found {shown(given)}")
    return list(one_by_one(given, what))


def _table(street: int, indexer: HandIndexer, at: int, given: Any) -> NDArray[Any] | None:
    """Return the table of a street as an array, after checking its dtype and its length."""
    if given is None:
        return None
    what = f"tables[{street}]"
    table = as_array(given, what)
    if table.dtype.kind not in "iuf":
        raise InvalidArgumentError(f"{what}: expected integers or floats, found dtype {table.dtype}")
    size = indexer.size(at)
    if table.ndim == 0 or len(table) != size:
        found = f"{len(table):,}" if table.ndim == 1 else f"shape {table.shape}"
        of_round = f"one for each index of round {at} of {indexer!r}"
        raise InvalidArgumentError(f"{what}: expected {size:,} numbers, {of_round}; found {found}")
    # Indexing a memmap is ten times slower than indexing an array.
    return table.view(np.ndarray)


def _is_native(table: NDArray[Any]) -> bool:
    """Return whether the core reads this array."""
    return (
        table.ndim == 1 and table.dtype in (np.uint16, np.uint32) and table.flags.c_contiguous and table.flags.aligned
    )
