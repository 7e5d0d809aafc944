"""Rows of robopoker's table `isomorphism`, as PostgreSQL's `COPY ... FROM STDIN BINARY` reads them.

A row has the canonical hand in the bytes of a number, the bucket below its street, E[HS], and the place of the hand
among those of its bucket. Rows are sorted by bucket, then by hand. Hands go to a temporary file by bucket and are
sorted there bucket by bucket, so that memory does not grow with the street.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.listed import ListedFiles
from pokerbits._hand_strength.hands import hand_strength
from pokerbits._hand_strength.streets import STREET_INDEXERS
from pokerbits._hand_strength.table import strength_table
from pokerbits._input.progress import ProgressLike, watching
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._pgcopy import HEADER, TRAILER, rows_of
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from pokerbits.abstraction._card_abstraction import CardAbstraction

_CHUNK = 1 << 18
"""Number of hands numbered, read or written at a time."""
_SORTED_AT_ONCE = 1 << 21
"""About the largest number of hands sorted at a time; larger buckets are cut by the first two cards of hands."""
_LEADING_BITS = 14
"""Number of bits of two cards, one byte each."""
_MAX_BUCKETS = 256
_SUITS = 4
_RANKS = 13
_HOLE_SHIFT, _BOARD_SHIFT = 4, 0
"""In the sorting key of a suit, what says the hole cards stands before what says the board cards."""

_HELD = np.dtype([("obs", np.int64), ("equity", np.float32)])
"""A hand in the temporary file."""


def check_buckets(abstraction: CardAbstraction, streets: Sequence[str]) -> None:
    """Raise for a street with more buckets than a street has there."""
    for street in streets:
        n = abstraction.n_buckets[street]
        if n > _MAX_BUCKETS:
            message = f"the {street} has {n:,} buckets: robopoker holds at most {_MAX_BUCKETS} a street"
            raise InvalidArgumentError(message)


def name_of_hands(street: str) -> str:
    """Return the name of the file with the hands of a street."""
    return f"isomorphism.{street}.pgcopy"


def export_robopoker(
    abstraction: CardAbstraction,
    folder: Path,
    streets: Sequence[str],
    *,
    num_threads: int | None,
    progress: ProgressLike,
) -> list[Path]:
    """Write the rows of all streets, one file each."""
    for street in streets:
        table = np.asarray(abstraction.table(street))
        with (
            ListedFiles(folder).new_file(name_of_hands(street)) as file,
            tempfile.TemporaryFile(dir=folder) as held,
            watching(progress, f"export of the {street}") as watcher,
        ):
            firsts = _hold(held, table, abstraction.n_buckets[street], _hands(street, num_threads), watcher)
            file.write(HEADER)
            for bucket, (first, end) in enumerate(pairwise(firsts)):
                position = 0
                for hands in _sorted_hands(held, first, end):
                    file.write(_rows(hands, STREETS.index(street) << 8 | bucket, position).tobytes())
                    position += len(hands)
                if watcher is not None:
                    watcher(len(table) + end, 2 * len(table))
            file.write(TRAILER)
    return [folder / name_of_hands(street) for street in streets]


def _hold(
    held: IO[bytes],
    table: NDArray[Any],
    n_buckets: int,
    all_hands: Iterator[tuple[int, NDArray[Any]]],
    watcher: Callable[[int, int], object] | None,
) -> list[int]:
    """Write hands by bucket to a file; return the number of the first hand of each bucket, and the number of hands."""
    counts = np.zeros(n_buckets, dtype=np.int64)
    for start in range(0, len(table), _CHUNK):
        counts += np.bincount(table[start : start + _CHUNK], minlength=n_buckets)
    firsts = np.concatenate([[0], np.cumsum(counts)])
    free = firsts[:-1].copy()
    for start, hands in all_hands:
        buckets = table[start : start + len(hands)]
        by_bucket = hands[np.argsort(buckets, kind="stable")]
        counts = np.bincount(buckets, minlength=n_buckets)
        ends = np.cumsum(counts)
        for bucket in np.flatnonzero(counts).tolist():
            held.seek(int(free[bucket]) * _HELD.itemsize)
            held.write(by_bucket[ends[bucket] - counts[bucket] : ends[bucket]].tobytes())
        free += counts
        if watcher is not None:
            watcher(start + len(hands), 2 * len(table))
    return [int(first) for first in firsts]


def _hands(street: str, num_threads: int | None) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield hands as the temporary file has them, in the order of their index, each array after its first index."""
    indexer = STREET_INDEXERS[street]
    # A table of the river would take half a gigabyte, and its hands need no runouts.
    strengths = None
    if street != "river":
        strengths = strength_table("ehs", street=street, dtype="float32", num_threads=num_threads)  # type: ignore[arg-type]
    for start in range(0, indexer.size(), _CHUNK):
        some = range(start, min(start + _CHUNK, indexer.size()))
        cards = indexer.unindex(some, num_threads=num_threads)
        hands = np.empty(len(some), dtype=_HELD)
        hands["obs"] = observations(cards)
        if strengths is None:
            hands["equity"] = hand_strength(cards[:, :2], board=cards[:, 2:], num_threads=num_threads)
        else:
            hands["equity"] = strengths[some.start : some.stop]
        yield start, hands


