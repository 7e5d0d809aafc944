"""From what callers pass to what the core takes: arrays of uint8 card ids, cards on the last axis, C order.

Integers are checked before they are narrowed, as NumPy would wrap them in silence. An array that already fits is not
copied, and its card ids are left for the core to check.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits._card_set import CardSet, parse
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidCardError, PokerbitsError

CardsLike: TypeAlias = str | CardSet | Sequence[int | str] | Sequence[Sequence[int | str]] | NDArray[np.integer[Any]]
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or names, or an integer array, cards on the last axis."""

DECK = 52


def as_cards(cards: CardsLike, *, what: str = "cards") -> NDArray[np.uint8]:
    """Return card ids as a uint8 array of the same shape, at least one-dimensional."""
    if isinstance(cards, str):
        return np.array(parse(cards), dtype=np.uint8)
    if isinstance(cards, CardSet):
        return np.array(list(cards), dtype=np.uint8)
    if not isinstance(cards, np.ndarray):
        cards = _from_sequence(cards, what)
    if cards.ndim == 0:
        message = f"{what}: expected an array with the cards on the last axis, found a single number"
        raise CardCountError(message)
    if cards.dtype == np.uint8:
        return fit(cards, np.uint8)
    return narrow(cards, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)


def _from_sequence(cards: Any, what: str) -> NDArray[Any]:
    """Return a sequence as an array: names parsed, integers as they are, sequences in it as rows."""
    items = list(cards)
    if any(isinstance(item, str) for item in items):
        rows = [np.asarray(parse(item) if isinstance(item, str) else [item]) for item in items]
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


def _stacked(rows: list[NDArray[Any]], what: str) -> NDArray[Any]:
    """Return rows of as many cards each as one array."""
    if len({row.shape for row in rows}) != 1:
        message = f"{what}: rows of different lengths cannot be one array"
        raise CardCountError(message)
    return np.stack(rows)


def one_row(cards: CardsLike, what: str) -> list[int]:
    """Return one row of cards as a list of ids."""
    try:
        ids = as_cards(cards, what=what)
    except InvalidCardError as error:
        message = f"{what}: {error}"
        raise InvalidCardError(message) from None
    if ids.ndim != 1:
        message = f"{what}: expected one row of cards, found shape {ids.shape}"
        raise CardCountError(message)
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
            where = row_name(index[:-1]) if item == "card id" else row_name(index)
            outside = "outside the deck" if item == "card id" else "out of range"
            message = f"{where}{item} {int(values[index])} is {outside} ({first}..={last})"
            raise error(message)
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


def row_name(index: tuple[int, ...]) -> str:
    """Return how an error names a row."""
    if not index:
        return ""
    return f"row {index[0]}: " if len(index) == 1 else f"row {index}: "


class RowsOf:
    """Names the rows of an array of more than two dimensions in errors from the core, which sees them in one line."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def __enter__(self) -> None:
        """Enter the block whose errors are renamed."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Rename the row of an error."""
        if len(self.shape) == 1 or not isinstance(error, PokerbitsError):
            return
        prefix, _, rest = str(error).partition(": ")
        if prefix.startswith("row ") and prefix[4:].isdigit():
            index = tuple(int(i) for i in np.unravel_index(int(prefix[4:]), self.shape)) if self.shape else ()
            raise type(error)(row_name(index) + rest) from None


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
