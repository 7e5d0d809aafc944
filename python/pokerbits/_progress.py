"""Progress of long calls: nothing, a bar, or the caller's own function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from pokerbits._extras import needing

ProgressLike: TypeAlias = bool | Callable[[int, int], object] | None
"""`None` or `False` for nothing, `True` for a bar (needs `tqdm`), or a function of steps done and steps in all."""


@contextmanager
def watching(progress: ProgressLike, description: str) -> Iterator[Callable[[int, int], object] | None]:
    """Yield what the core calls with `(done, total)`, a few times a second, on the calling thread."""
    check(progress)
    if progress is True:
        with _bar(description) as bar:
            yield bar
    else:
        yield progress or None


def check(progress: ProgressLike) -> None:
    """Refuse what is no progress, where there is nothing to watch."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        message = f"progress: expected None, True or a function of (done, total), found {type(progress).__name__}"
        raise TypeError(message)


@contextmanager
def _bar(description: str) -> Iterator[Callable[[int, int], object]]:
    """Yield a function that moves a tqdm bar."""
    with needing("progress", "progress=True"):
        from tqdm.auto import tqdm
    bar: Any
    # Steps are blocks of work: their number says nothing to people.
    with tqdm(desc=description, total=1, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}") as bar:

        def move(done: int, total: int) -> None:
            bar.total = max(total, 1)
            bar.update(done - bar.n)

        yield move
        bar.update(bar.total - bar.n)
