"""From what callers pass to what the core takes: arrays of uint8 card ids, cards on the last axis, C order.

Integers are checked before they are narrowed, as NumPy would wrap them in silence. An array that already fits is not
copied.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pokerbits import _native
from pokerbits._card_set import CardSet
from pokerbits.exceptions import CardCountError, InvalidArgumentError, InvalidCardError, PokerbitsError

CardsLike: TypeAlias = str | CardSet | Sequence[int | str] | Sequence[Sequence[int | str]] | NDArray[np.integer[Any]]
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or names, or an integer array, cards on the last axis."""

DECK = 52


def as_cards(cards: CardsLike, *, what: str = "cards") -> NDArray[np.uint8]:
    """Return card ids as a uint8 array of the same shape, at least one-dimensional."""
    if isinstance(cards, str):
        return np.array(_native.parse_cards(cards), dtype=np.uint8)
    if isinstance(cards, CardSet):
        return np.array(list(cards), dtype=np.uint8)
    if not isinstance(cards, np.ndarray):
        cards = _from_sequence(cards, what)
    if cards.ndim == 0:
        message = f"{what}: expected an array with the cards on the last axis, found a single number"
        raise CardCountError(message)
    return narrow(cards, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)


def _from_sequence(cards: Any, what: str) -> NDArray[Any]:
    """Return a sequence as an array: names parsed, integers as they are."""
    items = list(cards)
    if any(isinstance(item, str) for item in items):
        parsed = [_native.parse_cards(item) if isinstance(item, str) else [item] for item in items]
        lengths = sorted({len(ids) for ids in parsed})
        if len(lengths) != 1:
            message = f"{what}: texts of {lengths[0]} to {lengths[-1]} cards cannot be rows of one array"
            raise CardCountError(message)
        rows = np.asarray(parsed)
        return rows[:, 0] if lengths == [1] else rows
    try:
        array = np.asarray(items)
    except ValueError:
        message = f"{what}: rows of different lengths cannot be one array"
        raise CardCountError(message) from None
    # An empty list has no dtype of its own.
    return array.astype(np.uint8) if array.size == 0 else array


def joined(hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return hole and board cards side by side, leading axes broadcast."""
    shape = np.broadcast_shapes(hole.shape[:-1], board.shape[:-1])
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
    """Return integers in `first..=last` as C-ordered `dtype`; the error for others names the first."""
    if not np.issubdtype(values.dtype, np.integer):
        message = f"{what}: expected integers, found dtype {values.dtype}"
        raise TypeError(message)
    if values.dtype != dtype and values.size:
        bad = (values < first) | (values > last)
        if bad.any():
            index = tuple(int(i) for i in np.argwhere(bad)[0])
            where = row_name(index[:-1]) if item == "card id" else row_name(index)
            outside = "outside the deck" if item == "card id" else "out of range"
            message = f"{where}{item} {int(values[index])} is {outside} ({first}..={last})"
            raise error(message)
    return np.ascontiguousarray(values, dtype=dtype)


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
    out: NDArray[Any] | None, shape: tuple[int, ...], dtype: DTypeLike, core_shape: tuple[int, ...]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the array that the caller gets, and the C-ordered array of `core_shape` that the core fills for it."""
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
    return (out, out.reshape(core_shape)) if out.flags.c_contiguous else (out, np.empty(core_shape, dtype))


def deliver(result: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Return `result` once `filled` is in it."""
    if not np.shares_memory(result, filled):
        result[...] = filled.reshape(result.shape)
    return result


def scalar(result: NDArray[Any], out: NDArray[Any] | None) -> Any:
    """Return the one number of a result without axes, unless the caller gave an array for it."""
    return result[()] if result.ndim == 0 and out is None else result
