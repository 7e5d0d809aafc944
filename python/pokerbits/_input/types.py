"""Types of arguments: cards and integers.

Type checkers show all members of a union in their messages, so the unions are short: protocols stand for many types.
The unions are also flat, because type checkers expand only a few nested unions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.card_set import CardSet


class SupportsArray(Protocol):
    """An array, or an object that NumPy converts to an array, such as a pandas or polars `Series`.

    Examples
    --------
    >>> import polars as pl
    >>> import pokerbits as pb
    >>> from pokerbits.typing import SupportsArray
    >>> hole: SupportsArray = pl.Series(["AsKs", "7c2d"])
    >>> pb.cards.hand_class(hole)
    array([168,  15], dtype=uint8)
    """

    def __array__(self) -> NDArray[Any]:
        """Return the values as an array."""


class RowOfCards(Protocol):
    """One row in a sequence of rows: a sequence of card ids or names, a `CardSet`, an array, or nested rows.

    A text is not a `RowOfCards`: its `__contains__` does not accept a number.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.typing import RowOfCards
    >>> rows: list[RowOfCards] = [["As", "Ks"], ("7c", "2d"), ["8h", "8d"]]
    >>> pb.cards.hand_class(rows)
    array([168,  15,  27], dtype=uint8)
    """

    def __len__(self) -> int:
        """Return the number of items."""

    def __contains__(self, item: object, /) -> bool:
        """Return whether an item is in the row."""

    def __iter__(self) -> Iterator[int | np.integer[Any] | str | RowOfCards]:
        """Iterate over ids, names or rows."""


Integer: TypeAlias = int | np.integer[Any]
"""One Python or NumPy integer."""

IntegersLike: TypeAlias = Sequence[Integer] | Sequence[Sequence[Integer]] | SupportsArray
"""Many integers: a sequence, a sequence of sequences, an integer array, or a `Series`."""

CardRow: TypeAlias = str | CardSet | Sequence[Integer]
"""One row of cards: text (`"AsKd"`), a `CardSet`, or a sequence of card ids."""

CardNames: TypeAlias = Sequence[Integer | str]
"""A sequence of names: one row if every text is one card, otherwise one row for each text."""

OneRowLike: TypeAlias = str | CardSet | CardNames
"""One row of cards, or a sequence of names, which may be several rows."""

CardRows: TypeAlias = Sequence[RowOfCards] | SupportsArray
"""Rows of cards: a sequence of rows, an integer array with the cards on the last axis, or a `Series`."""

CardsLike: TypeAlias = str | CardSet | CardNames | Sequence[RowOfCards] | SupportsArray
"""Cards in any form: text (`"AsKd"`), a `CardSet`, a sequence of ids or names, a sequence of rows, an array of
integers, texts or objects with the cards on the last axis, or a column of pandas, polars or PyArrow. In a sequence,
texts of several cards are rows."""
