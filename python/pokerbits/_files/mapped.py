"""A table that is mapped from its file, and can be closed."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np

from pokerbits.exceptions import LockedFileError


@contextmanager
def mapping() -> Iterator[None]:
    """Raise MemoryError where the body cannot map a file for want of memory, which the system calls an OSError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise MemoryError("no memory to map a file") from None
        raise


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

    _inner: Any
    """The array that has the map. All views refer to it, and so can be counted; `None` for an array in memory."""

    def close(self) -> None:
        """Unmap the file.

        Raises
        ------
        LockedFileError
            If another variable, a view of the table or a running call uses it. The table is then unchanged.
        """
        others = max(_users(self) - _NO_USERS, sys.getrefcount(self) - _IN_CLOSE)
        self._unmap(others)

    def __enter__(self) -> Self:
        """Return this table."""
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        """Close it; after an exception, only if nothing else uses it."""
        others = max(_users(self) - _NO_USERS, sys.getrefcount(self) - _IN_EXIT)
        if error is None or others <= 0:
            self._unmap(others)

    def __buffer__(self, flags: int) -> memoryview:
        """Have a memoryview refer to that array, too; Python asks from 3.12 on."""
        return memoryview(np.asarray(self))  # type: ignore[arg-type]

    def __array_finalize__(self, obj: object) -> None:
        """Have a view refer to the array with the map."""
        super().__array_finalize__(obj)
        shares = isinstance(obj, MappedTable) and np.may_share_memory(self, obj)
        self._inner = obj._inner if isinstance(obj, MappedTable) and shares else None  # noqa: SLF001

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return results of calculations as plain arrays."""
        return array[()] if return_scalar else np.asarray(array)

    def __getitem__(self, at: Any) -> Any:
        """Return parts as plain arrays."""
        return np.asarray(self)[at]

    def _unmap(self, others: int) -> None:
        """Unmap the file unless others use it: they would read memory that is gone."""
        if self._inner is None:
            return
        if others > 0:
            message = f"the table is in use by {others} other variables, views or calls; delete them first"
            raise LockedFileError(message, filename=self.filename)
        # The state of an empty array takes the place of the map.
        np.ndarray.__setstate__(self, (1, (0,), self.dtype, False, b""))  # type: ignore[arg-type]
        self._inner = self._mmap = None


def as_table(mapped: np.memmap[Any, Any]) -> MappedTable:
    """Return a memory map as a table that can be closed."""
    inner = mapped.view(np.ndarray)
    made = inner.view(MappedTable)
    made.filename, made._inner = mapped.filename, inner  # noqa: SLF001
    return made


def _users(table: MappedTable) -> int:
    """Return the number of references to the array with the map."""
    inner = table._inner  # noqa: SLF001
    return sys.getrefcount(inner)


class _Probe(MappedTable):
    """An array that counts the references to itself as a table does."""

    def close(self) -> Any:
        return sys.getrefcount(self)

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        _in_exit.append(sys.getrefcount(self))


def _of_nothing() -> _Probe:
    inner = np.zeros(1)
    made = inner.view(_Probe)
    made._inner = inner  # noqa: SLF001
    return made


def _local() -> int:
    """Count for a table in a local variable, whose reading takes no reference from Python 3.14 on."""
    probe = _of_nothing()
    with probe:
        pass
    return int(probe.close())


# These numbers differ between versions of Python.
_in_exit: list[int] = []
_probe = _of_nothing()
with _probe:
    pass
_NO_USERS = _users(_probe)
_IN_CLOSE = max(_local(), _probe.close())
_IN_EXIT = max(_in_exit)
