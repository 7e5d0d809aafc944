"""Progress of long calls: no progress, a progress bar, or the caller's function."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeAlias

from pokerbits._extras import needing
from pokerbits._forks import NoFork

ProgressLike: TypeAlias = bool | Callable[[int, int], object] | None
"""`None` or `False` for no progress, `True` for a progress bar on standard error (needs `tqdm`), or a function of
(done, total) steps. Without a standard error that can be written there is no bar, and the work goes on."""


_STEPS = 1000
"""Steps of a part of the work."""


@contextmanager
def watching(progress: ProgressLike, description: str) -> Iterator[Callable[[int, int], object] | None]:
    """Yield the function that the core calls with `(done, total)` a few times a second, on the calling thread.

    If it is called at all, the last call has `done == total`. It is not called if there is nothing to do.
    """
    check(progress)
    if progress is None or progress is False:
        yield None
        return
    last = (0, 0)
    with _bar(description) if progress is True else nullcontext(progress) as tell:

        def watcher(done: int, total: int) -> None:
            nonlocal last
            last = (done, total)
            tell(done, total)

        yield watcher
        done, total = last
        if done != total:
            tell(total, total)


def among_all(
    watcher: Callable[[int, int], object] | None, before: int, n: int, total: int
) -> Callable[[int, int], object] | None:
    """Return the watcher of `n` parts of the work, after the first `before`, of `total` parts in all."""
    if watcher is None:
        return None
    return lambda done, steps: watcher(_STEPS * before + _STEPS * n * done // max(steps, 1), _STEPS * total)


def check(progress: ProgressLike) -> None:
    """Refuse an invalid `progress` in calls that have no progress to report."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        message = f"progress: expected None, True or a function of (done, total), found {type(progress).__name__}"
        raise TypeError(message)


@contextmanager
def _bar(description: str) -> Iterator[Callable[[int, int], object]]:
    """Yield a function that updates a tqdm bar; the bar appears at its first call."""
    with needing("progress", "progress=True"):
        from tqdm.auto import tqdm
    if sys.stderr is None or getattr(sys.stderr, "closed", False):
        # As in a program without a console: pythonw.exe, a service.
        yield lambda done, total: None  # noqa: ARG005 - nobody looks
        return
    bar: Any = None

    def move(done: int, total: int) -> None:
        nonlocal bar
        # The first bar imports further modules, and all bars share a lock.
        with NoFork():
            if bar is None:
                # Steps are blocks of work, and their number is of no interest to users.
                shown = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
                stream = _Unfailing(sys.stderr)
                bar = tqdm(desc=description, total=max(total, 1), bar_format=shown, file=stream, ncols=stream.width())
            bar.total = max(total, 1)
            bar.update(done - bar.n)

    try:
        yield move
    finally:
        if bar is not None:
            with NoFork():
                bar.close()


class _Unfailing:
    """A stream whose text is lost if it cannot be written: the work that a bar shows must not end with the bar."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def width(self) -> int | None:
        """Return the number of columns of a terminal that a bar fills, without the last."""
        with suppress(Exception):
            return os.get_terminal_size(self._stream.fileno()).columns - 1 if self._stream.isatty() else None
        return None

    def write(self, text: str) -> None:
        """Write a text, if that is possible."""
        with suppress(Exception):
            self._stream.write(text)

    def flush(self) -> None:
        """Flush the stream, if that is possible."""
        with suppress(Exception):
            self._stream.flush()
