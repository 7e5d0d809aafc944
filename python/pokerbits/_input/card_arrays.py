"""Cards as arrays of card ids, with the cards on the last axis.

The core reads an array of integers in place, whatever its dtype and layout. It also reads texts, and lists of plain
numbers and names. This module reads all other kinds of arguments, and names the error.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._input.arrays import fit, is_array, leading
from pokerbits._input.card_set import CardSet, parse
from pokerbits._input.integers import integers_of, narrow
from pokerbits._input.missing import refuse_what_is_no_number, unmasked
from pokerbits._input.rows import RowsOf, row_of
from pokerbits._input.types import CardsLike
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidCardError, PokerbitsError

DECK = _native.CARD_COUNT

MAX_CORE_AXES = 32
"""Maximum number of axes of an array that the core reads."""


def as_cards(cards: CardsLike, *, what: str = "cards") -> NDArray[np.uint8]:
    """Return card ids as a C-ordered uint8 array, at least one-dimensional.

    An array of this form is not copied, and the core checks its ids.
    """
    return side_by_side(card_ids(cards, what=what))


def card_ids(cards: CardsLike, *, what: str = "cards") -> NDArray[np.integer[Any]]:
    """Return unchecked card ids as an array that the core can read, at least one-dimensional."""
    if isinstance(cards, str):
        return np.array(parse(cards), dtype=np.uint8)
    if isinstance(cards, CardSet):
        return np.array(list(cards), dtype=np.uint8)
    array = _as_array(cards, what)
    if array.ndim == 0:
        raise CardCountError(f"{what}: expected an array with the cards on the last axis, found a single number")
    if array.ndim > MAX_CORE_AXES:
        raise InvalidArgumentError(f"{what}: {array.ndim} axes, where at most {MAX_CORE_AXES} are read")
    if array.dtype.kind not in "iu":
        # Integers that do not fit in any dtype are not cards.
        return narrow(array, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)
    return _readable(array)


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that the core can read in place."""
    whole = all(step % array.itemsize == 0 for step in array.strides)
    if array.dtype.isnative and array.flags.aligned and whole and array.size:
        return array
    return array.astype(array.dtype.newbyteorder("="))


