"""The native indexer of wide decks, with the calls of that of other decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._indexer.wide_deck import WideDeck
from pokerbits._input.arrays import fit


class WideCore:
    """The calls of `_native.Indexer` that `HandIndexer` makes for any deck. Cards are C-ordered uint8 arrays."""

    __slots__ = ("_core", "_deck", "_last")

    def __init__(self, rounds: tuple[int, ...], deck: WideDeck) -> None:
        self._core = _native.WideIndexer(rounds, *deck)
        self._deck, self._last = deck, len(rounds) - 1

    def sizes(self) -> list[int]:
        return self._core.sizes()

    def table_bytes(self) -> int:
        return self._core.table_bytes()

    def configurations(self, round: int) -> list[tuple[list[list[int]], list[int], int]]:
        """Return for each configuration its cards by suit and round, the groups of each suit, and the first index."""
        suits, rounds = self._deck.n_suits, round + 1
        numbers, width = self._core.configurations(round), suits * rounds + suits + 1
        parts = [numbers[at : at + width] for at in range(0, len(numbers), width)]
        return [
            ([part[at : at + rounds] for at in range(0, suits * rounds, rounds)], part[-suits - 1 : -1], part[-1])
            for part in parts
        ]

    def index(self, round: int, cards: Sequence[NDArray[Any]], out: NDArray[np.uint64], num_threads: int) -> None:
        """Fill `out` with the indices in a round of the rows of the one array in `cards`."""
        (hands,) = cards
        rows = fit(hands, np.uint8).reshape(-1, hands.shape[-1])
        self._core.index(round, rows, out.reshape(-1, 1), num_threads)

    def index_all(self, cards: NDArray[np.uint8], out: NDArray[np.uint64], num_threads: int) -> None:
        self._core.index(self._last, cards, out, num_threads)

    def unindex(self, round: int, indices: NDArray[np.uint64], out: NDArray[np.uint8], num_threads: int) -> None:
        self._core.unindex(round, indices, 0, out, num_threads)

    def unindex_range(self, round: int, start: int, stop: int, out: NDArray[np.uint8], num_threads: int) -> None:  # noqa: ARG002
        self._core.unindex(round, None, start, out, num_threads)

    def canonical(self, round: int, cards: NDArray[np.uint8], out: NDArray[np.uint8], num_threads: int) -> None:
        """Fill `out` with the canonical forms of hands, by their indices."""
        indices = np.empty(len(cards), dtype=np.uint64)
        self.index(round, [cards], indices, num_threads)
        self.unindex(round, indices, out, num_threads)

    def multiplicity(self, round: int, indices: NDArray[np.uint64], out: NDArray[np.uint64], num_threads: int) -> None:
        self._core.multiplicity(round, indices, 0, out, num_threads)

    def multiplicity_range(self, round: int, start: int, stop: int, out: NDArray[np.uint64], num_threads: int) -> None:  # noqa: ARG002
        self._core.multiplicity(round, None, start, out, num_threads)
