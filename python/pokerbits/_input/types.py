"""Types of arguments: cards and integers.

Type checkers show every member of a union in their messages, so the unions are short: a protocol stands for many types.
They try the members of few unions within unions, so the unions are flat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.card_set import CardSet

__all__ = [
    "CardNames",
    "CardRow",
    "CardRows",
    "CardsLike",
    "Integer",
    "IntegersLike",
    "OneRowLike",
    "RowOfCards",
    "SupportsArray",
]


class SupportsArray(Protocol):
    """An array, or what NumPy makes an array of, as a pandas or polars `Series`.

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
        """Return the values."""


class RowOfCards(Protocol):
    """One row in a sequence of rows: a sequence of card ids or of names, a `CardSet`, an array, or rows of its own.

    A text is none: to ask whether it contains a number is a type error.

    Examples
    --------
    >>> import pokerbits as pb
    >>> from pokerbits.typing import RowOfCards
    >>> rows: list[RowOfCards] = [["As", "Ks"], ("7c", "2d"), ["8h", "8d"]]
    >>> pb.cards.hand_class(rows)
    array([168,  15,  27], dtype=uint8)
    """

    def __len__(self) -> int:
        """Return how many items there are."""

    def __contains__(self, item: object, /) -> bool:
        """Return whether an item is in the row."""

    def __iter__(self) -> Iterator[int | np.integer[Any] | str | RowOfCards]:
        """Iterate over ids, names or rows."""


Integer: TypeAlias = int | np.integer[Any]
"""One integer, Python's or NumPy's."""

IntegersLike: TypeAlias = Sequence[Integer] | Sequence[Sequence[Integer]] | SupportsArray
"""Many integers: a sequence, a sequence of sequences, an integer array, or a `Series`."""

CardRow: TypeAlias = str | CardSet | Sequence[Integer]
"""One row of cards: text (`"AsKd"`), a `CardSet`, or a sequence of card ids."""

CardNames: TypeAlias = Sequence[Integer | str]
"""A sequence of names: one row if every text is one card, else rows, one a text."""

OneRowLike: TypeAlias = str | CardSet | CardNames
"""One row of cards, or a sequence of names, which may be several rows."""

CardRows: TypeAlias = Sequence[RowOfCards] | SupportsArray
"""Rows of cards: a sequence of rows, an integer array with the cards on the last axis, or a `Series`."""

CardsLike: TypeAlias = str | CardSet | CardNames | Sequence[RowOfCards] | SupportsArray
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or of names, an array of integers, texts or objects with
the cards on the last axis, a column of pandas, polars or PyArrow, or a sequence of rows; texts of several cards in a
sequence are rows."""
