"""Build a table of any kind, in an array or in a file, in this process or with the workers of an executor."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._forks import NoFork
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.threads import resolve_task_threads
from pokerbits._output.arrays import deliver, output
from pokerbits._tables.blocks import TableSpec, block_cells, computed_by, fill_by, open_table, opened, tell
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

Filling: TypeAlias = tuple[Sequence[int], Callable[[memoryview], None]]
"""Some blocks, and a function that fills them in a view of all cells."""

# Number of blocks per thread between two updates of journal and progress.
_BLOCKS_PER_THREAD = 4


def make_table(
    spec: TableSpec,
    shape: tuple[int, ...],
    *,
    label: str,
    out: NDArray[Any] | None = None,
    path: str | os.PathLike[str] | None = None,
    resume: bool = True,
    mmap: bool = True,
    executor: "Executor | None" = None,
    num_threads: int | None = None,
    progress: ProgressLike = None,
) -> NDArray[Any]:
    """Return the table of a spec with this shape; `label` is the text of a progress bar.

    The other parameters and the errors are those of `pokerbits.strength_table`.
    """
    if out is not None and path is not None:
        raise InvalidArgumentError("pass out= or path=, not both")
    if isinstance(out, str | os.PathLike):
        message = f"out: expected an array, found {type(out).__name__}; the name of a file is path=..."
        raise InvalidArgumentError(message)
    threads = resolve_task_threads(executor, num_threads)
    with watching(progress, label) as watcher, opened(spec):
        job = _Job(spec, executor, threads, watcher)
        if path is not None:
            return job.to_file(path, shape, resume=resume, mmap=mmap)
        table = open_table(spec)
        result, filled = output(out, shape, spec.dtype, (table.rows() * table.columns(),))
        job.to_array(filled)
    return deliver(result, filled)


@dataclass
class _Job:
    """The build of one table."""

    spec: TableSpec
    executor: "Executor | None"
    num_threads: int
    watcher: Any

    def to_array(self, cells: NDArray[Any]) -> None:
        """Fill an array."""
        table = open_table(self.spec)
        if self.executor is None:
            table.fill(0, table.n_blocks(), cells, self.num_threads, self.watcher)
        else:
            fill_by(self.executor, self.spec, cells, self.num_threads, self.watcher)

    def to_file(
        self, path: str | os.PathLike[str], shape: tuple[int, ...], *, resume: bool, mmap: bool
    ) -> NDArray[Any]:
        """Fill the missing blocks of a file, and return the finished table."""
        with NoFork():
            from pokerbits._tables.file import TableFile

        table = open_table(self.spec)
        n = table.n_blocks()

        def clear(block: int, cells: memoryview) -> None:
            self._place(block, np.zeros(block_cells(self.spec, block), dtype=self.spec.dtype), cells)

        with TableFile(
            path,
            signature=table.signature(),
            shape=shape,
            dtype=np.dtype(self.spec.dtype),
            n_blocks=n,
            clear=clear,
            resume=resume,
        ) as file:
            if not file.is_complete:
                missing = sorted(file.missing)
                # A table may want to see what is there.
                resumed = getattr(table, "resumed", None)
                if resumed is not None and len(missing) < n:
                    resumed(set(range(n)) - file.missing, np.frombuffer(file.copied(), self.spec.dtype))
                for blocks, fill in self._filled(missing) if self.executor is None else self._placed(missing):
                    file.fill(blocks, fill)
                    tell(self.watcher, n - len(file.missing), n)
                file.finish()
            return file.load(mmap=mmap)

    def _filled(self, blocks: list[int]) -> Iterator[Filling]:
        """Yield a few blocks at a time, with the function that computes them in this process."""
        most = _BLOCKS_PER_THREAD * self.num_threads
        while blocks:
            first, end = blocks[0], blocks[0] + 1
            while end - first < most and end - first < len(blocks) and blocks[end - first] == end:
                end += 1
            yield blocks[: end - first], partial(self._fill, first, end)
            blocks = blocks[end - first :]

    def _placed(self, blocks: Sequence[int]) -> Iterator[Filling]:
        """Compute blocks with the executor; yield finished blocks with the function that puts them into the table."""
        assert self.executor is not None  # noqa: S101
        for block, rows in computed_by(self.executor, self.spec, blocks, self.num_threads):
            yield [block], partial(self._place, block, rows)

    # The arrays of these calls have no name, and so no frame of a traceback keeps them and the map of the file.

    def _fill(self, first: int, end: int, cells: memoryview) -> None:
        open_table(self.spec).fill(first, end, np.frombuffer(cells, self.spec.dtype), self.num_threads, None)

    def _place(self, block: int, rows: NDArray[Any], cells: memoryview) -> None:
        open_table(self.spec).place_block(block, rows, np.frombuffer(cells, self.spec.dtype))
