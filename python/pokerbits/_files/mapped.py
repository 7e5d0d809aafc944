"""A table that is mapped from its file, and can be closed."""

import sys
from types import TracebackType
from typing import Any, Self

import numpy as np

from pokerbits.exceptions import LockedFileError

__all__ = ["MappedTable"]


class MappedTable(np.memmap[Any, np.dtype[Any]]):
    """A read-only array that is mapped from the file of a table; `close`, or the end of a `with` block, unmaps it.

    `strength_table(path=...)` returns it. Windows replaces or removes the file only after that. A closed table is
    empty, of shape (0,).

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import pokerbits as pb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "preflop.npy"
    ...     with pb.strength_table("ehs", street="preflop", path=path) as ehs:
    ...         print(ehs.max().round(6))
    0.852037
    """

    def close(self) -> None:
        """Unmap the file.

        Raises
        ------
        LockedFileError
            If another variable, a view of the table or a running call uses it. The table is then unchanged.
        """
        # Counted before the method is looked up, which takes another reference.
        others = sys.getrefcount(self) - _IN_CLOSE
        self._unmap(others)

    def __enter__(self) -> Self:
        """Return this table."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Close it; after an exception, only if nothing else uses it."""
        others = sys.getrefcount(self) - _IN_EXIT
        if error is None or others <= 0:
            self._unmap(others)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return results of calculations as plain arrays."""
        return array[()] if return_scalar else np.asarray(array)

    def __getitem__(self, at: Any) -> Any:
        """Return parts as plain arrays."""
        part = super().__getitem__(at)
        return np.asarray(part) if isinstance(part, MappedTable) else part

    def _unmap(self, others: int) -> None:
        """Unmap the file unless there are other references: all of them would point to memory that is gone."""
        if others > 0:
            message = f"the table is in use: {others} other variables, views or calls refer to it; delete them first"
            raise LockedFileError(message, filename=self.filename)
        # The state of an empty array takes the place of the map.
        np.ndarray.__setstate__(self, (1, (0,), self.dtype, False, b""))  # type: ignore[arg-type]
        self._mmap = None


class _Probe(MappedTable):
    """An array that counts the references to it as `close` and `__exit__` do."""

    def close(self) -> Any:
        return sys.getrefcount(self)

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        others = sys.getrefcount(self)
        _seen.append(others)


def _count() -> int:
    """Return the number of references that `close` counts if one variable has the table."""
    probe = np.ndarray.__new__(_Probe, 0)
    with probe:
        pass
    return int(probe.close())


# These numbers differ between versions of Python.
_seen: list[int] = []
_IN_CLOSE = _count()
_IN_EXIT = _seen[0]
