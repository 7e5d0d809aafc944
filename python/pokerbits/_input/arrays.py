"""From what callers pass to what the core takes: arrays of card ids, cards on the last axis.

Where a caller passes an array of integers, of any dtype and layout, the core reads it as it is. Texts, and lists of
plain numbers and names, are read by the core too; what is left here are other things, and to say what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from numbers import Real
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pokerbits import _native
from pokerbits._input.card_set import CardSet, parse
from pokerbits._input.shown import shown
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
"""Cards as text (`"AsKd"`), a `CardSet`, a sequence of ids or of names, an array of integers, texts or objects with
the cards on the last axis, a column of pandas, polars or PyArrow, or a sequence of rows; texts of several cards in a
sequence are rows."""

DECK = _native.CARD_COUNT

MAX_CORE_AXES = 32
"""The core reads arrays of no more."""

MAX_AXES = 64
"""No array has more, and a list that holds itself has no end."""


def as_cards(cards: CardsLike, *, what: str = "cards") -> NDArray[np.uint8]:
    """Return card ids as a C-ordered uint8 array, at least one-dimensional.

    An array that is one is not copied, and its ids are left for the core to check.
    """
    return side_by_side(card_ids(cards, what=what))


def card_ids(cards: CardsLike, *, what: str = "cards") -> NDArray[np.integer[Any]]:
    """Return card ids, yet to be checked, as an array that the core can read, at least one-dimensional."""
    if isinstance(cards, str):
        return np.array(parse(cards), dtype=np.uint8)
    if isinstance(cards, CardSet):
        return np.array(list(cards), dtype=np.uint8)
    array = _as_array(cards, what)
    if array.ndim == 0:
        message = f"{what}: expected an array with the cards on the last axis, found a single number"
        raise CardCountError(message)
    if array.ndim > MAX_CORE_AXES:
        message = f"{what}: {array.ndim} axes, where at most {MAX_CORE_AXES} are read"
        raise InvalidArgumentError(message)
    if array.dtype.kind not in "iu":
        # Integers that no dtype holds are no cards.
        return narrow(array, np.uint8, DECK - 1, what=what, item="card id", error=InvalidCardError)
    return _readable(array)


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array whose numbers the core can look at where they are."""
    whole = all(step % array.itemsize == 0 for step in array.strides)
    if array.dtype.isnative and array.flags.aligned and whole and array.size:
        return array
    return array.astype(array.dtype.newbyteorder("="))


