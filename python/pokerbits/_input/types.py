"""The types of what callers give as cards and as integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.card_set import CardSet


class SupportsArray(Protocol):
    """What NumPy makes an array of, as a pandas or polars `Series`."""

    def __array__(self) -> NDArray[Any]:
        """Return the values."""


Integer: TypeAlias = int | np.integer[Any]
"""One integer, Python's or NumPy's."""

IntegersLike: TypeAlias = Sequence[Integer] | Sequence[Sequence[Integer]] | NDArray[np.integer[Any]] | SupportsArray
"""Many integers: a sequence, a sequence of sequences, an integer array, or a `Series`."""

CardRow: TypeAlias = str | CardSet | Sequence[Integer]
"""One row of cards: text (`"AsKd"`), a `CardSet`, or a sequence of card ids."""

CardNames: TypeAlias = Sequence[Integer | str]
"""A sequence of names: one row if every text is one card, else rows, one a text."""

RowSequence: TypeAlias = (
    Sequence[Sequence[Integer]]
    | Sequence[Sequence[Sequence[Integer]]]
    | Sequence[list[str]]
    | Sequence[tuple[str, ...]]
    | Sequence[CardSet]
)
"""A sequence of rows of cards."""

CardRows: TypeAlias = RowSequence | NDArray[np.integer[Any]] | SupportsArray
"""Rows of cards: a sequence of rows, an integer array with the cards on the last axis, or a `Series`."""

CardsLike: TypeAlias = CardRow | CardNames | CardRows
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or of names, an array of integers, texts or objects with
the cards on the last axis, a column of pandas, polars or PyArrow, or a sequence of rows; texts of several cards in a
sequence are rows."""