def side_by_side(*parts: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Concatenate card ids to one C-ordered uint8 array; broadcast leading axes; check ids unless they are uint8."""
    if len(parts) == 1 and parts[0].dtype == np.uint8 and parts[0].flags.c_contiguous:
        return cast("NDArray[np.uint8]", parts[0])
    shape, rows = broadcast(*parts)
    cards = np.empty((*shape, sum(part.shape[-1] for part in rows)), dtype=np.uint8)
    with RowsOf(shape):
        _native.pack_rows(rows, cards.reshape(prod(shape), cards.shape[-1]))
    return cards


def broadcast(*parts: NDArray[Any]) -> tuple[tuple[int, ...], list[NDArray[Any]]]:
    """Return the shape that leading axes broadcast to, and views of the parts with this shape."""
    shape = leading(*(part.shape[:-1] for part in parts))
    if 0 in shape and len(parts) > 1:
        # Even if there are no hands, a board must consist of cards.
        for part in parts:
            side_by_side(part.astype(np.int64, copy=False))
    return shape, [
        part if part.shape[:-1] == shape else np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts
    ]


def _as_array(cards: Any, what: str) -> NDArray[Any]:
    """Return cards other than a text or a `CardSet` as an array, with texts in them parsed."""
    if is_array(cards):
        array = unmasked(cards, what)
        if array.ndim == 0 or array.dtype.kind not in "OUST":
            return array
        if array.size == 0:
            return np.empty(array.shape, dtype=np.uint8)
        texts = text_rows(array)
        if texts is not None:
            return _without_single_cards(texts.reshape(*array.shape, texts.shape[1]))
        if array.dtype.kind in "US":
            sizes = _native.read_column(array.astype(str).reshape(-1).tolist())[1]
            raise _ragged(sizes.reshape(array.shape), what)
        # polars has a list in each row as an array.
        cards = [item.tolist() if type(item) is np.ndarray else item for item in array.tolist()]
    if isinstance(cards, bytes | bytearray) and max(cards, default=0) >= DECK:
        # Letters, not ids.
        raise InvalidCardError(f"{what}: expected text, found {type(cards).__name__}; decode it: cards.decode()")
    try:
        items = cards if type(cards) in (list, tuple) else list(cards)
    except TypeError:
        message = f"{what}: expected text, a CardSet, a sequence or an array of cards, found {type(cards).__name__}"
        raise TypeError(message) from None
    return _from_sequence(items, what)


def _from_sequence(items: Sequence[Any], what: str) -> NDArray[Any]:
    """Return a sequence as an array: names are parsed, integers kept, and nested sequences become rows."""
    first = items[0] if items else None
    if isinstance(first, str):
        texts = _native.read_texts(items)
        if texts is not None:
            return _without_single_cards(texts)
    elif isinstance(first, list | tuple):
        of_rows = _native.read_rows(items)
        if of_rows is not None:
            return of_rows
    else:
        of_one = _native.read_rows((items,))
        if of_one is not None:
            ids: NDArray[Any] = of_one[0]
            return ids
    sizes = _native.read_column(list(items))[1]
    if (sizes >= 0).all() and (sizes != sizes[:1]).any():
        raise _ragged(sizes, what)
    refuse_what_is_no_number(items, what)
    if any(isinstance(item, str) for item in items):
        named = [_row(at, item, what) if isinstance(item, str) else np.asarray([item]) for at, item in enumerate(items)]
        return _without_single_cards(_stacked(named, what))
    try:
        array = integers_of(items, what)
    except ValueError:
        raise ragged_rows(items, what) from None
    if array.dtype.kind in "OU" and all(isinstance(item, Sequence | CardSet) for item in items):
        return _stacked([_row(at, item, what) for at, item in enumerate(items)], what)
    return array


def _without_single_cards(rows: NDArray[Any]) -> NDArray[Any]:
    """Return rows of one card each, from texts of one card, as one row of cards."""
    return rows[..., 0] if rows.shape[-1] == 1 else rows


def _ragged(lengths: NDArray[Any], what: str) -> CardCountError:
    """Return the error of the first row that has not the length of the first."""
    row = row_of(tuple(int(i) for i in np.argwhere(lengths != lengths.flat[0])[0])) if np.ptp(lengths) else None
    return CardCountError(f"{what}: rows of different lengths cannot be one array", row=row)


def ragged_rows(items: Sequence[Any], what: str) -> CardCountError:
    """Return the error of rows that NumPy cannot make one array of."""
    return _ragged(np.array([_length(item) for item in items]), what)


def _length(row: object) -> int:
    """Return the number of items in a row, -1 for what is no row."""
    return len(row) if isinstance(row, Sized) else -1


def text_rows(texts: NDArray[Any]) -> NDArray[np.uint8] | None:
    """Return the cards (n, k) of n texts with k cards each, from an array of any text dtype; `None` if k differs."""
    with RowsOf(texts.shape):
        if texts.dtype.kind not in "US":
            return _native.read_texts(texts.reshape(-1).tolist())
        plain = np.ascontiguousarray(texts, dtype=texts.dtype.newbyteorder("=")).reshape(-1)
        character = np.dtype(np.uint32 if texts.dtype.kind == "U" else np.uint8)
        characters = np.ndarray((len(plain), plain.itemsize // character.itemsize), character, plain)
        return _native.read_characters(fit(characters, np.uint32))


def _row(row: int, cards: Any, what: str) -> NDArray[np.uint8]:
    """Return the cards at index `row` of a sequence."""
    try:
        return as_cards(cards, what=what)
    except PokerbitsError as error:
        inner = error.row if isinstance(error.row, tuple) else () if error.row is None else (error.row,)
        # The last axis has the cards.
        error.row = row_of((row, *inner[: np.ndim(np.asarray(cards, dtype=object)) - 1]))
        raise


def _stacked(rows: list[NDArray[Any]], what: str) -> NDArray[Any]:
    """Return rows with equal numbers of cards as one array."""
    if len({row.shape for row in rows}) != 1:
        raise _ragged(np.array([row.size for row in rows]), what)
    if all(row.dtype.kind in "iu" for row in rows):
        return np.stack(rows)
    # Distinguish integers that do not fit in one dtype from floats.
    return integers_of([row.tolist() for row in rows], what)


def one_row(cards: CardsLike, what: str, *, player: int | None = None) -> list[int]:
    """Return one row of cards as a list of ids; errors name `player` if it is given."""
    try:
        ids = card_ids(cards, what=what)
        if ids.ndim == 1:
            # Check here, as the core does not know the player.
            narrow(ids, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)
    except InvalidCardError as error:
        raise InvalidCardError(f"{what}: {error}", player=player, position=error.position, card=error.card) from None
    except CardCountError as error:
        error.player, error.row = player, None
        raise
    if ids.ndim != 1:
        raise CardCountError(f"{what}: expected one row of cards, found shape {ids.shape}", player=player)
    return [int(card) for card in ids]
