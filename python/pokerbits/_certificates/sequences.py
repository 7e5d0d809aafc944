"""The sequences of numbers that certificates hash, as arrays of at most some millions, from the public functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerbits._equity.preflop import preflop_counts
from pokerbits._evaluator.evaluate import evaluate
from pokerbits._hand_strength.streets import Street
from pokerbits._hand_strength.table import strength_table
from pokerbits._indexer import HandIndexer
from pokerbits._input.progress import among_all
from pokerbits._odds.preflop import preflop_odds
from pokerbits.cards import CARD_NAMES, HAND_CLASSES

Watcher: TypeAlias = Callable[[int, int], object] | None
"""A function of steps done and steps in all, or `None`."""

_N_OPPONENTS = range(1, 9)
_HISTOGRAM_BINS = 50
_DECK = len(CARD_NAMES)
_HANDS_PER_ARRAY = 2_000_000
_BOARDS_PER_ARRAY = 2_000


class NumberSequence(Protocol):
    """Numbers in a fixed order."""

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[Any]]:
        """Yield the numbers. Between two arrays the caller reports progress, within one the watcher."""
        ...


@dataclass(frozen=True)
class Strengths:
    """The strengths of all hands of some cards."""

    hand_size: int

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.uint16]]:
        """Yield the strengths of the hands that differ only in their last five cards."""
        del watcher
        five = ascending_rows(5)
        for first in combinations(range(_DECK - 5), self.hand_size - 5):
            lowest = first[-1] + 1 if first else 0
            # Rows are in lexicographic order: those of the cards behind `first` are the last.
            last = five[np.searchsorted(five[:, 0], lowest) :]
            yield evaluate(behind(first, last), num_threads=num_threads)


@dataclass(frozen=True)
class CanonicalHands:
    """The cards of the canonical hand of every index in the last round of a game."""

    cards_per_round: tuple[int, ...]

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.uint8]]:
        """Yield the cards of some millions of hands at a time."""
        del watcher
        indexer = HandIndexer(self.cards_per_round)
        size = indexer.size()
        for start in range(0, size, _HANDS_PER_ARRAY):
            yield indexer.unindex(range(start, min(start + _HANDS_PER_ARRAY, size)), num_threads=num_threads)


@dataclass(frozen=True)
class Indices:
    """The index of every combo on every board of some cards, whose cards come in one round."""

    board_size: int

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.uint32]]:
        """Yield the indices on some thousand boards at a time."""
        del watcher
        indexer, boards = HandIndexer((2, self.board_size)), ascending_rows(self.board_size)
        for start in range(0, len(boards), _BOARDS_PER_ARRAY):
            indices = indexer.index_board(boards[start : start + _BOARDS_PER_ARRAY], num_threads=num_threads)
            yield indices.astype(np.uint32)


@dataclass(frozen=True)
class Matchups:
    """The wins and ties of every combo against every other, all in before the flop."""

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.uint32]]:
        """Yield one array."""
        del num_threads, watcher
        yield preflop_counts()


@dataclass(frozen=True)
class PreflopLines:
    """The counts of all hand classes against several opponents, as text: they have up to 120 bits."""

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.uint8]]:
        """Yield the bytes of the text."""
        odds = preflop_odds(_N_OPPONENTS, num_threads=num_threads, progress=watcher)
        lines = (
            " ".join(map(str, (name, k, counts.wins, *counts.ties, counts.losses))) + "\n"
            for name, by_opponents in zip(HAND_CLASSES, odds.counts, strict=True)
            for k, counts in by_opponents.items()
        )
        yield np.frombuffer("".join(lines).encode("ascii"), np.uint8)


@dataclass(frozen=True)
class StrengthTable:
    """The exact integers of the strength of every hand of a street."""

    kind: Literal["ehs", "ehs2", "histogram"]
    street: Street

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[Any]]:
        """Yield the table."""
        bins = _HISTOGRAM_BINS if self.kind == "histogram" else None
        yield strength_table(
            self.kind, street=self.street, bins=bins, dtype="counts", num_threads=num_threads, progress=watcher
        )


@dataclass(frozen=True)
class OddsTables:
    """The odds of every hand of a street against one opponent, then against two, and so on."""

    street: Street

    def arrays(self, num_threads: int, watcher: Watcher) -> Iterator[NDArray[np.float64]]:
        """Yield the table of each number of opponents."""
        for before, k in enumerate(_N_OPPONENTS):
            progress = among_all(watcher, before, 1, len(_N_OPPONENTS))
            yield strength_table("odds", street=self.street, n_opponents=k, num_threads=num_threads, progress=progress)


def ascending_rows(size: int) -> NDArray[np.uint8]:
    """Return all sets of `size` cards, each in ascending order, as rows in lexicographic order."""
    rows = np.arange(_DECK, dtype=np.uint8)[:, np.newaxis]
    for _ in range(size - 1):
        last = rows[:, -1].astype(np.int64)
        n_next = _DECK - 1 - last
        begins = np.cumsum(n_next) - n_next
        following = np.arange(n_next.sum()) - np.repeat(begins - last - 1, n_next)
        rows = np.column_stack([np.repeat(rows, n_next, axis=0), following.astype(np.uint8)])
    return rows


def behind(first: tuple[int, ...], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return rows of cards behind the same first cards."""
    return np.hstack([np.broadcast_to(np.array(first, np.uint8), (len(rows), len(first))), rows])


SEQUENCES: Mapping[str, NumberSequence] = {
    "strengths-5": Strengths(5),
    "strengths-6": Strengths(6),
    "strengths-7": Strengths(7),
    "indices-2-3": Indices(3),
    "indices-2-4": Indices(4),
    "indices-2-5": Indices(5),
    "hands-2": CanonicalHands((2,)),
    "hands-2-3": CanonicalHands((2, 3)),
    "hands-2-4": CanonicalHands((2, 4)),
    "hands-2-5": CanonicalHands((2, 5)),
    "hands-2-3-1": CanonicalHands((2, 3, 1)),
    "hands-2-3-1-1": CanonicalHands((2, 3, 1, 1)),
    "matchups": Matchups(),
    "ehs-preflop": StrengthTable("ehs", "preflop"),
    "ehs-flop": StrengthTable("ehs", "flop"),
    "ehs-turn": StrengthTable("ehs", "turn"),
    "ehs-river": StrengthTable("ehs", "river"),
    "ehs2-preflop": StrengthTable("ehs2", "preflop"),
    "ehs2-flop": StrengthTable("ehs2", "flop"),
    "ehs2-turn": StrengthTable("ehs2", "turn"),
    "histogram-preflop": StrengthTable("histogram", "preflop"),
    "histogram-flop": StrengthTable("histogram", "flop"),
    "odds-preflop": PreflopLines(),
    "odds-flop": OddsTables("flop"),
    "odds-turn": OddsTables("turn"),
}
"""The sequence of each certificate, by name, in the order of the page."""
