"""Abstractions in file formats of other programs. Each follows the reading code of its program.

`slumbot` is that of slumbot2019: for every street a file of raw little-endian integers, buckets by board and pair of
hole cards, and one with their number. Its boards are those of hold'em up to suits that were alike when a card came:
flops, and the turns and rivers that follow each; cards of one street stand highest first.

`robopoker` are rows of its table `isomorphism`, as PostgreSQL's `COPY ... FROM STDIN BINARY` reads them: the canonical
hand in the bytes of a number, the bucket below its street, E[HS], and the place of the hand among those of its bucket.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.writing import new_file
from pokerbits._hand_strength.streets import BOARD_CARDS, STREET_INDEXERS
from pokerbits._hand_strength.table import strength_table
from pokerbits._input.choices import check_name
from pokerbits.abstraction._design import STREETS
from pokerbits.abstraction._folder import JOURNAL, METADATA, write_array
from pokerbits.exceptions import ForeignFileError, InvalidArgumentError

if TYPE_CHECKING:
    from pokerbits.abstraction._card_abstraction import CardAbstraction

__all__ = ["export"]

_CHUNK = 1 << 18
_SUITS = 4
_NAME = "pokerbits"
"""The name of the bucketing in names of files."""
_ROBOPOKER_BUCKETS = 256

Board = tuple[int, ...]
Groups = tuple[int, ...]
"""For every suit, the first suit that is interchangeable with it so far."""


def export(abstraction: CardAbstraction, path: Path, form: str, streets: Sequence[str]) -> list[Path]:
    """Write streets of an abstraction in a format, and return the files."""
    writers: dict[str, Callable[[CardAbstraction, Path, Sequence[str]], list[Path]]] = {
        "slumbot": _slumbot,
        "robopoker": _robopoker,
        "npy": _npy,
    }
    check_name("format", form, writers)
    path.mkdir(parents=True, exist_ok=True)
    for name in (METADATA, JOURNAL):
        if os.path.lexists(path / name):
            message = (
                f"{path} is the folder of an abstraction, whose files an export could replace: choose another path"
            )
            raise ForeignFileError(message, filename=path)
    return writers[form](abstraction, path, streets)


def _npy(abstraction: CardAbstraction, folder: Path, streets: Sequence[str]) -> list[Path]:
    """Write the buckets by index, one array per street."""
    _refuse_histories(abstraction, "npy")
    written = [folder / f"{street}.npy" for street in streets]
    for path, street in zip(written, streets, strict=True):
        with new_file(path) as file:
            write_array(file, _table(abstraction, street))
    return written


def _slumbot(abstraction: CardAbstraction, folder: Path, streets: Sequence[str]) -> list[Path]:
    """Write the buckets by board and pair of cards, and their numbers."""
    written = []
    for street in streets:
        number, boards = STREETS.index(street), slumbot_boards(street)
        n = abstraction.n_buckets[street]
        dtype = np.dtype("<u2") if n < 1 << 16 else np.dtype("<i4")
        names = [folder / f"{what}.holdem.13.4.3.{_NAME}.{number}" for what in ("buckets", "num_buckets")]
        with new_file(names[0]) as file:
            size = max(1, _CHUNK // 1081)
            for start in range(0, len(boards), size):
                some = boards[start : start + size]
                hands = np.array([_pairs_off(board) for board in some.tolist()], dtype=np.uint8)
                found = abstraction.lookup(hands, board=some[:, None])
                file.write(np.asarray(found).astype(dtype).tobytes())
        with new_file(names[1]) as file:
            file.write(struct.pack("<i", n))
        written += names
    return written


def slumbot_boards(street: str) -> NDArray[np.uint8]:
    """Return the boards of a street (boards, cards) in the order of that program.

    1,755 flops, 63,193 turns after them, 1,361,802 rivers after these.
    """
    # Its loops have the highest card outermost, ascending; boards of a later street come flop by flop, turn by turn.
    boards: list[tuple[Board, Groups]] = [((), (0,) * _SUITS)]
    for cards in {"preflop": (), "flop": (3,), "turn": (3, 1), "river": (3, 1, 1)}[street]:
        boards = [longer for board, alike in boards for longer in _canonical(_dealt(board, cards), board, alike)]
    return np.array([board for board, _ in boards], dtype=np.uint8).reshape(len(boards), BOARD_CARDS[street])


def _dealt(board: Board, cards: int) -> list[Board]:
    """Return all deals of a number of further cards, highest first, in ascending order."""
    return sorted(combinations([card for card in range(51, -1, -1) if card not in board], cards))


def _canonical(dealt: Any, board: Board, alike: Groups) -> Iterator[tuple[Board, Groups]]:
    """Yield the possible cards, with only the first of equivalent suits."""
    for cards in dealt:
        groups = list(alike)
        ranks = dict.fromkeys(range(_SUITS), 0)
        is_first = True
        at = 0
        while at < len(cards) and is_first:
            of_rank = {card & 3 for card in cards[at:] if card >> 2 == cards[at] >> 2}
            for group in {groups[suit] for suit in of_rank}:
                members = [suit for suit in range(_SUITS) if groups[suit] == group]
                taken = [suit for suit in members if suit in of_rank]
                is_first = is_first and taken == members[: len(taken)]
                for suit in members[len(taken) :]:
                    groups[suit] = members[len(taken)]
            at += len(of_rank)
        if is_first:
            for card in cards:
                ranks[card & 3] |= 1 << (card >> 2)
            firsts: dict[tuple[int, int], int] = {}
            yield board + cards, tuple(firsts.setdefault((alike[suit], ranks[suit]), suit) for suit in range(_SUITS))


def _pairs_off(board: list[int]) -> list[tuple[int, int]]:
    """Return the pairs of cards without a board card, by their higher card, then by the lower."""
    left = [card for card in range(52) if card not in board]
    return [(left[low], left[high]) for high in range(len(left)) for low in range(high)]


def _robopoker(abstraction: CardAbstraction, folder: Path, streets: Sequence[str]) -> list[Path]:
    """Write the rows of all streets, one file each."""
    _refuse_histories(abstraction, "robopoker")
    for street in streets:
        n = abstraction.n_buckets[street]
        if n > _ROBOPOKER_BUCKETS:
            message = f"the {street} has {n:,} buckets: robopoker holds at most {_ROBOPOKER_BUCKETS} a street"
            raise InvalidArgumentError(message)
    written = []
    for street in streets:
        number, table = STREETS.index(street), _table(abstraction, street)
        strengths = strength_table("ehs", street=street, dtype="float32")  # type: ignore[arg-type]
        hands = np.empty(len(table), dtype=np.int64)
        for start in range(0, len(table), _CHUNK):
            some = range(start, min(start + _CHUNK, len(table)))
            hands[some.start : some.stop] = observations(STREET_INDEXERS[street].unindex(some))
        order = np.lexsort((hands, table))
        sorted_buckets = table[order]
        firsts = np.searchsorted(sorted_buckets, np.arange(abstraction.n_buckets[street]))
        rows = np.empty(len(table), dtype=_ROW)
        rows["fields"], rows["obs_bytes"], rows["abs_bytes"] = 4, 8, 2
        rows["equity_bytes"] = rows["position_bytes"] = 4
        rows["obs"], rows["abs"] = hands[order], number << 8 | sorted_buckets.astype(np.int16)
        rows["equity"], rows["position"] = strengths[order], np.arange(len(table)) - firsts[sorted_buckets]
        path = folder / f"isomorphism.{street}.pgcopy"
        with new_file(path) as file:
            file.write(b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0))
            for start in range(0, len(rows), _CHUNK):
                file.write(rows[start : start + _CHUNK].tobytes())
            file.write(struct.pack(">h", -1))
        written.append(path)
    return written


_ROW = np.dtype(
    [
        ("fields", ">i2"),
        ("obs_bytes", ">i4"),
        ("obs", ">i8"),
        ("abs_bytes", ">i4"),
        ("abs", ">i2"),
        ("equity_bytes", ">i4"),
        ("equity", ">f4"),
        ("position_bytes", ">i4"),
        ("position", ">i4"),
    ]
)
"""A row of `COPY`: the number of fields, then each field after its size."""


def observations(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return hands (n, 2 + board) as robopoker numbers them.

    Suits are sorted by their numbers of hole cards and of board cards, and by the lowest and the highest ranks of
    these. The number has one byte for each card, its id plus one: first the board, then the hole cards, each ascending;
    the last card is the lowest byte.
    """
    suits, ranks = hands & 3, hands >> 2
    keys = np.zeros((len(hands), _SUITS), dtype=np.int64)
    for suit in range(_SUITS):
        of_suit = suits == suit
        hole, board = of_suit[:, :2], of_suit[:, 2:]
        parts: list[NDArray[Any]] = [hole.sum(axis=1), board.sum(axis=1)]
        for least in (True, False):
            for held, of in ((hole, ranks[:, :2]), (board, ranks[:, 2:])):
                other = 15 if least else 0
                marked = np.where(held, of + (0 if least else 1), other)
                parts.append((marked.min(axis=1) if least else marked.max(axis=1)) if held.shape[1] else parts[0] * 0)
        for part in parts:
            keys[:, suit] = keys[:, suit] << 4 | part
    names = np.empty_like(keys)
    np.put_along_axis(names, np.argsort(keys, axis=1, kind="stable"), np.arange(_SUITS)[None], axis=1)
    cards = (ranks.astype(np.int64) << 2) | np.take_along_axis(names, suits.astype(np.int64), axis=1)
    number = np.zeros(len(hands), dtype=np.int64)
    for part in (np.sort(cards[:, 2:], axis=1), np.sort(cards[:, :2], axis=1)):
        for card in part.T:
            number = number << 8 | (card + 1)
    return number


def _table(abstraction: CardAbstraction, street: str) -> NDArray[Any]:
    """Return the bucket of every hand by its index."""
    return np.asarray(abstraction.table(street))


def _refuse_histories(abstraction: CardAbstraction, form: str) -> None:
    """Raise for buckets with history: these formats have one bucket for each hand."""
    if abstraction.recall != "imperfect":
        message = f"format {form!r} has no place for the histories of perfect recall"
        raise InvalidArgumentError(message)