def _sorted_hands(held: IO[bytes], first: int, end: int) -> Iterator[NDArray[Any]]:
    """Yield the hands of a bucket in ascending order of their numbers, some at a time."""
    for hands in _parts(held, first, end):
        order = np.argsort(hands["obs"])
        for start in range(0, len(order), _CHUNK):
            yield hands[order[start : start + _CHUNK]]


def _parts(held: IO[bytes], first: int, end: int) -> Iterator[NDArray[Any]]:
    """Yield the hands of a bucket in arrays of limited size; all numbers of an array are below those of the next."""
    if end - first <= _SORTED_AT_ONCE:
        yield from _read(held, first, end, _SORTED_AT_ONCE)
        return
    # The first two bytes in use are cards of the board, or the hole cards; few hands share both.
    largest = max(int(part["obs"].max()) for part in _read(held, first, end, _CHUNK))
    shift = max(0, largest.bit_length() - _LEADING_BITS)
    counts = np.zeros(1 << _LEADING_BITS, dtype=np.int64)
    for part in _read(held, first, end, _CHUNK):
        counts += np.bincount(part["obs"] >> shift, minlength=len(counts))
    pass_of = (np.cumsum(counts) - counts) // _SORTED_AT_ONCE
    for number in np.unique(pass_of[counts > 0]):
        yield np.concatenate(
            [part[pass_of[part["obs"] >> shift] == number] for part in _read(held, first, end, _CHUNK)]
        )


def _read(held: IO[bytes], first: int, end: int, size: int) -> Iterator[NDArray[Any]]:
    """Yield a range of the hands of a file, up to `size` at a time."""
    for start in range(first, end, size):
        held.seek(start * _HELD.itemsize)
        yield np.frombuffer(held.read(min(size, end - start) * _HELD.itemsize), dtype=_HELD)


def _rows(hands: NDArray[Any], bucket: int, position: int) -> NDArray[Any]:
    """Return rows of consecutive hands of a bucket, from a position on."""
    return rows_of(
        obs=hands["obs"],
        abs=np.full(len(hands), bucket, dtype=np.int16),
        equity=hands["equity"],
        position=np.arange(position, position + len(hands), dtype=np.int32),
    )


def observations(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return hands (n, 2 + board) as robopoker numbers them.

    Suits are sorted by their numbers of hole cards and of board cards, and by the lowest and the highest ranks of
    these. The number has one byte for each card, its id plus one: first the board, then the hole cards, each ascending;
    the last card is the lowest byte.
    """
    keys = _suit_keys(hands[:, :2], _HOLE_SHIFT) | _suit_keys(hands[:, 2:], _BOARD_SHIFT)
    # The new name of a suit is the number of suits before it; suits with equal keys keep their order.
    names = np.zeros(keys.shape, dtype=np.uint8)
    for low, high in combinations(range(_SUITS), 2):
        is_before = keys[low] <= keys[high]
        names[high] += is_before
        names[low] += ~is_before
    columns = np.arange(len(hands))
    cards = np.stack([(card & 0xFC) | names[card & 3, columns] for card in hands.T], axis=1)
    number = np.zeros(len(hands), dtype=np.int64)
    for part in (np.sort(cards[:, 2:], axis=1), np.sort(cards[:, :2], axis=1)):
        for card in part.T:
            number = number << 8 | (card + 1)
    return number


def _suit_keys(cards: NDArray[np.uint8], shift: int) -> NDArray[np.int32]:
    """Return, for all suits of hands (suits, n), the parts of the sorting key that come from these cards.

    The key has the numbers of hole cards and of board cards, their lowest ranks, and their highest, four bits each.
    """
    held = np.zeros((_SUITS, len(cards)), dtype=np.int16)
    for card in cards.T:
        for suit in range(_SUITS):
            held[suit] |= np.where((card & 3) == suit, np.int16(1) << (card >> 2).astype(np.int16), np.int16(0))
    return _key_of_ranks()[held] << shift


@cache
def _key_of_ranks() -> NDArray[np.int32]:
    """Return the part of the sorting key of any set of ranks: number, lowest and highest, a byte each."""
    keys = [0x0F00]
    for ranks in range(1, 1 << _RANKS):
        lowest, highest = (ranks & -ranks).bit_length() - 1, ranks.bit_length()
        keys.append(ranks.bit_count() << 16 | lowest << 8 | highest)
    return np.array(keys, dtype=np.int32)
