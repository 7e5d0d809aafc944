"""A table as a set of independent blocks, computed here or by the workers of any executor (PEP 3148).

A block depends only on its table and its number. So blocks can be computed in any order, repeatedly, or on other
machines, and the table has the same bytes.

A kind of table has two classes: one of `Blocks`, which computes, and a `Spec`, which identifies the table by a few
values, is pickled to workers, and opens the table there. Tables that files can keep are `BlockTable`s.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork
from pokerbits.exceptions import CancelledError, PokerbitsError, ThreadError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MAX_IN_FLIGHT = 256
"""Maximum number of blocks that are submitted and not yet placed."""
MAX_BYTES_IN_FLIGHT = 256 << 20
"""Maximum number of bytes of blocks that are submitted and not yet placed, or two blocks if two are larger."""
MAX_FAILURES = 3
"""Maximum number of attempts for a block, on any workers."""


class Blocks(Protocol):
    """A table that is computed block by block. Arrays of cells are flat."""

    def rows(self) -> int:
        """Return the number of rows."""

    def columns(self) -> int:
        """Return the number of cells in a row."""

    def n_blocks(self) -> int:
        """Return the number of blocks."""

    def block_rows(self, block: int, /) -> int:
        """Return the number of rows of a block."""

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int, /) -> None:
        """Compute the rows of one block."""

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any], /) -> None:
        """Put the rows of a block into the whole table."""


class BlockTable(Blocks, Protocol):
    """A table that can also be filled in place and kept in a file, such as `_native.BlockTable`."""

    def signature(self) -> str:
        """Return a line that identifies the table: tables with the same line and dtype have the same bytes."""

    def fill(
        self,
        first: int,
        end: int,
        out: NDArray[Any],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
        /,
    ) -> None:
        """Compute blocks `first` to `end - 1` and put their rows into the whole table."""


Opened = TypeVar("Opened", bound=Blocks)
Opened_co = TypeVar("Opened_co", bound=Blocks, covariant=True)


class Spec(Protocol[Opened_co]):
    """Identification of a table, in a form that can be sent to other processes.

    A table that consists of the caller's data is its own spec: `open` returns it.
    """

    @property
    def dtype(self) -> str:
        """The dtype of the cells."""

    def open(self) -> Opened_co:
        """Return the table."""


TableSpec: TypeAlias = Spec[BlockTable]


class RowBlocks:
    """A table that is its own spec, and whose blocks are single rows. Subclasses say how a row is computed."""

    dtype: str

    def open(self) -> Self:
        """Return the table."""
        return self

    def rows(self) -> int:
        """Return the number of rows."""
        raise NotImplementedError

    def columns(self) -> int:
        """Return the number of cells in a row."""
        raise NotImplementedError

    def compute_block(self, block: int, out: NDArray[Any], num_threads: int, /) -> None:
        """Compute one row."""
        raise NotImplementedError

    def n_blocks(self) -> int:
        """Return the number of rows."""
        return self.rows()

    def block_rows(self, block: int, /) -> int:  # noqa: ARG002 - all are alike
        """Return the number of rows of a block."""
        return 1

    def place_block(self, block: int, rows: NDArray[Any], out: NDArray[Any], /) -> None:
        """Put a row into the table."""
        out[block * self.columns() : (block + 1) * self.columns()] = rows

    def fill(
        self,
        first: int,
        end: int,
        out: NDArray[Any],
        num_threads: int,
        progress: Callable[[int, int], object] | None,
        /,
    ) -> None:
        """Compute some rows and put them into the table."""
        for block in range(first, end):
            row = np.empty(self.columns(), dtype=self.dtype)
            self.compute_block(block, row, num_threads)
            self.place_block(block, row, out)
            tell(progress, block + 1 - first, end - first)


class InParts:
    """An executor that is sent the data of a block instead of those of the whole table.

    For tables that hold the caller's data: `part` returns the table of one block.
    """

    def __init__(self, executor: "Executor") -> None:
        self.executor = executor

    def submit(self, compute: Any, spec: Any, block: int, num_threads: int) -> Any:
        """Submit a block as the only one of a table of its own."""
        return self.executor.submit(compute, spec.part(block), 0, num_threads)


_in_use: dict[object, tuple[Spec[Any], Blocks]] = {}
"""Tables of calls that are under way in this process, each with its spec."""
_latest: list[tuple[Spec[Any], Blocks]] = []
"""In a worker, the table of the block that was computed last: the next block is probably of the same table."""


@contextmanager
def opened(spec: Spec[Opened]) -> Iterator[Opened]:
    """Open a table for the length of a call. Until its end `open_table` returns it; then nothing here refers to it."""
    table, use = open_table(spec), object()
    _in_use[use] = spec, table
    try:
        yield table
    finally:
        del _in_use[use]


def open_table(spec: Spec[Opened]) -> Opened:
    """Return the table of a spec; a worker opens a table only once for all of its blocks."""
    for known, table in (*tuple(_in_use.values()), *tuple(_latest)):
        # Most specs are named tuples, and named tuples of two types with the same values are equal.
        if type(known) is type(spec) and known == spec:
            return cast("Opened", table)
    return spec.open()


def block_cells(spec: Spec[Blocks], block: int) -> int:
    """Return the number of cells in a block."""
    table = open_table(spec)
    return table.block_rows(block) * table.columns()


def compute_block(spec: Spec[Blocks], block: int, num_threads: int) -> NDArray[Any]:
    """Return the cells of a block as a flat array. This function and these arguments are sent to workers."""
    table = open_table(spec)
    # A table of a call in this process is kept by the call. One that is its own spec comes anew with each block.
    of_call: list[object] = [spec, *(known for _, known in tuple(_in_use.values()))]
    if all(table is not known for known in of_call):
        _latest[:] = [(spec, table)]
    cells = np.empty(block_cells(spec, block), dtype=spec.dtype)
    table.compute_block(block, cells, num_threads)
    return cells


def computed_by(
    executor: "Executor", spec: Spec[Blocks], blocks: Iterable[int], num_threads: int
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield blocks and their cells as the workers return them.

    A block that failed, for example because its worker died, is submitted again, except after an error of this package
    that would recur. A cancelled block is not submitted again, and raises CancelledError. Closing the iterator
    cancels blocks that have not been started.
    """
    with NoFork():
        from concurrent.futures import FIRST_COMPLETED, wait

    left = deque(blocks)
    in_flight: dict[Future[NDArray[Any]], int] = {}
    failures: Counter[int] = Counter()
    most = MAX_BYTES_IN_FLIGHT // (block_cells(spec, 0) * np.dtype(spec.dtype).itemsize)
    most = max(2, min(MAX_IN_FLIGHT, most))
    try:
        while left or in_flight:
            while left and len(in_flight) < most:
                in_flight[executor.submit(compute_block, spec, left[0], num_threads)] = left[0]
                left.popleft()
            # The wait has a timeout, so that Ctrl-C works on all platforms. It does not report a future
            # that is cancelled before a worker takes it, as by `shutdown(cancel_futures=True)`: hence the look at each.
            wait(in_flight, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in [future for future in in_flight if future.done()]:
                block = in_flight.pop(future)
                if future.cancelled():
                    message = f"executor: the task for block {block} was cancelled, so the call cannot be completed"
                    raise CancelledError(message)
                error = future.exception()
                if error is None:
                    # Data from a network may be unaligned.
                    yield block, np.require(future.result(), requirements=["C", "A"])
                    continue
                failures[block] += 1
                # A worker that cannot start a thread now, or another worker, may be able to later.
                lasting = isinstance(error, PokerbitsError) and not isinstance(error, ThreadError)
                if lasting or failures[block] == MAX_FAILURES:
                    # This raises the error of the worker.
                    future.result()
                left.append(block)
    finally:
        for future in in_flight:
            future.cancel()


def fill_by(
    executor: "Executor",
    spec: Spec[Blocks],
    cells: NDArray[Any],
    num_threads: int,
    progress: Callable[[int, int], object] | None,
) -> None:
    """Fill the cells of a whole table with what the workers of an executor compute."""
    with opened(spec) as table:
        n = table.n_blocks()
        for done, (block, rows) in enumerate(computed_by(executor, spec, range(n), num_threads), start=1):
            table.place_block(block, rows, cells)
            tell(progress, done, n)


def fill_by_threads(
    threads: int, spec: Any, cells: NDArray[Any], progress: Callable[[int, int], object] | None
) -> None:
    """Fill the cells of a whole table with what threads of this process compute; `spec.stop` ends them."""
    n = spec.n_blocks()
    if threads == 1 or n == 1:
        # Here: a new thread would need memory of its own.
        for block in range(n):
            rows = np.empty(spec.block_rows(block) * spec.columns(), dtype=cells.dtype)
            spec.compute_block(block, rows, threads)
            spec.place_block(block, rows, cells)
            tell(progress, block + 1, n)
        return
    with own_threads(min(threads, n), spec) as executor:
        fill_by(executor, spec, cells, 1, progress)


@contextmanager
def own_threads(threads: int, spec: Any) -> Iterator["Executor"]:
    """Yield an executor of threads of this process for a table; `spec.stop` ends them with the body."""
    with NoFork():
        from concurrent.futures import ThreadPoolExecutor

    spec.stop = threading.Event()
    with ThreadPoolExecutor(threads) as executor:
        try:
            yield executor
        finally:
            spec.stop.set()


def tell(progress: Callable[[int, int], object] | None, done: int, total: int) -> None:
    """Report progress, if somebody asked for it."""
    if progress is not None:
        progress(done, total)
