"""From what callers pass to what the core takes: arrays of uint8 card ids, cards on the last axis, C order.

Integers are checked before they are narrowed, as NumPy would wrap them in silence. An array that already fits is not
copied, and its card ids are left for the core to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._card_set import CardSet, parse
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidCardError, PokerbitsError


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
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or of names, an integer array with the cards on the last
axis, a pandas or polars `Series`, or a sequence of rows; texts of several cards in a sequence are rows."""

DECK = _native.CARD_COUNT


def as_cards(cards: CardsLike, *, what: str = "cards") -> NDArray[np.uint8]:
    """Return card ids as a uint8 array of the same shape, at least one-dimensional."""
    if isinstance(cards, str):
        return np.array(parse(cards), dtype=np.uint8)
    if isinstance(cards, CardSet):
        return np.array(list(cards), dtype=np.uint8)
    array = cards if isinstance(cards, np.ndarray) else _from_others(cards, what)
    if array.ndim == 0:
        message = f"{what}: expected an array with the cards on the last axis, found a single number"
        raise CardCountError(message)
    if array.dtype == np.uint8:
        return cast("NDArray[np.uint8]", fit(array, np.uint8))
    return narrow(array, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)


def _from_others(cards: Any, what: str) -> NDArray[Any]:
    """Return as an array what is none: a `Series` or a sequence."""
    if hasattr(cards, "__array__"):
        array = np.asarray(cards)
        if array.dtype.kind not in "OUT" or array.ndim == 0:
            return array
        cards = array.tolist()
    try:
        items = list(cards)
    except TypeError:
        message = f"{what}: expected text, a CardSet, a sequence or an array of cards, found {type(cards).__name__}"
        raise TypeError(message) from None
    return _from_sequence(items, what)


def _from_sequence(items: list[Any], what: str) -> NDArray[Any]:
    """Return a list as an array: names parsed, integers as they are, sequences in it as rows."""
    if any(isinstance(item, str) for item in items):
        rows = [_named(at, item) if isinstance(item, str) else np.asarray([item]) for at, item in enumerate(items)]
        if all(row.shape == (1,) for row in rows):
            return as_integers([row.item() for row in rows])
        return _stacked(rows, what)
    try:
        array = as_integers(items)
    except ValueError:
        message = f"{what}: rows of different lengths cannot be one array"
        raise CardCountError(message) from None
    if array.dtype.kind in "OU" and all(isinstance(item, Sequence | CardSet) for item in items):
        return _stacked([as_cards(item, what=what) for item in items], what)
    return array


def _named(row: int, text: str) -> NDArray[np.intp]:
    """Return the cards of the text at `row` of a sequence."""
    try:
        return np.array(parse(text), dtype=np.intp)
    except PokerbitsError as error:
        error.row = row
        raise


def _stacked(rows: list[NDArray[Any]], what: str) -> NDArray[Any]:
    """Return rows of as many cards each as one array."""
    if len({row.shape for row in rows}) != 1:
        message = f"{what}: rows of different lengths cannot be one array"
        raise CardCountError(message)
    return np.stack(rows)


def one_row(cards: CardsLike, what: str, *, player: int | None = None) -> list[int]:
    """Return one row of cards, those of `player` if they are somebody's, as a list of ids."""
    try:
        ids = as_cards(cards, what=what)
        # Those of uint8 too: the core does not know whose they are.
        narrow(ids, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)
    except InvalidCardError as error:
        message = f"{what}: {error}"
        raise InvalidCardError(message, player=player, position=error.position, card=error.card) from None
    except CardCountError as error:
        error.player = player
        raise
    if ids.ndim != 1:
        message = f"{what}: expected one row of cards, found shape {ids.shape}"
        raise CardCountError(message, player=player)
    return [int(card) for card in ids]


def as_integers(values: Any) -> NDArray[Any]:
    """Return what a caller passes as integers as an array, of whatever dtype; an empty list has none of its own."""
    array = np.asarray(values)
    if not isinstance(values, np.ndarray):
        if array.size == 0:
            return array.astype(np.int64)
        if array.dtype.kind == "f":
            # NumPy makes floats of integers that no one dtype holds.
            exact = np.asarray(values, dtype=object)
            return exact if _beyond_any_dtype(exact) else array
    return array


