"""Columns with a hand or a board in each row, read in bulk: of any numbers of cards, missing, and wrong ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.card_arrays import as_cards
from pokerbits._input.card_set import RANKS, CardSet
from pokerbits._input.missing import is_missing
from pokerbits._input.rows import at_row
from pokerbits.exceptions import PokerbitsError

DECK = _native.CARD_COUNT

NO_CARD = 255
"""Stands for a number that is not a card id, and after the cards of a row."""
MISSING, NOT_READ = -1, -2
"""Numbers of cards of a row that is missing, and of one that is not one row of cards."""


@dataclass(frozen=True, eq=False)
class Column:
    """Rows of cards in the C order of some axes; without axes it is one row for all."""

    items: Sequence[Any] | NDArray[Any]
    """The rows as the caller has them."""
    shape: tuple[int, ...]
    cards: NDArray[np.uint8]
    """The cards of each row, and then `NO_CARD`."""
    sizes: NDArray[np.int64]
    """The number of cards of each row, `MISSING` or `NOT_READ`."""
    classes: list[int] = field(default_factory=list)
    """The rows with the name of a hand class, which has the cards of one of its combos."""

    def places(self, shape: tuple[int, ...]) -> NDArray[np.intp]:
        """Return the row of this column for each row of a shape that it broadcasts to."""
        return np.broadcast_to(np.arange(len(self.items)).reshape(self.shape), shape).reshape(-1)


def read_column(given: Any, *, with_classes: bool = False) -> Column | None:
    """Return a column, or one row of cards as a column without axes; `None` for what is neither."""
    if isinstance(given, str | CardSet):
        return _of_items([given], (), with_classes)
    if isinstance(given, np.ma.MaskedArray):
        masked = np.ma.getmaskarray(given)
        given = given.data.astype(object)
        given[masked] = None
    if isinstance(given, np.ndarray | memoryview) or hasattr(given, "__array__"):
        array = np.asarray(given)
        if array.ndim == 0 or array.dtype.kind not in "iuOUST":
            return None
        if array.dtype.kind in "iu":
            return _of_ids(array)
        if array.dtype.kind == "S":
            array = np.char.decode(array, "latin-1")
        items, shape = array.reshape(-1).tolist(), array.shape
    elif isinstance(given, Sequence) and not isinstance(given, bytes | bytearray):
        items, shape = list(given), (len(given),)
    else:
        return None
    column = _of_items(items, shape, with_classes)
    if _are_rows(column):
        return column
    # The last axis has the cards of a row.
    *leading, width = shape
    rows = [items[first : first + width] for first in range(0, len(items), max(width, 1))]
    return _of_items(rows if width else [[]] * prod(leading), tuple(leading), with_classes)


def _of_ids(array: NDArray[np.integer[Any]]) -> Column:
    *leading, width = array.shape
    rows = array.reshape(prod(leading), width)
    cards = np.where((rows >= 0) & (rows < DECK), rows, NO_CARD).astype(np.uint8)
    return Column(rows, tuple(leading), cards, np.full(len(rows), width))


def _of_items(items: Sequence[Any], shape: tuple[int, ...], with_classes: bool) -> Column:  # noqa: FBT001 - of the caller
    # polars has a list in each row as an array.
    given = [item.tolist() if type(item) is np.ndarray else item for item in items]
    cards, found = _native.read_column(given)
    sizes = found.astype(np.int64)
    classes, others = [], {}
    for row in np.flatnonzero(sizes == NOT_READ).tolist():
        item = given[row]
        combo = combo_of_class(item) if with_classes and isinstance(item, str) else None
        if combo is not None:
            classes.append(row)
        if is_missing(item):
            sizes[row] = MISSING
        if is_missing(item) or isinstance(item, bytes):
            continue
        try:
            hand = as_cards(item) if combo is None else np.array(combo, dtype=np.uint8)
        except (PokerbitsError, TypeError):
            continue
        if hand.ndim == 1 and len(hand) <= DECK:
            others[row] = hand
            sizes[row] = len(hand)
    if others:
        wide = np.full((len(given), int(sizes.max())), NO_CARD, dtype=np.uint8)
        wide[:, : cards.shape[1]] = cards
        for row, hand in others.items():
            wide[row, : len(hand)] = hand
        cards = wide
    return Column(items, shape, cards, sizes, classes)


def _are_rows(column: Column) -> bool:
    """Return whether the items are rows, not the cards of one row: its ids, or names of one card each."""
    kinds = set(map(type, column.items))
    if any(issubclass(kind, Sequence | CardSet | np.ndarray) and not issubclass(kind, str | bytes) for kind in kinds):
        return True
    if not any(issubclass(kind, str) for kind in kinds):
        return bool((column.sizes == MISSING).all())
    texts = column.sizes[[isinstance(item, str) for item in column.items]]
    return bool((texts != 1).all() or (texts > 1).any() or (texts == 0).any())


def are_wrong(cards: NDArray[np.uint8]) -> NDArray[np.bool]:
    """Return which rows are not made of different cards of the deck."""
    bits = np.bitwise_or.reduce(np.uint64(1) << np.minimum(cards, DECK).astype(np.uint64), axis=1)
    are_wrong: NDArray[np.bool] = (bits >> np.uint64(DECK) > 0) | (np.bitwise_count(bits) != cards.shape[1])
    return are_wrong


def check_rows(cards: NDArray[np.uint8]) -> None:
    """Refuse rows that are not made of different cards of the deck; the error has the first such row."""
    for row in np.flatnonzero(are_wrong(cards))[:1].tolist():
        try:
            CardSet(cards[row].tolist())
        except PokerbitsError as error:
            raise at_row(error, row) from None


def combo_of_class(text: str) -> tuple[int, int] | None:
    """Return a combo of the hand class with a name such as `"AKs"`, `None` for other texts."""
    ranks, ending = text[:2].upper(), text[2:].lower()
    if len(ranks) != 2 or ending not in ("", "s", "o") or not all(rank in RANKS for rank in ranks):
        return None
    low, high = sorted(map(RANKS.index, ranks))
    if (low == high) != (ending == ""):
        return None
    return 4 * high + 3, 4 * low + (3 if ending == "s" else 2)
