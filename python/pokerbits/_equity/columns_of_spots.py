"""Columns of players, boards and dead cards, a row for each spot, and the spots of a call made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from numbers import Number
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerbits import _native
from pokerbits._equity import omaha, two_cards
from pokerbits._evaluator.games import Game
from pokerbits._input.arrays import as_array
from pokerbits._input.card_set import CardSet
from pokerbits._input.columns import MISSING, NO_CARD
from pokerbits._input.missing import is_missing, missing_value
from pokerbits._input.rows import at_row
from pokerbits._input.shown import shown
from pokerbits._input.situation import ANY_BOARD, known_board, known_cards
from pokerbits.exceptions import InvalidArgumentError, PokerbitsError
from pokerbits.ranges._omaha_range import OmahaRange
from pokerbits.ranges._range import Dialect, Range

Read = TypeVar("Read")

WRONG_CARD = 254
_NOT_READ = np.empty((0, 0), dtype=np.uint8)


class Column(NamedTuple):
    """The different items of a column, and the number of the item in each row; one row stands for all.

    For players with two cards, and for known cards, also those of each item: uint8 (items, cards), then `NO_CARD`.
    `wrong` has the numbers of the items that cannot be read.
    """

    items: tuple[Any, ...]
    rows: NDArray[np.int64]
    cards: NDArray[np.uint8]
    wrong: tuple[int, ...] = ()

    def at(self, row: int) -> Any:
        """Return the item of a row."""
        return self.items[self.rows[row]]

    def part(self, chosen: slice | NDArray[np.int64]) -> Column:
        """Return some rows, and the items in them."""
        used, rows = np.unique(self.rows[chosen], return_inverse=True)
        return Column(tuple(self.items[at] for at in used.tolist()), rows.reshape(-1), self.cards[used])


@dataclass(frozen=True, eq=False)
class Spots:
    """The columns of a call, all of the same length: players, and then the board and the dead cards."""

    players: tuple[Column, ...]
    board: Column
    dead: Column
    reader: PlayerReader

    def __len__(self) -> int:
        return len(self.board.rows)

    def part(self, chosen: slice | NDArray[np.int64]) -> Spots:
        """Return the spots of some rows."""
        players = tuple(column.part(chosen) for column in self.players)
        return Spots(players, self.board.part(chosen), self.dead.part(chosen), self.reader)


def read_spots(
    players: Sequence[Any], board: Any, dead: Any, game: Game, dialect: Dialect | None, *, skips: bool = False
) -> tuple[Spots, NDArray[np.bool]]:
    """Return the spots of a call, and which of them are wrong.

    Each different text is read once: an error names the first row that has it. If wrong rows are skipped, only an error
    in an item that stands for all rows is raised.
    """
    columns = [read_column(column, f"player {number + 1}") for number, column in enumerate(players)]
    columns += [
        _cards_column(board, "board", known_board, skips=skips),
        _cards_column(dead, "dead", partial(known_cards, what="dead"), skips=skips),
    ]
    names = [*(f"player {number + 1}" for number in range(len(players))), "board", "dead"]
    lengths = {name: len(column.rows) for name, (column, is_one) in zip(names, columns, strict=True) if not is_one}
    if len(set(lengths.values())) > 1:
        message = f"columns of different lengths: {', '.join(f'{name} {n:,}' for name, n in lengths.items())}"
        raise InvalidArgumentError(message)
    n = next(iter(lengths.values()), 1)
    reader = PlayerReader(game, dialect)
    for number, (column, is_one) in enumerate(columns[:-2]):
        held = _each(column, partial(reader, number=number), is_one=is_one, skips=skips)
        hands = [player if isinstance(player, tuple) else () for player in held]
        columns[number] = column._replace(cards=_padded(hands), wrong=_places_of_wrong(held)), is_one
    # The caller has been warned of texts that are read again.
    reader.dialect = dialect or "both"
    spread = [of._replace(rows=np.repeat(of.rows, n)) if is_one else of for of, is_one in columns]
    *of_players, of_board, of_dead = spread
    wrong = np.logical_or.reduce([np.isin(of.rows, of.wrong) for of in spread])
    return Spots(tuple(of_players), of_board, of_dead, reader), wrong


def read_column(column: Any, what: str) -> tuple[Column, bool]:
    """Return a column, and whether it is one item for all rows: a text, a range, cards as ids, or weights of combos."""
    if isinstance(column, str | Range | OmahaRange | CardSet):
        return _one(column)
    items = column if isinstance(column, list | tuple | np.ndarray) else as_array(column, what)
    if isinstance(items, np.ndarray):
        if items.ndim == 0:
            raise TypeError(f"{what}: expected a hand, a range or a column of them, found {shown(column)}")
        if items.dtype.kind in "iuf" and items.ndim == 1 and items.size:
            return _one(items)
        if items.dtype.kind == "S":
            items = np.char.decode(items, "latin-1")
        items = list(items) if items.dtype.kind in "iuf" else items.tolist()
    elif items and isinstance(items[0], Number) and not is_missing(items[0]):
        return _one(items)
    return _numbered(items), False


def _cards_column(cards: Any, what: str, read_one: Callable[[Any], list[int]], *, skips: bool) -> tuple[Column, bool]:
    """Return a column of known cards as lists of ids."""
    column, is_one = _one("") if cards is None else read_column(cards, what)
    read = _in_bulk(column.items, max(ANY_BOARD) if what == "board" else _native.CARD_COUNT)
    if read is not None:
        return Column(tuple(read), column.rows, _padded(read)), is_one
    # A missing value is no cards, as in `equity`.
    found = _each(column, lambda item: read_one(None if is_missing(item) else item), is_one=is_one, skips=skips)
    known = [[] if of is None else of for of in found]
    return Column(tuple(known), column.rows, _padded(known), _places_of_wrong(found)), is_one


def _in_bulk(items: Sequence[Any], most: int) -> list[list[int]] | None:
    """Return the cards of all items, in a tenth of the time of one by one; `None` if the core does not read one."""
    cards, sizes = _native.read_column(list(items))
    sizes[sizes == MISSING] = 0
    if (sizes < 0).any() or sizes.max(initial=0) > most:
        return None
    return [row[:size] for row, size in zip(cards.tolist(), sizes.tolist(), strict=True)]


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.uint8]:
    """Return rows of cards as one array; cards that are not in the deck are `WRONG_CARD`."""
    sizes = np.array([len(row) for row in rows], dtype=np.int64)
    cards = np.full((len(rows), sizes.max(initial=0)), NO_CARD, dtype=np.uint8)
    for size in np.unique(sizes[sizes > 0]).tolist():
        places = np.flatnonzero(sizes == size)
        # Integers of any size, such as those of a caller.
        given = np.array([rows[at] for at in places.tolist()], dtype=object)
        is_card = (given >= 0) & (given < _native.CARD_COUNT)
        cards[places, :size] = np.where(is_card, given, WRONG_CARD)
    return cards


def _one(item: Any) -> tuple[Column, bool]:
    return Column((item,), np.zeros(1, dtype=np.int64), _NOT_READ), True


def _numbered(items: Sequence[Any]) -> Column:
    """Return a column in which equal items have one number."""
    numbers: dict[Any, int] = {}
    keys = items if all(type(item) is str for item in items) else list(map(_key, items))
    rows = np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), dtype=np.int64, count=len(items))
    _, first = np.unique(rows, return_index=True)
    return Column(tuple(items[at] for at in first.tolist()), rows, _NOT_READ)


def _key(item: Any) -> Any:
    """Return a hashable object that only equal items have."""
    if isinstance(item, np.ndarray):
        return item.dtype.str, item.shape, item.tobytes() if item.dtype != object else id(item)
    try:
        hash(item)
    except TypeError:
        return id(item)
    return type(item), item


def _each(column: Column, read: Callable[[Any], Read], *, is_one: bool, skips: bool) -> list[Read | None]:
    """Return what is read of each item; an error has the first row of the item, if it is that of a row.

    If wrong rows are skipped, there is `None` for each item with an error.
    """
    found: list[Read | None] = []
    for number, item in enumerate(column.items):
        try:
            found.append(read(item))
        except (PokerbitsError, TypeError) as error:
            if is_one:
                raise
            if skips:
                found.append(None)
                continue
            row = int(np.flatnonzero(column.rows == number)[0])
            raise at_row(error, row) from None
    return found


def _places_of_wrong(found: Sequence[object]) -> tuple[int, ...]:
    """Return the numbers of the items with an error."""
    return tuple(number for number, of in enumerate(found) if of is None)


class PlayerReader:
    """Reads players for `equity` to take, those of one call, and remembers the latest texts; stud has no ranges."""

    def __init__(self, game: Game, dialect: Dialect | None) -> None:
        self.game, self.dialect = game, dialect
        # A range of two cards has 10 KB, one of Omaha up to 2 MB.
        latest = 4096 if game.family == "two_cards" else 128
        self._of_text = lru_cache(maxsize=latest)(self._held)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle no text: a worker reads those of its own spots."""
        return PlayerReader, (self.game, self.dialect)

    def __call__(self, player: Any, number: int) -> Any:
        """Return a player whose text is read."""
        if is_missing(player):
            missing = missing_value(player, f"player {number + 1}", ())
            missing.player = number
            raise missing
        if self.game.family == "stud":
            return player
        if isinstance(player, str):
            return self._of_text(player, number)
        return self._held(player, number)

    def _held(self, player: Any, number: int) -> Any:
        if self.game.family == "two_cards":
            return two_cards.hand_or_range(player, number, self.dialect)
        held = omaha.hand_or_range(player, number, self.game)
        return "*" if held is None else held
