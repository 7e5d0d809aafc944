"""The tables of features from which abstractions are built, as specs that can be sent to workers."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._files.held import held_files_stay
from pokerbits._hand_strength.card_games import HOLDEM, CardGame, game_core, street_number
from pokerbits._indexer import HandIndexer
from pokerbits._input.threads import get_num_threads
from pokerbits.abstraction._design import OF_NEXT_STREET, Design

LEVELS = 255
"""The positions of next-street buckets on the line of hand strength are multiples of 1 / 255."""


OCHS_PARTS = 100
"""Equities against clusters of opponents are multiples of 1 / 100."""


class NextStreetSpec(NamedTuple):
    """The sorted levels of the next-street hands of every hand; see `_native.next_street_table`.

    The level of a next-street hand is `level_of[number]`. The numbers are in a table in a file, which workers of an
    executor must be able to read.
    """

    street: str
    path: str
    sha256: str
    """SHA-256 of that file, which identifies the numbers."""
    level_of: bytes
    dtype: str = "uint64"
    game: CardGame = HOLDEM

    def open(self) -> _native.BlockTable:
        """Return the table of the core."""
        numbers = read_numbers(self.path)
        levels = np.frombuffer(self.level_of, dtype=np.uint8).astype(np.uint16)
        name = hashlib.sha256(self.sha256.encode() + self.level_of).hexdigest()
        of_hand = relabelled(numbers, levels).astype(np.uint8)
        if self.game != HOLDEM:
            return game_core(self.game).next_street_table(street_number(self.game, self.street), of_hand, name)
        return _native.next_street_table(self.street, of_hand, name)


class OchsSpec(NamedTuple):
    """Equities against clusters of opponents, a byte each; see `_native.ochs_bytes_table`."""

    street: str
    clusters: tuple[tuple[int, ...], ...]
    dtype: str = "uint64"
    game: CardGame = HOLDEM

    def open(self) -> _native.BlockTable:
        """Return the table of the core."""
        if self.game != HOLDEM:
            return game_core(self.game).ochs_bytes_table(street_number(self.game, self.street), self.clusters)
        return _native.ochs_bytes_table(self.street, self.clusters)


def read_numbers(path: str) -> NDArray[Any]:
    """Return the numbers of a street, mapped if the system can remove their file nevertheless."""
    numbers: NDArray[Any] = np.load(path, mmap_mode=None if held_files_stay() else "r")
    return numbers


def n_children(game: CardGame, street: str) -> int:
    """Return the number of cards that can come next for a hand of a street."""
    return game.n_ranks * game.n_suits - game.hole_cards - game.board_cards[street]


def has_sorted_levels(game: CardGame, street: str) -> bool:
    """Return whether features of the next street are its levels card by card, and not their distribution."""
    number = street_number(game, street)
    return number > 0 and game.cards_per_round[number + 1] == 1


def centers_in_units(design: Design, street: str, centers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a copy of the centres of a street as equities, positions or shares, without the columns that only pad."""
    feature = design.feature_of(street)
    width, scale = centers.shape[1], 1
    if street != "preflop":
        if feature == "ochs":
            width, scale = design.clusters, OCHS_PARTS
        elif feature in OF_NEXT_STREET and has_sorted_levels(design.game, street):
            width, scale = n_children(design.game, street), design.bins if feature == "histogram" else LEVELS
        elif feature == "winrate_history":
            scale = LEVELS
    return np.array(centers[:, :width]) / scale


def core_of(indexer: HandIndexer) -> _native.Indexer:
    """Return the indexer of the core, of a deck whose cards have names."""
    return indexer._named("indexer")  # noqa: SLF001


def bytes_of(cells: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the bytes of the cells of a table of features, row by row."""
    return cells.astype("<u8", copy=False).view(np.uint8)


def levels_of(means: NDArray[np.float64]) -> bytes:
    """Return the levels of hand strengths, rounded to the nearest, halves up."""
    return np.floor(np.asarray(means) * LEVELS + 0.5).astype(np.uint8).tobytes()


def relabelled(
    numbers: NDArray[np.uint16] | NDArray[np.uint32], of: NDArray[Any], num_threads: int | None = None
) -> NDArray[Any]:
    """Return the entry of `of` for every number."""
    out = np.empty(numbers.shape, dtype=of.dtype)
    _native.relabel(numbers, of, out, num_threads or get_num_threads())
    return out
