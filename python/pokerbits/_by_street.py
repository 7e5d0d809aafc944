"""Functions of hands and boards that also take columns: boards of different streets, missing values, and mistakes.

A function takes arrays with hands of one street. Only if such a call fails, its columns are read again, all rows at
once, and every street becomes a call of its own: a call that succeeds takes no longer. An error names the first wrong
row.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from math import prod
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._input.arrays import leading
from pokerbits._input.card_arrays import MAX_CORE_AXES, card_ids
from pokerbits._input.choices import check_name
from pokerbits._input.columns import MISSING, NOT_READ, Column, are_wrong, combo_of_class, read_column
from pokerbits._input.missing import is_missing, missing_value
from pokerbits._input.progress import among_all, watching
from pokerbits._input.rows import at_row, row_of
from pokerbits._input.shown import shown
from pokerbits._input.situation import known_cards
from pokerbits._output.arrays import deliver, output
from pokerbits.cards import format_cards
from pokerbits.exceptions import CardCountError, InvalidCardError, PokerbitsError

Errors: TypeAlias = Literal["raise", "nan"]
"""Whether a wrong row of a column raises its error, or has NaN for a result."""

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Arguments: TypeAlias = Mapping[str, Any]
_FAULTS = (PokerbitsError, TypeError)

PLAYER = "player "
"""Begins the name of the column of a player, before its number from 1."""


class Part(NamedTuple):
    """Some rows of a call, and the result of the function for them."""

    rows: NDArray[np.intp]
    result: Any


Join: TypeAlias = Callable[[Sequence[Part], tuple[int, ...], _Arguments], Any]
"""Makes a result of those of all right rows, with the shape of all rows and the arguments of the call."""


@dataclass(frozen=True)
class _Kind:
    """A function of hands and boards, and how it takes columns."""

    function: Callable[..., Any]
    names: tuple[str, ...]
    wrong: Any
    join: Join | None
    classes: Callable[[_Arguments], str | None] | None
    columns: Callable[[_Arguments], dict[str, Any] | None]
    arguments: Callable[[dict[str, Any]], dict[str, Any]]


def by_street(
    *names: str,
    wrong: Any = None,
    join: Join | None = None,
    classes: Callable[[_Arguments], str | None] | None = None,
    columns: Callable[[_Arguments], dict[str, Any] | None] | None = None,
    arguments: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> Callable[[_Function], _Function]:
    """Return a decorator for a function of hands and boards, which then takes columns as well.

    Parameters
    ----------
    names
        The arguments with cards. A row of `board` may be missing: then there is no board.
    wrong
        The result for a wrong row, with its dtype. The function then has the option `errors`, which it ignores.
    join
        How to make one result of several, if they are no arrays.
    classes
        Return of a call whether names of hand classes stand for hands before the flop: "" if they do, a reason if they
        do not in this call, and `None` if they are no hands at all.
    columns, arguments
        Make columns of the arguments with cards, or `None`; and arguments of arrays, one for each column.
    """

    def with_columns(function: _Function) -> _Function:
        def own(given: _Arguments) -> dict[str, Any]:
            return {name: given[name] for name in names}

        kind = _Kind(function, names, wrong, join, classes, columns or own, arguments or dict)

        @wraps(function)
        def of_columns(*args: Any, **kwargs: Any) -> Any:
            if wrong is not None and "errors" in kwargs:
                errors = kwargs.pop("errors")
                check_name("errors", errors, ("raise", "nan"))
                if errors == "nan":
                    call = _read(kind, args, kwargs)
                    return function(*args, **kwargs) if call is None else call.answer()
            try:
                return function(*args, **kwargs)
            except _FAULTS as error:
                failed = error
            try:
                call = _read(kind, args, kwargs, failed)
                if call is None:
                    raise failed
                return call.answer()
            finally:
                # The error has this frame, and with it all arrays of the call.
                del failed

        return cast("_Function", of_columns)

    return with_columns


def _read(kind: _Kind, args: tuple[Any, ...], kwargs: dict[str, Any], failed: Exception | None = None) -> _Call | None:
    """Return a call with its columns; `None` if it has no columns, or if reading them again is of no use.

    `failed` is the error of the function for all rows together, if it has been called.
    """
    try:
        bound = inspect.signature(kind.function).bind(*args, **kwargs)
    except TypeError:
        return None
    bound.apply_defaults()
    columns = kind.columns(bound.arguments)
    if columns is None:
        return None
    why = None if kind.classes is None else kind.classes(bound.arguments)
    given = {name: column for name, column in columns.items() if column is not None}
    if failed is not None:
        is_row_named = isinstance(failed, PokerbitsError) and isinstance(failed.row, tuple)
        if is_row_named or not any(_is_read_again(value, why) for value in given.values()):
            return None
    read = {name: read_column(value, with_classes=why is not None and name != "board") for name, value in given.items()}
    if any(column is None or len(column.shape) >= MAX_CORE_AXES for column in read.values()):
        return None
    if failed is not None and any(len(of.sizes) > 1 and (of.sizes == NOT_READ).all() for of in read.values() if of):
        # These are no rows of cards, but perhaps rows of rows.
        return None
    call = _Call(kind, cast("dict[str, Column]", read), bound.arguments, why, failed)
    return call if call.n and (call.shape or call.has_classes) else None


def _is_read_again(value: Any, why: str | None) -> bool:
    """Return whether reading an argument as a column may find more than the function does; not if it is ids."""
    if isinstance(value, str):
        return why is not None and combo_of_class(value) is not None
    is_named = isinstance(value, np.ndarray) and (value.dtype.kind in "iuf" or isinstance(value, np.ma.MaskedArray))
    return not is_named


class _Call:
    """A call whose arguments with cards are columns of any rows."""

    def __init__(
        self, kind: _Kind, columns: dict[str, Column], given: dict[str, Any], why: str | None, failed: Exception | None
    ) -> None:
        self.kind, self.columns, self.given, self.why, self.failed = kind, columns, given, why, failed
        self.options = {name: value for name, value in given.items() if name not in kind.names}
        self.is_raised = failed is not None
        self.shape = leading(*dict.fromkeys(column.shape for column in columns.values() if column.shape))
        self.n = prod(self.shape)
        self.places = {name: column.places(self.shape) for name, column in columns.items()}
        self.sizes = {name: column.sizes[self.places[name]] for name, column in columns.items()}
        self.is_wrong = np.zeros(self.n, dtype=np.bool)
        has_class = np.zeros(self.n, dtype=np.bool)
        for name, column in columns.items():
            has_class |= np.isin(self.places[name], column.classes)
            if name != "board":
                self.is_wrong |= self.sizes[name] < 0
        if "board" in self.sizes:
            board = self.sizes["board"]
            board[board == MISSING] = 0
            self.is_wrong |= (board < 0) | (has_class & (board > 0))
        self.has_classes = bool(has_class.any())
        if self.why:
            self.is_wrong |= has_class

    def answer(self) -> Any:
        """Return the result for all rows."""
        if self.kind.wrong is not None:
            # A wrong row may have a wrong number of cards; the dead cards are right.
            known_cards(self.options.get("dead"), "dead")
        groups = list(self._groups())
        if self.is_raised:
            if self.is_wrong.any():
                self._raise_error_of(int(np.argmax(self.is_wrong)))
            if len(groups) == 1 and not self.has_classes and not self._has_missing():
                # The rows are right: the error is that of an option.
                raise cast("Exception", self.failed)
        if not self.shape:
            return self._result(np.zeros((), dtype=np.intp))
        self.options |= self._no_output()
        parts: list[Part] = []
        with watching(self.given.get("progress"), self.kind.function.__name__.strip("_").replace("_", " ")) as watcher:
            done = 0
            for rows in groups:
                if watcher is not None:
                    self.options["progress"] = among_all(watcher, done, len(rows), self.n)
                parts += self._parts(rows)
                done += len(rows)
        return self._joined(parts) if self.kind.join is None else self.kind.join(parts, self.shape, self.given)

    def _groups(self) -> Iterator[NDArray[np.intp]]:
        """Yield the right rows of each street, and note those that are wrong: their cards are not different cards."""
        sizes = np.stack([*self.sizes.values()], axis=1)
        _, firsts, numbers = np.unique(sizes, axis=0, return_index=True, return_inverse=True)
        for number in np.argsort(firsts).tolist():
            rows = np.flatnonzero((numbers.reshape(-1) == number) & ~self.is_wrong)
            if len(rows):
                is_wrong = are_wrong(np.concatenate([*self._cards(rows).values()], axis=1))
                self.is_wrong[rows[is_wrong]] = True
                rows = rows[~is_wrong]
            if len(rows):
                yield rows

    def _cards(self, rows: NDArray[np.intp]) -> dict[str, NDArray[np.uint8]]:
        """Return the cards of some rows of a street, or of one row."""
        return {
            name: column.cards[self.places[name][rows], : self.sizes[name][rows.flat[0]]]
            for name, column in self.columns.items()
        }

    def _no_output(self) -> dict[str, None]:
        """Return the options of a call for some of the rows."""
        return {name: None for name in ("out", "progress") if name in self.options}

    def _has_missing(self) -> bool:
        return any((column.sizes == MISSING).any() for column in self.columns.values())

    def _result(self, rows: NDArray[np.intp]) -> Any:
        return self.kind.function(**self.kind.arguments(self._cards(rows)), **self.options)

    def _parts(self, rows: NDArray[np.intp]) -> list[Part]:
        """Return the result for the rows of a street, in parts between those that are wrong."""
        parts: list[Part] = []
        while len(rows):
            try:
                return [*parts, Part(rows, self._result(rows))]
            except PokerbitsError as error:
                at = error.row
                if not isinstance(at, int) and not isinstance(error, CardCountError):
                    raise
                if self.is_raised:
                    error.row = self._index(int(rows[at if isinstance(at, int) else 0]))
                    raise
                if not isinstance(at, int):
                    # No row has the right number of cards.
                    return parts
            parts += self._parts(rows[:at])
            rows = rows[at + 1 :]
        return parts

    def _joined(self, parts: Sequence[Part]) -> Any:
        """Return one array of the results of all rows."""
        wrong = self.kind.wrong(self.given) if callable(self.kind.wrong) else self.kind.wrong
        if wrong is None:
            dtype, width = np.result_type(*(part.result for part in parts)), parts[0].result.shape[1:]
        else:
            dtype, width = wrong.dtype, wrong.shape
        result, filled = output(self.given.get("out"), (*self.shape, *width), dtype, (self.n, *width))
        filled[...] = 0 if wrong is None else wrong
        for rows, found in parts:
            filled[rows] = found
        return deliver(result, filled)

    def _index(self, row: int) -> int | tuple[int, ...] | None:
        return row_of(tuple(map(int, np.unravel_index(row, self.shape))) if self.shape else ())

    def _raise_error_of(self, row: int) -> NoReturn:
        """Raise the error of a wrong row: that of a call for it alone."""
        options = self.options | self._no_output()
        try:
            hands = {name: self._hand(name, row) for name in self.columns}
            self.kind.function(**self.kind.arguments(hands), **options)
        except _FAULTS as error:
            raise at_row(error, self._index(row)) from None
        # Another thread has changed the column.
        raise InvalidCardError("the cards of the row cannot be read", row=self._index(row))

    def _hand(self, name: str, row: int) -> NDArray[np.integer[Any]]:
        """Return the cards of one row of a column, which may be wrong."""
        column, place = self.columns[name], int(self.places[name][row])
        item = column.items[place]
        try:
            if place in column.classes:
                return self._of_class(item, row)
            if is_missing(item):
                if name != "board":
                    raise missing_value(item, name, ())
                item = ""
            ids = card_ids(item, what=name)
            if ids.ndim != 1:
                raise CardCountError(f"{name}: expected one row of cards, found shape {ids.shape}")
        except _FAULTS as error:
            wrong = at_row(error, None)
            wrong.player = int(name.removeprefix(PLAYER)) - 1 if name.startswith(PLAYER) else None
            raise wrong from None
        return ids

    def _of_class(self, name: str, row: int) -> NDArray[np.uint8]:
        """Return a combo of a hand class, unless not all of its combos are equal in this call."""
        combo = np.array(combo_of_class(name), dtype=np.uint8)
        why = self.why or ("on a board" if "board" in self.sizes and self.sizes["board"][row] else "")
        if why:
            named = f"name the suits, as in {format_cards(combo)}"
            raise InvalidCardError(f"{shown(name)} is a class of hands, whose suits matter {why}: {named}")
        return combo
