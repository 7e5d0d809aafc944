"""The progress of a call that does several things one after the other: each counts as much as it takes."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Plan"]

_UNITS = 1000
"""Progress is told in thousandths of the seconds that the parts were estimated to take."""


class Plan:
    """Parts with the seconds that each is expected to take, in the order in which they are done."""

    def __init__(self, parts: dict[str, float], watcher: Callable[[int, int], object] | None) -> None:
        self._ends: dict[str, tuple[int, int]] = {}
        end = 0
        for name, seconds in parts.items():
            self._ends[name] = (end, end := end + max(1, round(seconds * _UNITS)))
        self._total = end
        self._at = 0
        self._watcher = watcher

    def part(self, name: str) -> Callable[[int, int], object] | None:
        """Return what is told of the progress of one part."""
        if self._watcher is None:
            return None
        watcher, (first, end) = self._watcher, self._ends[name]

        def tell(done: int, total: int) -> None:
            # What was done before may be looked at again.
            self._at = max(self._at, first + (end - first) * done // max(total, 1))
            watcher(self._at, self._total)

        return tell

    def done(self, name: str) -> None:
        """Tell that a part is done, whether there was anything to do."""
        if (tell := self.part(name)) is not None:
            tell(1, 1)
