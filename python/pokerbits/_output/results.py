"""The base class of all results: comparison, pickling, printing, and conversion to JSON, pandas and polars.

Results are immutable and hashable, and compare by content; their arrays are read-only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, TypeVarTuple

import numpy as np

from pokerbits._extras import needing
from pokerbits._output.columns import Columns
from pokerbits._output.tables import Table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

R = TypeVar("R", bound="Result")
Ts = TypeVarTuple("Ts")

SHARES: Final = ("equity", "win", "tie", "lose")
"""The fields with the numbers of each player."""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """Base class of all results: a frozen dataclass whose fields are arrays, mappings, tuples, text and numbers."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Compute and keep fields of a deferred result, and return one of them."""
            held = self.__dict__
            deferred = held.get("_deferred")
            if deferred is None or name not in self.__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            make, arguments = deferred
            # The core has the shares at once; the other fields take ten times as long.
            find = getattr(arguments[0], "shares", None) if name in SHARES else None
            shares = find and find()
            if shares:
                # Arrays of the core are read-only, and nobody else has them.
                held["equity"], held["win"], held["tie"], held["lose"] = shares
            else:
                held.update(vars(make(*arguments)) | held)
            return held[name]

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        # As `object.__setattr__` does, in a fraction of the time.
        held = vars(self)
        for name, value in held.items():
            if isinstance(value, (np.ndarray, dict)):
                held[name] = _frozen(value)

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is a result of the same type with the same contents."""
        if type(other) is not type(self):
            return NotImplemented
        return all(_same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self))

    def __hash__(self) -> int:
        """Return the hash of all fields except mappings."""
        return hash((type(self), *(_hashable(getattr(self, field.name)) for field in fields(self))))

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        # Unpickle with the constructor, as NumPy does not pickle the read-only flag of an array.
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def __dir__(self) -> list[str]:
        """Return the names of all attributes, including fields that are not computed yet."""
        return sorted({*super().__dir__(), *(field.name for field in fields(self))})

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"

    def __str__(self) -> str:
        """Return the result as a table."""
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return the result as a table for notebooks."""
        return self._table().html()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON.

        Returns
        -------
        dict
            Dicts and lists of text, integers and floats.
        """
        raise NotImplementedError

    def to_columns(self) -> Columns:
        """Return the result as columns that `pandas.DataFrame` and `polars.DataFrame` take.

        Returns
        -------
        dict
            Columns by name: arrays, and lists of text.
        """
        raise NotImplementedError

    def to_pandas(self) -> pd.DataFrame:
        """Return the columns of `to_columns` as a `pandas.DataFrame`. Needs the extra `pandas`.

        Returns
        -------
        pandas.DataFrame
        """
        with needing("pandas", f"{type(self).__name__}.to_pandas"):
            import pandas as pd
        return pd.DataFrame(self.to_columns())

    def to_polars(self) -> pl.DataFrame:
        """Return the columns of `to_columns` as a `polars.DataFrame`. Needs the extra `polars`.

        Returns
        -------
        polars.DataFrame
        """
        with needing("polars", f"{type(self).__name__}.to_polars"):
            import polars as pl
        return pl.DataFrame(self.to_columns())

    def _summary(self) -> str:
        """Return the contents of the `repr`, in fewer than 180 characters."""
        raise NotImplementedError

    def _table(self) -> Table:
        """Return the table that shows the result."""
        raise NotImplementedError


def deferred(kind: type[R], make: Callable[[*Ts], R], *arguments: *Ts) -> R:
    """Return a result whose fields `make` computes at first access: computing them takes longer than counting.

    If the first argument has a method `shares`, it returns equity, win, tie and lose, or `None`.
    """
    new = kind.__new__(kind)
    new.__dict__["_deferred"] = make, arguments
    return new


def _frozen(value: Any) -> Any:
    """Return a field with read-only arrays. A mapping other than a dict creates its arrays itself."""
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
    """Return a hashable object that is equal for equal fields; `None` for mappings, which are mutable."""
    if isinstance(value, np.ndarray):
        return value.shape, tuple(value.flat) if value.dtype == object else value.tobytes()
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return None if isinstance(value, Mapping) else value