def side_by_side(*parts: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Return card ids as one C-ordered uint8 array, checked unless they are one, leading axes broadcast."""
    if len(parts) == 1 and parts[0].dtype == np.uint8 and parts[0].flags.c_contiguous:
        return cast("NDArray[np.uint8]", parts[0])
    shape, rows = broadcast(*parts)
    cards = np.empty((*shape, sum(part.shape[-1] for part in rows)), dtype=np.uint8)
    with RowsOf(shape):
        _native.pack_rows(rows, cards.reshape(prod(shape), cards.shape[-1]))
    return cards


def broadcast(*parts: NDArray[Any]) -> tuple[tuple[int, ...], list[NDArray[Any]]]:
    """Return the shape that leading axes broadcast to, and views of the parts that have it."""
    shape = leading(*(part.shape[:-1] for part in parts))
    if 0 in shape and len(parts) > 1:
        # Where there are no hands, a board still has to be made of cards.
        for part in parts:
            side_by_side(part.astype(np.int64, copy=False))
    return shape, [
        part if part.shape[:-1] == shape else np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts
    ]


def _as_array(cards: Any, what: str) -> NDArray[Any]:
    """Return as an array what is neither text nor a `CardSet`; texts in it are read."""
    if isinstance(cards, np.ndarray | memoryview) or hasattr(cards, "__array__"):
        array = unmasked(cards, what)
        if array.ndim == 0 or array.dtype.kind not in "OUST":
            return array
        if array.size == 0:
            return np.empty(array.shape, dtype=np.uint8)
        texts = text_rows(array)
        if texts is not None:
            return _without_single_cards(texts.reshape(*array.shape, texts.shape[1]))
        if array.dtype.kind in "US":
            raise _ragged(what)
        cards = array.tolist()
    try:
        items = cards if type(cards) in (list, tuple) else list(cards)
    except TypeError:
        message = f"{what}: expected text, a CardSet, a sequence or an array of cards, found {type(cards).__name__}"
        raise TypeError(message) from None
    return _from_sequence(items, what)


def _from_sequence(items: Sequence[Any], what: str) -> NDArray[Any]:
    """Return a sequence as an array: names read, integers as they are, sequences in it as rows."""
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
    refuse_what_is_no_number(items, what)
    if any(isinstance(item, str) for item in items):
        named = [_row(at, item, what) if isinstance(item, str) else np.asarray([item]) for at, item in enumerate(items)]
        return _without_single_cards(_stacked(named, what))
    try:
        array = _as_integers(items)
    except ValueError:
        raise _ragged(what) from None
    if array.dtype.kind in "OU" and all(isinstance(item, Sequence | CardSet) for item in items):
        return _stacked([_row(at, item, what) for at, item in enumerate(items)], what)
    return array


def _without_single_cards(rows: NDArray[Any]) -> NDArray[Any]:
    """Return rows of one card each, which are texts of one card, as cards of one row."""
    return rows[..., 0] if rows.shape[-1] == 1 else rows


def _ragged(what: str) -> CardCountError:
    return CardCountError(f"{what}: rows of different lengths cannot be one array")


def text_rows(texts: NDArray[Any]) -> NDArray[np.uint8] | None:
    """Return the cards (n, k) of n texts of k cards each in an array of any dtype of text, or `None` if k differs."""
    with RowsOf(texts.shape):
        if texts.dtype.kind not in "US":
            return _native.read_texts(texts.reshape(-1).tolist())
        plain = np.ascontiguousarray(texts, dtype=texts.dtype.newbyteorder("=")).reshape(-1)
        character = np.dtype(np.uint32 if texts.dtype.kind == "U" else np.uint8)
        characters = np.ndarray((len(plain), plain.itemsize // character.itemsize), character, plain)
        return _native.read_characters(characters.astype(np.uint32, copy=False))


def _row(row: int, cards: Any, what: str) -> NDArray[np.uint8]:
    """Return the cards at `row` of a sequence."""
    try:
        return as_cards(cards, what=what)
    except PokerbitsError as error:
        inner = error.row if isinstance(error.row, tuple) else () if error.row is None else (error.row,)
        # The last axis is that of the cards.
        error.row = row_of((row, *inner[: np.ndim(np.asarray(cards, dtype=object)) - 1]))
        raise


def _stacked(rows: list[NDArray[Any]], what: str) -> NDArray[Any]:
    """Return rows of as many cards each as one array."""
    if len({row.shape for row in rows}) != 1:
        raise _ragged(what)
    # Integers that no one dtype holds are told apart from floats.
    return (
        np.stack(rows) if all(row.dtype.kind in "iu" for row in rows) else _as_integers([row.tolist() for row in rows])
    )


def refuse_what_is_no_number(items: Sequence[Any], what: str, row: tuple[int, ...] = ()) -> None:
    """Raise for what NumPy would take for a number, or drop in silence: truth values, masked and missing ones."""
    if len(row) > MAX_AXES:
        message = f"{what}: sequences in sequences, more than {MAX_AXES} deep"
        raise TypeError(message)
    for at, item in enumerate(items):
        if type(item) is int:
            continue
        if isinstance(item, list | tuple):
            refuse_what_is_no_number(item, what, (*row, at))
        elif isinstance(item, bool | np.bool_) or (isinstance(item, np.ndarray) and item.dtype == np.bool_):
            message = f"{what}: expected integers, found dtype bool"
            raise TypeError(message)
        elif _is_missing(item):
            raise _missing(item, what, (*row, at)[: len(row) or 1])
        elif isinstance(item, np.ndarray):
            unmasked(item, what, (*row, at))


def unmasked(values: Any, what: str, row: tuple[int, ...] = ()) -> NDArray[Any]:
    """Return what has an array as one, if it has all its numbers: none is masked, and none NaN."""
    array = np.asarray(values)
    absent: Any = False
    if type(values) is not np.ndarray and isinstance(values, np.ma.MaskedArray):
        absent = np.ma.getmask(values)
    elif array.dtype.kind == "f":
        absent = np.isnan(array)
    if np.any(absent):
        index = (*row, *(int(i) for i in np.argwhere(absent)[0]))
        raise _missing("a masked value" if array.dtype.kind != "f" else "nan", what, index[:-1] or index)
    return array


def _is_missing(item: object) -> bool:
    """Return whether something stands for no value: `None`, NaN, or what pandas has for them."""
    return item is None or type(item).__name__ in ("NAType", "NaTType") or (isinstance(item, float) and item != item)


def _missing(item: object, what: str, row: tuple[int, ...]) -> InvalidArgumentError:
    return InvalidArgumentError(f"{what}: a value is missing, found {item}", row=row_of(row))


def one_row(cards: CardsLike, what: str, *, player: int | None = None) -> list[int]:
    """Return one row of cards, those of `player` if they are somebody's, as a list of ids."""
    try:
        ids = card_ids(cards, what=what)
        if ids.ndim == 1:
            # Here, as the core does not know whose they are.
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


def as_integers(values: Any, what: str = "numbers") -> NDArray[Any]:
    """Return what a caller passes as integers as an array, of whatever dtype; an empty list has none of its own."""
    if isinstance(values, np.ndarray | memoryview) or hasattr(values, "__array__"):
        array = unmasked(values, what)
        if array.dtype != object or array.size == 0:
            return array if array.size or isinstance(values, np.ndarray) else array.astype(np.int64)
        values = array.tolist()
    if isinstance(values, Sequence) and not isinstance(values, str | range):
        refuse_what_is_no_number(values, what)
    return _as_integers(values)


def real_numbers(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """Return numbers as a new array of floats."""
    try:
        # Of complex numbers NumPy takes a part.
        numbers = np.asarray(values)
        # Integers that no dtype holds, and fractions.
        is_exact = numbers.dtype == object and all(isinstance(number, Real) for number in numbers.flat)
        if numbers.dtype.kind in "biuf" or is_exact:
            return np.array(numbers, dtype=np.float64)
    except (ValueError, OverflowError):
        pass
    message = f"{what}: expected numbers, found {type(values).__name__}"
    raise InvalidArgumentError(message)


def real_number(value: Any, what: str) -> float:
    """Return one number as a float."""
    found = real_numbers(value, what)
    if found.ndim:
        message = f"{what}: expected one number, found shape {found.shape}"
        raise InvalidArgumentError(message)
    return float(found)


def as_dtype(dtype: Any, known: Sequence[str], expected: str) -> np.dtype[Any]:
    """Return a dtype, if it is one of these in the byte order of this machine; `expected` names them in the error."""
    try:
        found: np.dtype[Any] = np.dtype(dtype)
    except Exception:  # noqa: BLE001
        # Of a text NumPy may say that it is no UTF-8, or no Python.
        found = np.dtype(object)
    if not found.isnative or found.name not in known:
        message = f"dtype {shown(dtype)}: expected {expected}"
        raise InvalidArgumentError(message)
    return found


def _as_integers(values: Any) -> NDArray[Any]:
    """Return numbers and sequences of them as an array: of Python's integers, if no one dtype holds all."""
    array = np.asarray(values)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind == "f":
        # NumPy makes floats of integers that no one dtype holds.
        exact = np.asarray(values, dtype=object)
        return exact if _beyond_any_dtype(exact) else array
    return array


def leading(*shapes: tuple[int, ...], what: str = "hands and boards") -> tuple[int, ...]:
    """Return the shape that leading axes broadcast to; `what` are the things that have them."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        message = f"{what} of shapes {' and '.join(map(str, shapes))} do not broadcast: they cannot be paired"
        raise InvalidArgumentError(message) from None
    except RuntimeError as error:
        message = f"{what} of {max(map(len, shapes))} axes cannot be paired: {error}"
        raise InvalidArgumentError(message) from None


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
    # To NumPy a span of time is an integer, too.
    if values.dtype.kind not in "iu" and not _beyond_any_dtype(values):
        message = f"{what}: expected integers, found dtype {values.dtype}"
        raise TypeError(message)
    place = _place_outside(values, first, last)
    if place is not None:
        index = tuple(int(i) for i in np.unravel_index(place, values.shape))
        number, is_card = int(values[index]), item == "card id"
        outside = "outside the deck" if is_card else "out of range"
        message = f"{item} {shown(number)} is {outside} ({first}..={last})"
        raise error(message, row=row_of(index[:-1] if is_card else index), card=number if is_card else None)
    return fit(values, dtype)


def _place_outside(values: NDArray[Any], first: int, last: int) -> int | None:
    """Return where, in C order, the first value outside `first..=last` is; a part at a time: Ctrl-C is heard."""
    flags: Any = ["buffered", "external_loop", "refs_ok", "zerosize_ok"]
    begin = 0
    parts: Any = np.nditer(values, flags=flags, order="C", buffersize=1 << 18)
    for part in parts:
        if part.size and not (first <= part.min() and part.max() <= last):
            return begin + int(np.argmax((part < first) | (part > last)))
        begin += part.size
    return None


def _beyond_any_dtype(values: NDArray[Any]) -> bool:
    """Return whether these are Python integers that no one dtype holds: the error is to name the first."""
    if values.dtype != object or not all(type(value) is int for value in values.flat):
        return False
    return any(not -(1 << 63) <= value < 1 << 63 for value in values.flat)


def fit(values: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return values of which each fits as C-ordered, aligned `dtype`, not copied if they are that."""
    fitting = np.asarray(values, dtype=dtype, order="C")
    # To NumPy an array without elements is aligned wherever it is.
    return fitting if fitting.flags.aligned and fitting.size else fitting.copy()


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
    # To NumPy an array without elements is aligned wherever it is.
    in_place = out.flags.c_contiguous and out.flags.aligned and out.size > 0
    fillable = in_place and not any(np.may_share_memory(out, read) for read in reads)
    return out, out.reshape(core_shape) if fillable else np.empty(core_shape, dtype)


def deliver(result: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Return `result` once `filled` is in it."""
    if not np.shares_memory(result, filled):
        result[...] = filled.reshape(result.shape)
    return result


def scalar(result: NDArray[Any], out: NDArray[Any] | None) -> Any:
    """Return the one number of a result without axes, unless the caller gave an array for it."""
    return result[()] if result.ndim == 0 and out is None else result
