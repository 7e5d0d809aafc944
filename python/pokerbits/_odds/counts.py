"""The exact counts behind odds, computed when they are first read."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._output.counts import Counts


class CountsByOpponents(Mapping[int, Any]):
    """The counts of many hands by number of opponents: arrays of `Counts`, built at first access.

    Until then they are kept as 128-bit integers, which take a tenth of the memory of the objects and almost no time.
    """

    __slots__ = ("_made", "_total", "words")

    def __init__(self, words: NDArray[np.uint64], total: Mapping[int, int | NDArray[np.object_]]) -> None:
        # Shape (..., counts, 2): k + 1 counts for each number k of opponents, as low and high words. Hands of different
        # streets have totals of their own (...).
        self.words, self._total = words, total
        self._made: dict[int, NDArray[np.object_]] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (self.words, self._total)

    def __getitem__(self, k: int) -> Any:
        if k not in self._made:
            self._made[k] = self._make(k)
        return self._made[k]

    def _make(self, k: int) -> NDArray[np.object_]:
        """Return the read-only array of counts against k opponents."""
        first = sum(other + 1 for other in itertools.takewhile(lambda other: other != k, self._total))
        words = self.words[..., first : first + k + 1, :]
        found = np.empty(words.shape[:-2], dtype=object)
        low, high = (words[..., i].reshape(-1, k + 1).tolist() for i in range(2))
        totals = np.broadcast_to(np.array(self._total[k], dtype=object), found.shape).reshape(-1).tolist()
        for row, (lows, highs, total) in enumerate(zip(low, high, totals, strict=True)):
            wins, *ties = (below | above << 64 for below, above in zip(lows, highs, strict=True))
            found.flat[row] = Counts(wins, tuple(ties), total - wins - sum(ties))
        found.flags.writeable = False
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self._total)

    def __len__(self) -> int:
        return len(self._total)

    def __repr__(self) -> str:
        return repr(dict(self))


class CountsOfOneHand(CountsByOpponents):
    """The counts of one hand by number of opponents, without an array around each."""

    __slots__ = ()

    def __getitem__(self, k: int) -> Any:
        return super().__getitem__(k)[()]


Found: TypeAlias = Sequence[tuple[list[int], int]]
"""For each number of opponents: the deals not lost, by the number of opponents who tie, and the number of all deals."""


def counts_of(found: Sequence[Found]) -> list[list[Counts]]:
    """Return the counts of hands, for each number of opponents."""
    return [
        [Counts(wins, tuple(ties), total - wins - sum(ties)) for (wins, *ties), total in of_hand] for of_hand in found
    ]
