"""Steps of a walk through public states, of which a caller's function is told a few times a second."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

PAUSE = 0.1
"""Seconds between two calls of `progress`."""


class Steps:
    """The steps that were done; who watches is told a few times a second."""

    def __init__(self, watcher: Callable[[int, int], object] | None, total: int) -> None:
        self._watcher, self._total, self._done, self._told = watcher, total, 0, monotonic()

    def add(self, n: int = 1) -> None:
        """Count some steps."""
        self._done += n
        if self._watcher is not None and monotonic() > self._told + PAUSE:
            self._watcher(self._done, self._total)
            self._told = monotonic()
