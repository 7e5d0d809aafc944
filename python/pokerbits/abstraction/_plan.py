"""The progress of a call with several parts: each part counts by its time."""

from __future__ import annotations

from collections.abc import Callable

_UNITS = 1000
"""Progress is reported in thousandths of the estimated seconds of all parts."""


class Plan:
    """Parts with their expected seconds, in their order."""

    def __init__(self, parts: dict[str, float], watcher: Callable[[int, int], object] | None) -> None:
        self._ends: dict[str, tuple[int, int]] = {}
        end = 0
        for name, seconds in parts.items():
            self._ends[name] = (end, end := end + max(1, round(seconds * _UNITS)))
        self._total = end
        self._at = 0
        self._watcher = watcher

    def part(self, name: str) -> Callable[[int, int], object] | None:
        """Return the progress function of one part."""
        if self._watcher is None:
            return None
        watcher, (first, end) = self._watcher, self._ends[name]

        def tell(done: int, total: int) -> None:
            # Parts that are finished may report again.
            self._at = max(self._at, first + (end - first) * done // max(total, 1))
            watcher(self._at, self._total)

        return tell

    def done(self, name: str) -> None:
        """Mark a part as finished, even if there was nothing to do."""
        if (tell := self.part(name)) is not None:
            tell(1, 1)
