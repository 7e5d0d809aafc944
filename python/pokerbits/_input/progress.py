"""Progress of long calls: nothing, a bar, or the caller's own function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeAlias

from pokerbits._extras import needing
from pokerbits._forks import NoFork

ProgressLike: TypeAlias = bool | Callable[[int, int], object] | None
"""`None` or `False` for nothing, `True` for a bar (needs `tqdm`), or a function of steps done and steps in all."""


@contextmanager
def watching(progress: ProgressLike, description: str) -> Iterator[Callable[[int, int], object] | None]:
    """Yield what the core calls with `(done, total)`, a few times a second, on the calling thread.

    If it was called at all, its last call says that all is done. A call that has nothing to do does not call it.
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


def check(progress: ProgressLike) -> None:
    """Refuse what is no progress, where there is nothing to watch."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        message = f"progress: expected None, True or a function of (done, total), found {type(progress).__name__}"
        raise TypeError(message)


@contextmanager
def _bar(description: str) -> Iterator[Callable[[int, int], object]]:
    """Yield a function that moves a tqdm bar, and shows it when it is first called."""
    with needing("progress", "progress=True"):
        from tqdm.auto import tqdm
    bar: Any = None

    def move(done: int, total: int) -> None:
        nonlocal bar
        # The first bar imports more, and all bars share a lock.
        with NoFork():
            if bar is None:
                # Steps are blocks of work: their number says nothing to people.
                shown = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
                bar = tqdm(desc=description, total=max(total, 1), bar_format=shown)
            bar.total = max(total, 1)
            bar.update(done - bar.n)

    try:
        yield move
    finally:
        if bar is not None:
            with NoFork():
                bar.close()