def leading(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that leading axes broadcast to."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        message = f"hands and boards of shapes {' and '.join(map(str, shapes))} do not broadcast: they cannot be paired"
        raise InvalidArgumentError(message) from None


def joined(hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return hole and board cards side by side, leading axes broadcast."""
    shape = leading(hole.shape[:-1], board.shape[:-1])
    own, more = hole.shape[-1], board.shape[-1]
    hands = np.empty((*shape, own + more), dtype=np.uint8)
    hands[..., :own] = hole
    hands[..., own:] = board
    return hands


def narrow(
    values: NDArray[Any],
    dtype: DTypeLike,
    last: int,
    *,
    what: str,
    item: str,
    error: type[PokerbitsError],
    first: int = 0,
) -> NDArray[Any]:
    """Return integers in `first..=last` as `dtype`, fit for the core; the error for others names the first."""
    if not np.issubdtype(values.dtype, np.integer) and not _beyond_any_dtype(values):
        message = f"{what}: expected integers, found dtype {values.dtype}"
        raise TypeError(message)
    if values.size:
        bad = (values < first) | (values > last)
        if bad.any():
            index = tuple(int(i) for i in np.argwhere(bad)[0])
            number, is_card = int(values[index]), item == "card id"
            outside = "outside the deck" if is_card else "out of range"
            message = f"{item} {number} is {outside} ({first}..={last})"
            raise error(message, row=row_of(index[:-1] if is_card else index), card=number if is_card else None)
    return fit(values, dtype)


def _beyond_any_dtype(values: NDArray[Any]) -> bool:
    """Return whether these are Python integers that no one dtype holds: the error is to name the first."""
    if values.dtype != object or not all(type(value) is int for value in values.flat):
        return False
    return any(not -(1 << 63) <= value < 1 << 63 for value in values.flat)


def fit(values: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return values of which each fits as C-ordered, aligned `dtype`, not copied if they are that."""
    fitting = np.asarray(values, dtype=dtype, order="C")
    return fitting if fitting.flags.aligned else fitting.copy()


def row_of(index: tuple[int, ...]) -> int | tuple[int, ...] | None:
    """Return the row at an index as errors have it: a number where there is one leading axis, nothing where none."""
    return index[0] if len(index) == 1 else index or None


class RowsOf:
    """Gives errors from the core, which sees all rows in one line, the rows of an array with these leading axes."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def __enter__(self) -> None:
        """Enter the block whose errors get other rows."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Give an error the row of the array."""
        if isinstance(error, PokerbitsError) and isinstance(error.row, int):
            index = np.unravel_index(error.row, self.shape) if self.shape else ()
            error.row = row_of(tuple(int(i) for i in index))


def output(
    out: NDArray[Any] | None,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    core_shape: tuple[int, ...],
    *reads: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the array that the caller gets, and the C-ordered array of `core_shape` that the core fills for it.

    They are one, unless the caller's cannot be filled in place or shares memory with what the core `reads`.
    """
    if out is None:
        result = np.empty(shape, dtype)
        return result, result.reshape(core_shape)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        found = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        message = f"out: expected an array of {np.dtype(dtype)} {shape}, found {found}"
        raise InvalidArgumentError(message)
    if not out.flags.writeable:
        message = "out: the array is read-only"
        raise InvalidArgumentError(message)
    fillable = (
        out.flags.c_contiguous and out.flags.aligned and not any(np.may_share_memory(out, read) for read in reads)
    )
    return out, out.reshape(core_shape) if fillable else np.empty(core_shape, dtype)


def deliver(result: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Return `result` once `filled` is in it."""
    if not np.shares_memory(result, filled):
        result[...] = filled.reshape(result.shape)
    return result


def scalar(result: NDArray[Any], out: NDArray[Any] | None) -> Any:
    """Return the one number of a result without axes, unless the caller gave an array for it."""
    return result[()] if result.ndim == 0 and out is None else result
