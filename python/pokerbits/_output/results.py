"""What all results share: counts, and the ways to compare, pickle, show and hand on what a function found.

A result is a value: equal to another one with the same contents, hashable, and not to be changed; its arrays are
read-only. It has a `repr` of one line, a table as text and as HTML, and goes to JSON, pandas and polars.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import lcm
from operator import mul
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork

__all__ = ["Columns", "Counts", "Result", "Table", "count_columns", "probabilities", "shortened"]

Columns: TypeAlias = dict[str, NDArray[Any] | list[str]]
"""Columns of equal length by name, as `pandas.DataFrame` and `polars.DataFrame` take them."""

_SHOWN = 40
"""Characters of a hand or range that tables show."""


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many deals a player wins, ties and loses: exact integers, whatever their size.

    Attributes
    ----------
    wins
        Deals in which the player alone has the best hand.
    ties
        Deals in which the player shares the best hand, by the number of others who share it: `ties[0]` with one other
        player, `ties[1]` with two, and so on up to all others.
    losses
        Deals in which somebody has a better hand.

    Examples
    --------
    >>> import pokerbits as pb
    >>> aces, kings = pb.equity("AhAd", "KsKh").counts
    >>> aces
    Counts(wins=1399204, ties=(7923,), losses=305177)
    >>> aces.tied, aces.total
    (7923, 1712304)
    """

    wins: int
    ties: tuple[int, ...]
    losses: int

    @property
    def tied(self) -> int:
        """Deals in which the player shares the best hand with anyone: the sum of `ties`."""
        return sum(self.ties)

    @property
    def total(self) -> int:
        """All deals."""
        return self.wins + self.tied + self.losses

    @property
    def equity(self) -> float:
        """The player's share of the pot, correctly rounded; of a pot that n players share, each has 1 / n."""
        return _equity(self.wins, self.ties, self.total)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON holds them: integers, and a list of them for `ties`."""
        return {"wins": self.wins, "ties": list(self.ties), "losses": self.losses, "total": self.total}


def _equity(wins: int, ties: tuple[int, ...], total: int) -> float:
    """Return the expected share of the pot: one division of integers, and so one rounding."""
    pot, shares = _pot_and_shares(len(ties))
    won: int = wins * pot + sum(map(mul, ties, shares))
    return won / (pot * total)


@cache
def _pot_and_shares(others: int) -> tuple[int, list[int]]:
    """Return a pot that a player can share evenly with one other, two, ... or all of them, and the player's shares."""
    pot = lcm(*range(1, others + 2))
    return pot, [pot // players for players in range(2, others + 2)]


def probabilities(
    counts: Sequence[Counts], shape: tuple[int, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return equity, win, tie and lose as float64 arrays of this shape; each number is rounded once."""
    numbers: list[float] = []
    for of in counts:
        tied = sum(of.ties)
        total = of.wins + tied + of.losses
        numbers += (_equity(of.wins, of.ties, total), of.wins / total, tied / total, of.losses / total)
    # One array for each of the four, contiguous.
    equity, win, tie, lose = np.array(numbers, dtype=np.float64).reshape(-1, 4).T.copy().reshape(4, *shape)
    return equity, win, tie, lose


def count_columns(counts: Sequence[Counts], *, as_text: bool) -> Columns:
    """Return columns `wins`, `ties`, `losses`, `total` and `tied_1`, `tied_2`, ...: ties by the number of others.

    They are int64, or decimal text for numbers that may not fit.
    """
    columns = {
        "wins": [of.wins for of in counts],
        "ties": [of.tied for of in counts],
        "losses": [of.losses for of in counts],
        "total": [of.total for of in counts],
    }
    for j in range(max((len(of.ties) for of in counts), default=0)):
        columns[f"tied_{j + 1}"] = [of.ties[j] if j < len(of.ties) else 0 for of in counts]
    if as_text:
        return {name: [str(number) for number in column] for name, column in columns.items()}
    return {name: np.array(column, dtype=np.int64) for name, column in columns.items()}


def shortened(name: str) -> str:
    """Return the text of a hand or range as tables show it."""
    return name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"


@dataclass(frozen=True)
class Table:
    """The cells of a result as text, to be laid out."""

    rows: Sequence[Sequence[str]]
    header: Sequence[str] = ()
    note: str = ""

    def text(self) -> str:
        """Return the table in columns of equal width, numbers on the right."""
        lines = [list(self.header), *map(list, self.rows)] if self.header else [list(row) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        justify = [str.rjust if right else str.ljust for right in self._numeric()]
        laid_out = [
            "  ".join(place(cell, width) for place, cell, width in zip(justify, line, widths, strict=True)).rstrip()
            for line in lines
        ]
        return "\n".join(laid_out + [self.note] * bool(self.note))

    def html(self) -> str:
        """Return the table as HTML."""
        # All entities come with it.
        with NoFork():
            from html import escape

        align = ["right" if right else "left" for right in self._numeric()]

        def line(cells: Sequence[str], tag: str) -> str:
            placed = zip(cells, align, strict=True)
            return (
                "<tr>"
                + "".join(f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in placed)
                + "</tr>"
            )

        head = f"<thead>{line(self.header, 'th')}</thead>" if self.header else ""
        body = "".join(line(row, "td") for row in self.rows)
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return f"<table>{head}<tbody>{body}</tbody></table>{note}"

    def _numeric(self) -> list[bool]:
        """Return for each column whether it holds numbers."""
        if not self.rows:
            return [False] * len(self.header)
        return [all(re.fullmatch(r"[-+\d.,%]+", cell) for cell in column) for column in zip(*self.rows, strict=True)]


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The base of all results: a frozen dataclass whose fields are arrays, mappings, tuples, text and numbers."""

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        for field in fields(self):
            object.__setattr__(self, field.name, _frozen(getattr(self, field.name)))

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a result of the same kind with the same contents."""
        if type(other) is not type(self):
            return NotImplemented
        return all(_same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self))

    def __hash__(self) -> int:
        """Return the hash of all fields but mappings."""
        return hash((type(self), *(_hashable(getattr(self, field.name)) for field in fields(self))))

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        # Through the constructor: NumPy does not pickle that an array is read-only.
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"

    def __str__(self) -> str:
        """Return the result as a table."""
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return the result as a table for notebooks."""
        return self._table().html()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON holds it: dicts and lists of text, integers and floats."""
        raise NotImplementedError

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take as they are."""
        raise NotImplementedError

    def _summary(self) -> str:
        """Return what the `repr` says, less than 180 characters."""
        raise NotImplementedError

    def _table(self) -> Table:
        """Return what the result looks like."""
        raise NotImplementedError


def _frozen(value: Any) -> Any:
    """Return a field with read-only arrays; a mapping that is no dict makes its own."""
    if isinstance(value, np.ndarray):
        read_only = value.view()
        read_only.flags.writeable = False
        return read_only
    return {key: _frozen(held) for key, held in value.items()} if isinstance(value, dict) else value


def _same(one: Any, other: Any) -> bool:
    """Return whether two fields have the same type, shape and contents."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def _hashable(value: Any) -> Any:
    """Return what is equal for equal fields and cannot change; nothing for mappings, which can."""
    if isinstance(value, np.ndarray):
        return value.shape, tuple(value.flat) if value.dtype == object else value.tobytes()
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return None if isinstance(value, Mapping) else value
