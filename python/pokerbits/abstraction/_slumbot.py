"""Buckets in the files of slumbot2019, following its reading code.

Every street has a file of raw little-endian integers, buckets by board and pair of hole cards, and one with their
number. Its boards are those of the game up to suits that were alike when a card came: flops, and the turns and rivers
that follow each; cards of one street stand highest first. The deck may have fewer ranks and suits.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._files.listed import ListedFiles
from pokerbits._hand_strength.card_games import HOLDEM, CardGame
from pokerbits._input.progress import ProgressLike, watching
from pokerbits._input.shown import shown
from pokerbits.cards import RANKS
from pokerbits.exceptions import InvalidArgumentError

if TYPE_CHECKING:
    from pokerbits.abstraction._card_abstraction import CardAbstraction

BUCKETING_NAME = "pokerbits"
"""The default name of the bucketing in names of files."""
_BLOCK = 256
"""Number of boards looked up at a time, with up to 1,326 hands each."""
_SUITS = 4
_CARDS = 52
_PART = re.compile(r"[A-Za-z0-9._-]{1,100}")


def check_name_part(what: str, name: object) -> str:
    """Return a part of a file name, or raise if it could lead to another folder or not be read."""
    if not isinstance(name, str):
        raise TypeError(f"{what}: expected a text, found {shown(name)}")
    if not _PART.fullmatch(name):
        message = f"{what}: expected 1 to 100 letters, digits, dots, hyphens or underscores, found {shown(name)}"
        raise InvalidArgumentError(message)
    return name


def check_game(game: CardGame) -> None:
    """Raise for a game that this program does not have."""
    if game.cards_per_round[0] != 2 or any(cards > 1 for cards in game.cards_per_round[2:]) or game.rules != "standard":
        raise InvalidArgumentError(
            f"format 'slumbot' has games of two hole cards, a flop, a turn of one card and a river of one, with the "
            f"standard order of hands, and this is {game!r}; use format='npy'"
        )


def default_game_name(game: CardGame) -> str:
    """Return the game there: its name, then the numbers of ranks, of suits and of streets after the first."""
    name = "holdem" if game.n_ranks == HOLDEM.n_ranks else f"holdem{game.n_ranks}"
    return f"{name}.{game.n_ranks}.{game.n_suits}.{len(game.streets) - 1}"


def slumbot_names(game: CardGame, streets: Sequence[str], bucketing_name: str, game_name: str) -> list[str]:
    """Return the names of the two files of each street."""
    ends = [f"{game_name}.{bucketing_name}.{game.streets.index(street)}" for street in streets]
    return [f"{what}.{end}" for end in ends for what in ("buckets", "num_buckets")]


def export_slumbot(
    abstraction: CardAbstraction,
    folder: Path,
    streets: Sequence[str],
    *,
    bucketing_name: str,
    game_name: str,
    num_threads: int | None,
    progress: ProgressLike,
) -> list[Path]:
    """Write the buckets by board and pair of cards, and their numbers."""
    files, written = ListedFiles(folder), []
    for street in streets:
        boards, n = slumbot_boards(street, abstraction.game), abstraction.n_buckets[street]
        dtype = np.dtype("<u2") if n < 1 << 16 else np.dtype("<i4")
        names = slumbot_names(abstraction.game, [street], bucketing_name, game_name)
        with files.new_file(names[0]) as file, watching(progress, f"export of the {street}") as watcher:
            for start in range(0, len(boards), _BLOCK):
                some = boards[start : start + _BLOCK]
                file.write(_buckets(abstraction, some, num_threads).astype(dtype, copy=False).tobytes())
                if watcher is not None:
                    watcher(start + len(some), len(boards))
        with files.new_file(names[1]) as file:
            file.write(struct.pack("<i", n))
        written += [folder / name for name in names]
    return written


def _buckets(abstraction: CardAbstraction, boards: NDArray[np.uint8], num_threads: int | None) -> NDArray[Any]:
    """Return the buckets (boards, pairs) of the pairs of cards off each board, by their higher card, then the lower."""
    labels = abstraction.labels(boards, num_threads=num_threads)
    buckets: NDArray[Any] = labels[labels != np.iinfo(labels.dtype).max]
    return buckets.reshape(len(boards), -1)


def _is_in_deck(game: CardGame) -> NDArray[np.bool]:
    """Return whether each card id is in the deck."""
    cards, lowest = np.arange(_CARDS), RANKS.index(game.lowest_rank)
    found: NDArray[np.bool] = (cards // _SUITS - lowest < game.n_ranks) & (cards // _SUITS >= lowest)
    return found & (cards % _SUITS < game.n_suits)


def slumbot_boards(street: str, game: CardGame = HOLDEM) -> NDArray[np.uint8]:
    """Return the boards of a street (boards, cards) in the order of that program.

    In hold'em 1,755 flops, 63,193 turns after them, 2,554,656 rivers after these.
    """
    # Its loops have the highest card outermost, ascending; boards of a later street come flop by flop, turn by turn.
    later = game.streets.index(street) - 1
    if later < 0:
        return np.empty((1, 0), dtype=np.uint8)
    is_in_deck = _is_in_deck(game)
    flops = list(_flops(np.flatnonzero(is_in_deck).tolist(), game.cards_per_round[1]))
    boards = np.array([flop for flop, _ in flops], dtype=np.uint8)
    alike = np.array([groups for _, groups in flops], dtype=np.uint8)
    for _ in range(later):
        boards, alike = _with_a_card(boards, alike, is_in_deck)
    return boards


def _flops(deck: list[int], size: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Yield the first of equivalent flops and, for every suit, the first suit with the same ranks."""
    for flop in sorted(combinations(reversed(deck), size)):
        # Card by card, a rank at a time: of suits that are alike so far, the first ones take the cards.
        groups = [0] * _SUITS
        is_first = True
        at = 0
        while at < len(flop) and is_first:
            of_rank = {card & 3 for card in flop[at:] if card >> 2 == flop[at] >> 2}
            for group in {groups[suit] for suit in of_rank}:
                members = [suit for suit in range(_SUITS) if groups[suit] == group]
                taken = [suit for suit in members if suit in of_rank]
                is_first = is_first and taken == members[: len(taken)]
                for suit in members[len(taken) :]:
                    groups[suit] = members[len(taken)]
            at += len(of_rank)
        if is_first:
            ranks = [frozenset(card >> 2 for card in flop if card & 3 == suit) for suit in range(_SUITS)]
            yield flop, [ranks.index(held) for held in ranks]


def _with_a_card(
    boards: NDArray[np.uint8], alike: NDArray[np.uint8], is_in_deck: NDArray[np.bool]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return boards with one more card, of the first of suits that were alike, and the suits that then still are."""
    is_possible = np.repeat(alike == np.arange(_SUITS), _CARDS // _SUITS, axis=0)
    is_possible = is_possible.reshape(len(boards), _CARDS) & is_in_deck
    np.put_along_axis(is_possible, boards.astype(np.intp), values=False, axis=1)
    board, card = np.nonzero(is_possible)
    groups, suit = alike[board], (card & 3)[:, None]
    # The suit of the card now stands alone; those that were alike have a new first suit, the lowest of them.
    is_other = (groups == suit) & (np.arange(_SUITS) != suit)
    groups = np.where(is_other, is_other.argmax(axis=1)[:, None].astype(np.uint8), groups)
    return np.column_stack([boards[board], card.astype(np.uint8)]), groups
